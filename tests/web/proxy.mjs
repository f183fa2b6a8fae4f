// A proxy that can be cut, to give the browser a lost connection, and that can change what passes.
import {once} from "node:events";
import net from "node:net";

/** @typedef {Awaited<ReturnType<typeof openProxy>>} Cuttable */

/** @param {string} address */
export async function openProxy(address) {
    const target = new URL(address);
    /** @type {Set<net.Socket>} */
    const sockets = new Set();
    let cut = false;
    /** @type {[from: string, to: string][]} */
    let changes = [];
    // Texts of the same length, so that what says how long it is stays true.
    /** @param {Buffer} bytes */
    const changed = bytes => {
        if (!changes.length) return bytes;
        const text = changes.reduce((words, [from, to]) => words.replaceAll(from, to), bytes.toString("latin1"));
        return Buffer.from(text, "latin1");
    };
    const server = net.createServer(client => {
        if (cut) {
            client.destroy();
            return;
        }
        const upstream = net.connect(Number(target.port), target.hostname);
        for (const [one, other] of [
            [client, upstream],
            [upstream, client],
        ]) {
            sockets.add(one);
            one.on("error", () => {}).on("close", () => {
                sockets.delete(one);
                other.destroy();
            });
            one.on("data", bytes => other.write(changed(bytes)));
            one.on("end", () => other.end());
        }
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const own = server.address();
    if (!own || typeof own === "string") throw new Error("the proxy has no port");
    return {
        address: `http://127.0.0.1:${own.port}/`,
        cut() {
            cut = true;
            for (const socket of sockets) socket.destroy();
        },
        mend() {
            cut = false;
        },
        /** @param {[from: string, to: string][]} replaced texts, each by one of the same length */
        change(replaced) {
            changes = replaced;
        },
        close() {
            cut = true;
            for (const socket of sockets) socket.destroy();
            server.close();
        },
    };
}
