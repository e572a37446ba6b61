/* Where every card lies on the table.
 *
 * The tableau's places come from the pictures (pyrtool/render/scene.py) as data; where the piles lie
 * depends on the window, and is decided here. The unit is the width of a card.
 */

const CARD_HEIGHT = 1.4;
const GAP = 0.32; // between the tableau and what lies below or beside it
const LABEL_ROOM = 0.32; // above a pile
const PILE_STEP = 1.14; // from one pile to the next
const WIDE_PILE_STEP = 1.5; // where there is room
const LEAST_PX = 36; // a card may be so narrow for the table to fit the window's height
const WASTE_STEP = 0.26; // how much of a waste card shows under the next
const WASTE_SHOWN = 4; // cards of the waste that show
const LEAST_STEP = 0.42; // of open cards in a row: their index shows
const FAN_STEP = 0.75; // wider, but short of free, slivers of pips would show
const FREE_STEP = 1.05;
const ROW_GAP = 0.14;
const RAISED = 0.14; // by which a card of the open stock is raised that can be discarded
const BESIDE_WIDTH = 4.2; // of open cards beside the tableau
const LEAST_WIDTH = 6.9; // for rows of open cards below it
const SAME_ROW = 0.35; // rows are further apart than that

/* {width, height, cards: Map of card to spot, labels, slots}. A spot is {x, y, shown, z, state}: the
 * upper left corner, the width that no neighbour hides, and as `state` null, "down" for a card that
 * lies face down, "passed" for one of an open waste, "under" for one that does not show at all.
 * `look` is {open: whether the stock lies face up, beside: whether piles lie beside the tableau}.
 */
function arrange(position, layout, look) {
  const table = { cards: new Map(), labels: [], slots: [] };
  const dealt = position.rules.stock === "dealt";
  const { width, height } = dealt && !look.open
    ? closedPiles(position, layout, look.beside, table)
    : openRows(position, layout, look.beside, table);
  return { ...table, width, height };
}

function putTableau(position, layout, table, left) {
  position.tableau.forEach((card, i) => {
    if (card === null) return;
    const [x, y, shown] = layout.tableau[i];
    table.cards.set(card, { x: x + left, y, shown, z: 0, state: null });
  });
}

/* A bouquet, or a stock that lies open: every card has its place in the order of dealing, and keeps
   it; what is available is raised, what was passed is dimmed. */
function openRows(position, layout, beside, table) {
  const dealt = position.rules.stock === "dealt";
  const strip = position.game.cards.slice(layout.tableau.length);
  if (!strip.length) {
    putTableau(position, layout, table, 0);
    return layout;
  }
  const room = beside ? BESIDE_WIDTH : Math.max(layout.width, LEAST_WIDTH);
  const { perRow, step, rows } = spread(strip.length, room);
  const wide = (perRow - 1) * step + 1;
  const width = beside ? layout.width + GAP + wide : room;
  const left = beside ? layout.width + GAP : (room - wide) / 2;
  const raised = dealt ? RAISED : 0;
  const top = (beside ? 0 : layout.height + GAP) + LABEL_ROOM + raised;
  const rowStep = CARD_HEIGHT + ROW_GAP + raised;
  putTableau(position, layout, table, beside ? 0 : (width - layout.width) / 2);
  const tops = [position.turned, position.wasteTop];
  strip.forEach((card, k) => {
    const where = position.where(card);
    if (where === "gone") return;
    const row = Math.floor(k / perRow);
    const rest = strip.slice(k + 1, (row + 1) * perRow);
    const next = rest.findIndex((other) => position.where(other) !== "gone");
    const isTop = tops.includes(card);
    table.cards.set(card, {
      x: left + (k % perRow) * step,
      y: top + row * rowStep - (isTop ? raised : 0),
      shown: next < 0 ? 1 : Math.min(1, (next + 1) * step),
      z: 0,
      state: where === "waste" && !isTop ? "passed" : null,
    });
  });
  if (strip.some((card) => table.cards.has(card))) {
    const words = dealt ? stripWords(position) : "Bouquet";
    table.labels.push([words, left, top - raised - 0.08]);
  }
  const below = top + rows * rowStep - ROW_GAP - raised;
  return { width, height: beside ? Math.max(layout.height, below) : below };
}

function stripWords(position) {
  const { waste, undealt } = position;
  if (!waste.length) return `Stock ${undealt}, in the order of dealing`;
  return undealt ? `Waste ${waste.length}, stock ${undealt}` : `Waste ${waste.length}`;
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
  const { turned, waste, stock, rules } = position;
  const pileStep = beside ? PILE_STEP : WIDE_PILE_STEP;
  const turnedX = rules.stock_top ? pileStep : 0;
  const wasteWidth = 1 + (WASTE_SHOWN - 1) * WASTE_STEP;
  const high = CARD_HEIGHT + LABEL_ROOM;
  const beyond = layout.tableau.filter(([, y]) => y < high);
  const free = Math.min(...beyond.map(([x]) => Math.min(x, layout.width - x - 1)));
  const aside = beside ? Math.max(0, Math.max(turnedX + 1, wasteWidth) + 0.2 - free) : 0;
  const width = beside ? layout.width + 2 * aside : Math.max(layout.width, LEAST_WIDTH);
  const top = (beside ? 0 : layout.height + GAP) + LABEL_ROOM;
  const height = beside ? Math.max(layout.height, high) : top + CARD_HEIGHT;
  putTableau(position, layout, table, (width - layout.width) / 2);
  stock.forEach((card, k) => {
    const state = k < 2 ? "down" : "under"; // the second shows while the first is being turned
    table.cards.set(card, { x: 0, y: top, shown: 1, z: stock.length - k, state });
  });
  if (turned !== null) table.cards.set(turned, { x: turnedX, y: top, shown: 1, z: 60, state: null });
  const wasteX = beside ? width - wasteWidth : turnedX + pileStep;
  const first = Math.max(0, waste.length - WASTE_SHOWN);
  waste.forEach((card, k) => {
    const isTop = k === waste.length - 1;
    const x = wasteX + Math.max(0, k - first) * WASTE_STEP;
    const state = k < first ? "under" : null;
    table.cards.set(card, { x, y: top, shown: isTop ? 1 : WASTE_STEP, z: k, state });
  });
  const label = (words, count, x) => table.labels.push([count ? `${words} ${count}` : words, x, top - 0.08]);
  label("Stock", stock.length, 0);
  if (rules.stock_top && !beside) label("Turned", 0, turnedX); // there it would run into the stock's
  label("Waste", waste.length, wasteX);
  table.slots.push({ x: 0, y: top, deals: true });
  if (rules.stock_top) table.slots.push({ x: turnedX, y: top, deals: false });
  table.slots.push({ x: wasteX, y: top, deals: false });
  return { width, height };
}

/* The look under which cards are largest in a room of these pixels. */
function bestLook(position, layout, open, roomWidth, roomHeight) {
  const unit = (beside) => {
    const { width, height } = arrange(position, layout, { open, beside });
    return Math.min(roomWidth / width, Math.max(LEAST_PX, roomHeight / height));
  };
  return { open, beside: unit(true) > unit(false) };
}

/* The card that an arrow key leads to: to the left and right the one before and after it, row by
 * row, so that every card is reached; up and down the nearest one of the next row. */
function neighbour(cards, card, dx, dy) {
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
