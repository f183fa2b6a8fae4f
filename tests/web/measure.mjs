// Finds what does not fit on a page: text or cards that are cut off, parts that stick out, and parts that lie over each other.

/** @import {Page} from "playwright-core" */

/** The sizes of screens that every table has to fit. */
export const sizes = [
    [360, 640],
    [390, 844],
    [844, 390],
    [768, 1024],
    [1024, 768],
    [1280, 800],
    [1440, 900],
    [1920, 1080],
    [2560, 1440],
];

/** Runs in the page. Returns a line for each fault. */
function faultsOnScreen() {
    /** @type {string[]} */
    const found = [];
    /** @param {Element} element */
    const nameOf = element => {
        const words = (element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 30);
        return `${element.tagName.toLowerCase()}.${[...element.classList].join(".")}${words ? ` "${words}"` : ""}`;
    };
    /** @param {string} selector */
    const visible = selector =>
        [...document.querySelectorAll(selector)].filter(
            element =>
                element.checkVisibility({visibilityProperty: true, opacityProperty: true}) &&
                !element.closest(".sr, dialog:not([open])"),
        );
    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) found.push(`the page is ${wide} px wide on a screen of ${innerWidth}`);
    const felt = document.querySelector(".felt")?.getBoundingClientRect();
    if (!felt) return ["there is no felt"];
    // On the smallest screens what lies above one's own place may scroll, with the hand always in sight.
    const scrolls = innerWidth < 900 && innerHeight < 700 ? ", .arena" : "",
        over = document.querySelector(".phase-over") !== null,
        arena = over ? felt : (document.querySelector(".arena")?.getBoundingClientRect() ?? felt);
    /**
     * What can be seen of an element.
     * @param {Element} element
     */
    const boxOf = element => {
        const {left, right, top, bottom} = element.getBoundingClientRect(),
            scrolled = element.closest(".arena") && !over;
        return {
            left,
            right,
            top: scrolled ? Math.max(top, arena.top) : top,
            bottom: scrolled ? Math.min(bottom, arena.bottom) : bottom,
        };
    };

    // Words that their own box cuts off. Names that people chose, and the last line of the log, may end in an ellipsis.
    for (const element of visible(".table-page *:not(svg *)")) {
        if (
            !(element instanceof HTMLElement) ||
            element.matches(".ticker, .ticker *, .plate-name, .lead-name, .side-pane, .felt, .sr, .sr *")
        )
            continue;
        const {overflowX, overflowY} = getComputedStyle(element);
        if (overflowX === "visible" && overflowY === "visible") continue;
        if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
            found.push(`${nameOf(element)} is cut off: ${element.scrollWidth} px wide in ${element.clientWidth}`);
        if (
            element.scrollHeight > element.clientHeight + 1 &&
            element.clientHeight > 1 &&
            !element.matches(`.hint, .felt, .result-score, .choice-list${scrolls}`)
        )
            found.push(`${nameOf(element)} is cut off: ${element.scrollHeight} px high in ${element.clientHeight}`);
    }

    // Parts that are not wholly on the felt.
    for (const element of visible(
        ".plate, .prompt, .choice, .hint, .result, .hand .card, .hand .card svg, .tally li, .lying, .board, .display .card, .heap .card, .moves .button, .afterwards, .afterwards .button, .composer, .pot, .shows li",
    )) {
        const box = boxOf(element),
            low = over ? Infinity : felt.bottom;
        if (box.left < felt.left - 1 || box.right > felt.right + 1 || box.top < felt.top - 1 || box.bottom > low + 1)
            found.push(
                `${nameOf(element)} sticks out of the felt: ${Math.round(box.left)},${Math.round(box.top)} to ${Math.round(box.right)},${Math.round(box.bottom)}`,
            );
    }

    // Labels that are not wholly inside their chart.
    for (const label of visible(".chart svg text")) {
        const box = label.getBoundingClientRect(),
            whole = /** @type {SVGElement} */ (label.closest("svg")).getBoundingClientRect();
        if (
            box.left < whole.left - 1 ||
            box.right > whole.right + 1 ||
            box.top < whole.top - 1 ||
            box.bottom > whole.bottom + 1
        )
            found.push(`${nameOf(label)} sticks out of its chart`);
    }

    // Parts that lie over each other. What floats above the table on purpose is not among them.
    const solid = visible(
        ".plate, .lying, .board, .display .card, .heap .card, .pot, .moves .button, .composer, .hand, .my-turn .says-inner > .prompt, .teams, .shows li, .strip",
    );
    const boxes = solid.map(element => ({element, box: boxOf(element)}));
    for (const [i, one] of boxes.entries())
        for (const other of boxes.slice(i + 1)) {
            if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
            const x = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left),
                y = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
            if (x > 2 && y > 2)
                found.push(
                    `${nameOf(one.element)} and ${nameOf(other.element)} overlap by ${Math.round(x)}x${Math.round(y)} px`,
                );
        }
    return [...new Set(found)];
}

/**
 * What does not fit at one size of the screen.
 * @param {Page} page
 * @param {number[]} size
 */
export async function misfits(page, [width, height]) {
    await page.setViewportSize({width, height});
    await page.evaluate(
        () =>
            new Promise(done => {
                requestAnimationFrame(() => requestAnimationFrame(done));
            }),
    );
    const found = await page.evaluate(faultsOnScreen);
    return found.map(fault => `${width}x${height}: ${fault}`);
}
