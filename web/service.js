// The service worker: keeps the whole page, version by version, and answers for its files from the version it belongs to.
// tools/page_files.sh puts `precache` before it, with the version and the files, and serves both as sw.js. A page is never mixed
// from two versions: an old worker answers from its own cache until the page asks the new one to take over.

/** @type {any} */
const worker = self;
/** @type {{version: string, files: string[]}} */
const {version, files} = worker.precache;
/** Of this page alone: others of the same host may have caches too. */
const cachePrefix = `araldo ${new URL(worker.registration.scope).pathname} `,
    cacheName = cachePrefix + version;
/** @param {string} path */
const address = path => new URL(path, worker.registration.scope).href;
const pages = /^(index\.html|t\/[^/]*|me\/[^/]*|history)?$/;

async function keepFiles() {
    const cache = await caches.open(cacheName);
    await cache.addAll(files.map(path => new Request(address(path), {cache: "no-cache"})));
}

async function dropOthers() {
    const names = await caches.keys();
    await Promise.all(
        names.filter(name => name.startsWith(cachePrefix) && name !== cacheName).map(name => caches.delete(name)),
    );
    await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
    const cache = await caches.open(cacheName),
        path = request.url.slice(worker.registration.scope.length).split(/[?#]/)[0];
    const kept =
        request.mode === "navigate" && pages.test(path)
            ? await cache.match(address("./"))
            : await cache.match(request, {ignoreVary: true});
    return kept ?? fetch(request);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepFiles()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(dropOthers()));
worker.addEventListener("message", (/** @type {any} */ event) => event.data === "take over" && worker.skipWaiting());
worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const {request} = event;
    if (request.method === "GET" && request.url.startsWith(worker.registration.scope)) event.respondWith(answer(request));
});
