// Starts the app of the tables once, before somebody needs it: a later start takes what this one
// has kept.
import { starting } from "./starting.mjs";

const { start, settle } = starting("tables", "tables-snapshot");
await start();
settle(0);
