// What a game provides on the page, and what the page gives it to work with.
//
// The page knows no rules: views, events and legal moves come from the room, and these functions draw them and put them into
// words. A game's folder exports one such object, and web/games/games.js lists it.
import type {Child} from "../elements.d.ts";
import type {Pack} from "../cards.js";
import type {Position} from "../position.js";
import type {Played} from "../page.d.ts";
import type {SoundName} from "../sound.js";
import type {GameEvent, GameFacts, Level, Seat} from "../protocol.d.ts";

// ---- a game

/** A function of a game that is given one kind of event. Written as a method so that a game may take events of its own kinds only. */
export type Teller<Event, Memory> = {tell(event: Event, scene: Scene<Memory>): HTMLElement | null}["tell"];

/** Those of a union of events that are of one kind. */
export type EventOf<Event extends GameEvent, Kind> = Event extends GameEvent
    ? Kind extends Event["event"]
        ? Event
        : never
    : never;

/** For each kind of event, how to say it; a kind that is left out is not told. */
export type Tellers<Event extends GameEvent, Memory = object> = {
    [Kind in Event["event"]]?: Teller<EventOf<Event, Kind>, Memory>;
};

/** `Event`: the game's events. `Memory`: what it remembers from one drawing to the next, such as a word half written. */
export interface Game<Event extends GameEvent = GameEvent, Memory extends object = object> {
    // -- what it is

    /** As the room names it. */
    name: string;
    /** The cards it is played with. */
    pack: Pack;
    /** Whether the turn goes clockwise round the table. */
    clockwise: boolean;
    /** Whether the middle needs the whole width: then all others sit above it. */
    wide?: boolean;
    /** Three cards that stand for the game on the first page. */
    showpiece: string[];
    /** How many sit down to "Play now", where the variant leaves the choice; else the fewest. */
    company?: number;
    /** One sentence about it for the first page. */
    blurb?(): string;
    /** What one plays for, in one sentence. */
    goal?(): string;

    // -- the table

    /** The seats in playing order. */
    order(position: Position, seats: number): number[];
    /** To watchers of a game with rounds: that they see a round when it is over. */
    watching?(): string;
    /** Where the match stands, in a few words: "round 2, to 21 points". */
    situation(scene: Scene<Memory>): string;
    /** Figures on the plate of a seat. */
    badges(scene: Scene<Memory>, seat: number): Badge[];
    /** Words on the plate of a seat: "dealer", "folded". */
    notes(scene: Scene<Memory>, seat: number): string[];
    /** What lies beside the plate of a seat, such as its cards face down. */
    beside?(scene: Scene<Memory>, seat: number): Child;
    /** What lies in the middle of the table. */
    middle(scene: Scene<Memory>): Child;
    /** What is to be seen above the log, such as the cards that are still out. */
    overview?(scene: Scene<Memory>): Child;

    // -- acting

    /** The hand of the seat at the bottom with all that it can do. */
    hand(scene: Scene<Memory>): Child;
    /** The sentence above the hand when it is one's turn. */
    prompt(scene: Scene<Memory>): string;
    /** A move in words, as in a hint. */
    moveWords(move: string, scene: Scene<Memory>): string | HTMLElement;
    /** Whether the only legal move was decided before, so that it is made without asking. */
    forced?(scene: Scene<Memory>): boolean;
    /** Why the room did not take a move, where the game knows it better than the room's code says it. */
    refused?(move: string): string | null;

    // -- what happens

    /** Joins events that people see as one. */
    gather?(events: Event[]): Event[];
    /** Events in words. */
    tell: Tellers<Event, Memory>;
    /** Events that `tell` leaves out, in words. */
    tellAny?: Teller<Event, Memory>;
    /** Moves cards and coins on the page before the table is drawn with the new position. `quick`: nothing may take time. */
    fly?(events: Event[], scene: Scene<Memory>, place: HTMLElement, quick: boolean): Promise<void>;
    /** Whether an event is a great moment, which has its words across the table. */
    moment?(event: Event, scene: Scene<Memory>): boolean;
    /** The team of a seat, 0 or 1, where the cards have decided it; it colours the plate. */
    team?(scene: Scene<Memory>, seat: number): number | null;
    /** The sound of an event, if it has one. */
    sound?(event: Event): SoundName | undefined;
    /** The score of each seat, for an event that ends a round. */
    totals?(event: Event): number[] | null;
    /** The scores before the first round, where these are not zero. */
    start?(scene: Scene<Memory>): number[];
    /** What the button under the score of a round says. */
    next?(): string;
    /** What an event that ends a round brought to whom, as a table. */
    result?(event: Event, scene: Scene<Memory>): HTMLElement | null;
}

/** A figure on a plate; `kind` is "points" for the one that decides the match. */
export interface Badge {
    label: string;
    value: string | number;
    kind?: "points";
}

/** A value as the room takes it, and the words for it. */
export type Choice = [value: string, words: string];

// ---- what a game draws and speaks with

/** One of several moves to choose from. */
export interface Offered {
    words: Child;
    move: string;
    /** Read out instead of the words. */
    label?: string;
    /** Cards on the table that stand for it when they are clicked. */
    cards?: string[];
}

/** Values for the places of a sentence: words, or elements such as cards. */
export type Values = Record<string, string | number | Node>;

/** The table as it is seen from one seat: web/stage.js makes it for every drawing. */
export interface Scene<Memory = object> {
    game: Game;
    pack: Pack;
    /** What the room says about the game. */
    known: GameFacts;
    position: Position;
    seats: Seat[];
    /** The reader's seat; null for watchers and in replays. */
    you: number | null;
    /** The seat whose place at the table the reader looks from. */
    eyes: number | null;
    /** The seat at the bottom of the page. */
    bottom: number;
    /** The seats that may act. */
    actors: number[];
    /** Of each seat. */
    points: number[];
    /** The moves the reader may make now; empty if none. */
    legal: string[];
    /** Whether there are more legal moves than the room has sent. */
    more: boolean;
    /** What the game has worked out for the reader; null where that is nothing, and in replays. */
    glance: GameEvent | null;
    /** Whether the reader may act. */
    may: boolean;
    /** The move that the hint proposes. */
    hint: string | null;
    /** Of a match that is over. */
    winners: number[];
    /** What the game keeps from one drawing to the next. */
    memory: Memory;
    /** Makes a move. */
    act(move: string): void;
    /** The moves to choose from, while that is asked. */
    offered: Offered[] | null;
    /** Asks which of several moves. */
    offer(title: string, list: Offered[]): void;
    /** Draws the table again, as after a change of `memory`. */
    redraw(): void;
    /** How bots of this level really play here. */
    share(level: Level): Played;
    isYou(seat: number): boolean;
    /** Whether two seats are partners for the whole match. */
    partners(seat: number, other: number | null): boolean;
    /** An option of this table as the position has it, or its default. */
    option(key: string): string;
    /** The name of a seat. */
    name(seat: number): string;
    /** The same, or "you". */
    label(seat: number): string;
    /** Names in a list. */
    labels(seats: number[]): string;
    /** A card within a sentence. */
    chip(card: string): HTMLElement;
    chips(cards: string[]): HTMLElement;
    /** A sentence with cards in it. */
    say(text: string, values?: Values): HTMLElement;
    /** "You …" or "{player} …", whichever fits the seat. */
    who(seat: number, yours: string, others: string, values?: Values): HTMLElement;
}
