// Checks the types of web/protocol.d.ts and of each game's events against what the room and the engines really write.
//   node protocol.mjs REPOSITORY TRANSCRIPT RECORD…
// A transcript has a line for each message ("room {…}", "client {…}" or "replay {…}", by tests/room/world.c); a record is one of
// `araldo sim`. The types are read by the TypeScript compiler and turned into shapes; every line must fit its shape exactly, and
// every part of a shape must have occurred. Prints TAP.
import {existsSync, readdirSync, readFileSync} from "node:fs";
import ts from "typescript";

const [repository, transcript, ...records] = process.argv.slice(2);

/**
 * A type as it is checked. `seen` counts the values that fitted, so that parts that never occur are found.
 * @typedef {{kind: "text" | "number" | "boolean" | "null" | "event" | "anything", name: string, seen: number}
 *     | {kind: "literal", name: string, seen: number, value: string | number | boolean}
 *     | {kind: "list", name: string, seen: number, of: Shape}
 *     | {kind: "map", name: string, seen: number, of: Shape}
 *     | {kind: "union", name: string, seen: number, members: Shape[]}
 *     | {kind: "object", name: string, seen: number, fields: Map<string, Field>}} Shape
 */
/** @typedef {{shape: Shape, optional: boolean, present: number}} Field */

let failed = 0;

/**
 * @param {string} name
 * @param {string[]} faults
 */
function report(name, faults) {
    if (faults.length) failed++;
    for (const fault of faults.slice(0, 20)) console.log(`# ${fault}`);
    if (faults.length > 20) console.log(`# and ${faults.length - 20} more`);
    console.log(faults.length ? `not ok ${name} - ${faults.length} faults` : `ok ${name}`);
}

// ---- types as shapes

const protocolFile = `${repository}/web/protocol.d.ts`;
/** @param {string} game */
const eventsFile = game => `${repository}/web/games/${game}/events.d.ts`;
const games = readdirSync(`${repository}/web/games`).filter(game => existsSync(eventsFile(game)));

const program = ts.createProgram([protocolFile, ...games.map(eventsFile)], {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ES2022,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    lib: ["lib.es2022.d.ts"],
});
const checker = program.getTypeChecker();

/** @type {Map<ts.Type, Shape>} */
const shapes = new Map();

/**
 * An exported type of a file.
 * @param {string} file
 * @param {(name: string) => boolean} wanted
 */
function exported(file, wanted) {
    const source = program.getSourceFile(file),
        module = source && checker.getSymbolAtLocation(source);
    const symbol = module && checker.getExportsOfModule(module).find(each => wanted(each.name));
    if (!symbol) throw new Error(`${file} does not export what it should`);
    return shapeOf(checker.getDeclaredTypeOfSymbol(symbol), symbol.name);
}

/**
 * @param {ts.Type} type
 * @param {string} name where it was found
 * @returns {Shape}
 */
function shapeOf(type, name) {
    const known = shapes.get(type);
    if (known) return known;
    const own = type.aliasSymbol?.name ?? (type.symbol && type.symbol.name !== "__type" ? type.symbol.name : name);
    const shape = newShape(type, own);
    // Only types with a name of their own are shared: "pass" in one game is not "pass" in another.
    if (shape.kind === "object" || type.aliasSymbol) shapes.set(type, shape);
    if (shape.kind === "object")
        for (const property of checker.getPropertiesOfType(type)) {
            const optional = (property.flags & ts.SymbolFlags.Optional) !== 0;
            const fieldType = checker.getTypeOfSymbol(property);
            shape.fields.set(property.name, {
                shape: shapeOf(optional ? defined(fieldType) : fieldType, `${own}.${property.name}`),
                optional,
                present: 0,
            });
        }
    return shape;
}

/**
 * The type of an optional field without its undefined.
 * @param {ts.Type} type
 */
function defined(type) {
    const withoutNull = checker.getNonNullableType(type);
    const nullable = type.isUnion() && type.types.some(each => each.flags & ts.TypeFlags.Null);
    return nullable ? checker.getNullableType(withoutNull, ts.TypeFlags.Null) : withoutNull;
}

/**
 * @param {ts.Type} type
 * @param {string} name
 * @returns {Shape}
 */
function newShape(type, name) {
    const base = {name, seen: 0};
    if (name === "GameEvent") return {...base, kind: "event"};
    if (type.flags & (ts.TypeFlags.Boolean | ts.TypeFlags.BooleanLiteral) && !type.isLiteral())
        return type.flags & ts.TypeFlags.Boolean
            ? {...base, kind: "boolean"}
            : {...base, kind: "literal", value: checker.typeToString(type) === "true"};
    if (type.isStringLiteral() || type.isNumberLiteral()) return {...base, kind: "literal", value: type.value};
    if (type.flags & ts.TypeFlags.String) return {...base, kind: "text"};
    if (type.flags & ts.TypeFlags.Number) return {...base, kind: "number"};
    if (type.flags & ts.TypeFlags.Null) return {name: `${name} null`, seen: 0, kind: "null"};
    if (type.isUnion()) return {...base, kind: "union", members: type.types.map(each => shapeOf(each, name))};
    if (checker.isArrayType(type)) {
        const [element] = checker.getTypeArguments(/** @type {ts.TypeReference} */ (type));
        return {...base, kind: "list", of: shapeOf(element, `${name}[]`)};
    }
    const values = type.getStringIndexType();
    if (values) return {...base, kind: "map", of: shapeOf(values, `${name}{}`)};
    if (type.flags & ts.TypeFlags.Object) return {...base, kind: "object", fields: new Map()};
    throw new Error(`${name}: a type that is not JSON: ${checker.typeToString(type)}`);
}

// ---- values against shapes

/** @type {Map<string, Shape>} */
const eventShapes = new Map(
    games.map(game => [game, exported(eventsFile(game), name => name.toLowerCase() === `${game}event`)]),
);

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What is wrong with a value, or null; where all is well the shapes it fitted are counted.
 * @param {unknown} value
 * @param {Shape} shape
 * @param {string} game whose events may occur in it
 * @param {string} path
 * @returns {string | null}
 */
function check(value, shape, game, path) {
    const fault = faultOf(value, shape, game, path);
    if (!fault) count(value, shape, game);
    return fault;
}

/**
 * @param {unknown} value
 * @param {Shape} shape
 * @param {string} game
 * @param {string} path
 * @returns {string | null}
 */
function faultOf(value, shape, game, path) {
    const wrong = `${path} is ${JSON.stringify(value)?.slice(0, 80)}, not ${shape.name}`;
    switch (shape.kind) {
        case "text":
            return typeof value === "string" ? null : wrong;
        case "number":
            return typeof value === "number" ? null : wrong;
        case "boolean":
            return typeof value === "boolean" ? null : wrong;
        case "null":
            return value === null ? null : wrong;
        case "literal":
            return value === shape.value ? null : `${path} is ${JSON.stringify(value)}, not ${JSON.stringify(shape.value)}`;
        case "anything":
            return null;
        case "event":
            return faultOf(value, eventShape(game), game, path);
        case "union":
            return memberOf(value, shape.members, game) ? null : unionFault(value, shape.members, game, path, wrong);
        case "list":
            if (!Array.isArray(value)) return wrong;
            return firstFault(value.map((each, i) => () => faultOf(each, shape.of, game, `${path}[${i}]`)));
        case "map":
            if (!isObject(value)) return wrong;
            return firstFault(
                Object.entries(value).map(
                    ([key, each]) =>
                        () =>
                            faultOf(each, shape.of, game, `${path}.${key}`),
                ),
            );
        case "object":
            return isObject(value) ? objectFault(value, shape.fields, gameWithin(value, shape, game), path) : wrong;
    }
}

/**
 * The game whose events may occur inside an object: in what the room says about a game, that one's.
 * @param {Record<string, unknown>} value
 * @param {Shape} shape
 * @param {string} game
 */
const gameWithin = (value, shape, game) => (shape.name === "GameFacts" ? String(value.name) : game);

/** @param {(() => string | null)[]} checks */
function firstFault(checks) {
    for (const each of checks) {
        const fault = each();
        if (fault) return fault;
    }
    return null;
}

/** @type {Shape} */
const anything = {kind: "anything", name: "anything", seen: 0};

/**
 * The events of a game; the page has types for those it draws itself.
 * @param {string} game
 */
function eventShape(game) {
    if (!game) throw new Error("an event at a table of which nothing was said before");
    return eventShapes.get(game) ?? anything;
}

/**
 * @param {Record<string, unknown>} value
 * @param {Map<string, Field>} fields
 * @param {string} game
 * @param {string} path
 */
function objectFault(value, fields, game, path) {
    for (const key of Object.keys(value)) if (!fields.has(key)) return `${path} has "${key}", which the types do not know`;
    for (const [key, field] of fields) {
        if (!(key in value)) {
            if (!field.optional) return `${path} has no "${key}"`;
            continue;
        }
        const fault = faultOf(value[key], field.shape, game, `${path}.${key}`);
        if (fault) return fault;
    }
    return null;
}

/**
 * @param {unknown} value
 * @param {Shape[]} members
 * @param {string} game
 */
const memberOf = (value, members, game) => members.find(member => !faultOf(value, member, game, ""));

/** The fields that say which of several objects it is. */
const tags = ["say", "do", "entry", "event", "who", "kind"];

/**
 * What is wrong with a value that fits no member of a union: by the member of its kind, where it has one.
 * @param {unknown} value
 * @param {Shape[]} members
 * @param {string} game
 * @param {string} path
 * @param {string} wrong
 */
function unionFault(value, members, game, path, wrong) {
    if (!isObject(value)) return wrong;
    const tag = tags.find(each => each in value);
    if (!tag) return wrong;
    const kin = members.filter(member => {
        const field = member.kind === "object" ? member.fields.get(tag) : undefined;
        return field && !faultOf(value[tag], field.shape, game, "");
    });
    if (!kin.length) return `${path}: the types do not know ${tag} ${JSON.stringify(value[tag])}`;
    const faults = kin.map(member => faultOf(value, member, game, `${path} (${member.name})`));
    return faults.join("; or ");
}

/**
 * @param {unknown} value
 * @param {Shape} shape
 * @param {string} game
 */
function count(value, shape, game) {
    shape.seen++;
    if (shape.kind === "event") count(value, eventShape(game), game);
    if (shape.kind === "union") {
        const member = memberOf(value, shape.members, game);
        if (member) count(value, member, game);
    }
    if (shape.kind === "list" && Array.isArray(value)) for (const each of value) count(each, shape.of, game);
    if (shape.kind === "map" && isObject(value)) for (const each of Object.values(value)) count(each, shape.of, game);
    if (shape.kind === "object" && isObject(value))
        for (const [key, field] of shape.fields)
            if (key in value) {
                field.present++;
                count(value[key], field.shape, gameWithin(value, shape, game));
            }
}

/**
 * The parts of a shape that never occurred. A code is one of many, and is compared with the C side's list instead.
 * @param {Shape} shape
 * @param {Set<Shape>} visited
 * @returns {string[]}
 */
function neverSeen(shape, visited = new Set()) {
    if (visited.has(shape)) return [];
    visited.add(shape);
    if (!shape.seen)
        return [`${shape.name}${shape.kind === "literal" ? ` ${JSON.stringify(shape.value)}` : ""} never occurred`];
    if (shape.kind === "union") return shape.members.flatMap(member => neverSeen(member, visited));
    if (shape.kind === "list" || shape.kind === "map") return neverSeen(shape.of, visited);
    if (shape.kind !== "object") return [];
    return [...shape.fields].flatMap(([key, field]) => {
        if (key === "code") return [];
        if (!field.present) return [`${shape.name}.${key} never occurred`];
        if (field.optional && field.present === shape.seen) return [`${shape.name}.${key} is optional, and was never left out`];
        return neverSeen(field.shape, visited);
    });
}

// ---- the lines

/** @param {string} file */
const linesOf = file => readFileSync(file, "utf8").split("\n").filter(Boolean);

/** @type {Record<string, Shape>} */
const roots = {
    room: exported(protocolFile, name => name === "RoomMessage"),
    client: exported(protocolFile, name => name === "ClientMessage"),
    replay: exported(protocolFile, name => name === "Replay"),
};

/** @type {Record<string, Set<string>>} */
const faults = {room: new Set(), client: new Set(), replay: new Set()};
/** @type {Map<string, string>} */
const gameOf = new Map(); // by table

for (const line of linesOf(transcript)) {
    const speaker = line.slice(0, line.indexOf(" ")),
        said = JSON.parse(line.slice(line.indexOf(" ")));
    if (said.table && said.game) gameOf.set(said.table, said.game);
    const fault = check(said, roots[speaker], gameOf.get(said.table) ?? "", said.say ?? said.do ?? speaker);
    if (fault) faults[speaker].add(fault);
}
for (const [speaker, shape] of Object.entries(roots)) {
    const found = faults[speaker];
    report(`what the ${speaker} says fits the types of the page: ${shape.seen} messages`, [...found]);
}

/** @type {Map<string, Set<string>>} */
const eventFaults = new Map(games.map(game => [game, new Set()]));
for (const record of records) {
    let game = "";
    for (const line of linesOf(record)) {
        const event = JSON.parse(line);
        if (event.event === "header") game = event.game;
        else {
            const fault = check(event, eventShape(game), game, event.event);
            if (fault) eventFaults.get(game)?.add(fault);
        }
    }
}
for (const game of games) report(`the events of ${game} fit the types of the page`, [...(eventFaults.get(game) ?? [])]);

// ---- codes

/**
 * The members of a union of texts.
 * @param {string} name
 */
function wordsOf(name) {
    const shape = exported(protocolFile, each => each === name);
    const members = shape.kind === "union" ? shape.members : [shape];
    return members.map(member => (member.kind === "literal" ? String(member.value) : "?")).sort();
}

/**
 * @param {string} file
 * @param {RegExp} pattern
 */
const found = (file, pattern) => [...readFileSync(`${repository}/${file}`, "utf8").matchAll(pattern)].map(([, word]) => word);

const roomCodes = found("room/codes.h", /CODE\([A-Z_]+, "([a-z-]+)"\)/g).sort();
const serverCodes = ["server/server.c", "server/connection.c"].flatMap(file =>
    found(file, /connection_bye\([a-z]+, "([a-z-]+)"/g),
);
report("the codes of the room are those of room/codes.h", difference(wordsOf("RoomCode"), roomCodes));
const own = [...new Set(serverCodes.filter(code => !roomCodes.includes(code)))].sort();
report("the codes of the server are those it closes a connection with", difference(wordsOf("ServerCode"), own));

/**
 * @param {string[]} types
 * @param {string[]} sources
 */
function difference(types, sources) {
    return [
        ...types.filter(word => !sources.includes(word)).map(word => `${word} is in the types alone`),
        ...sources.filter(word => !types.includes(word)).map(word => `${word} is in the sources alone`),
    ];
}

// ---- what never occurred; while something does not fit, that would be no news

if (!failed) {
    for (const [speaker, shape] of Object.entries(roots))
        report(`every type of what the ${speaker} says occurs`, neverSeen(shape));
    for (const game of games) report(`every type of the events of ${game} occurs`, neverSeen(eventShape(game)));
}

process.exit(failed ? 1 : 0);
