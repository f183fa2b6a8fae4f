// Makes the recording of `araldo play` in the README, an animated SVG.
//   node tools/recording.mjs build/araldo >docs/pictures/terminal.svg
// A real terminal (tmux) plays a match with a fixed seed; each screen becomes a frame.
import {execFileSync, spawnSync} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {setTimeout as pause} from "node:timers/promises";

const columns = 80,
    lines = 24,
    cell = {width: 8, height: 17},
    margin = 12,
    patience = 60_000,
    seconds = 2; // for each frame

// What is pressed, and what the screen shows before the frame is taken.
const steps = [
    {keys: [], shows: /┌1──┬2/},
    {keys: ["Right"], shows: /^2B♣$/m},
    {keys: ["Left", "Enter"], shows: /Your turn: play a card/},
    {keys: ["h"], shows: /Hint: /},
    {keys: ["6"], shows: /Which one\?/},
    {keys: ["Down"], shows: /└───┴═══┴═══┘/},
    {keys: ["Enter"], shows: /You play .*[^]*Your turn: play a card/},
    {keys: ["s"], shows: /Primiera · score/},
];

const home = mkdtempSync(join(tmpdir(), "araldo-")),
    name = `recording${process.pid}`,
    tmux = (...words) => spawnSync("tmux", ["-L", name, ...words], {encoding: "utf8"}).stdout;

async function record(program) {
    const command = `${resolve(program)} play primiera --seed 2 --seats you,greedy,greedy,greedy --pace 0 --still --lang en`,
        env = {...process.env, XDG_DATA_HOME: home, LC_ALL: "C.UTF-8", NO_COLOR: ""},
        frames = [];
    execFileSync(
        "tmux",
        ["-L", name, "-f", "/dev/null", "new-session", "-d", "-x", columns, "-y", lines, command].map(String),
        {env},
    );
    for (const {keys, shows} of steps) {
        if (keys.length) tmux("send-keys", ...keys);
        for (const end = Date.now() + patience; !shows.test(tmux("capture-pane", "-p")); await pause(50))
            if (Date.now() > end) throw new Error(`the screen does not show ${shows}: ${tmux("capture-pane", "-p")}`);
        await pause(200); // let it finish drawing
        frames.push(tmux("capture-pane", "-p", "-e"));
    }
    return frames;
}

// ---- drawing

const colours = {
        1: "#e69f00",
        2: "#45c4a0",
        3: "#f0e442",
        4: "#6cb6ff",
        197: "#ff005f",
        29: "#00875f",
        136: "#af8700",
        69: "#5f87ff",
    },
    ink = "#d8dee6",
    paper = "#14181d",
    escape = words => words.replace(/&/g, "&amp;").replace(/</g, "&lt;");

// Takes over what an escape sequence says about the letters after it.
function restyle(style, codes) {
    for (let i = 0; i < codes.length; i++) {
        const code = codes[i];
        if (code === 0) Object.assign(style, {bold: false, dim: false, reverse: false, colour: ink});
        else if (code === 1) style.bold = true;
        else if (code === 2) style.dim = true;
        else if (code === 7) style.reverse = true;
        else if (code === 22) style.bold = style.dim = false;
        else if (code === 27) style.reverse = false;
        else if (code === 39) style.colour = ink;
        else if (code >= 30 && code <= 37) style.colour = colours[code - 30] ?? ink;
        else if (code === 38) style.colour = colours[codes[(i += 2)]] ?? ink;
    }
}

// A run of letters in one style.
function drawRun(words, x, y, {bold, dim, reverse, colour}) {
    const left = margin + x * cell.width,
        top = margin + y * cell.height,
        width = [...words].length * cell.width,
        back = reverse ? `<rect x="${left}" y="${top}" width="${width}" height="${cell.height}" fill="${colour}"/>` : "";
    if (!words.trim()) return back;
    return (
        `${back}<text x="${left}" y="${top + 13}" textLength="${width}" fill="${reverse ? paper : colour}"` +
        `${bold ? ' font-weight="bold"' : ""}${dim ? ' opacity="0.65"' : ""}>${escape(words)}</text>`
    );
}

function drawFrame(frame, number) {
    const style = {bold: false, dim: false, reverse: false, colour: ink},
        parts = [];
    for (const [y, line] of frame.split("\n").entries()) {
        let x = 0;
        for (const piece of line.split(/(\u001b\[[0-9;]*m)/)) {
            if (piece.startsWith("\u001b")) restyle(style, piece.slice(2, -1).split(";").map(Number));
            else if (piece) {
                parts.push(drawRun(piece, x, y, style));
                x += [...piece].length;
            }
        }
    }
    return `<g class="frame" style="animation-delay:${number * seconds}s">${parts.join("")}</g>`;
}

function draw(frames) {
    const width = columns * cell.width + 2 * margin,
        height = lines * cell.height + 2 * margin,
        whole = frames.length * seconds;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="A round of Primiera in the terminal">
<style>
text { font: 14px "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre; }
.frame { visibility: hidden; animation: show ${whole}s step-end infinite; }
@keyframes show { 0% { visibility: visible; } ${(100 / frames.length).toFixed(3)}% { visibility: hidden; } }
@media (prefers-reduced-motion: reduce) { .frame { animation: none; } .frame:nth-of-type(4) { visibility: visible; } }
</style>
<rect width="${width}" height="${height}" rx="10" fill="${paper}"/>
${frames.map(drawFrame).join("\n")}
</svg>
`;
}

try {
    process.stdout.write(draw(await record(process.argv[2] ?? "build/araldo")));
} finally {
    tmux("kill-server");
    rmSync(home, {recursive: true, force: true});
}
