// Runs a WebAssembly program with WASI, as a shell would run a native one: node wasi.mjs PROGRAM.wasm [ARGUMENT…].
import {readFile} from "node:fs/promises";
import {WASI} from "node:wasi";

const [program, ...more] = process.argv.slice(2);
/** @type {any} the types are of an older Node.js */
const options = {version: "preview1", args: [program, ...more], env: {}};
const wasi = new WASI(options);
const module = await WebAssembly.compile(new Uint8Array(await readFile(program)));
const stub = () => {
    throw new Error("a program without a page has no host");
};
const host = Object.fromEntries(
    WebAssembly.Module.imports(module)
        .filter(wanted => wanted.module === "host")
        .map(wanted => [wanted.name, stub]),
);
const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: /** @type {any} */ (wasi.wasiImport),
    host,
});
process.exit(wasi.start(instance));
