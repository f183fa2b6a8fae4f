// The events of Primiera: docs/record.md.
import type {Card, CommonEvent} from "../events.d.ts";

export interface RoundEvent {
    event: "round";
    round: number;
    dealer: number;
    /** In "robot": the seats in playing order. */
    order?: number[];
}

/** An opening card, face down. */
export interface LayEvent {
    event: "lay";
    seat: number;
    card: Card;
    /** The robot's has none. */
    move?: string;
}

export interface RowEvent {
    event: "table";
    cards: Card[];
    /** Who laid each, where players did. */
    from?: number[];
}

export interface PlayEvent {
    event: "play";
    seat: number;
    /** Who played it, where a partner plays for the robot. */
    by?: number;
    card: Card;
    takes: Card[];
    sweep: boolean;
    move: string;
}

/** The first Herald has been played. */
export interface TeamsEvent {
    event: "teams";
    seat: number;
    card: Card;
    teams: number[][];
}

/** Cards that are shown, or that the last to capture takes. */
export interface CardsEvent {
    event: "open" | "rest";
    seat: number;
    cards: Card[];
}

export interface TeamScore {
    seats: number[];
    cards: number;
    coins: number;
    seven: boolean;
    /** Null without four suits. */
    primiera: number | null;
    sweeps: number;
    points: number;
}

export interface ScoreEvent {
    event: "score";
    teams: TeamScore[];
    totals: number[];
}

export interface EndEvent {
    event: "end";
    totals: number[];
    winners: number[];
}

export type PrimieraEvent =
    CommonEvent | RoundEvent | LayEvent | RowEvent | PlayEvent | TeamsEvent | CardsEvent | ScoreEvent | EndEvent;
