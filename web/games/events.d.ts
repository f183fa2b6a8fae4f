// Events that several games have, with "?" for what the reader may not know; docs/record.md says what each means.

/** A card in the game's notation, or "?". */
export type Card = string;

export interface ShuffleEvent {
    event: "shuffle";
    n: number;
    cards: Card[];
}

export interface LotEvent {
    event: "lot";
    n: number;
    of: number;
    value: number | "?";
}

export interface DealEvent {
    event: "deal";
    seat: number;
    cards: Card[];
}

export type CommonEvent = ShuffleEvent | LotEvent | DealEvent;
