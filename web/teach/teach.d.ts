// What the module that teaches tells the page (teach/page/page.h), and what passes between the page and its worker.
import type {CountedReason, GameEvent, Level, Play, Reason} from "../protocol.d.ts";

/** The table as the learner sees it. */
export type Sight = Omit<Play, "turn">;

/** A move at a learner's table, and the table after it. */
export interface TaughtMove extends Sight {
    seat: number;
    events: GameEvent[];
}

/** What may be played, and what follows: the learner's own move first, then the others'. */
export interface LessonAnswer {
    move: string;
    entries: TaughtMove[];
}

export interface LessonStep extends Sight {
    seat: number;
    people: number;
    /** People and those that the game plays itself. */
    seats: number;
    /** Whether it has a position of its own, which does not follow from the step before. */
    begins: boolean;
    say: string;
    wrong: string;
    right: string;
    answers: LessonAnswer[];
}

export interface Lesson {
    game: string;
    variant: string;
    title: string;
    steps: LessonStep[];
}

/** A deal of the day: the table after the moves that were known, and what was played since. */
export interface DealtTable extends Sight {
    game: string;
    variant: string;
    seat: number;
    people: number;
    seats: number;
    entries: (TaughtMove & {move: string})[];
    /** The result; null until the match is over. */
    score: number | null;
}

/** A position with exactly one best move. */
export interface Puzzle extends Sight {
    game: string;
    variant: string;
    seat: number;
    people: number;
    seats: number;
    /** How many of the bots that were asked missed it. */
    rating: number;
    best: string;
    /** What is asked, and why the best move is the only one: a sentence each. */
    question: (Reason | CountedReason)[];
    reason: (Reason | CountedReason)[];
}

/** A match under review. */
export interface Reviewed {
    game: string;
    variant: string;
    people: number;
    /** Whose decisions are judged. */
    seat: number;
    seats: {who: "person" | "bot" | "robot"; name?: string; level?: Level}[];
    winners: number[];
    points: number[];
    unit: string;
    moves: number;
    decisions: number;
    /** How many steps the review takes, all in all. */
    steps: number;
}

/** What a decision cost: chances to win from 0 to 1. */
export interface Decision extends Sight {
    /** Its number in the match, from 1. */
    move: number;
    played: string;
    best: string;
    before: number;
    after: number;
    cost: number;
    coins: number;
    verdict: "fine" | "only" | "mistake" | "blunder";
    /** The whole of it, to play on from. */
    position: string;
    /** For the best move. */
    reasons: (Reason | CountedReason)[];
}

/** A lead in the match, and where it came from. */
export interface Luck {
    made: number;
    cards: number;
    play: number;
}

export interface ReviewStep {
    done: number;
    decision?: Decision;
    luck?: Luck;
}

/** A table at which somebody plays on from a position. */
export interface PracticeTable extends Sight {
    game: string;
    variant: string;
    people: number;
    seats: number;
    seat: number;
}

/** A question about odds in Primero. */
export interface OddsQuestion {
    kind: "draw" | "beat";
    hand: string[];
    thrown: string[];
    goal: string;
    good: number;
    all: number;
    types: {name: string; count: number}[];
}

/** Letters to lay a word of. */
export interface LettersDealt {
    letters: string;
    longest: number;
    /** How many words there are, by length. */
    counts: number[];
    /** Some of the longest, as they are written. */
    words: string[];
}

/** What the page asks of the worker: a function of the module with texts and numbers. `words`: whether Primo's words are needed. */
export interface Asked {
    ask: number;
    module: string;
    words: string | null;
    call: string;
    texts: string[];
    numbers: number[];
}

export interface Answered {
    ask: number;
    /** What the module told; null if it could not. */
    text: string | null;
    /** What its function returned: 0 if it could not, else perhaps the number of something that is open now. */
    made: number;
    why: string;
    /** Whether the module itself said no; otherwise it could not be asked. */
    refused: boolean;
}
