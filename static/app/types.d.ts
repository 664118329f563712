// The types that several scripts share, for tools/types. Nothing of this reaches a phone.

/** What a page gives to a script that is brought along later. */
export type Parts = Record<string, any>;

/** Keys of a game: what it sets here is called when somebody types. */
export type Keys = Record<string, any>;

declare global {
  interface Window {
    /** A script that several bundles have begins once on a page. */
    sharing?: boolean;
    telling?: boolean;
    htmx?: { trigger: (element: Element, name: string) => void };
  }
  interface DocumentEventMap {
    /** A newer board, before it is compared with what is there. */
    board: CustomEvent<Document>;
    "htmx:afterSwap": CustomEvent<{ target: HTMLElement; xhr: XMLHttpRequest }>;
  }
}
