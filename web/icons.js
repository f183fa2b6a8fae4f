// The page's icons: strokes in the colour of the text around them.
import {drawing} from "./dom.js";

const strokes = {
    home: "M4 11 12 4l8 7M6 10v9h12v-9",
    bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c1 1 1.5 2 1.5 3h5c0-1 .5-2 1.5-3A6 6 0 0 0 12 3Z",
    undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
    book: "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v13c-3-1-6-1-8 1-2-2-5-2-8-1ZM12 6v13",
    talk: "M4 5h16v11H11l-4 4v-4H4Z",
    menu: "M5 12h.01M12 12h.01M19 12h.01",
    list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
    chart: "M4 20V4M4 20h16M7 16l4-5 4 3 5-7",
    link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
    copy: "M9 9h11v11H9ZM5 15H4V4h11v1",
    share: "M12 15V4M8 7l4-4 4 4M5 12v8h14v-8",
    down: "M12 4v11M7 11l5 5 5-5M5 20h14",
    close: "M6 6l12 12M18 6 6 18",
    sound: "M4 10v4h4l5 4V6L8 10ZM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
    mute: "M4 10v4h4l5 4V6L8 10ZM17 10l4 4M21 10l-4 4",
    sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M4 12H2M22 12h-2M5 5l1.5 1.5M17.5 17.5 19 19M5 19l1.5-1.5M17.5 6.5 19 5",
    settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
    person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c1-5 4-7 8-7s7 2 8 7",
    bot: "M5 9h14v10H5ZM12 9V5M12 4h.01M9 13v2M15 13v2M2 13v3M22 13v3",
    clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2",
    crown: "M4 18 3 8l5 4 4-7 4 7 5-4-1 10Z",
    play: "M7 5v14l12-7Z",
    pause: "M8 5v14M16 5v14",
    first: "M6 5v14M19 6l-8 6 8 6Z",
    back: "M17 6l-9 6 9 6Z",
    next: "M7 6l9 6-9 6Z",
    last: "M18 5v14M5 6l8 6-8 6Z",
    eye: "M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7S5 17 2 12M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
    flag: "M6 21V4M6 5h12l-3 4 3 4H6",
    door: "M14 4H6v16h8M10 12h10M17 9l3 3-3 3",
    keys: "M3 7h18v10H3ZM7 11h.01M11 11h.01M15 11h.01M8 14h8",
    bell: "M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15ZM10 21h4",
    again: "M5 12a7 7 0 0 1 12-5l2 2M19 4v5h-5M19 12a7 7 0 0 1-12 5l-2-2M5 20v-5h5",
    check: "M5 13l5 5 9-11",
    hand: "M5 21V9l4-5 3 1M9 21l6-16 5 2-4 14Z",
    swap: "M4 8h14l-4-4M20 16H6l4 4",
    plus: "M12 5v14M5 12h14",
};

/** @typedef {keyof typeof strokes} IconName */

/** @param {IconName} name */
export const icon = name => {
    const picture = drawing(
        `<path d="${strokes[name]}" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/>`,
        "0 0 24 24",
    );
    picture.classList.add("icon");
    return picture;
};
