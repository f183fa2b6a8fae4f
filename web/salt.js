// This browser's contribution to the shuffle: with it, nobody can foresee the cards, not even the room (docs/room.md).

export const freshSalt = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");
