// What all boards share, such as parts/kinds.css, names parts of single games too. The style of a
// board leaves out each selector with a class that stands only in the folders of other games.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDERS = { board: ["the_game"], brain: ["brain"], bluff: ["bluff", "score"] },
  // Files, and what stands in brackets in others, that only list parts which are described elsewhere
  LISTS = /^(shapes|television)\/|^(parts\/kinds|base\/forced|waits|roles)\.css$/,
  LISTED = /:(is|where)\((\([^()]*\)|[^()])*\)/g;

const read = (home) => {
  const named = new Map(["", ...Object.keys(FOLDERS)].map((owner) => [owner, new Set()]));
  for (const name of readdirSync(home, { recursive: true })) {
    if (!name.endsWith(".css") || LISTS.test(name)) continue;
    const [board = ""] = Object.keys(FOLDERS).filter((each) =>
        FOLDERS[each].includes(name.split("/")[0])
      ),
      text = readFileSync(join(home, name), "utf8").replace(/\/\*.*?\*\//gs, ""),
      told = name.startsWith("base/") ? text.replace(LISTED, "") : text;
    for (const [, found] of told.matchAll(/\.([a-z][\w-]*)/g)) named.get(board).add(found);
  }
  return named;
};

/** What Lightning CSS calls for each selector: by the board whose style it makes. */
export const visitors = (home) => {
  const named = read(home);
  const visit = (board) => {
    const isOther = (name) =>
      !named.get(board).has(name) &&
      !named.get("").has(name) &&
      [...named.values()].some((each) => each.has(name));
    const keep = (selector) => {
      const kept = [];
      for (const each of selector) {
        const isList = each.kind === "is" || each.kind === "where",
          selectors = isList && each.selectors.map(keep).filter(Boolean);
        if (isList ? !selectors.length : each.type === "class" && isOther(each.name)) return null;
        kept.push(isList ? { ...each, selectors } : each);
      }
      return kept;
    };
    return { Selector: (selector) => keep(selector) ?? [] };
  };
  return Object.fromEntries(Object.keys(FOLDERS).map((board) => [board, visit(board)]));
};
