// Runs the page's tests in a real browser against a real server: node run.mjs ADDRESS ARALDO [K/N] [NAME…] prints TAP.
// With K/N it runs every Nth test from the Kth on, so that N of it together run them all.
import {execFileSync} from "node:child_process";
import {languagesOf, openBrowser, welcomeOf} from "./browser.mjs";
import {readdirSync} from "node:fs";
import {tests} from "./suite.mjs";

// Every file of suites/ adds its tests to the list.
for (const file of readdirSync(new URL("suites/", import.meta.url)).sort())
    await import(new URL(`suites/${file}`, import.meta.url).href);

const [address, araldo, ...wanted] = process.argv.slice(2);
const [part, parts] = /^\d+\/\d+$/.test(wanted[0] ?? "") ? (wanted.shift() ?? "").split("/").map(Number) : [1, 1];
const browser = await openBrowser();
let failed = 0;

/** @param {string} path */
const verify = path => execFileSync(araldo, ["verify", path], {encoding: "utf8"});

const welcome = await welcomeOf(browser, address),
    games = welcome.games.map(game => game.name),
    languages = await languagesOf(browser, address);

// A test for every game is once in the list.
const all = tests.flatMap(({name, each, run}) =>
    each ? games.map(game => ({name: name.replace("{game}", game), game, run})) : [{name, game: "", run}],
);

for (const [number, {name, game, run}] of all.entries()) {
    if (number % parts !== part - 1) continue;
    if (wanted.length && !wanted.some(word => name.includes(word))) continue;
    const began = Date.now();
    try {
        await run({browser, address, araldo, verify, welcome, games, languages}, game);
        console.log(`ok ${name} # ${((Date.now() - began) / 1000).toFixed(1)} s`);
    } catch (error) {
        failed++;
        console.log(
            `not ok ${name} - ${String(error instanceof Error ? error.message : error)
                .replace(/\s+/g, " ")
                .slice(0, 1500)}`,
        );
    } finally {
        for (const context of browser.contexts()) await context.close().catch(() => {});
    }
}
await browser.close();
process.exit(failed ? 1 : 0);
