// A terminal and a browser at one table: `araldo join` in tmux against the page.
import assert from "node:assert/strict";
import {execFileSync, spawnSync} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {setTimeout as pause} from "node:timers/promises";
import {patience, visitor} from "../browser.mjs";
import {play} from "../player.mjs";
import {calm, test} from "../suite.mjs";

/** A terminal of 80x24 that runs a command. */
class Terminal {
    #name = `join${process.pid}.${Math.floor(performance.now())}`;
    #home = mkdtempSync(join(tmpdir(), "araldo-"));

    /** @param {string} command */
    constructor(command) {
        const env = {...process.env, XDG_DATA_HOME: this.#home, LC_ALL: "C.UTF-8"};
        execFileSync("tmux", ["-L", this.#name, "-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", command], {
            env,
        });
    }

    /** @param {string[]} names */
    keys(...names) {
        spawnSync("tmux", ["-L", this.#name, "send-keys", ...names]);
    }

    get screen() {
        return spawnSync("tmux", ["-L", this.#name, "capture-pane", "-p"], {encoding: "utf8"}).stdout;
    }

    /**
     * Waits until the screen matches; what matched.
     * @param {RegExp} wanted
     */
    async shows(wanted) {
        for (const end = Date.now() + patience; Date.now() < end; await pause(50)) {
            const found = wanted.exec(this.screen);
            if (found) return found[0];
        }
        throw new Error(`the terminal does not show ${wanted}: ${this.screen}`);
    }

    close() {
        spawnSync("tmux", ["-L", this.#name, "kill-server"]);
        rmSync(this.#home, {recursive: true, force: true});
    }
}

test("a terminal and a browser play a match against each other", async ({browser, address, araldo}) => {
    const terminal = new Terminal(`${araldo} join ${address} --name Tara --still`);
    try {
        await terminal.shows(/Araldo · .* · Tara/);
        terminal.keys("End", "Up", "Up", "Up", "Up", "Enter"); // the first entry behind the tables that others have opened
        await terminal.shows(/^ +1 {2}Primiera$/m);
        terminal.keys("1");
        await terminal.shows(/^ +1 {2}Start$/m);
        terminal.keys("Down", "Right", "Right");
        await terminal.shows(/Variant: Two players/);
        terminal.keys("5", "BSpace", "BSpace", "1", "Enter");
        await terminal.shows(/Points to win: 1$/m);
        terminal.keys("1");
        await terminal.shows(/^ +2 {2}Only people with the link/m);
        terminal.keys("2");
        await terminal.shows(/^ +1 {2}Open the table$/m);
        terminal.keys("1");
        const link = await terminal.shows(/http:\/\/\S+\/t\/\S+/);
        const page = await visitor(browser, address);
        await page.goto(link);
        await page.getByRole("button", {name: "Sit here"}).click();
        await page.getByRole("button", {name: "Ready", exact: true}).click();
        await terminal.shows(/ ready$/m);
        terminal.keys("1");
        await terminal.shows(/^ Primiera · Two players · round 1/m);
        await page.locator(".felt").waitFor();
        const over = () => /The match is over *$/m.test(terminal.screen);
        await play(page, {
            enough: async () => {
                if (!over()) terminal.keys("1", "Enter", "Escape");
                return over();
            },
        });
        await page.locator(".afterwards").waitFor();
        assert.match(terminal.screen, /Winners?: /);
        calm(page);
    } finally {
        terminal.close();
    }
});

test("a link for another device leads from a terminal to a browser, and on to another terminal", async ({
    browser,
    address,
    araldo,
}) => {
    const terminals = [new Terminal(`${araldo} join ${address} --name Dora --still`)];
    try {
        await terminals[0].shows(/Araldo · .* · Dora/);
        terminals[0].keys("End", "Up", "Up", "Enter");
        const there = await terminals[0].shows(/http:\/\/\S+\/me\/\S+/);
        const page = await visitor(browser, address);
        await page.goto(there);
        await page.getByRole("button", {name: "Play as that person", exact: true}).click();
        await page.locator(".my-name", {hasText: "Dora"}).first().waitFor();
        await page.getByRole("button", {name: "Settings"}).click();
        await page.getByRole("button", {name: "Play on another device"}).click();
        const back = await page.locator(".link-box").innerText();
        terminals.push(new Terminal(`${araldo} join ${back.trim()} --still`));
        await terminals[1].shows(/Araldo · .* · Dora/);
        calm(page);
    } finally {
        for (const terminal of terminals) terminal.close();
    }
});
