// The four games as the page knows them.
import {primiera} from "./primiera.js";
import {royalflush} from "./royalflush.js";
import {primero} from "./primero.js";
import {primo} from "./primo.js";

export const games = {primiera, royalflush, primero, primo};
