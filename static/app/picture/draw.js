// The result of a game as a picture to send round: its name and day, the result on a card, the
// players, and the lines of the game in what room is left.
import { drawChart } from "./chart.js";
import { bare, fit, setFont, setLetters, wrapWhole } from "./letters.js";

/** @import { Context } from "./letters.js" */
/** @import { Box, Look, Told } from "./told.js" */

export const WIDTH = 1080;
export const HEIGHT = 1350;
const SIDE = 64,
  INNER = WIDTH - 2 * SIDE,
  TOP = 210,
  FOOT = HEIGHT - 96, // where the name of the app begins
  GAP = 12,
  CARD = { width: 204, height: 272 },
  FAN = 177; // from the middle of the first card to the lowest of the others

// How a result is said, and why: the first in which all of it has room.
const HEADS = [
    { most: 2, weight: 800, size: 92, least: 64 },
    { most: 3, weight: 800, size: 56, least: 48 },
    { most: 5, weight: 800, size: 48, least: 34 }
  ],
  REASONS = [
    { most: 2, weight: 500, size: 34, least: 30 },
    { most: 3, weight: 500, size: 28, least: 26 }
  ];

/**
 * @param {Context} ctx
 * @param {Told} told
 * @param {Look} look
 * @param {string} day
 */
const drawHead = (ctx, told, look, day) => {
  ctx.fillStyle = look.accent;
  ctx.fillText(fit(ctx, told.title, INNER, { weight: 800, size: 52, least: 38 }), SIDE, 116);
  ctx.fillStyle = look.ink2;
  const says = [day, told.length, told.variant].filter(Boolean).join("  ·  ");
  ctx.fillText(fit(ctx, says, INNER, { weight: 500, size: 32, least: 26 }), SIDE, 168);
};

// The figure in the middle of a card, small what it is a part of.
/**
 * @param {Context} ctx
 * @param {Told} told
 * @param {number} width
 */
const drawFigure = (ctx, { figure, of }, width) => {
  let size = 124,
    wide = 0,
    whole = width + 1;
  for (; whole > width && size > 30; size -= 4) {
    setFont(ctx, 800, size);
    wide = ctx.measureText(figure).width;
    setFont(ctx, 800, size / 2);
    whole = wide + ctx.measureText(of).width;
  }
  ctx.fillText(of, wide - whole / 2, size * 0.36);
  setFont(ctx, 800, size);
  ctx.fillText(figure, -whole / 2, size * 0.36);
};

// Cards in a fan, the result on the first one.
/**
 * @param {Context} ctx
 * @param {Told} told
 * @param {Look} look
 * @param {number} middle
 */
const drawCards = (ctx, told, look, middle) => {
  const { width, height } = CARD;
  const cards = [
    [14, 36, 20, look.press],
    [5, 20, 6, look.hair],
    [-4, 0, 0, told.won ? look.fill : look.card]
  ];
  for (const [turn, right, down, colour] of /** @type {[number, number, number, string][]} */ (
    cards
  )) {
    ctx.save();
    ctx.translate(SIDE + 18 + width / 2 + right, middle + down);
    ctx.rotate((turn * Math.PI) / 180);
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.roundRect(-width / 2, -height / 2, width, height, 34);
    ctx.fill();
    if (turn < 0) {
      ctx.fillStyle = told.won ? look.onFill : look.deep;
      drawFigure(ctx, told, width - 32);
    }
    ctx.restore();
  }
};
/**
 * @param {Context} ctx
 * @param {Told} told
 * @param {Look} look
 * @param {number} middle
 */
const drawResult = (ctx, told, look, middle) => {
  drawCards(ctx, told, look, middle);
  const left = SIDE + 18 + CARD.width + 92,
    width = WIDTH - SIDE - left,
    head = wrapWhole(ctx, told.says, width, HEADS),
    more = told.why ? wrapWhole(ctx, told.why, width, REASONS) : null,
    step = more ? Math.round(more.size * 1.3) : 0,
    whole = head.lines.length * head.size * 1.06 + (more ? 12 + more.lines.length * step : 0);
  let at = middle - whole / 2;
  ctx.fillStyle = look.ink;
  setFont(ctx, 800, head.size);
  for (const line of head.lines) {
    ctx.fillText(line, left, at + head.size * 0.84);
    at += head.size * 1.06;
  }
  if (!more) return;
  ctx.fillStyle = look.ink2;
  setFont(ctx, 500, more.size);
  for (const line of more.lines) {
    at += step;
    ctx.fillText(line, left, at);
  }
};

/**
 * @param {Context} ctx
 * @param {Told} told
 * @param {number} seat
 * @param {Box} box
 * @param {Look} look
 */
const drawPlayer = (ctx, told, seat, { x, y, width, height }, look) => {
  const { figures, ranks, names } = told,
    isFirst = ranks[seat] === 1,
    size = Math.min(44, Math.round(height * 0.55)),
    line = y + height / 2 + size * 0.36,
    edge = Math.min(28, Math.round(height * 0.36)),
    most = Math.max(...figures);
  setFont(ctx, 800, size);
  const widest = Math.max(0, ...ranks.map((rank) => ctx.measureText(String(rank)).width)),
    start = x + edge + (widest && widest + size * 0.5);
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, 24);
  ctx.clip();
  ctx.fillStyle = isFirst ? look.fill : look.tray;
  ctx.fillRect(x, y, width, height);
  ctx.fillStyle = look.press;
  if (figures.length && !ranks.length && most)
    ctx.fillRect(x, y, (width * figures[seat]) / most, height);
  ctx.restore();
  ctx.fillStyle = isFirst ? look.onFill : look.ink2;
  if (ranks.length) ctx.fillText(String(ranks[seat]), x + edge, line);
  ctx.fillStyle = isFirst ? look.onFill : look.ink;
  const said = figures.length ? String(figures[seat]).replace("-", "−") : "";
  ctx.textAlign = "right";
  ctx.fillText(said, x + width - edge, line);
  const room = x + width - start - ctx.measureText(said).width - edge - size * 0.5;
  ctx.textAlign = "left";
  const type = { weight: isFirst ? 750 : 650, size, least: Math.round(size * 0.7) };
  ctx.fillText(fit(ctx, bare(names[seat]), room, type), start, line);
};

// By place where they have one; down the first column, then the second.
/**
 * @param {Told} told
 * @returns {{ order: number[], columns: number, each: number }}
 */
const seatsOf = ({ names, ranks }) => {
  const order = [...names.keys()].sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0)),
    columns = names.length > 5 ? 2 : 1;
  return { order, columns, each: Math.ceil(names.length / columns) };
};
// Who has no figure is a name among others.
/**
 * @param {Context} ctx
 * @param {Told} told
 * @param {number} top
 * @param {Look} [look]  none where only its height is asked
 */
const drawNames = (ctx, told, top, look) => {
  const type = { weight: 650, size: 40, least: 28 },
    height = 80;
  let x = SIDE,
    y = top;
  for (const name of told.names.map(bare)) {
    const said = fit(ctx, name, INNER - 64, type),
      width = ctx.measureText(said).width + 64;
    if (x > SIDE && x + width > WIDTH - SIDE) [x, y] = [SIDE, y + height + GAP];
    if (look) {
      ctx.fillStyle = look.tray;
      ctx.beginPath();
      ctx.roundRect(x, y, width, height, 24);
      ctx.fill();
      ctx.fillStyle = look.ink;
      ctx.fillText(said, x + 32, y + 54);
    }
    x += width + GAP;
  }
  return y + height - top;
};
/**
 * @param {Context} ctx
 * @param {Told} told
 * @param {number} top
 * @param {number} row
 * @param {Look} look
 */
const drawPlayers = (ctx, told, top, row, look) => {
  const { order, columns, each } = seatsOf(told),
    width = (INNER - (columns - 1) * GAP) / columns;
  if (told.called) {
    ctx.fillStyle = look.ink2;
    ctx.textAlign = "right";
    setFont(ctx, 600, 28);
    ctx.fillText(told.called, SIDE + INNER - 28, top - 16);
    ctx.textAlign = "left";
  }
  order.forEach((seat, at) => {
    const x = SIDE + Math.floor(at / each) * (width + GAP),
      y = top + (at % each) * (row + GAP);
    drawPlayer(ctx, told, seat, { x, y, width, height: row }, look);
  });
};

/**
 * @param {Context} ctx
 * @param {Look} look
 */
const drawFoot = (ctx, look) => {
  const line = HEIGHT - 44;
  ctx.fillStyle = look.ink2;
  setFont(ctx, 700, 28);
  ctx.fillText("Companion", SIDE + 46, line);
  ctx.fillStyle = look.accent;
  for (const [x, up] of [
    [SIDE, 1],
    [SIDE + 16, -1]
  ]) {
    const [from, to] = up > 0 ? [line, line - 22] : [line - 20, line + 2];
    ctx.beginPath();
    ctx.moveTo(x, from);
    ctx.lineTo(x + 11, to);
    ctx.lineTo(x + 22, from);
    ctx.fill();
  }
};

/**
 * @param {Context} ctx  of a canvas of this width and height
 * @param {Told} told
 * @param {Look} look
 * @param {string} day
 */
export const draw = (ctx, told, look, day) => {
  setLetters(look.letters);
  ctx.fillStyle = look.table;
  ctx.fillRect(0, 0, WIDTH, HEIGHT);
  drawHead(ctx, told, look, day);
  const { each } = seatsOf(told),
    hasFigures = told.figures.length > 0,
    hasLines = told.rows.length > 2,
    label = hasFigures && told.called ? 34 : 0,
    least = each > 6 ? 230 : 300,
    result = hasLines ? (each > 6 ? 310 : 330) : 400,
    room = FOOT - TOP - result - label - (hasLines ? least + 28 : 0),
    row = Math.min(hasLines ? 84 : 96, (room - (each - 1) * GAP) / each),
    players = hasFigures ? each * (row + GAP) - GAP : drawNames(ctx, told, 0),
    top = TOP + (hasLines ? 0 : (room - players) * 0.3),
    next = top + result + label;
  drawResult(ctx, told, look, top + Math.min(result / 2 - 12, result - FAN));
  if (hasFigures) drawPlayers(ctx, told, next, row, look);
  else drawNames(ctx, told, next, look);
  const y = next + players + 28;
  if (hasLines) drawChart(ctx, told, { x: SIDE, y, width: INNER, height: FOOT - y }, look);
  drawFoot(ctx, look);
};
