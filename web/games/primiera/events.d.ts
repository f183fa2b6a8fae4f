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

/** One of the four points of a round. */
export type Item = "cards" | "coins" | "seven" | "primiera";

/** The cards behind the figures of a team; records leave it out. */
export interface Earned {
    won: Item[];
    coins: Card[];
    /** The best of each suit; empty without four suits. */
    primiera: Card[];
    sweeps: Card[];
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
    earned?: Earned;
}

/** How the round would count if it ended now. */
export interface TeamSoFar {
    seats: number[];
    cards: number;
    coins: number;
    seven: boolean;
    primiera: number | null;
    won: Item[];
}

/** What one has not seen yet, and who is ahead. */
export interface GlanceEvent {
    event: "glance";
    /** Empty for watchers. */
    unseen: Card[];
    teams: TeamSoFar[];
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
    CommonEvent | GlanceEvent | RoundEvent | LayEvent | RowEvent | PlayEvent | TeamsEvent | CardsEvent | ScoreEvent | EndEvent;
