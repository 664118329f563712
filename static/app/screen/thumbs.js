// @ts-nocheck
// Two thumbs at once are two taps: of touches that overlap a browser makes a gesture, and no click.
export const connect = () => {
  const FAR = 12, // px
    LONG = 700; // ms
  const down = new Map();
  let made = []; // where, and when
  const isNear = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < FAR * 2;

  addEventListener(
    "pointerdown",
    ({ pointerType, pointerId, clientX: x, clientY: y, timeStamp: at, target }) => {
      if (pointerType !== "touch") return;
      const touch = { x, y, at, spot: target.closest("#main .entry :is(button, label)") };
      down.set(pointerId, touch);
      if (down.size > 1)
        down.forEach((each) => {
          each.overlaps = true;
        });
    },
    true
  );
  addEventListener("pointercancel", ({ pointerId }) => down.delete(pointerId), true);
  addEventListener(
    "pointerup",
    ({ pointerId, clientX, clientY, timeStamp }) => {
      const touch = down.get(pointerId);
      down.delete(pointerId);
      // For whoever waits with a new board until no finger is on the glass.
      if (down.size) dispatchEvent(new Event("pointerdown"));
      if (!touch?.overlaps || !touch.spot?.isConnected || timeStamp - touch.at > LONG) return;
      if (Math.hypot(clientX - touch.x, clientY - touch.y) > FAR) return;
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
    },
    true
  );
  // A browser that clicks all the same has been heard already.
  addEventListener(
    "click",
    (event) => {
      const { isTrusted, clientX: x, clientY: y, timeStamp } = event;
      if (!isTrusted || !event.detail) return;
      if (!made.some((each) => timeStamp - each.at < LONG && isNear(each, { x, y }))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true
  );
};
