// What this browser adds to the shuffle: nobody can foresee the cards, the room included (docs/room.md).

export const freshSalt = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");
