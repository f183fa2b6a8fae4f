// The person's choices for this browser, kept in localStorage.

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
    guest: "",
    face: "0",
    here: "on",
    pace: "900",
    moving: "{}",
};

/** @typedef {keyof typeof defaults} SettingName */

/** @param {SettingName} name */
export const setting = name => localStorage.getItem(`araldo.${name}`) ?? defaults[name];

/** @type {(name: SettingName, value: string) => void} */
export const keepSetting = (name, value) => localStorage.setItem(`araldo.${name}`, value);

/** Shows the choices that are a matter of style sheets. */
export function applyTheme() {
    const {dataset} = document.documentElement;
    for (const name of /** @type {const} */ (["theme", "contrast", "felt"])) dataset[name] = setting(name);
}
