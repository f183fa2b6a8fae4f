// The events of Primo: docs/record.md.
import type {Card, CommonEvent} from "../events.d.ts";

export interface PlainEvent {
    event: "begin" | "missed";
    seat: number;
}

export interface DrawEvent {
    event: "draw" | "pass";
    seat: number;
    move: string;
}

/** A word as it lies; `stars` are the places of stars, from 1. */
export interface Word {
    length: number;
    word: string;
    stars: number[];
    /** As it is written, where that is with accents. */
    accented?: string;
}

export interface WordEvent extends Word {
    event: "word";
    seat: number;
    /** With the top discard. */
    take: boolean;
    move: string;
}

/** A stronger word erases it. */
export interface ErasedEvent extends Word {
    event: "erased";
    seat: number;
}

/** A player erases a word of their own with a Gomme. */
export interface EraseEvent extends Word {
    event: "erase";
    seat: number;
    move: string;
}

export interface StarEvent {
    event: "star";
    seat: number;
    owner: number;
    length: number;
    place: number;
    letter: string;
    move: string;
}

export interface ThrowEvent {
    event: "throw" | "leftover";
    seat: number;
    card: Card;
    move: string;
}

export interface CrayonEvent {
    event: "crayon";
    seat: number;
    to: number;
    over_gomme: boolean;
    take: boolean;
    move: string;
}

export interface TargetEvent {
    event: "gomme" | "pause" | "fantome";
    seat: number;
    to: number;
    take: boolean;
    move: string;
}

export interface MagicienEvent {
    event: "magicien";
    seat: number;
    to: number;
    take: boolean;
    count: number;
    move: string;
}

export interface MarqueurEvent {
    event: "marqueur";
    seat: number;
    over_gomme: boolean;
    take: boolean;
    move: string;
}

export interface CafetiereEvent {
    event: "cafetiere";
    seat: number;
    take: boolean;
    move: string;
}

export interface TornadoEvent {
    event: "tornado";
    seat: number;
    to: number[];
    take: boolean;
    move: string;
}

export interface GiveEvent {
    event: "give";
    seat: number;
    to: number;
    cards: Card[];
    move: string;
}

export interface TakesEvent {
    event: "takes";
    seat: number;
    from: number;
    cards: Card[];
}

export interface TopEvent {
    event: "top";
    card: Card;
}

export interface RenewEvent {
    event: "renew";
    /** How many. */
    cards: number;
}

export interface ProposeEvent {
    event: "propose";
    seat: number;
    length: number;
    move: string;
}

export interface VoteEvent {
    event: "vote";
    seat: number;
    vote: string;
    move: string;
}

export interface VotesEvent {
    event: "votes";
    length: number;
    accepted: number[];
    refused: number[];
    settled: boolean;
}

export interface EndEvent {
    event: "end";
    reason: "written" | "turns";
    teams: {seats: number[]; written: number[]}[];
    totals: number[];
    winners: number[];
}

export interface SoloEndEvent {
    event: "end";
    reason: "cards";
    words: number;
    /** How many words of each length. */
    by_length: Record<string, number>;
    leftovers: Card[];
    totals: number[];
    winners: number[];
}

/** What the room tells with its welcome: the lengths that words may have. */
export interface FactsEvent {
    event: "facts";
    normal: number[];
    extreme: number[];
    solo: number[];
    /** What each special card does, as messages. */
    specials: {card: Card; help: string}[];
}

/** Where one stands with one's words. */
export interface GlanceEvent {
    event: "glance";
    /** The lengths that one's team has not written yet. */
    lacks: number[];
    /** Why one cannot write, whatever letters one has ("pencil": none, "eraser": on one's Pencil); null if one can. */
    barred: string | null;
}

export type PrimoEvent =
    | CommonEvent
    | FactsEvent
    | GlanceEvent
    | PlainEvent
    | DrawEvent
    | WordEvent
    | ErasedEvent
    | EraseEvent
    | StarEvent
    | ThrowEvent
    | CrayonEvent
    | TargetEvent
    | MagicienEvent
    | MarqueurEvent
    | CafetiereEvent
    | TornadoEvent
    | GiveEvent
    | TakesEvent
    | TopEvent
    | RenewEvent
    | ProposeEvent
    | VoteEvent
    | VotesEvent
    | EndEvent
    | SoloEndEvent;
