// The events of Primero: docs/record.md.
import type {Card, CommonEvent} from "../events.d.ts";

/** Cards lifted for the deal. */
export interface LiftEvent {
    event: "lift";
    seats: number[];
    cards: Card[];
}

export interface RoundEvent {
    event: "round";
    round: number;
    dealer: number;
    players: number[];
    /** Coins carried over. */
    pot: number;
}

export interface AnteEvent {
    event: "ante";
    /** By each seat. */
    paid: number[];
    pot: number;
}

export interface RaiseEvent {
    event: "vie" | "revie";
    seat: number;
    amount: number;
    paid: number;
    all_in: boolean;
    move: string;
}

export interface SeeEvent {
    event: "see";
    seat: number;
    paid: number;
    all_in: boolean;
    move: string;
}

export interface PlainEvent {
    event: "pass" | "fold";
    seat: number;
    move: string;
}

export interface BidEvent {
    event: "bid";
    seat: number;
    type: string;
    points: number;
    move: string;
}

export interface ThrowEvent {
    event: "throw";
    seat: number;
    /** 0 where all are kept. */
    count: number;
    cards: Card[];
    move: string;
}

export interface DrawEvent {
    event: "draw";
    seat: number;
    cards: Card[];
}

export interface PhaseEvent {
    event: "phase";
    phase: number;
}

export interface ShowEvent {
    event: "show";
    seat: number;
    cards: Card[];
    type: string;
    points: number;
    /** In the Italian form: whether the hand counts for the bid. */
    makes?: boolean;
}

export interface PotEvent {
    event: "pot";
    coins: number;
    from: number[];
    why: "hand" | "alone" | "back" | "carried" | "highest" | "void";
    to: number[];
    /** Of each seat. */
    shares: number[];
}

export interface VoidEvent {
    event: "void";
    pot: number;
}

export interface ScoreEvent {
    event: "score";
    totals: number[];
    pot: number;
}

export interface EndEvent {
    event: "end";
    totals: number[];
    winners: number[];
}

/** A kind of hand, with the fewest and the most points it can have. */
export interface LadderStep {
    type: string;
    least: number;
    most: number;
}

/** What the room tells with its welcome. */
export interface FactsEvent {
    event: "facts";
    /** From the lowest to the highest. */
    ladder: LadderStep[];
    /** What each card is worth. */
    worth: {card: Card; points: number}[];
}

/** What one's cards make so far. */
export interface GlanceEvent {
    event: "glance";
    /** A kind of hand, or "nothing". */
    type: string;
    points: number;
    /** The points with which they would count: 0 if they do not make the bid. */
    counts: number;
}

export type PrimeroEvent =
    | Exclude<CommonEvent, {event: "lot"}>
    | FactsEvent
    | GlanceEvent
    | LiftEvent
    | RoundEvent
    | AnteEvent
    | RaiseEvent
    | SeeEvent
    | PlainEvent
    | BidEvent
    | ThrowEvent
    | DrawEvent
    | PhaseEvent
    | ShowEvent
    | PotEvent
    | VoidEvent
    | ScoreEvent
    | EndEvent;
