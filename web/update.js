// Updates what is on the page to match a new tree, in place.
// Elements that stay are the same elements as before: they keep focus, text being typed, scroll positions, drags and animations,
// whoever's message the update came with.
import {append, find, h, listen, listeners, properties} from "./dom.js";
/** @import {Child} from "./elements.d.ts" */

/** Classes that scripts set while something is under way: an update leaves them alone. */
const passing = ["dragging", "lifted", "aimed", "target", "gone"];

/** Attributes that an update leaves alone: whether something is open is the reader's choice. */
const left = ["open", "style"];

/**
 * Stand-ins for elements that are filled elsewhere and move into the page as they are.
 * @type {WeakMap<Node, HTMLElement>}
 */
const keptElements = new WeakMap();

/**
 * A place in a new tree for an element that its owner fills.
 * @param {HTMLElement} element
 */
export function kept(element) {
    const standIn = h("template");
    keptElements.set(standIn, element);
    return standIn;
}

/**
 * Makes the children of an element match others.
 * @param {Element} place
 * @param {...Child} children
 */
export function update(place, ...children) {
    const active = document.activeElement,
        focused = active instanceof HTMLElement && place.contains(active) ? active.dataset.focus : undefined;
    match(place, append(document.createElement("div"), children));
    for (const standIn of place.querySelectorAll("template")) standIn.replaceWith(keptElements.get(standIn) ?? "");
    if (focused && document.activeElement !== active)
        find(place, `[data-focus="${CSS.escape(focused)}"]`)?.focus({preventScroll: true});
}

/**
 * Nodes of one kind can become each other: elements with the same name, or with the same tag and first class.
 * @param {Node} node
 */
function kindOf(node) {
    if (!(node instanceof Element)) return node.nodeName;
    const data = node instanceof HTMLElement ? node.dataset : {},
        name = data.key ?? data.focus ?? (node.id || (data.card ?? data.seat));
    return `${node.tagName} ${name ?? node.classList[0] ?? ""}`;
}

/**
 * @param {Element} place
 * @param {Element} wanted gives its children away
 */
function match(place, wanted) {
    const nodes = [...wanted.childNodes],
        standing = new Set(nodes.map(node => keptElements.get(node)));
    /** @type {Map<string, Node[]>} */
    const spare = new Map();
    for (const old of place.childNodes) {
        if (old instanceof HTMLElement && standing.has(old)) continue;
        const kind = kindOf(old),
            list = spare.get(kind);
        if (list) list.push(old);
        else spare.set(kind, [old]);
    }
    const next = nodes.map(node => {
        const element = keptElements.get(node);
        if (element) return element;
        const old = spare.get(kindOf(node))?.shift();
        return old && become(old, node) ? old : node;
    });
    const staying = new Set(next);
    for (const old of [...place.childNodes]) if (!staying.has(old)) old.remove();
    let at = place.firstChild;
    for (const node of next) {
        if (at && node === at) at = at.nextSibling;
        else place.insertBefore(node, at);
    }
}

/**
 * Makes a node like another of its kind; false if it has to be exchanged. Drawings are either equal or exchanged.
 * @param {Node} old
 * @param {Node} node
 */
function become(old, node) {
    if (old instanceof HTMLElement && node instanceof HTMLElement) {
        setAttributes(old, node);
        setListeners(old, node);
        match(old, node);
        setProperties(old, node);
        return true;
    }
    if (node instanceof Element) return old.isEqualNode(node);
    if (old.nodeValue !== node.nodeValue) old.nodeValue = node.nodeValue;
    return true;
}

/**
 * @param {HTMLElement} old
 * @param {HTMLElement} node
 */
function setAttributes(old, node) {
    const under = passing.filter(name => old.classList.contains(name));
    if (under.length) node.classList.add(...under);
    if (under.includes("dragging")) node.style.translate = old.style.translate;
    // The content policy forbids style attributes, not styles.
    if (old.style.cssText !== node.style.cssText) old.style.cssText = node.style.cssText;
    for (const {name} of [...old.attributes]) if (!left.includes(name) && !node.hasAttribute(name)) old.removeAttribute(name);
    for (const {name, value} of node.attributes)
        if (!left.includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
}

/**
 * @param {HTMLElement} old
 * @param {HTMLElement} node
 */
function setListeners(old, node) {
    const now = listeners.get(node);
    for (const kind of listeners.get(old)?.keys() ?? []) if (!now?.has(kind)) listen(old, kind, () => {});
    for (const [kind, listener] of now ?? []) listen(old, kind, listener);
}

/**
 * What people type or choose stays, unless the new tree says what it is.
 * @param {HTMLElement} old
 * @param {HTMLElement} node
 */
function setProperties(old, node) {
    const shown = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (old)),
        given = properties.get(node) ?? {};
    for (const [name, value] of Object.entries(given)) if (String(shown[name]) !== String(value)) shown[name] = value;
}
