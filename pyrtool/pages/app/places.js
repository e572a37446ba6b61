/* Where every card lies on the table.
 *
 * The tableau's places come from the pictures (pyrtool/pictures/scenes/positions.py) as data; where the piles lie
 * depends on the window, and is decided here. The unit is the width of a card.
 */

import { pileWords } from "./words.js";
import { say } from "../engine/say.js";

const CARD_HEIGHT = 1.4;
const MOST_SPREAD = 1.6; // how far rows are spread where there is room below
const SMALL_PX = 60; // cards that would be narrower make columns close up, or lie beside a pyramid
const GAP = 0.32; // between the tableau and what lies below or beside it
const LABEL_ROOM = 0.4; // above a pile
const PILE_STEP = 1.14; // from one pile to the next
const WIDE_PILE_STEP = 1.5; // where there is room
const ROOMY_WIDTH = 10; // of a tableau; in a wider one cards may be as small as labels
const LEAST_PX = 36; // a card may be so narrow for the table to fit the window's height
const WASTE_STEP = 0.26; // how much of a waste card shows under the next
const WASTE_SHOWN = 4; // cards of a waste that show
const WASTE_GAP = 0.2; // between several wastes
const LEAST_WASTE = 1.3; // the width of one of several
const LEAST_STEP = 0.42; // of open cards in a row: their index shows
const FAN_STEP = 0.75; // wider, but short of free, slivers of pips would show
const FREE_STEP = 1.05;
const ROW_GAP = 0.14;
const PILE_GAP = 0.2; // between waste, turned card and stock that lie open
const PILE_WIDTH = 0.55; // of the pile of discarded cards
const LEAST_PILE = 1.25; // the width of a pile with its label
const PAIR_GAP = 0.25; // between the pairs of a game that is won
const [PAIR_WIDTH, PAIR_HEIGHT] = [1.5 + PAIR_GAP, CARD_HEIGHT + PAIR_GAP];
const BESIDE_WIDTH = 4.2; // of open cards beside the tableau
const LEAST_WIDTH = 6.9; // for rows of open cards below it
const SAME_ROW = 0.35; // rows are further apart than that

/* {width, height, cards: Map of card to spot, labels, slots, pile: where discarded cards go}. A spot is {x, y, shown, z, state, lapped}:
 * the upper left corner, the width that no neighbour hides, as `state` null, "down" for a card that
 * lies face down, "passed" for one of an open waste and "waiting" for one of an open stock that is not available, "under" for one that does not show, and whether the next card of its row or its waste lies on it.
 * `look` is {open: whether the stock lies face up, beside: whether piles lie beside the tableau, spread: how far
 * apart its rows are drawn, columns: "close" or "aside", or nothing where they lie as in pictures}.
 */
export function arrange(position, picture, look) {
  if (look.pairs) return inOrder(look.pairs, look.ratio);
  const layout = laidOut(picture, position.game.places, look);
  const table = { cards: new Map(), labels: [], slots: [] };
  const dealt = position.rules.stock === "dealt";
  const { width, height } = dealt && !look.open
    ? closedPiles(position, layout, look.beside, table)
    : openRows(position, layout, look.beside, table);
  return { ...table, width, height, pile: discardPile(position, layout, look, width) };
}

/* The pairs of a game that is won, row by row, in a room of this width for its height. */
function inOrder(pairs, ratio) {
  const perRow = Math.max(1, Math.round(Math.sqrt((pairs.length * ratio * PAIR_HEIGHT) / PAIR_WIDTH)));
  const cards = new Map();
  pairs.forEach((pair, k) => {
    const [x, y] = [(k % perRow) * PAIR_WIDTH, Math.floor(k / perRow) * PAIR_HEIGHT];
    pair.forEach((card, n) => {
      const isUnder = n + 1 < pair.length;
      cards.set(card, { x: x + n / 2, y, shown: isUnder ? 0.5 : 1, lapped: isUnder, z: n, state: "done" });
    });
  });
  const [width, height] = [perRow * PAIR_WIDTH - PAIR_GAP, Math.ceil(pairs.length / perRow) * PAIR_HEIGHT - PAIR_GAP];
  return { cards, labels: [], slots: [], width, height, pile: { x: 0, y: 0, width, isShown: false } };
}

/* The places of a picture as they lie in this look. */
function laidOut(picture, places, { spread = 1, columns }) {
  const moved = columns ? withColumns(picture, places, columns) : picture;
  if (spread === 1) return moved;
  const rows = new Map(); // where each row was, and is
  let [was, is] = [0, 0];
  for (const y of rowsOf(moved)) {
    is += (y - was) * (y - was < CARD_HEIGHT ? spread : 1);
    rows.set(y, is);
    was = y;
  }
  return { ...moved, height: is + CARD_HEIGHT, tableau: moved.tableau.map(([x, y, shown]) => [x, rows.get(y), shown]) };
}

const rowsOf = ({ tableau }) => [...new Set(tableau.map(([, y]) => y))].sort((one, other) => one - other);

export const isColumn = (place) => place.startsWith("column");

/* Columns that take no more width than what lies above them ("close"), or lie beside it in two lines ("aside"). */
function withColumns(picture, places, columns) {
  const others = picture.tableau.filter((_, i) => !isColumn(places[i]));
  const left = Math.min(...others.map(([x]) => x));
  const wide = Math.max(...others.map(([x]) => x)) + 1 - left;
  const lanes = [...new Set(picture.tableau.filter((_, i) => isColumn(places[i])).map(([x]) => x))];
  const top = Math.min(...picture.tableau.filter((_, i) => isColumn(places[i])).map(([, y]) => y));
  const [line, high] = [Math.ceil(lanes.length / 2), picture.height - top];
  const step = (wide - 1) / (lanes.length - 1);
  const tableau = picture.tableau.map(([x, y, shown], i) => {
    if (!isColumn(places[i])) return [x - left, y, shown];
    const k = lanes.indexOf(x);
    if (columns === "close") return [k * step, y, k + 1 < lanes.length ? Math.min(1, step) : 1];
    return [wide + GAP + (k % line), y - top + (k < line ? 0 : high + ROW_GAP), 1];
  });
  const lowest = Math.max(...tableau.map(([, y]) => y));
  return { width: columns === "close" ? wide : wide + GAP + line, height: lowest + CARD_HEIGHT, tableau };
}

/* The discarded cards lie in the upper right corner, where the tableau leaves it free, or go beyond it. */
function discardPile(position, layout, { beside }, width) {
  const left = (width + layout.width) / 2 - width + PILE_WIDTH + 1.05; // in the tableau's measure
  const isFree = !beside && layout.tableau.every(([x, y]) => x < layout.width - left || y > CARD_HEIGHT * PILE_WIDTH);
  const isShown = isFree && position.cardsLeft() < position.game.cards.length;
  const aside = (1 - PILE_WIDTH) / 2; // a card of this size about the middle of a whole one
  return { x: width - 1 + aside, y: isFree ? -CARD_HEIGHT * aside : -CARD_HEIGHT, width, isShown };
}

function putTableau({ tableau, game }, layout, table, left) {
  const rows = rowsOf(layout);
  tableau.forEach((card, i) => {
    const [x, y, shown] = layout.tableau[i];
    if (card !== null) table.cards.set(card, { x: x + left, y, shown, z: 2 * rows.indexOf(y), state: null });
  });
  for (const column of new Set(game.places.filter(isColumn))) {
    if (tableau.some((card, i) => card !== null && game.places[i] === column)) continue;
    const [x, y] = layout.tableau[game.places.indexOf(column)];
    table.slots.push({ x: x + left, y }); // an outline, as in pictures
  }
}

/* A bouquet, of which every card has and keeps its place, or a stock that lies open. */
function openRows(position, layout, beside, table) {
  const { rules, game } = position;
  const dealt = rules.stock === "dealt";
  const count = game.cards.length - layout.tableau.length;
  if (!count) {
    putTableau(position, layout, table, 0);
    return layout;
  }
  const room = beside ? BESIDE_WIDTH : Math.max(layout.width, LEAST_WIDTH);
  const { perRow, step, rows } = dealt ? { ...fitting(count, room, rules.draw), perRow: 1 } : spread(count, room);
  const wide = dealt ? room : (perRow - 1) * step + 1;
  const width = beside ? layout.width + GAP + wide : room;
  const left = beside ? layout.width + GAP : (room - wide) / 2;
  const top = (beside ? 0 : layout.height + GAP) + LABEL_ROOM;
  const rowStep = CARD_HEIGHT + (dealt ? LABEL_ROOM : ROW_GAP);
  putTableau(position, layout, table, beside ? 0 : (width - layout.width) / 2);
  if (dealt) putStock(position, table, { left, top, room, step });
  else putBouquet(position, table, { left, top, perRow, step });
  let below = top + rows * rowStep + CARD_HEIGHT - rowStep;
  if (rules.wastes > 1) below = openWastes(position, table, beside, { left: beside ? left : 0, top: below + ROW_GAP, room });
  return { width, height: beside ? Math.max(layout.height, below) : below };
}

function putBouquet({ game, bouquet }, table, { left, top, perRow, step }) {
  const strip = game.cards.slice(-bouquet.length);
  const isHere = (card) => bouquet.includes(card);
  strip.forEach((card, k) => {
    if (!isHere(card)) return;
    const row = Math.floor(k / perRow);
    const next = strip.slice(k + 1, (row + 1) * perRow).findIndex(isHere);
    const shown = next < 0 ? 1 : Math.min(1, (next + 1) * step);
    const [x, y] = [left + (k % perRow) * step, top + row * (CARD_HEIGHT + ROW_GAP)];
    table.cards.set(card, { x, y, shown, lapped: shown < 1, z: k % perRow, state: null });
  });
  if (strip.some(isHere)) table.labels.push([say`Bouquet`, left, top - 0.08]);
}

/* The one waste, the turned card and the stock as piles without gaps, one after the other. */
function putStock(position, table, { left, top, room, step }) {
  const { wastes, waste, turned, stock } = position;
  const dealt = inDeals(stock.length, position.rules.draw).map((size, k, sizes) => {
    const first = sizes.slice(0, k).reduce((sum, one) => sum + one, 0);
    return [k ? "" : say`Stock`, stock.slice(first, first + size)];
  });
  const piles = [[say`Waste`, wastes.length > 1 ? [] : waste], [say`Turned`, turned === null ? [] : [turned]], ...dealt];
  const available = position.available();
  const spots = inPiles(piles.map(([, cards]) => cards.length), room, step);
  piles.forEach(([name, cards], i) => {
    cards.forEach((card, k) => {
      const { x, row } = spots[i][k];
      const next = spots[i][k + 1];
      const y = top + row * (CARD_HEIGHT + LABEL_ROOM);
      const count = cards === dealt[0]?.[1] ? stock.length : cards.length;
      if (!k && name) table.labels.push([count > 1 ? `${name} ${count}` : name, left + x, y - 0.08]);
      const lapped = next?.row === row;
      const isHeld = !available.includes(card);
      const state = cards === waste && isHeld ? "passed" : i > 1 && isHeld ? "waiting" : null;
      table.cards.set(card, { x: left + x, y, shown: lapped ? step : 1, lapped, z: k, state });
    });
  });
}

/* The sizes of the groups in which this many cards are dealt. */
const inDeals = (count, draw) =>
  draw === 1 ? [count] : Array.from({ length: Math.ceil(count / draw) }, (_, k) => Math.min(draw, count - k * draw));

/* Where the cards of piles of these sizes lie in rows, one pile after the other: lists of {x, row}. */
function inPiles(sizes, room, step) {
  let [x, row] = [0, 0];
  return sizes.map((size, pile) =>
    Array.from({ length: size }, (_, k) => {
      if (x + (k || pile > 2 ? 1 : LEAST_PILE) > room + 1e-9) [x, row] = [0, row + 1];
      const spot = { x, row };
      x += k + 1 < size ? step : 1 + PILE_GAP;
      return spot;
    }),
  );
}

/* {rows, step} of this many cards in as few rows as stay readable, however many of them are dealt. */
function fitting(count, room, draw) {
  const key = `${count} ${room} ${draw}`;
  if (!fittings.has(key)) fittings.set(key, fit(count, room, draw));
  return fittings.get(key);
}

const fittings = new Map(); // asked for at every move

function fit(count, room, draw) {
  const rowsOf = (dealt, step) => inPiles([dealt, 1, ...inDeals(count - 1 - dealt, draw)], room, step).flat().at(-1).row + 1;
  for (let rows = 1; ; rows++) {
    for (let step = FAN_STEP; step >= LEAST_STEP; step -= 0.01) {
      if ([...Array(count).keys()].every((dealt) => rowsOf(dealt, step) <= rows)) return { rows, step };
    }
  }
}

/* Several wastes as fans of all their cards, side by side or one below the other; how far down they
   reach. */
function openWastes(position, table, beside, { left, top, room }) {
  const { wastes } = position;
  const perLine = beside ? 1 : wastes.length;
  const wide = (room - (perLine - 1) * WASTE_GAP) / perLine;
  const lineStep = CARD_HEIGHT + LABEL_ROOM;
  wastes.forEach((waste, k) => {
    const x = left + (k % perLine) * (wide + WASTE_GAP);
    const y = top + Math.floor(k / perLine) * lineStep + LABEL_ROOM;
    const step = Math.min(FAN_STEP, (wide - 1) / Math.max(1, waste.length - 1));
    putWaste(position, table, k + 1, { x, y, step, indices: [...waste.keys()] });
  });
  return top + Math.ceil(wastes.length / perLine) * lineStep;
}

/* The cards of a waste at these indices in a fan, its label and its outline; the others lie under. */
function putWaste(position, table, number, { x, y, step, indices }) {
  const waste = position.wastes[number - 1];
  waste.forEach((card, k) => {
    const at = indices.indexOf(k);
    const isTop = k === waste.length - 1;
    const place = { x: x + Math.max(0, at) * step, y, shown: isTop ? 1 : step, lapped: !isTop, z: k };
    table.cards.set(card, { ...place, state: at < 0 ? "under" : null });
  });
  const words = pileWords(position.wasteName(number));
  const separated = position.rules.wastes > 1 ? ":" : "";
  table.labels.push([waste.length ? `${words}${separated} ${waste.length}` : words, x, y - 0.08]);
  table.slots.push({ x, y, deals: false, to: number });
}

/* Which cards of a waste show in a pile: the top ones, and the bottom one where it is available. */
function shownOf(waste, { waste_ends: ends }) {
  const last = [...waste.keys()].slice(-WASTE_SHOWN);
  return ends === "both" && last.length && last[0] > 0 ? [0, ...last.slice(1)] : last;
}

/* Cards in a row and their step, in as few rows as stay readable. */
function spread(count, width) {
  for (let rows = 1; ; rows++) {
    const perRow = Math.ceil(count / rows);
    if (perRow <= 1) return { perRow: 1, step: 1, rows };
    const step = (width - 1) / (perRow - 1);
    if (step < LEAST_STEP) continue;
    return { perRow, step: step >= FREE_STEP ? FREE_STEP : Math.min(step, FAN_STEP), rows };
  }
}

/* Stock, turned card and waste as piles: in the tableau's upper corners, which a pyramid leaves
   free, or in a row below. */
function closedPiles(position, layout, beside, table) {
  const { turned, wastes, stock, rules } = position;
  const pileStep = beside ? PILE_STEP : WIDE_PILE_STEP * Math.max(1, layout.width / ROOMY_WIDTH);
  const turnedX = rules.stock_top ? pileStep : 0;
  const many = wastes.length - 1;
  const wasteWidth = 1 + (WASTE_SHOWN - 1) * WASTE_STEP;
  const high = (CARD_HEIGHT + LABEL_ROOM) * (beside ? wastes.length : 1);
  const beyond = layout.tableau.filter(([, y]) => y < high);
  const free = Math.min(...beyond.map(([x]) => Math.min(x, layout.width - x - 1)));
  const aside = beside ? Math.max(0, Math.max(turnedX + 1, wasteWidth) + 0.2 - free) : 0;
  const least = turnedX + pileStep + (many ? wastes.length * (LEAST_WASTE + WASTE_GAP) : 0);
  const width = beside ? layout.width + 2 * aside : Math.max(layout.width, LEAST_WIDTH, least);
  const top = (beside ? 0 : layout.height + GAP) + LABEL_ROOM;
  const height = beside ? Math.max(layout.height, high) : top + CARD_HEIGHT;
  putTableau(position, layout, table, (width - layout.width) / 2);
  stock.forEach((card, k) => {
    const state = k < 2 ? "down" : "under"; // the second shows while the first is being turned
    table.cards.set(card, { x: 0, y: top, shown: 1, z: stock.length - k, state });
  });
  if (turned !== null) table.cards.set(turned, { x: turnedX, y: top, shown: 1, z: 60, state: null });
  const wasteX = beside ? width - wasteWidth : turnedX + pileStep;
  const room = (width - wasteX - many * WASTE_GAP) / wastes.length; // of each waste in a row
  const step = beside || !many ? WASTE_STEP : Math.min(WASTE_STEP, (room - 1) / (WASTE_SHOWN - 1));
  const label = (words, count, x) => table.labels.push([count ? `${words} ${count}` : words, x, top - 0.08]);
  label(say`Stock`, stock.length, 0);
  if (rules.stock_top && !beside) label(say`Turned`, 0, turnedX); // there it would run into the stock's
  table.slots.push({ x: 0, y: top, deals: true });
  if (rules.stock_top) table.slots.push({ x: turnedX, y: top, deals: false });
  wastes.forEach((waste, k) => {
    const x = wasteX + (beside ? 0 : k * (room + WASTE_GAP));
    const y = top + (beside ? k * (CARD_HEIGHT + LABEL_ROOM) : 0);
    putWaste(position, table, k + 1, { x, y, step, indices: shownOf(waste, rules) });
  });
  return { width, height };
}

/* The look under which cards are largest in a room of these pixels; what is left of its height spreads the rows. */
export function bestLook(position, layout, open, roomWidth, roomHeight) {
  const sized = (look) => {
    const { width, height } = arrange(position, layout, look);
    const unit = Math.min(roomWidth / width, Math.max(LEAST_PX, roomHeight / height));
    return { look, unit, spare: roomHeight / unit - height };
  };
  const better = (one, other) => (other.unit > one.unit + 0.01 ? other : one);
  let best = better(sized({ open, beside: false }), sized({ open, beside: true }));
  const { places } = position.game;
  if (best.unit < SMALL_PX && places.some(isColumn) && !places.every(isColumn)) {
    best = ["close", "aside"].map((columns) => sized({ open, beside: false, columns })).reduce(better, best);
  }
  const steps = rowsOf(layout).map((y, k, rows) => y - (rows[k - 1] ?? 0)).filter((step) => step < CARD_HEIGHT);
  const span = steps.reduce((sum, step) => sum + step, 0);
  const spread = best.look.columns === "aside" || span === 0 ? 1 : 1 + best.spare / span;
  return { ...best.look, spread: Math.max(1, Math.min(MOST_SPREAD, spread)), isSmall: best.unit < SMALL_PX };
}

/* The card that an arrow key leads to: Left and right lead to the one before and after it, row by
 * row, so that every card is reached. Up and down lead to the nearest one of the next row. */
export function neighbour(cards, card, dx, dy) {
  if (!cards.has(card)) return null;
  const inOrder = [...cards.keys()];
  if (dx) return inOrder[inOrder.indexOf(card) + dx] ?? null;
  const from = cards.get(card);
  const ahead = inOrder
    .map((other) => ({ other, far: (cards.get(other).y - from.y) * dy }))
    .filter(({ far }) => far > SAME_ROW);
  const next = Math.min(...ahead.map(({ far }) => far));
  const aside = ({ other }) => Math.abs(cards.get(other).x - from.x);
  const inRow = ahead.filter(({ far }) => far < next + SAME_ROW);
  return inRow.sort((a, b) => aside(a) - aside(b))[0]?.other ?? null;
}
