// A proxy that can be cut, to give the browser a lost connection.
import {once} from "node:events";
import net from "node:net";

export async function openProxy(address) {
    const target = new URL(address),
        sockets = new Set();
    let cut = false;
    const server = net.createServer(client => {
        if (cut) return client.destroy();
        const upstream = net.connect(target.port, target.hostname);
        for (const [one, other] of [
            [client, upstream],
            [upstream, client],
        ]) {
            sockets.add(one);
            one.on("error", () => {}).on("close", () => {
                sockets.delete(one);
                other.destroy();
            });
            one.pipe(other);
        }
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return {
        address: `http://127.0.0.1:${server.address().port}/`,
        cut() {
            cut = true;
            for (const socket of sockets) socket.destroy();
        },
        mend() {
            cut = false;
        },
        close() {
            cut = true;
            for (const socket of sockets) socket.destroy();
            server.close();
        },
    };
}
