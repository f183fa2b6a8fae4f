// The games the page has a drawing for; all others get the plain one (web/known.js).
import {primiera} from "./primiera/primiera.js";
import {royalflush} from "./royalflush/royalflush.js";
import {primero} from "./primero/primero.js";
import {primo} from "./primo/primo.js";

/** @import {Game} from "./game.d.ts" */

/** @type {Record<string, Game>} */
export const games = {primiera, royalflush, primero, primo};
