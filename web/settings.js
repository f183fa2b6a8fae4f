// What a person has chosen for this browser: kept in localStorage, told to whoever listens.

const names = {theme: "auto", sound: "on", shortcuts: "on", level: "medium", muted: "[]", guest: ""};
const listeners = new Set();

export const setting = name => localStorage.getItem(`araldo.${name}`) ?? names[name];

export function choose(name, value) {
    localStorage.setItem(`araldo.${name}`, value);
    for (const listener of listeners) listener(name, value);
}

export function onChoice(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

export function applyTheme() {
    const theme = setting("theme");
    document.documentElement.dataset.theme = theme;
}
