// Where the page lives: the address of its first page, which need not be the root of its host.

/** @type {URL} */
export const root = new URL("../", import.meta.url);

/**
 * An address below the first page.
 * @param {string} path
 */
export const addressOf = path => new URL(path, root).href;

/** Whether a server is behind the page: `araldo site` writes one that plays by itself. */
export const hasServer = document.documentElement.dataset.server !== "none";
