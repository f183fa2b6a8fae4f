// The events of Royal Flush: docs/record.md.
import type {Card, CommonEvent} from "../events.d.ts";

export interface BoardsEvent {
    event: "boards";
    boards: string[];
}

export interface RoundEvent {
    event: "round";
    round: number;
    dealer: number;
    first: number;
}

export interface JokersEvent {
    event: "jokers";
    seat: number;
    count: number;
}

export interface DisplayEvent {
    event: "display";
    cards: Card[];
    /** By place, null for a gap. */
    display: (Card | null)[];
}

export interface ExchangeEvent {
    event: "exchange";
    seat: number;
    cards: Card[];
    chips: number;
    move: string;
}

export interface TakeEvent {
    event: "take";
    seat: number;
    card: Card;
    from: "display" | "pile";
    /** Left out after a reshuffle, which has it. */
    move?: string;
}

/** A card for a chip. */
export interface BuyEvent {
    event: "buy";
    seat: number;
    card: Card;
    from: "display" | "pile";
    chips: number;
    move?: string;
}

export interface ReshuffleEvent {
    event: "reshuffle";
    seat: number;
    count: number;
    move?: string;
}

export interface PlainEvent {
    event: "done" | "pass";
    seat: number;
    move: string;
}

/** The board that a seat will score. */
export interface BoardEvent {
    event: "board";
    seat: number;
    board: string;
    move: string;
}

export interface LayEvent {
    event: "lay";
    seat: number;
    card: Card;
    move: string;
}

export interface ScoreEvent {
    event: "score";
    seat: number;
    board: string;
    cards: Card[];
    jokers: number;
    value: number;
    pieces: number;
    move: string;
}

export interface SeatRound {
    seat: number;
    fields: {board: string; value: number}[];
    points: number;
}

export interface RoundEndEvent {
    event: "roundend";
    round: number;
    /** Null where all passed. */
    ender: number | null;
    seats: SeatRound[];
    totals: number[];
    spent: number;
    each: number;
    waiting: number;
    chips: number[];
}

export interface EndEvent {
    event: "end";
    chips: number[];
    totals: number[];
    winners: number[];
}

/** A board and what is printed on it. */
export interface BoardFacts {
    board: string;
    label: string;
    /** A combination of it: cards with commas between them. */
    example: string;
    /** Whether it is one of those for a first game. */
    first: boolean;
    /** Whether it is in play with any others. */
    always: boolean;
    /** What its fields are worth, from high to low. */
    fields: number[];
}

/** What the room tells with its welcome. */
export interface FactsEvent {
    event: "facts";
    rounds: number;
    /** Of each player. */
    pieces: number;
    boards: BoardFacts[];
}

/** How near one's hand is to each board that can still be scored. */
export interface GlanceEvent {
    event: "glance";
    /** `missing`: the cards of one's choice that would complete the combination. */
    boards: {board: string; missing: number}[];
}

export type RoyalFlushEvent =
    | CommonEvent
    | FactsEvent
    | GlanceEvent
    | BoardsEvent
    | RoundEvent
    | JokersEvent
    | DisplayEvent
    | ExchangeEvent
    | TakeEvent
    | BuyEvent
    | ReshuffleEvent
    | PlainEvent
    | BoardEvent
    | LayEvent
    | ScoreEvent
    | RoundEndEvent
    | EndEvent;
