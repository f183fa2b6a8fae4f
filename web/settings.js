// The person's choices for this browser, kept in localStorage.
// A browser may refuse to keep anything, or have no room left: then they last as long as the page.

const defaults = {
    theme: "auto",
    contrast: "auto",
    felt: "green",
    italian: "naples",
    french: "four",
    back: "own",
    indices: "normal",
    sound: "on",
    volume: "70",
    vibrate: "off",
    sort: "suit",
    counter: "on",
    confirm: "off",
    speed: "normal",
    shortcuts: "on",
    level: "medium",
    muted: "[]",
    lessons: "{}",
    puzzles: "{}",
    trainers: "{}",
    deals: "{}",
    dealer: "",
    language: "",
    guest: "",
    face: "0",
    here: "on",
    pace: "900",
    moving: "{}",
};

/** @typedef {keyof typeof defaults} SettingName */

/** @type {Map<SettingName, string>} */
const unkept = new Map();

/** @param {SettingName} name */
function kept(name) {
    try {
        return localStorage.getItem(`araldo.${name}`);
    } catch {
        return null;
    }
}

/** @param {SettingName} name */
export const setting = name => unkept.get(name) ?? kept(name) ?? defaults[name];

/** @type {(name: SettingName, value: string) => void} */
export function keepSetting(name, value) {
    try {
        localStorage.setItem(`araldo.${name}`, value);
        unkept.delete(name);
    } catch {
        unkept.set(name, value);
    }
}

/** Shows the choices that are a matter of style sheets. */
export function applyTheme() {
    const {dataset} = document.documentElement;
    for (const name of /** @type {const} */ (["theme", "contrast", "felt"])) dataset[name] = setting(name);
}
