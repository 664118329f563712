// The lines of a game, each named at its end as far as there is room.
import { fit, setFont } from "./letters.js";

/** @import { Context } from "./letters.js" */
/** @import { Box, Look, Told } from "./told.js" */

const PAD = 36,
  NAMES = 250, // the most that is kept for the names
  LEAD = 34, // from the end of a line to its name
  ROOM = 38; // of a name, from the one before

/**
 * Heights moved apart, no further than there is room, in the order that they have.
 * @param {number[]} heights
 * @param {number} lowest
 */
const apart = (heights, lowest) => {
  const order = [...heights.keys()].sort((one, other) => heights[one] - heights[other]),
    places = [...heights];
  order.forEach((line, at) => {
    if (at) places[line] = Math.max(places[line], places[order[at - 1]] + ROOM);
  });
  let low = lowest;
  for (const line of order.reverse()) {
    places[line] = Math.min(places[line], low);
    low = places[line] - ROOM;
  }
  return places;
};

// Those that matter most, then those who came first; what has no name has none.
/**
 * @param {Told} told
 * @param {number} most
 */
const chooseNamed = ({ ends, loud, ranks }, most) =>
  [...ends.keys()]
    .filter((line) => ends[line])
    .sort(
      (one, other) =>
        Number(loud.includes(other)) - Number(loud.includes(one)) ||
        (ranks[one] ?? 0) - (ranks[other] ?? 0)
    )
    .slice(0, Math.max(1, most));

/**
 * Where the steps and figures lie, with the names and the room that they have.
 * @typedef {{ left: number, right: number, top: number, bottom: number, names: number,
 *   named: number[], across: (step: number) => number, heightOf: (figure: number) => number }} Plot
 */

/**
 * @param {Context} ctx
 * @param {Told} told
 * @param {Box} box
 * @returns {Plot}
 */
const plot = (ctx, told, box) => {
  const { rows, limit } = told,
    figures = [...rows.flat(), told.low, told.high, ...(limit ? [limit.at] : [])],
    low = Math.min(0, ...figures),
    high = Math.max(low + 1, ...figures),
    named = chooseNamed(told, Math.floor((box.height - 2 * PAD) / ROOM) + 1);
  setFont(ctx, 700, 28);
  const widths = named.map((line) => ctx.measureText(told.ends[line]).width),
    names = Math.min(NAMES, Math.max(0, ...widths)),
    left = box.x + PAD,
    right = box.x + box.width - PAD - (names ? names + LEAD : 6),
    top = box.y + PAD,
    bottom = box.y + box.height - PAD;
  return {
    ...{ left, right, top, bottom, names, named },
    across: (step) => left + ((right - left) * step) / Math.max(1, rows.length - 1),
    heightOf: (figure) => bottom - ((bottom - top) * (figure - low)) / (high - low)
  };
};

/**
 * @param {Context} ctx
 * @param {Told} told
 * @param {Plot} at
 * @param {Look} look
 */
const drawLines = (ctx, { rows, loud }, { right, across, heightOf }, look) => {
  const last = rows[rows.length - 1],
    lines = [...last.keys()].sort((a, b) => Number(loud.includes(a)) - Number(loud.includes(b)));
  ctx.lineJoin = ctx.lineCap = "round";
  for (const line of lines) {
    const isLoud = loud.includes(line);
    ctx.strokeStyle = ctx.fillStyle = isLoud ? look.accent : look.quiet;
    ctx.lineWidth = isLoud ? 8 : 4;
    ctx.beginPath();
    rows.forEach((row, step) => {
      if (step) ctx.lineTo(across(step), heightOf(row[line]));
      else ctx.moveTo(across(step), heightOf(row[line]));
    });
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(right, heightOf(last[line]), isLoud ? 11 : 7, 0, 7);
    ctx.fill();
  }
};

/**
 * @param {Context} ctx
 * @param {Told} told
 * @param {Plot} at
 * @param {Look} look
 */
const drawNames = (ctx, told, { right, bottom, names, named, heightOf }, look) => {
  const last = told.rows[told.rows.length - 1],
    heights = named.map((line) => heightOf(last[line])),
    places = apart(heights, bottom);
  named.forEach((line, at) => {
    const isLoud = told.loud.includes(line);
    ctx.fillStyle = ctx.strokeStyle = isLoud ? look.accent : look.ink2;
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.moveTo(right, heights[at]);
    ctx.lineTo(right + 26, places[at]);
    ctx.stroke();
    const type = { weight: isLoud ? 800 : 600, size: 28, least: 24 };
    ctx.fillText(fit(ctx, told.ends[line], names, type), right + LEAD, places[at] + 10);
  });
};

/**
 * @param {Context} ctx
 * @param {Told} told
 * @param {Box} box
 * @param {Look} look
 */
export const drawChart = (ctx, told, box, look) => {
  const at = plot(ctx, told, box),
    { limit } = told;
  ctx.fillStyle = look.tray;
  ctx.beginPath();
  ctx.roundRect(box.x, box.y, box.width, box.height, 32);
  ctx.fill();
  if (limit) drawLimit(ctx, limit.says, at.heightOf(limit.at), at, look);
  drawLines(ctx, told, at, look);
  drawNames(ctx, told, at, look);
};

/**
 * @param {Context} ctx
 * @param {string} says
 * @param {number} height
 * @param {{ left: number, right: number, top: number }} sides
 * @param {Look} look
 */
const drawLimit = (ctx, says, height, { left, right, top }, look) => {
  ctx.strokeStyle = ctx.fillStyle = look.ink2;
  ctx.lineWidth = 3;
  ctx.setLineDash([10, 10]);
  ctx.beginPath();
  ctx.moveTo(left, height);
  ctx.lineTo(right, height);
  ctx.stroke();
  ctx.setLineDash([]);
  setFont(ctx, 600, 26);
  ctx.fillText(says, left, height - top > 24 ? height - 12 : height + 34);
};
