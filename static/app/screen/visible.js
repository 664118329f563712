/**
 * Whether it is drawn, as far as the browser can tell.
 * @param {Element} each
 */
export const isVisible = (each) => each.checkVisibility?.({ visibilityProperty: true }) ?? true;
