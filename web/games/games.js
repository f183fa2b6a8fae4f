// The four games as the page knows them.
import {primiera} from "./primiera/primiera.js";
import {royalflush} from "./royalflush/royalflush.js";
import {primero} from "./primero/primero.js";
import {primo} from "./primo/primo.js";

export const games = {primiera, royalflush, primero, primo};
