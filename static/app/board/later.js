// What a board can wait for is given what this page has.
import { bring } from "../browser/bring.js";
import { local } from "../browser/storage.js";
import { ready } from "../entry/libraries.js";
import { kept } from "../offline/kept.js";
import { queue } from "../queue/queue.js";
import { board, voice } from "./board.js";

ready.then((live) => live?.connect({ board, bring, kept, local, queue, voice }));
