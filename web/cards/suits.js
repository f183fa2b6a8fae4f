// The signs of the suits in each look, drawn in a square from -50 to 50: different in outline as well as in colour.

/** @typedef {{colour: string, soft: string, sign: string}} Suit colours and the sign as markup */
/** @typedef {Record<string, Suit>} Suits */

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

/** Naples: suns, straight swords, green cudgels.
 * @type {Suits} */
export const naples = {
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

const wheel = Array.from(
    {length: 6},
    (_, i) =>
        `<path d="M0 0C-9-10-9-22 0-29 9-22 9-10 0 0Z" fill="${i % 2 ? "#2c5f9e" : "#b8372b"}" stroke="${ink}" stroke-width="2" transform="rotate(${i * 60})"/>`,
).join("");
const beads = Array.from(
    {length: 12},
    (_, i) => `<circle cy="-38" r="3.6" fill="#fff3cf" stroke="${goldDark}" stroke-width="1.6" transform="rotate(${i * 30})"/>`,
).join("");

/** Piacenza: blue and red on gold, slender swords, knotty cudgels with cut branches.
 * @type {Suits} */
export const piacenza = {
    S: {
        colour: "#1f4e79",
        soft: "#f3ecd8",
        sign: `
        <path d="M0-50 6-40V14H-6V-40Z" fill="#d5e3ee" stroke="#1f4e79" stroke-width="3.5" stroke-linejoin="round"/>
        <path d="M0-40V12" stroke="#1f4e79" stroke-width="2"/>
        <path d="M-26 12H26C31 12 31 21 26 21H-26C-31 21-31 12-26 12Z" fill="${gold}" stroke="${ink}" stroke-width="3"/>
        <path d="M-5 21H5V38H-5Z" fill="#b8372b" stroke="${ink}" stroke-width="2.6"/><path d="M-5 26 5 30M-5 31 5 35" stroke="#fff3cf" stroke-width="2"/>
        <path d="M-9 38H9V49H-9Z" fill="${gold}" stroke="${ink}" stroke-width="3" stroke-linejoin="round"/>`,
    },
    B: {
        colour: "#7a4a12",
        soft: "#f3ecd8",
        sign: `
        <path d="M-9 49C-6 20-14 0-13-26-13-42-8-50 0-50S14-42 13-26C13-4 6 18 9 49Z" fill="#c98f45" stroke="#5a3408" stroke-width="4" stroke-linejoin="round"/>
        <path d="M-12-14-27-22-25-33-13-28ZM12 6 27-1 26-12 13-8ZM-9 26-21 20-20 10-10 13Z" fill="#3f7a3c" stroke="#5a3408" stroke-width="3.2" stroke-linejoin="round"/>
        <ellipse cy="-42" rx="8" ry="5" fill="#b8372b" stroke="#5a3408" stroke-width="2.6"/>
        <path d="M-3-28C-1-12-5 4 0 18M4 22C3 30 4 36 4 42" fill="none" stroke="#5a3408" stroke-width="2.8" stroke-linecap="round"/>`,
    },
    C: {
        colour: "#8c2a3c",
        soft: "#f3ecd8",
        sign: `
        <path d="M-30-20H30C28 4 18 14 6 18V28H20C26 30 28 38 28 47H-28C-28 38-26 30-20 28H-6V18C-18 14-28 4-30-20Z" fill="${gold}" stroke="${ink}" stroke-width="3.6" stroke-linejoin="round"/>
        <path d="M-30-20C-28-32-14-38 0-38S28-32 30-20Z" fill="#2c5f9e" stroke="${ink}" stroke-width="3.6" stroke-linejoin="round"/>
        <circle cy="-43" r="6" fill="#b8372b" stroke="${ink}" stroke-width="3"/>
        <path d="M-27-8C-10-2 10-2 27-8L24 2C10 8-10 8-24 2Z" fill="#b8372b" stroke="${ink}" stroke-width="2.4"/>
        <path d="M-24 38H24" stroke="#b8372b" stroke-width="4"/>`,
    },
    D: {
        colour: "#8a5a00",
        soft: "#f3ecd8",
        sign: `
        <circle r="47" fill="${gold}" stroke="${ink}" stroke-width="3.6"/>${beads}
        <circle r="30" fill="#fff3cf" stroke="${ink}" stroke-width="2.6"/>${wheel}<circle r="6" fill="${gold}" stroke="${ink}" stroke-width="2.4"/>`,
    },
};

const spokes = Array.from(
    {length: 8},
    (_, i) =>
        `<path d="M-5-12 0-33 5-12Z" fill="${i % 2 ? "#2f6b34" : "#b8372b"}" stroke="${ink}" stroke-width="1.8" transform="rotate(${i * 45})"/>`,
).join("");

/** Treviso: curved swords, turned sceptres, six-sided cups, coins like wheels.
 * @type {Suits} */
export const treviso = {
    S: {
        colour: "#27356b",
        soft: "#faf3e0",
        sign: `
        <path d="M-6 30C-24 4-22-28 10-50 6-22 4 2 6 26Z" fill="#9fb2dd" stroke="#27356b" stroke-width="3.8" stroke-linejoin="round"/>
        <path d="M0 22C-10 0-6-22 6-40" fill="none" stroke="#27356b" stroke-width="2.2"/>
        <path d="M-24 33C-14 24 12 20 23 25 26 33 18 35 10 34-2 33-12 37-20 41-26 42-28 37-24 33Z" fill="${gold}" stroke="${ink}" stroke-width="3" stroke-linejoin="round"/>
        <path d="M-4 36 6 33 12 46 1 50Z" fill="#b8372b" stroke="${ink}" stroke-width="2.8" stroke-linejoin="round"/>`,
    },
    B: {
        colour: "#1f5c3d",
        soft: "#faf3e0",
        sign: `
        <path d="M-6-24H6L9 30H-9Z" fill="#b8372b" stroke="${ink}" stroke-width="3.2" stroke-linejoin="round"/>
        <path d="M-6-10 7-16M-7 4 8-3M-8 18 8 10" stroke="#fff3cf" stroke-width="4"/>
        <path d="M0-50 12-38 7-24H-7L-12-38Z" fill="#2f6b34" stroke="${ink}" stroke-width="3.2" stroke-linejoin="round"/>
        <path d="M-13-26H13V-19H-13ZM-14 28H14V36H-14Z" fill="${gold}" stroke="${ink}" stroke-width="3" stroke-linejoin="round"/>
        <path d="M-11 36H11L6 50H-6Z" fill="#2f6b34" stroke="${ink}" stroke-width="3.2" stroke-linejoin="round"/>`,
    },
    C: {
        colour: "#9c2f1c",
        soft: "#faf3e0",
        sign: `
        <path d="M-24-32C-44-34-44-6-20-4M24-32C44-34 44-6 20-4" fill="none" stroke="#7c1e19" stroke-width="5"/>
        <path d="M-26-46H26L30-26 14 4H-14L-30-26Z" fill="#d95f3b" stroke="#7c1e19" stroke-width="3.8" stroke-linejoin="round"/>
        <path d="M-10-46-12-26-5 4M10-46 12-26 5 4M-30-26H30" fill="none" stroke="#7c1e19" stroke-width="2.4"/>
        <path d="M-7 4H7V18H-7Z" fill="${gold}" stroke="${ink}" stroke-width="3"/>
        <path d="M-12 18H12L26 46H-26Z" fill="#2c5f9e" stroke="${ink}" stroke-width="3.4" stroke-linejoin="round"/>
        <path d="M-19 36H19" stroke="${gold}" stroke-width="4.5"/>`,
    },
    D: {
        colour: "#7d5200",
        soft: "#faf3e0",
        sign: `
        <circle r="47" fill="#fff3cf" stroke="${ink}" stroke-width="3.4"/><circle r="40" fill="${gold}" stroke="${ink}" stroke-width="2.4"/>${spokes}
        <circle r="12" fill="#f4cf6d" stroke="${ink}" stroke-width="2.6"/><circle r="4.5" fill="${ink}"/>`,
    },
};

/** One colour for each suit.
 * @type {Suits} */
export const fourColours = {
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

/** The same signs in red and black.
 * @type {Suits} */
export const twoColours = Object.fromEntries(
    Object.entries(fourColours).map(([suit, {sign}]) => {
        const red = suit === "h" || suit === "d";
        const colour = red ? "#b3202a" : "#1f1d24";
        return [suit, {colour, soft: red ? "#f7e3d0" : "#e6e3da", sign: sign.replace(/fill="#[0-9a-f]+"/, `fill="${colour}"`)}];
    }),
);

/**
 * A suit's sign, its centre at x, y; `size` is its height.
 * @param {Suit} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export const sign = (suit, x, y, size, turn = 0) =>
    `<g transform="translate(${x} ${y})${turn ? ` rotate(${turn})` : ""} scale(${size / 100})">${suit.sign}</g>`;
