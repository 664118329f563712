// Two thumbs at once are two taps: of touches that overlap a browser makes a gesture, and no click.
/** @typedef {{ x: number, y: number, at: number }} Point  where, and when */
/** @typedef {Point & { spot: HTMLElement | null, overlaps?: boolean }} Touch */

const FAR = 12, // px
  LONG = 700; // ms
/** @type {Map<number, Touch>} by pointer */
const down = new Map();
/** @type {Point[]} */
let made = [];

/**
 * @param {MouseEvent} event
 * @param {Point} point
 */
const measure = ({ clientX, clientY }, { x, y }) => Math.hypot(clientX - x, clientY - y);

/** @param {PointerEvent} event */
const begin = ({ pointerType, pointerId, clientX: x, clientY: y, timeStamp: at, target }) => {
  if (pointerType !== "touch") return;
  down.set(pointerId, { x, y, at, spot: target.closest("#main .entry :is(button, label)") });
  if (down.size > 1)
    down.forEach((each) => {
      each.overlaps = true;
    });
};

/** @param {PointerEvent} event */
const end = (event) => {
  const { pointerId, clientX, clientY, timeStamp } = event,
    touch = down.get(pointerId);
  down.delete(pointerId);
  // For whoever waits with a new board until no finger is on the glass.
  if (down.size) dispatchEvent(new Event("pointerdown"));
  if (!touch?.overlaps || !touch.spot?.isConnected || timeStamp - touch.at > LONG) return;
  if (measure(event, touch) > FAR) return;
  made = [...made.filter(({ at }) => timeStamp - at < LONG), { ...touch, at: timeStamp }];
  touch.spot.dispatchEvent(
    new MouseEvent("click", {
      bubbles: true,
      cancelable: true,
      detail: 1,
      view: window,
      clientX,
      clientY
    })
  );
};

// A browser that clicks all the same has been heard already.
/** @param {MouseEvent} event */
const drop = (event) => {
  const { isTrusted, detail, timeStamp } = event;
  if (!isTrusted || !detail) return;
  if (!made.some((each) => timeStamp - each.at < LONG && measure(event, each) < FAR * 2)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
};

export const connect = () => {
  addEventListener("pointerdown", begin, true);
  addEventListener("pointercancel", ({ pointerId }) => down.delete(pointerId), true);
  addEventListener("pointerup", end, true);
  addEventListener("click", drop, true);
};
