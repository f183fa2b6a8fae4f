// Builds elements in one call: h("button", {class: "big", onclick: play}, "Play").
// Nothing a content policy forbids: no style attributes, no handlers in text.

export function h(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) set(element, name, value);
    append(element, children);
    return element;
}

function set(element, name, value) {
    if (value === undefined || value === null || value === false) return;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") for (const [key, word] of Object.entries(value)) element.dataset[key] = word;
    else if (name === "vars") for (const [key, word] of Object.entries(value)) element.style.setProperty(`--${key}`, word);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
}

export function append(element, children) {
    for (const child of children.flat(Infinity))
        if (child !== undefined && child !== null && child !== false) element.append(child);
    return element;
}

// A drawing from its markup, which is always ours.
export function drawing(markup, viewBox, name) {
    const holder = document.createElement("template");
    holder.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" ${name ? "" : 'aria-hidden="true" '}focusable="false">${markup}</svg>`;
    const picture = holder.content.firstChild;
    if (name) {
        picture.setAttribute("role", "img");
        picture.setAttribute("aria-label", name);
    }
    return picture;
}

// Words for those who hear the page.
export const heard = (...words) => h("span", {class: "sr"}, ...words);

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function typing(event) {
    const target = event.target;
    return target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));
}
