// As much of a document as the scripts of static/ use: elements out of HTML, and events.
const { before, matcher } = require("./selectors.js");

const VOID = new Set(["meta", "input", "br", "hr", "img", "link"]);
const TAG =
  /<!--[\s\S]*?-->|<\/([\w-]+)\s*>|<([\w-]+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/g;
const ATTRIBUTE = /([^\s=]+)(?:="([^"]*)")?/g;
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"' };
const plain = (text) => text.replace(/&(\w+);/g, (all, name) => ENTITIES[name] ?? all);

class Event {
  constructor(type, given = {}) {
    Object.assign(this, { type, detail: 0, defaultPrevented: false, isStopped: false }, given);
  }

  preventDefault() {
    this.defaultPrevented = true;
  }

  stopImmediatePropagation() {
    this.isStopped = true;
  }
}
class CustomEvent extends Event {}

class Target {
  constructor(above = null) {
    this.above = above;
    this.listeners = [];
  }

  addEventListener(type, does, options = {}) {
    const { capture = options === true, once = false } = options;
    this.listeners.push({ type, does, capture, once });
  }

  removeEventListener(type, does) {
    this.listeners = this.listeners.filter((each) => each.type !== type || each.does !== does);
  }

  hears(event, capture) {
    for (const each of [...this.listeners]) {
      if (event.isStopped || each.type !== event.type || each.capture !== capture) continue;
      if (each.once) this.listeners.splice(this.listeners.indexOf(each), 1);
      each.does.call(this, event);
    }
    if (!capture) this[`on${event.type}`]?.(event);
  }

  dispatchEvent(event) {
    event.target ??= this;
    const path = [this];
    while (path.at(-1).up) path.push(path.at(-1).up);
    for (const each of [...path].reverse()) if (!event.isStopped) each.hears(event, true);
    for (const each of path) if (!event.isStopped) each.hears(event, false);
    return !event.defaultPrevented;
  }
}

const dashed = (name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

// The text that this begins with, to be said anew.
class Text {
  constructor(all) {
    this.all = all;
  }

  set data(text) {
    this.all[0] = text;
  }

  set textContent(text) {
    this.all[0] = text;
  }
}

// What elements share with their document: what is in them, and how it is found.
class Node extends Target {
  constructor(document, name) {
    super();
    Object.assign(this, { name$: name, childNodes: [] });
    // A red test prints what an element holds, and not all that is around it.
    for (const [key, value] of Object.entries({ document, parentNode: null }))
      Object.defineProperty(this, key, { value, writable: true });
  }

  get up() {
    return this.parentNode ?? this.above;
  }

  get children() {
    return this.childNodes.filter((each) => each instanceof Element);
  }

  get firstChild() {
    const [first = null] = this.childNodes;
    return typeof first === "string" ? new Text(this.childNodes) : first;
  }

  get firstElementChild() {
    return this.children[0] ?? null;
  }

  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }

  append(...nodes) {
    this.put(this.childNodes.length, nodes);
  }

  prepend(...nodes) {
    this.put(0, nodes);
  }

  replaceChildren(...nodes) {
    for (const each of this.children) each.parentNode = null;
    this.childNodes = [];
    this.put(0, nodes);
  }

  put(at, nodes) {
    const flat = nodes.flatMap((each) =>
      each.name$ === "#fragment" ? [...each.childNodes] : [each]
    );
    const before = this.childNodes[at];
    for (const each of flat) if (each instanceof Element) each.remove();
    const place = before === undefined ? this.childNodes.length : this.childNodes.indexOf(before);
    this.childNodes.splice(place, 0, ...flat);
    for (const each of flat) if (each instanceof Element) each.parentNode = this;
  }

  contains(other) {
    return other === this || this.all().includes(other);
  }

  all() {
    return this.children.flatMap((each) => [each, ...each.all()]);
  }

  querySelectorAll(selector) {
    return this.all().filter(matcher(selector));
  }

  querySelector(selector) {
    return this.all().find(matcher(selector)) ?? null;
  }
}

class Element extends Node {
  constructor(document, name) {
    super(document, name);
    this.attributes = new Map();
    if (name === "template") this.content$ = new Element(document, "#fragment");
    this.dataset = new Proxy(this, {
      get: (all, key) => all.attributes.get(dashed(String(key))),
      set: (all, key, value) => Boolean(all.attributes.set(dashed(key), String(value))),
      deleteProperty: (all, key) => all.attributes.delete(dashed(key)) || true,
      ownKeys: (all) => [...all.attributes.keys()].filter((key) => key.startsWith("data-")),
      has: (all, key) => all.attributes.has(dashed(key))
    });
    this.classList = {
      all: () => (this.className ? this.className.split(/\s+/) : []),
      contains: (each) => this.classList.all().includes(each),
      add: (each) => this.classList.toggle(each, true),
      remove: (...all) => {
        for (const each of all) this.classList.toggle(each, false);
      },
      toggle: (each, on = !this.classList.contains(each)) => {
        const others = this.classList.all().filter((other) => other !== each);
        this.className = [...others, ...(on ? [each] : [])].join(" ");
        return on;
      }
    };
  }

  focus() {
    this.document.activeElement = this;
  }

  blur() {
    if (this.document.activeElement === this) this.document.activeElement = this.document.body;
  }

  scrollIntoView() {}

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  hasAttribute(name) {
    return this.attributes.has(name);
  }

  toggleAttribute(name, on) {
    if (on) this.setAttribute(name, "");
    else this.removeAttribute(name);
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }

  get content() {
    return this.content$ ?? this.getAttribute("content");
  }

  set content(value) {
    this.setAttribute("content", value);
  }

  get value() {
    return this.value$ ?? this.getAttribute("value") ?? (this.type === "radio" ? "on" : "");
  }

  set value(said) {
    if (this.type === "hidden") this.setAttribute("value", said);
    else this.value$ = String(said);
  }

  get checked() {
    return this.checked$ ?? this.defaultChecked;
  }

  set checked(on) {
    this.checked$ = Boolean(on);
  }

  get textContent() {
    return this.childNodes
      .map((each) => (each instanceof Element ? each.textContent : each))
      .join("");
  }

  set textContent(text) {
    this.replaceChildren(String(text));
  }

  get innerHTML() {
    return (this.content$ ?? this).childNodes.map((each) => each.outerHTML ?? each).join("");
  }

  set innerHTML(html) {
    const into = this.content$ ?? this;
    into.replaceChildren(...parse(this.document, html).childNodes);
  }

  after(...nodes) {
    this.parentNode.put(this.parentNode.childNodes.indexOf(this) + 1, nodes);
  }

  replaceWith(other) {
    this.after(other);
    this.remove();
  }

  remove() {
    if (!this.parentNode) return;
    const { childNodes } = this.parentNode;
    childNodes.splice(childNodes.indexOf(this), 1);
    this.parentNode = null;
  }

  cloneNode(deep = false) {
    const made = new Element(this.document, this.name$);
    made.attributes = new Map(this.attributes);
    if (deep) {
      made.append(
        ...this.childNodes.map((each) => (each instanceof Element ? each.cloneNode(true) : each))
      );
      if (this.content$) made.content$ = this.content$.cloneNode(true);
    }
    return made;
  }

  // What it says of itself, whatever somebody did with it since.
  get says$() {
    const { childNodes } = this.content$ ?? this;
    return [this.name$, [...this.attributes], ...childNodes.map((each) => each.says$ ?? each)];
  }

  isEqualNode(other) {
    return JSON.stringify(this.says$) === JSON.stringify(other.says$);
  }

  matches(selector) {
    return matcher(selector)(this);
  }

  closest(selector) {
    for (let each = this; each instanceof Element; each = each.parentNode) {
      if (each.matches(selector)) return each;
    }
    return null;
  }

  getBoundingClientRect() {
    return this.box ?? { left: 0, right: 0, top: 0, bottom: 0 };
  }

  getClientRects() {
    return [this.getBoundingClientRect()];
  }

  // A finger on it, at this place; a button then sends its form, as long as nobody minds.
  click(given = {}) {
    const event = new Event("click", { target: this, ...given });
    const goes = this.dispatchEvent(event);
    const button = this.closest("button");
    if (goes && button?.form && button.type !== "button") button.form.requestSubmit(button);
    return goes;
  }

  requestSubmit(submitter = null) {
    const event = new Event("submit", { target: this, submitter });
    if (this.dispatchEvent(event)) this.document.posted.push(this);
  }

  reset() {}

  showModal() {
    if (this.open) throw new DOMException("it is open", "InvalidStateError");
    this.open = true;
  }

  close() {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event("close"));
  }
}
const addressOf = (element) => new URL(element.getAttribute("href"), "https://companion.test");
const READ_ONLY = {
  pathname: (element) => addressOf(element).pathname,
  search: (element) => addressOf(element).search,
  defaultChecked: ({ attributes }) => attributes.has("checked"),
  defaultValue: (element) => element.getAttribute("value") ?? "",
  form: (element) => {
    const named = element.getAttribute("form");
    return named ? element.document.getElementById(named) : element.closest("form");
  },
  elements: (element) => {
    const found = element.querySelectorAll("input, button");
    return Object.assign([...found], Object.fromEntries(found.map((each) => [each.name, each])));
  },
  parentElement: ({ parentNode }) => (parentNode instanceof Element ? parentNode : null),
  method: (element) => element.getAttribute("method") ?? "get",
  nextElementSibling: (element) => element.parentNode?.children[before(element).length + 1] ?? null,
  innerText: ({ textContent }) => textContent,
  outerHTML: ({ name$, attributes, innerHTML }) =>
    `<${[name$, ...[...attributes].map(([name, said]) => `${name}="${said}"`)].join(" ")}>${innerHTML}</${name$}>`,
  isConnected: (element) => element.document.all().includes(element)
};
const define = (name, read, write) =>
  Object.defineProperty(Element.prototype, name, {
    get() {
      return read(this);
    },
    set: write
  });
for (const [name, read] of Object.entries(READ_ONLY)) define(name, read);
const ATTRIBUTES = ["id", "type", "name", "href", "src", "action", "media", "datetime", "class"];
for (const attribute of ATTRIBUTES) {
  const name = { datetime: "dateTime", class: "className" }[attribute] ?? attribute;
  const read = ({ attributes }) => attributes.get(attribute) ?? "";
  define(name, read, function set(value) {
    this.setAttribute(attribute, value);
  });
}
for (const name of ["hidden", "open", "disabled"]) {
  const read = ({ attributes }) => attributes.has(name);
  define(name, read, function set(on) {
    this.toggleAttribute(name, on);
  });
}

const parse = (document, html) => {
  const root = new Element(document, "#fragment"),
    open = [root];
  for (const [text, closed, opened, given] of html.matchAll(TAG)) {
    if (text.startsWith("<!--")) continue;
    if (closed) {
      const at = open.findLastIndex((each) => (each.host ?? each).name$ === closed);
      if (at > 0) open.length = at;
    } else if (opened) {
      const made = new Element(document, opened);
      for (const [, name, value = ""] of (given ?? "").matchAll(ATTRIBUTE)) {
        made.attributes.set(name, plain(value));
      }
      open.at(-1).append(made);
      if (VOID.has(opened)) continue;
      if (made.content$) made.content$.host = made;
      open.push(made.content$ ?? made);
    } else open.at(-1).childNodes.push(plain(text));
  }
  return root;
};

class Document extends Node {
  constructor(html) {
    super(null, "#document");
    Object.assign(this, { posted: [], readyState: "loading", title: "The Game · Companion" });
    for (const name of ["html", "head", "body"]) this[name] = this.createElement(name);
    this.documentElement = this.html;
    this.append(this.html);
    this.html.append(this.head, this.body);
    this.body.append(parse(this, html));
  }

  createElement(name) {
    return new Element(this, name);
  }

  getElementById(id) {
    return this.all().find((each) => each.id === id) ?? null;
  }

  elementFromPoint() {
    return null;
  }
}

class FormData {
  constructor(form, button) {
    this.entries$ = form.elements
      .filter((each) => each.name && (each.name$ !== "button" || each === button))
      .filter((each) => !["radio", "checkbox"].includes(each.type) || each.checked)
      .map((each) => [each.name, each.value]);
  }

  [Symbol.iterator]() {
    return this.entries$[Symbol.iterator]();
  }
}

module.exports = { Document, Event, CustomEvent, FormData, Target };
