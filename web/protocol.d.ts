// The protocol of the card room as types: every message a client may send and every message the room sends, field by field.
//
// docs/room.md says what each message is for. tests/web/test_protocol.sh checks these types against what the room really sends
// and reads: a field that is missing, unknown or of another kind fails there, and so does a type that never occurs.

// ---- words that both sides know

export type Phase = "waiting" | "playing" | "over";
export type Level = "easy" | "medium" | "strong";

/** Who shall sit somewhere: "me" is the person who sends it. */
export type Place = "open" | "me" | `bot:${Level}`;

/** Ready-made phrases that every reader sees in their own language. */
export type Phrase =
    "hello" | "good-luck" | "well-played" | "thanks" | "sorry" | "oops" | "moment" | "hurry" | "yes" | "no" | "again" | "bye";

/** Why the room refuses a message, or closes the connection: room/codes.h, with what each means. */
export type RoomCode =
    | "not-json"
    | "bad-message"
    | "unknown-do"
    | "hello-first"
    | "version"
    | "bad-name"
    | "no-such-table"
    | "table-damaged"
    | "no-such-game"
    | "bad-people"
    | "bad-options"
    | "bad-seats"
    | "bad-clock"
    | "too-many-tables"
    | "room-full"
    | "watchers-full"
    | "not-entered"
    | "not-maker"
    | "already-started"
    | "not-playing"
    | "not-over"
    | "no-such-seat"
    | "seat-taken"
    | "already-seated"
    | "not-seated"
    | "not-your-turn"
    | "illegal-move"
    | "cannot-undo"
    | "too-fast"
    | "chat-off"
    | "hints-off"
    | "too-soon"
    | "bad-talk"
    | "no-proposal"
    | "already-proposed"
    | "arrival-wrong"
    | "arrival-over"
    | "arrival-long"
    | "busy"
    | "too-late"
    | "store"
    | "flood"
    | "connections"
    | "shutdown";

/** Hints where more than one person sits: none; all are told who asks; they come silently. Alone with bots there always are. */
export type Hints = "off" | "announced" | "on";

/** Why the server closes a connection without asking the room. */
export type ServerCode = "protocol" | "session";

/** A text that names a person, 16 hex digits. */
export type PersonId = string;
/** A text that names a table; with it one has the table's link. */
export type TableId = string;
/** Milliseconds since 1970, by the server's clock. */
export type Time = number;
/** The options of a game as they were chosen; those left out have their standard value. */
export type Options = Record<string, string>;

// ---- what a client sends

/** Comes first. */
export interface HelloMessage {
    do: "hello";
    version: number;
}

export interface RenameMessage {
    do: "rename";
    key: string;
    name: string;
    /** The portrait, from 1 on, 0 for none; without it, the one the person has. */
    face?: number;
}

/** Asks for the list of tables and its changes, or for no more of them. */
export interface LobbyMessage {
    do: "lobby";
    on: boolean;
}

/** What is agreed on when a table is made. */
export interface Agreement {
    game: string;
    variant: string;
    people: number;
    options: Options;
    /** One for each of the people; "me" once at most. */
    seats: Place[];
    /** Seconds a move; 0 for no clock. */
    clock: number;
    public: boolean;
    /** Whether people may talk in their own words. */
    chat: boolean;
    /** Left out: "off". */
    hints?: Hints;
}

export interface CreateMessage extends Agreement {
    do: "create";
    key: string;
}

export interface EnterMessage {
    do: "enter";
    table: TableId;
    /** The number of the last entry the client has heard of; what came since is told. */
    since: number | null;
}

export interface ExitMessage {
    do: "exit";
    table: TableId;
}

export interface SitMessage {
    do: "sit";
    key: string;
    table: TableId;
    seat: number;
}

export interface StandMessage {
    do: "stand";
    key: string;
    table: TableId;
}

/** The maker opens a seat or gives it to a bot. */
export interface SeatMessage {
    do: "seat";
    key: string;
    table: TableId;
    seat: number;
    to: Exclude<Place, "me">;
}

export interface SwapMessage {
    do: "swap";
    key: string;
    table: TableId;
    /** Two of them. */
    seats: number[];
}

/** The maker puts bots on all open seats. */
export interface FillMessage {
    do: "fill";
    key: string;
    table: TableId;
    level: Level;
}

export interface ReadyMessage {
    do: "ready";
    key: string;
    table: TableId;
    on: true;
    /** What this client adds to the shuffle: 32 hex digits. */
    salt: string;
}

export interface UnreadyMessage {
    do: "ready";
    key: string;
    table: TableId;
    on: false;
}

export interface MoveMessage {
    do: "move";
    key: string;
    table: TableId;
    /** In the game's notation. */
    move: string;
}

export interface UndoMessage {
    do: "undo";
    key: string;
    table: TableId;
}

export interface HintMessage {
    do: "hint";
    table: TableId;
}

export interface TalkPhraseMessage {
    do: "talk";
    key: string;
    table: TableId;
    phrase: Phrase;
}

export interface TalkTextMessage {
    do: "talk";
    key: string;
    table: TableId;
    text: string;
}

/** Proposes to end the match. */
export interface ProposeMessage {
    do: "propose";
    key: string;
    table: TableId;
    what: "end";
}

export interface VoteMessage {
    do: "vote";
    key: string;
    table: TableId;
    yes: boolean;
}

/** A bot shall play on for the person; no longer. */
export interface LeaveMessage {
    do: "leave" | "back";
    key: string;
    table: TableId;
}

export interface RematchMessage {
    do: "rematch";
    key: string;
    table: TableId;
}

/** Takes a table off one's list: it is over if nobody else needs it; elsewhere a bot takes the seat. */
export interface RemoveMessage {
    do: "remove";
    key: string;
    table: TableId;
}

/** A bot shall play for somebody else who keeps the others waiting: `Waits` says from when on. */
export interface ReplaceMessage {
    do: "replace";
    key: string;
    table: TableId;
    seat: number;
}

/** Asks for one's matches that are over, a page at a time: those before this one, or the latest. */
export interface MatchesRequest {
    do: "matches";
    before: TableId | null;
}

/** Asks for a link that makes another device the same person's. */
export interface DeviceMessage {
    do: "device";
}

export type ClientMessage =
    | HelloMessage
    | RenameMessage
    | LobbyMessage
    | CreateMessage
    | EnterMessage
    | ExitMessage
    | SitMessage
    | StandMessage
    | SeatMessage
    | SwapMessage
    | FillMessage
    | ReadyMessage
    | UnreadyMessage
    | MoveMessage
    | UndoMessage
    | HintMessage
    | TalkPhraseMessage
    | TalkTextMessage
    | ProposeMessage
    | VoteMessage
    | LeaveMessage
    | RematchMessage
    | RemoveMessage
    | ReplaceMessage
    | MatchesRequest
    | DeviceMessage;

/** A message that changes something: it carries a key, and is answered. */
export type Request = Extract<ClientMessage, {key: string}>;
/** A message that is said once and not answered with its key. */
export type Remark = Exclude<ClientMessage, Request>;
/** A request at a table. */
export type TableRequest = Extract<Request, {table: TableId}>;

/** Messages without some of their fields; a union stays one. */
export type Without<Message, Field extends string> = Message extends unknown ? Omit<Message, Field> : never;

// ---- parts of what the room sends

export interface OpenSeat {
    who: "open";
}

export interface PersonSeat {
    who: "person";
    person: PersonId;
    name: string;
    /** The portrait the person chose. */
    face?: number;
    /** Whether the person has entered the table just now. */
    here: boolean;
    ready: boolean;
    /** Whether a bot plays for the person. */
    absent: boolean;
}

export interface BotSeat {
    who: "bot";
    level: Level;
}

/** A seat that the game itself plays (Primiera's robot). */
export interface RobotSeat {
    who: "robot";
}

export type Seat = OpenSeat | PersonSeat | BotSeat | RobotSeat;

/** What the reader of a message is at the table. */
export interface You {
    seat: number | null;
    maker: boolean;
    watching: boolean;
}

/** A vote about the end of the match, with the seats in favour. */
export interface Proposal {
    what: "end";
    yes: number[];
    /** Whose answer is still awaited. */
    asked: number[];
}

/** What was agreed on, as the room tells it. */
export interface Agreed {
    game: string;
    variant: string;
    people: number;
    options: Options;
    maker: PersonId;
    public: boolean;
    chat: boolean;
    clock: number;
    hints: Hints;
}

/** Where there is no clock: for whom the others wait, and from when on they may let a bot play. */
export interface Waits {
    replace: {seat: number; at: Time} | null;
}

/** A line of talk of the past. */
export interface Said {
    at: Time;
    seat: number;
    phrase?: Phrase;
    text?: string;
}

/** The totals after each of the last rounds, the number of the first of which is `first`. */
export interface Scores {
    first: number;
    totals: number[][];
}

/** The reader's clock, or the first that runs out; and whether the reader may take a step back. */
export interface Clocks {
    deadline: Time | null;
    now: Time;
    undo: boolean;
}

/** The game as the reader sees it, once the match has begun. */
export interface Play {
    /** The position as text: web/position.js reads it. */
    view: string;
    /** How many moves have been made. */
    turn: number;
    /** The seats that may act. */
    actors: number[];
    /** Of each seat. */
    points: number[];
    /** The moves the reader may make, 600 at most; null if it is not the reader's turn. */
    legal: string[] | null;
    /** Whether there are more legal moves than were sent. */
    legal_more: boolean;
    /** What the reader could work out, and sees at a glance; null if nothing. Each game lists it among its events. */
    glance: GameEvent | null;
    winners: number[];
}

/** When the match is over anyone may check that nobody chose the cards. */
export interface Fairness {
    /** The room's secret, 64 hex digits. */
    secret: string;
    /** What each seat's client added, 32 hex digits. */
    salts: (string | null)[];
    /** The table of the next match, once there is one. */
    rematch?: TableId;
}

/** Something that happened in the game, as the reader may know it. Each game lists its own in web/games/GAME/events.d.ts. */
export interface GameEvent {
    event: string;
}

// ---- entries of a table's log, as everybody may know them

export interface SitEntry {
    entry: "sit" | "name";
    at: Time;
    person: PersonId;
    name: string;
    face?: number;
    seat: number;
}

/** A person stands up, proposes the end of the match, takes the seat back from a bot, or asks for a hint where that is announced. */
export interface PersonEntry {
    entry: "stand" | "propose" | "back" | "hint";
    at: Time;
    person: PersonId;
    seat: number;
}

export interface SeatEntry {
    entry: "seat";
    at: Time;
    person: PersonId;
    seat: number;
    to: Exclude<Place, "me">;
}

export interface SwapEntry {
    entry: "swap";
    at: Time;
    person: PersonId;
    seat: number;
    other: number;
}

export interface ReadyEntry {
    entry: "ready";
    at: Time;
    person: PersonId;
    seat: number;
    on: boolean;
}

export interface StartEntry {
    entry: "start";
    at: Time;
    /** Who started it: the maker of a table of bots alone. Left out where the match starts by itself. */
    person?: PersonId;
}

export interface MoveEntry {
    entry: "move";
    at: Time;
    seat: number;
    by: "person" | "bot" | "clock";
    /** Left out for bots. */
    person?: PersonId;
}

export interface UndoEntry {
    entry: "undo";
    at: Time;
    person: PersonId;
    seat: number;
    /** The number of the first entry whose move is taken back. */
    back: number;
}

export interface TalkPhraseEntry {
    entry: "talk";
    at: Time;
    person: PersonId;
    seat: number;
    phrase: Phrase;
}

export interface TalkTextEntry {
    entry: "talk";
    at: Time;
    person: PersonId;
    seat: number;
    text: string;
}

export interface VoteEntry {
    entry: "vote";
    at: Time;
    person: PersonId;
    seat: number;
    yes: boolean;
}

/** Before the game's own end. */
export interface EndEntry {
    entry: "end";
    at: Time;
    /** Of somebody who gave the table up. */
    person?: PersonId;
    why: "agreed" | "idle" | "left";
}

/** A bot plays for the person. */
export interface AbsentEntry {
    entry: "absent";
    at: Time;
    /** Left out where the room found that the person is away. */
    person?: PersonId;
    seat: number;
}

/** The server was away: clocks start again. */
export interface ClockEntry {
    entry: "clock";
    at: Time;
}

export interface RematchEntry {
    entry: "rematch";
    at: Time;
    person: PersonId;
    table: TableId;
}

export type Entry =
    | SitEntry
    | PersonEntry
    | SeatEntry
    | SwapEntry
    | ReadyEntry
    | StartEntry
    | MoveEntry
    | UndoEntry
    | TalkPhraseEntry
    | TalkTextEntry
    | VoteEntry
    | EndEntry
    | AbsentEntry
    | ClockEntry
    | RematchEntry;

// ---- what the room sends

/** A text of the catalogues in English, to be translated by the page; null where there is none. */
export type Words = string | null;

/** What a game is, as the room knows it: all that the page needs for forms and drawings. */
export interface GameFacts {
    name: string;
    /** As people write it, in every language. */
    title: string;
    /** The first is the default. */
    variants: VariantFacts[];
    options: OptionRule[];
    /** What is scored: "points", "coins". */
    unit: string;
    /** What one deal of a match is called; null where a match has no rounds. Where it has, watchers see a round when it is over. */
    round: Words;
    /** What the game wants its drawing to know: each game lists it among its events. */
    facts: GameEvent | null;
}

export interface VariantFacts {
    name: string;
    /** What people call it; null where there is only one. */
    label: Words;
    /** What is special about it. */
    hint: Words;
    /** The fewest and the most people. */
    min: number;
    max: number;
    /** Partners for the whole match: seat s is on side s % sides; 0 where nobody has a partner. */
    sides: number;
}

/** Names of variants; null for all of them. */
export type VariantNames = string[] | null;
/** The key of another option, or of how many play: "people". */
export type OptionKey = string | null;

interface RuleBase {
    key: string;
    /** What forms call it. */
    label: string;
    hint: Words;
    variants: VariantNames;
    /** An option without which this one keeps its default. */
    needs: OptionKey;
}

/** A whole number. Its bounds and its default are multiples of the factors, where it has any. */
export interface NumberRule extends RuleBase {
    kind: "number";
    min: number;
    max: number;
    default: number;
    bounds_factor: OptionKey;
    default_factor: OptionKey;
}

export interface OptionWord {
    word: string;
    label: string;
}

/** One of a few words; the first is the default. */
export interface WordRule extends RuleBase {
    kind: "word";
    words: OptionWord[];
}

export interface GroupedWord extends OptionWord {
    /** 0 for a word that is a whole answer. */
    group: number;
}

/** One word of group 0, or so many of each other group, separated by commas. The first word is the default. */
export interface WordsRule extends RuleBase {
    kind: "words";
    per_group: number;
    words: GroupedWord[];
}

/** Some of the people's seats, separated by commas; by default none. */
export interface SeatsRule extends RuleBase {
    kind: "seats";
}

export type OptionRule = NumberRule | WordRule | WordsRule | SeatsRule;

export interface Limits {
    /** Characters of a name. */
    name: number;
    /** Portraits to choose from. */
    faces: number;
    /** Characters of talk. */
    talk: number;
    /** Seconds of a clock. */
    clock: number;
    /** Tables of one person. */
    tables: number;
    /** Watchers of a table. */
    watchers: number;
    /** Legal moves that are sent. */
    legal: number;
}

export interface WelcomeMessage {
    say: "welcome";
    version: number;
    now: Time;
    person: PersonId;
    name: string;
    /** The portrait the person chose; 0 for none. */
    face: number;
    games: GameFacts[];
    levels: Level[];
    phrases: Phrase[];
    limits: Limits;
}

/** The answer to a request that counted. */
export interface DoneMessage {
    say: "done";
    key: string;
    /** The table that was made. */
    table?: TableId;
}

/** What an error is about, by its code. */
export interface Facts {
    /** Of the message, that is missing, unknown or wrong. */
    field?: string;
    /** The limit that was reached. */
    max?: number;
    /** Milliseconds to wait. */
    pause?: number;
    /** Of the protocol that the room speaks. */
    version?: number;
}

/** The answer to a message that changed nothing. */
export interface ErrorMessage {
    say: "error";
    /** Of the request; null for a remark. */
    key: string | null;
    code: RoomCode;
    facts: Facts;
}

/** A row of the list of tables. */
export interface TableRow extends Agreed {
    table: TableId;
    phase: Phase;
    created: Time;
    seats: Seat[];
    /** The reader's seat. */
    yours: number | null;
    /** Whether it is the reader's turn. */
    turn: boolean;
}

/** The list of tables, when it is asked for. */
export interface ListMessage {
    say: "lobby";
    mine: TableRow[];
    tables: TableRow[];
}

/** What has changed in the list of tables. */
export interface ChangesMessage {
    say: "lobby";
    changed: TableRow[];
    gone: TableId[];
    /** Some of the reader's own, which are stored but cannot be read; each time the list is asked for. */
    damaged?: TableId[];
}

/** The ids of a page of one's matches; each follows as a `match`. */
export interface MatchesMessage {
    say: "matches";
    tables: TableId[];
    /** Where the next page begins; null if there is none. */
    next: TableId | null;
}

/** A match that is over, as it ended. */
export interface MatchRow extends Agreed {
    table: TableId;
    created: Time;
    ended: Time;
    seats: Seat[];
    yours: number;
    /** Whether it came to the game's own end. */
    finished: boolean;
    points: number[];
    winners: number[];
}

export interface MatchMessage {
    say: "match";
    table: TableId;
    /** It is stored but cannot be read. */
    damaged?: true;
    /** Null for a table whose match never began, at which the reader did not play, or that cannot be read. */
    row: MatchRow | null;
}

/** The whole table. */
export interface TableMessage extends Agreed, Clocks, Partial<Waits>, Partial<Play>, Partial<Fairness> {
    say: "table";
    table: TableId;
    /** The number of its last entry. */
    n: number;
    phase: Phase;
    /** The match began in its player's browser, which could know the cards. */
    moved?: true;
    created: Time;
    /** The hash of the room's secret, 64 hex digits. */
    commitment: string;
    seats: Seat[];
    you: You;
    proposal: Proposal | null;
    /** The events of the round being played, once the match has begun; */
    recent?: GameEvent[];
    /** those with which the round before ended: its count; */
    ended?: GameEvent[];
    scores?: Scores;
    /** what was said lately; */
    talk?: Said[];
    /** and whether it is shown as it was when the round began, as watchers see it: the next update comes when the round ends. */
    behind?: boolean;
}

/** A new entry of the log, its events, and those parts of the table that it changed. */
export interface EntryMessage extends Partial<Clocks>, Partial<Waits>, Partial<Play>, Partial<Fairness> {
    say: "entry";
    table: TableId;
    n: number;
    entry: Entry;
    events: GameEvent[];
    phase: Phase;
    seats?: Seat[];
    you?: You;
    proposal?: Proposal | null;
}

/** One entry of the past. */
export interface Step {
    n: number;
    entry: Entry;
    events: GameEvent[];
    /** After a step of the game. */
    view?: string;
}

/** What the reader has missed, or (for watchers) the round that is over. */
export interface HistoryMessage {
    say: "history";
    table: TableId;
    from: number;
    to: number;
    steps: Step[];
}

/** Somebody came or went. */
export interface HereMessage extends Waits {
    say: "here";
    table: TableId;
    seats: Seat[];
}

/** A message to be translated. */
export interface ReasonMessage {
    message: string;
}

/** A seat, whose name is meant. */
export interface ReasonSeat {
    seat: number;
}

/** Cards in notation. */
export interface ReasonCards {
    cards: string[];
}

/** A value in a reason: a number, words as they are, or one of the above. */
export type ReasonValue = number | string | ReasonMessage | ReasonSeat | ReasonCards;

/** A sentence of the catalogues with its values. */
export interface Reason {
    message: string;
    values: Record<string, ReasonValue>;
}

/** The same where things are counted: `n` chooses between the two. */
export interface CountedReason extends Reason {
    plural: string;
    n: number;
}

/** What the bot that gives the hint expects of its move. */
export interface Expectation {
    kind: "win" | "points" | "coins";
    value: number;
}

export interface AdviceMessage {
    say: "hint";
    table: TableId;
    /** The number of the last entry when it was given. */
    n: number;
    move: string;
    expects: Expectation | null;
    reason: (Reason | CountedReason)[];
}

export interface LinkMessage {
    say: "device";
    path: string;
    /** For how long it can be used. */
    seconds: number;
}

/** Then the connection is closed. */
export interface ByeMessage {
    say: "bye";
    code: RoomCode | ServerCode;
}

export type RoomMessage =
    | WelcomeMessage
    | DoneMessage
    | ErrorMessage
    | ListMessage
    | ChangesMessage
    | TableMessage
    | EntryMessage
    | HistoryMessage
    | MatchesMessage
    | MatchMessage
    | HereMessage
    | AdviceMessage
    | LinkMessage
    | ByeMessage;

// ---- pages of the server, as JSON

/** A step of a replay, with the points after it. */
export interface ReplayStep extends Step {
    points: number[];
    /** What the seat whose eyes are used could work out; null where nobody's are. */
    glance: GameEvent | null;
}

/** /replay/TABLE.json: a match that is over, from one seat's eyes, an onlooker's, or with all cards open. */
export interface Replay extends Agreed {
    table: TableId;
    seats: Seat[];
    eyes: number | "onlooker" | "all";
    /** How many moves were taken back. */
    undone: number;
    steps: ReplayStep[];
}
