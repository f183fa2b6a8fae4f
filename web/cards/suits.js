// The signs of the suits, each drawn in a square from -50 to 50, different in outline as well as in colour.

/** @typedef {{colour: string, soft: string, sign: string}} Suit colours and the sign as markup */

export const ink = "#2a2320";
export const gold = "#e2a72e";
export const goldDark = "#8f5f10";

const petals = Array.from(
    {length: 8},
    (_, i) =>
        `<ellipse cx="0" cy="-19" rx="6.5" ry="12" fill="#fff3cf" stroke="${goldDark}" stroke-width="2.5" transform="rotate(${i * 45})"/>`,
).join("");
const rays = Array.from(
    {length: 16},
    (_, i) => `<path d="M-4-36 0-45 4-36Z" fill="${goldDark}" transform="rotate(${i * 22.5})"/>`,
).join("");

/** @type {Record<string, Suit>} */
const italian = {
    S: {
        colour: "#234f86",
        soft: "#dbe6f2",
        sign: `
        <path d="M0-50 10-36 7.5 17h-15L-10-36Z" fill="#a9c3dd" stroke="#234f86" stroke-width="4" stroke-linejoin="round"/>
        <path d="M0-42V16" stroke="#234f86" stroke-width="3"/>
        <path d="M-29 13C-20 20-10 18 0 18S20 20 29 13C29 25 18 28 0 28S-29 25-29 13Z" fill="${gold}" stroke="${goldDark}" stroke-width="3.5" stroke-linejoin="round"/>
        <path d="M-5 28h10v11H-5Z" fill="#8a2f22" stroke="${ink}" stroke-width="2.5"/>
        <circle cy="44" r="6.5" fill="${gold}" stroke="${goldDark}" stroke-width="3"/>`,
    },
    B: {
        colour: "#2f6b34",
        soft: "#dfeadb",
        sign: `
        <path d="M-8 50-17-30C-19-45-9-50 0-50S19-45 17-30L8 50Z" fill="#5b9450" stroke="#22502a" stroke-width="4" stroke-linejoin="round"/>
        <path d="M-14-8-25-15C-29-12-27-4-23-2L-12 6ZM12 10 23 2C28 5 27 13 22 16L10 24Z" fill="#3f7a3c" stroke="#22502a" stroke-width="3.5" stroke-linejoin="round"/>
        <ellipse cy="-40" rx="10" ry="5" fill="#c8dba0" stroke="#22502a" stroke-width="3"/>
        <path d="M-5-24V-6M4-16V8M-3 14V36" fill="none" stroke="#22502a" stroke-width="3.2" stroke-linecap="round"/>`,
    },
    C: {
        colour: "#a9322a",
        soft: "#f6deda",
        sign: `
        <path d="M-34-36H34C34-4 22 9 7 14L6 27C18 29 27 35 28 46H-28C-27 35-18 29-6 27L-7 14C-22 9-34-4-34-36Z" fill="#cf4a3c" stroke="#7c1e19" stroke-width="4" stroke-linejoin="round"/>
        <ellipse cy="-36" rx="34" ry="9" fill="${gold}" stroke="${goldDark}" stroke-width="3.5"/>
        <path d="M-31-17C-12-9 12-9 31-17L28-7C12 1-12 1-28-7Z" fill="${gold}" stroke="${goldDark}" stroke-width="2.5"/>
        <path d="M-13 19h26v6h-26Z" fill="${gold}" stroke="${goldDark}" stroke-width="2.5"/>
        <path d="M-22 40H22" stroke="#f2b3a6" stroke-width="3" stroke-linecap="round"/>`,
    },
    D: {
        colour: "#93610a",
        soft: "#f7e8c3",
        sign: `
        <circle r="47" fill="${gold}" stroke="${goldDark}" stroke-width="4"/>${rays}
        <circle r="34" fill="#f4cf6d" stroke="${goldDark}" stroke-width="3"/>${petals}
        <circle r="10" fill="#b8372b" stroke="${goldDark}" stroke-width="3"/>`,
    },
};

/** @type {Record<string, Suit>} */
const french = {
    h: {
        colour: "#c0262d",
        soft: "#f9dedd",
        sign: `<path d="M0 44C-34 16-48-3-44-22-41-40-14-46 0-20 14-46 41-40 44-22 48-3 34 16 0 44Z" fill="#c0262d"/>`,
    },
    d: {
        colour: "#c8560b",
        soft: "#fbe6d3",
        sign: `<path d="M0-48C10-26 22-12 38 0 22 12 10 26 0 48-10 26-22 12-38 0-22-12-10-26 0-48Z" fill="#d2640f"/>`,
    },
    c: {
        colour: "#1c6142",
        soft: "#dcebe2",
        sign: `<path d="M0-46C15-46 22-34 20-22 18-14 13-9 9-6 16-11 26-14 34-8 45-1 46 15 36 23 25 31 11 25 5 13 5 27 9 37 18 46H-18C-9 37-5 27-5 13-11 25-25 31-36 23-46 15-45-1-34-8-26-14-16-11-9-6-13-9-18-14-20-22-22-34-15-46 0-46Z" fill="#1c6142"/>`,
    },
    s: {
        colour: "#1e2b4a",
        soft: "#dee3ef",
        sign: `<path d="M0-48C10-28 44-10 44 12 44 28 22 36 7 18 7 30 11 38 19 46H-19C-11 38-7 30-7 18-22 36-44 28-44 12-44-10-10-28 0-48Z" fill="#1e2b4a"/>`,
    },
};

export const suits = {...italian, ...french};

/**
 * A suit's sign, its centre at x, y; `size` is its height.
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export const sign = (suit, x, y, size, turn = 0) =>
    `<g transform="translate(${x} ${y})${turn ? ` rotate(${turn})` : ""} scale(${size / 100})">${suits[suit].sign}</g>`;
