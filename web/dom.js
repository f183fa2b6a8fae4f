// Builds elements in one call: h("button", {class: "big", onclick: play}, "Play").
// Nothing a content policy forbids: no style attributes, no handlers in text.

/** @import {Attributes, Child} from "./elements.d.ts" */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    const {data = {}, vars = {}, ...rest} = attributes;
    for (const [key, word] of Object.entries(data)) element.dataset[key] = String(word);
    for (const [key, word] of Object.entries(vars)) element.style.setProperty(`--${key}`, String(word));
    for (const [name, value] of Object.entries(rest)) set(element, name, value);
    append(element, children);
    return element;
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {unknown} value
 */
function set(element, name, value) {
    if (value === undefined || value === null) return;
    if (name === "value" || name === "checked" || name === "selected") {
        Object.assign(element, {[name]: value});
        properties.set(element, {...properties.get(element), [name]: value});
    } else if (typeof value === "function") listen(element, name.slice(2), /** @type {Listener} */ (value));
    else if (value !== false) element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * What an element that h() made was given to show or to choose, which people may have changed since.
 * @type {WeakMap<Node, Record<string, unknown>>}
 */
export const properties = new WeakMap();

/** @typedef {(event: Event) => void} Listener */

/**
 * What listens to the events of an element that h() made. web/update.js exchanges it when the element stays.
 * @type {WeakMap<Node, Map<string, Listener>>}
 */
export const listeners = new WeakMap();

/**
 * @param {Element} element
 * @param {string} kind
 * @param {Listener} listener
 */
export function listen(element, kind, listener) {
    const known = listeners.get(element) ?? new Map();
    listeners.set(element, known);
    if (!known.has(kind)) element.addEventListener(kind, event => known.get(kind)(event));
    known.set(kind, listener);
}

/**
 * @param {Element} element
 * @param {readonly Child[]} children
 */
export function append(element, children) {
    for (const child of children) {
        if (child === undefined || child === null || child === false) continue;
        if (isList(child)) append(element, child);
        else element.append(child instanceof Node ? child : String(child));
    }
    return element;
}

/**
 * Puts other children in the place of those an element has.
 * @param {Element} element
 * @param {...Child} children
 */
export function refill(element, ...children) {
    element.replaceChildren();
    append(element, children);
}

/** @type {(child: Child) => child is readonly Child[]} */
const isList = child => Array.isArray(child);

/**
 * A drawing from its markup, which is always ours. With a name it is read out, else passed over.
 * @param {string} markup
 * @param {string} viewBox
 * @param {string} [name]
 */
export function drawing(markup, viewBox, name) {
    const holder = document.createElement("template");
    holder.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" ${name ? "" : 'aria-hidden="true" '}focusable="false">${markup}</svg>`;
    const picture = holder.content.firstElementChild;
    if (!picture) throw new Error("markup without a drawing");
    if (name) {
        picture.setAttribute("role", "img");
        picture.setAttribute("aria-label", name);
    }
    return picture;
}

/** @type {Record<string, string>} */
const escapes = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"};
/**
 * Words as they must be written in the markup of a drawing.
 * @param {string} words
 */
export const escapeMarkup = words => words.replace(/[&<>"]/g, sign => escapes[sign]);

/**
 * Words for people who hear the page.
 * @param {...string} words
 */
export const heard = (...words) => h("span", {class: "sr"}, ...words);

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Whether a key was pressed to write something.
 * @param {Event} event
 */
export function typing(event) {
    const target = event.target;
    return target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));
}

/**
 * An element of web/index.html.
 * @param {string} id
 */
export function byId(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page has no #${id}`);
    return element;
}

/**
 * The HTML element that a selector finds first.
 * @param {ParentNode} place
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const find = (place, selector) => place.querySelector(selector);

/**
 * All HTML elements that a selector finds.
 * @param {ParentNode} place
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export const findAll = (place, selector) => [...place.querySelectorAll(/** @type {"div"} */ (selector))];
