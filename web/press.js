// Holds drawing back while something is pressed.
// Pages are drawn again from scratch. A click counts only if the same element is there when the button is let go, so a drawing
// that comes in the middle of a press waits for its end.

let pressed = false;
/** @type {Set<() => void>} */
const held = new Set();

function release() {
    pressed = false;
    const drawings = [...held];
    held.clear();
    for (const draw of drawings) draw();
}

const keepers = "select, input, textarea"; // a menu or a field may not tell when the button is let go

addEventListener(
    "pointerdown",
    ({target, isPrimary, button}) => {
        pressed = isPrimary && button === 0 && !(target instanceof Element && target.closest(keepers));
    },
    true,
);
addEventListener("click", () => (pressed = false), true); // what a click does is drawn at once
addEventListener("pointerup", () => setTimeout(release)); // after the click that belongs to it
addEventListener("pointermove", ({buttons}) => pressed && !buttons && release()); // let go out of our sight
for (const end of ["pointercancel", "contextmenu", "blur"]) addEventListener(end, release);

/**
 * The same drawing, but never in the middle of a press.
 * @param {() => void} draw
 */
export const unlessPressed = draw => () => {
    if (pressed) held.add(draw);
    else draw();
};
