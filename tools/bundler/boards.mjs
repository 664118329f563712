// What all boards share, such as parts/kinds.css, names parts of single games too. The style of a
// board leaves out each selector with a class that stands only in the folders of other games, or in
// the style of a page that never lies over a board. What is listed of such a page comes with it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDERS = { board: ["the_game"], brain: ["brain"], bluff: ["bluff", "score"] },
  PAGES = ["deck", "shelf"],
  // Files, and what stands in brackets in others, that only list parts which are described elsewhere
  LISTS = /^(shapes|television)\/|^(parts\/kinds|base\/forced|waits|roles)\.css$/,
  LISTED = /:(is|where)\((\([^()]*\)|[^()])*\)/g;

const read = (home) => {
  const named = new Map(["", ...Object.keys(FOLDERS), ...PAGES].map((owner) => [owner, new Set()]));
  for (const name of readdirSync(home, { recursive: true })) {
    if (!name.endsWith(".css") || LISTS.test(name)) continue;
    const [board = PAGES.find((page) => name === `${page}.css`) ?? ""] = Object.keys(
        FOLDERS
      ).filter((each) => FOLDERS[each].includes(name.split("/")[0])),
      text = readFileSync(join(home, name), "utf8").replace(/\/\*.*?\*\//gs, ""),
      told = name.startsWith("base/") ? text.replace(LISTED, "") : text;
    for (const [, found] of told.matchAll(/\.([a-z][\w-]*)/g)) named.get(board).add(found);
  }
  return named;
};

/** @param {(name: string) => boolean} isOther what a selector must not name */
const leavingOut = (isOther) => {
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
/** @param {(name: string) => boolean} isOwn what a selector must name */
const keepingOnly = (isOwn) => {
  const names = (selector) =>
      selector.some(
        (each) => (each.type === "class" && isOwn(each.name)) || each.selectors?.some(names)
      ),
    keep = (selector) =>
      selector.map((each) =>
        each.kind === "is" || each.kind === "where"
          ? { ...each, selectors: each.selectors.filter(names) }
          : each
      );
  return { Selector: (selector) => (names(selector) ? keep(selector) : []) };
};

/** The selectors that a style leaves out, and those of shared files that come with a page. */
export const visitors = (home) => {
  const named = read(home),
    isShared = (name) => named.get("").has(name),
    isOf = (owners, name) => owners.some((owner) => named.get(owner).has(name)),
    games = Object.keys(FOLDERS),
    left = (owners) =>
      leavingOut((name) => !isShared(name) && !isOf(owners, name) && isOf([...named.keys()], name));
  return {
    left: Object.fromEntries([...games.map((game) => [game, left([game])]), ["base", left(games)]]),
    own: Object.fromEntries(
      PAGES.map((page) => [page, keepingOnly((name) => !isShared(name) && isOf([page], name))])
    )
  };
};
