// The types that several scripts share, for tools/types. Nothing of this reaches a phone.

import type { Numbered, Submission, Told } from "./queue/machine.js";

/** What a page gives to a script that is brought along later. */
export type Parts = Record<string, any>;

/** Keys of a game: what it sets here is called when somebody types. */
export type Keys = Record<string, any>;

declare global {
  interface Window {
    /** A script that several bundles have begins once on a page. */
    telling?: boolean;
    htmx?: {
      trigger: (element: Element, name: string) => void;
      swap: (into: Element, html: string, how: object, more: object) => void;
    };
  }
  interface DocumentEventMap {
    /** A newer board, before it is compared with what is there. */
    board: CustomEvent<Document>;
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
    "htmx:beforeSwap": CustomEvent<{
      target: HTMLElement;
      xhr: XMLHttpRequest;
      serverResponse: string;
      shouldSwap: boolean;
    }>;
    "htmx:sendError": CustomEvent & { target: HTMLElement };
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
