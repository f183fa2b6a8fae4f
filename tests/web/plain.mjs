// A plain web server for the tests of the static site: files of a folder below a path, and nothing else.
import {once} from "node:events";
import {readFile} from "node:fs/promises";
import {createServer} from "node:http";
import {extname, join, normalize} from "node:path";

/** What hosts usually know; a module of WebAssembly is not always among it. */
const types = /** @type {Record<string, string>} */ ({
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
});

/**
 * @param {string} folder
 * @param {string} path where its files are, as /club/cards/
 */
export async function openPlainServer(folder, path) {
    const server = createServer(async (request, response) => {
        const {pathname} = new URL(request.url ?? "/", "http://plain");
        if (!pathname.startsWith(path)) {
            response.writeHead(404).end();
            return;
        }
        const name = normalize(pathname.slice(path.length) || "index.html");
        try {
            const bytes = await readFile(join(folder, name));
            response.writeHead(200, {"Content-Type": types[extname(name)] ?? "application/octet-stream"}).end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const own = server.address();
    if (!own || typeof own === "string") throw new Error("the server has no port");
    return {
        address: `http://127.0.0.1:${own.port}${path}`,
        close() {
            server.close();
            server.closeAllConnections();
        },
    };
}
