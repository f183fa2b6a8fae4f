// The games the page has drawings for: a new game adds its row here.
import {primiera} from "./primiera/primiera.js";
import {royalflush} from "./royalflush/royalflush.js";
import {primero} from "./primero/primero.js";
import {primo} from "./primo/primo.js";

/** @import {Game} from "./game.d.ts" */

/** @type {Record<string, Game>} */
export const games = {primiera, royalflush, primero, primo};
