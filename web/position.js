// Parses positions and views as the engine writes them (docs/protocol.md): "game:variant key=value …". No rules here.

export function readPosition(text) {
    const [head, ...tokens] = text.trim().split(/\s+/);
    const [game, variant] = head.split(":");
    const fields = {};
    for (const token of tokens) {
        const at = token.indexOf("=");
        fields[token.slice(0, at)] = token.slice(at + 1);
    }
    const viewer = fields.view === undefined ? "all" : fields.view === "onlooker" ? null : Number(fields.view);
    return {game, variant, fields, viewer};
}

// "7D,1S,?3" as its cards and how many are hidden.
export function readCards(text) {
    const cards = [];
    let hidden = 0;
    for (const piece of !text || text === "-" ? [] : text.split(",")) {
        if (/^\?\d+$/.test(piece)) hidden += Number(piece.slice(1));
        else if (piece === "?") hidden++;
        else cards.push(piece);
    }
    return {cards, hidden, count: cards.length + hidden};
}

export const readSeats = text => (text ? text.split("/") : []);
export const readNumbers = text => readSeats(text).map(Number);
// A set of seats, "0/2".
export const readSet = text => new Set(readNumbers(text));
