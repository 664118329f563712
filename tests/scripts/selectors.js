// Selectors: lists of compounds with what stands between them.
const ATTRIBUTES = /\[([\w-]+)(?:([\^$*]?)=(?:"([^"]*)"|([\w-]+)))?\]/;
const PART = new RegExp(
  `^(?:([\\w-]+|\\*)|#([\\w-]+)|\\.([\\w-]+)|${ATTRIBUTES.source}|:([\\w-]+)(\\()?)`
);
const known = new Map();
const matcher = (selector) => {
  if (!known.has(selector)) known.set(selector, list(selector));
  return known.get(selector);
};

// The parts of this text between commas, or blanks, that stand in no bracket.
const split = (text, isBetween) => {
  const parts = [""];
  let depth = 0,
    quoted = false;
  for (const sign of text) {
    if (sign === '"') quoted = !quoted;
    if (!quoted && "([".includes(sign)) depth += 1;
    if (!quoted && ")]".includes(sign)) depth -= 1;
    if (!quoted && depth === 0 && isBetween(sign)) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
};

const list = (text) => {
  const each = split(text, (sign) => sign === ",").map(complex);
  return (element) => each.some((fits) => fits(element));
};

const before = (element) => {
  const all = element.parentNode?.children ?? [element];
  return all.slice(0, all.indexOf(element));
};
const NEAR = {
  ">": ({ parentElement }) => (parentElement ? [parentElement] : []),
  "+": (element) => before(element).slice(-1),
  "~": before
};
const complex = (text) => {
  const parts = split(text, (sign) => sign === " ").map((part) => NEAR[part] ?? compound(part));
  const fits = (element, at) => {
    if (!parts[at](element)) return false;
    if (at === 0) return true;
    if (Object.values(NEAR).includes(parts[at - 1]))
      return parts[at - 1](element).some((each) => fits(each, at - 2));
    for (let above = element.parentElement; above; above = above.parentElement)
      if (fits(above, at - 1)) return true;
    return false;
  };
  return (element) => fits(element, parts.length - 1);
};

const COMPARED = {
  "": (has, said) => has === said,
  "^": (has, said) => has.startsWith(said),
  $: (has, said) => has.endsWith(said),
  "*": (has, said) => has.includes(said)
};
const compound = (text) => {
  const tests = [];
  let rest = text;
  while (rest) {
    const found = PART.exec(rest);
    if (!found) throw new SyntaxError(`no selector: ${text}`);
    const [whole, tag, id, name, attribute, how, said, bare, pseudo, bracket] = found;
    rest = rest.slice(whole.length);
    if (tag) tests.push(({ name$ }) => tag === "*" || name$ === tag);
    else if (id) tests.push((element) => element.id === id);
    else if (name) tests.push((element) => element.classList.contains(name));
    else if (attribute) {
      const value = said ?? bare;
      tests.push(({ attributes }) => {
        const has = attributes.get(attribute);
        return has !== undefined && (value === undefined || COMPARED[how ?? ""](has, value));
      });
    } else if (bracket) {
      let depth = 1,
        end = 0;
      for (; depth; end += 1) depth += { "(": 1, ")": -1 }[rest[end]] ?? 0;
      const inner = matcher(rest.slice(0, end - 1));
      rest = rest.slice(end);
      if (pseudo === "not") tests.push((element) => !inner(element));
      else if (pseudo === "is") tests.push(inner);
      else throw new SyntaxError(`no selector: ${text}`);
    } else if (pseudo === "checked") tests.push((element) => element.checked);
    else if (pseudo === "last-child")
      tests.push((each) => each.parentNode.lastElementChild === each);
    else if (pseudo === "focus") tests.push((each) => each === each.document.activeElement);
    else throw new SyntaxError(`no selector: ${text}`);
  }
  return (element) => tests.every((fits) => fits(element));
};

module.exports = { before, matcher };
