// What the module that teaches tells the page (teach/page/page.h), and what passes between the page and its worker.
import type {CountedReason, GameEvent, Play, Reason} from "../protocol.d.ts";

/** The table as the learner sees it. */
export type Sight = Omit<Play, "turn" | "glance">;

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
    why: string;
}
