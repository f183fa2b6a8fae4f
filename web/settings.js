// The person's choices for this browser, kept in localStorage.

const defaults = {theme: "auto", sound: "on", shortcuts: "on", level: "medium", muted: "[]", guest: ""};

/** @typedef {keyof typeof defaults} SettingName */

/** @param {SettingName} name */
export const setting = name => localStorage.getItem(`araldo.${name}`) ?? defaults[name];

/** @type {(name: SettingName, value: string) => void} */
export const keepSetting = (name, value) => localStorage.setItem(`araldo.${name}`, value);

export function applyTheme() {
    document.documentElement.dataset.theme = setting("theme");
}
