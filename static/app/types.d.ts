// The types that several scripts share, for tools/types. Nothing of this reaches a phone.

import type { board, voice } from "./board/board.js";
import type { bring } from "./browser/bring.js";
import type { local } from "./browser/storage.js";
import type { ready } from "./entry/libraries.js";
import type { kept } from "./offline/kept.js";
import type { queue } from "./queue/queue.js";
import type { Numbered, Submission, Told } from "./queue/machine.js";
import type { find, focus } from "./screen/shown.js";

/** What a page gives to a script that is brought along later. */
export interface Parts {
  board: typeof board;
  bring: typeof bring;
  kept: typeof kept;
  local: typeof local;
  queue: typeof queue;
  ready: typeof ready;
  voice: typeof voice;
}

/** Keys of a game: what it sets here is called when somebody types, and says whether it did something. */
export interface Keys {
  find: typeof find;
  focus: typeof focus;
  press: typeof focus;
  dialog: () => HTMLElement | undefined;
  first?: () => HTMLElement | null | undefined;
  digit?: (digit: number) => boolean;
  letters?: Record<string, (isShifted: boolean) => boolean>;
}

declare global {
  interface Window {
    htmx?: {
      trigger: (element: Element, name: string, detail?: object) => void;
      swap: (into: Element, html: string, how: object, more: object) => void;
    };
  }
  interface DocumentEventMap {
    /** A newer board, before it is compared with what is there. */
    board: CustomEvent<Document>;
    /** A newer one than the board that a shell opened with. */
    picture: CustomEvent<{ place: number; moment: number; board: string }>;
    "htmx:afterSwap": CustomEvent<{ target: HTMLElement; xhr: XMLHttpRequest }>;
  }
}

// What is looked for in our pages is HTML: that of the last name in a selector, and a field where
// only what it is called or chosen by is said. What is tapped or typed on is HTML, too.
type Tags = HTMLElementTagNameMap;
type Last<S> = S extends `${string} ${infer Rest}` ? Last<Rest> : S;
type Named<S> = S extends keyof Tags
  ? S
  : S extends `${infer Name}${"." | "[" | ":" | "#"}${string}`
    ? Name & keyof Tags
    : never;
type Is<S, E> = Last<S> extends `[name${string}` | `[type${string}` | `[data-number]${string}`
  ? HTMLInputElement
  : [Named<Last<S>>] extends [never]
    ? E
    : Tags[Named<Last<S>>];

declare global {
  interface ParentNode {
    querySelector<S extends string, E extends Element = HTMLElement>(is: S): Is<S, E> | null;
    querySelectorAll<S extends string, E extends Element = HTMLElement>(
      is: S
    ): NodeListOf<Is<S, E>>;
  }
  interface Element {
    closest<S extends string, E extends Element = HTMLElement>(is: S): Is<S, E> | null;
  }
  interface HTMLFormControlsCollection {
    readonly csrf_token?: HTMLInputElement;
  }
  interface MouseEvent {
    readonly target: HTMLElement;
  }
  interface KeyboardEvent {
    readonly target: HTMLElement;
  }
  interface FocusEvent {
    readonly target: HTMLElement;
  }
  interface SubmitEvent {
    readonly target: HTMLFormElement;
  }
  interface DocumentEventMap {
    /** Something was tapped, before it is in the queue. */
    echo: CustomEvent<{
      submission: Pick<Submission, "game" | "url" | "values" | "says" | "title">;
      button: HTMLElement | null;
      added: Promise<unknown>;
    }>;
    /** What a submission is called while it waits: the script of a game adds facts. */
    "entry:says": CustomEvent<{ form: HTMLFormElement; facts: Record<string, any> }>;
    /** What has no answer, and what of it takes long. */
    waiting: CustomEvent<{ waiting: Numbered[]; pending: Numbered[] }>;
    /** A digit or sign, by keys of the screen or by others. */
    typed: CustomEvent<{ form: HTMLFormElement; digit: string; sign: string }>;
    "queue:answer": CustomEvent<Told>;
    /** How far the app is that this phone gets. */
    keeping: CustomEvent<{ state: string; share: number }>;
    "htmx:beforeRequest": CustomEvent<{
      target: HTMLElement;
      requestConfig: { verb: string; path: string };
    }>;
    "htmx:beforeSwap": CustomEvent<{
      target: HTMLElement;
      xhr: XMLHttpRequest;
      serverResponse: string;
      shouldSwap: boolean;
    }>;
    "htmx:sendError": CustomEvent & { target: HTMLElement };
  }
}

// htmx and idiomorph come after the page itself; whoever needs them waits for `ready`.
declare global {
  interface HTMLFormControlsCollection {
    readonly seen?: HTMLInputElement;
  }
  const htmx: NonNullable<Window["htmx"]> & {
    ajax: (verb: string, address: string, where: object) => Promise<void>;
    process: (element: Element) => void;
  };
  const Idiomorph: { morph: (old: Element, next: Node, how: object) => void };
  // What is set becomes a text.
  interface String {
    replace(what: string, by: string | number): string;
  }
  interface Element {
    setAttribute(name: string, value: string | number | boolean): void;
  }
  interface CSSStyleDeclaration {
    setProperty(name: string, value: string | number): void;
  }
  interface FocusOptions {
    focusVisible?: boolean;
  }
  interface DocumentEventMap {
    /** Of which game something is sent now. */
    "queue:sends": CustomEvent<string>;
    /** The ids of what the phone has worked into the board that it shows. */
    included: CustomEvent<string[]>;
    queue: Event;
    /** A sheet is opened. */
    sheet: Event;
  }
}

// What the scripts of a game keep on its forms, and read there.
declare global {
  interface HTMLFormElement {
    /** Of a round of Bluff what is chosen, and whose card is next. */
    state?: import("./games/game_of_bluff/closing.js").Round;
    now?: number;
  }
  interface HTMLFormControlsCollection {
    readonly kind?: HTMLInputElement;
    readonly round?: HTMLInputElement;
    readonly player?: HTMLInputElement;
  }
}

// What a service worker has.
declare global {
  interface ExtendableEvent extends Event {
    waitUntil: (work: Promise<unknown>) => void;
  }
  interface FetchEvent extends ExtendableEvent {
    readonly request: Request;
    respondWith: (answer: Response | Promise<Response | undefined>) => void;
  }
  interface InstallEvent extends ExtendableEvent {
    /** Browsers know it since lately. */
    addRoutes?: (routes: object[]) => void;
  }
  interface Client {
    readonly id: string;
    readonly url: string;
    readonly frameType: string;
    postMessage: (message: object, ports?: MessagePort[]) => void;
  }
  interface WindowEventMap {
    fetch: FetchEvent;
    install: InstallEvent;
    activate: ExtendableEvent;
  }
  interface MessageEvent<T> extends ExtendableEvent {
    readonly data: T;
  }
  const clients: {
    claim: () => Promise<void>;
    get: (id: string) => Promise<Client | undefined>;
    matchAll: (of: object) => Promise<Client[]>;
  };
  const registration: ServiceWorkerRegistration;
  const skipWaiting: () => void;
}
