/* Where every card lies on the board, and the table in words.
 *
 * The places come from the pictures (pyrtool/render/scene.py) as data; only which of them a
 * card has is decided here. The unit is the width of a card.
 */

const SAME_ROW = 0.3; // rows are further apart than that

/* {cards: Map of card to [x, y, shown], labels: [[words, x, y]], slot: [x, y] or null} */
function arrange(position, layout) {
  const { game, rules } = position;
  const cards = new Map();
  const put = (card, spot) => card !== null && cards.set(card, spot);
  position.tableau.forEach((card, i) => put(card, layout.tableau[i]));
  position.bouquet.forEach((card, i) => put(card, layout.bouquet[i]));
  if (rules.stock !== "dealt") {
    const left = position.bouquet.some((card) => card !== null);
    return { cards, labels: left ? layout.labels : [], slot: null };
  }
  const { turned, waste, stock } = position;
  if (!position.undealt && !waste.length) return { cards, labels: [], slot: null };
  const turns = turned === null ? 0 : 1;
  const piles = layout.piles[turns][waste.length];
  waste.forEach((card, k) => put(card, layout.waste[turns][k]));
  put(turned, piles.turned);
  stock.forEach((card, k) => {
    const [x, y, shown] = layout.stock[k];
    put(card, [x, y + piles.stock, shown]);
  });
  const count = (words, pile) => (pile.length > 1 ? `${words}, ${pile.length}` : words);
  const labels = [[count("Waste", waste), ...piles.wasteLabel]];
  if (turned !== null) labels.push(["Turned", ...piles.turnedLabel]);
  if (stock.length) labels.push([count("Stock", stock), ...piles.stockLabel]);
  return { cards, labels, slot: waste.length ? null : layout.slot };
}

/* The whole table, a line for each row or pile, as pyrtool/render/words.py tells it. */
function describe(position, names) {
  const named = (card) => (card === null ? "none" : names[card]);
  const listed = (cards) =>
    cards.some((card) => card !== null) ? cards.map(named).join(", ") : "empty";
  const rows = new Map();
  position.tableau.forEach((card, i) => {
    const pile = position.game.pileNames[i];
    rows.set(pile, [...(rows.get(pile) ?? []), card]);
  });
  const piles = position.tableau.some((card) => card !== null) ? [...rows] : [];
  if (position.bouquet.some((card) => card !== null)) piles.push(["Bouquet", position.bouquet]);
  if (position.waste.length) piles.push(["Waste, the top card last", position.waste]);
  if (position.turned !== null) piles.push(["Turned card", [position.turned]]);
  if (position.stock.length) piles.push(["Stock, in the order of dealing", position.stock]);
  if (!piles.length) return ["The table is empty."];
  return piles.map(([pile, cards]) => `${pile}: ${listed(cards)}.`);
}

/* What a card's button is called: the card, its place, and whether it can go. */
function cardLabel(position, card, names) {
  const place = position.where(card);
  const words = place
    .replace(/^pyramid (\d+)\.(\d+)$/, "pyramid row $1, place $2")
    .replace(/^turned$/, "turned card");
  const covers = position.covering(card).map((cover) => names[cover]);
  let state = "available";
  if (covers.length) state = `covered by ${covers.join(" and ")}`;
  else if (place === "stock") state = `number ${position.stock.indexOf(card) + 1} to be turned`;
  else if (place === "waste") {
    const top = position.wasteTop;
    state = card === top ? "on top" : `under ${names[top]}`;
  }
  return `${names[card]}, ${words}, ${state}`;
}

/* The card that an arrow key leads to: along the row, or to the nearest card of the next row.
 * From every card keys lead to every other one. */
function neighbour(cards, card, dx, dy) {
  const from = cards.get(card);
  if (!from) return null;
  const along = ([x, y]) => (x - from[0]) * dx + (y - from[1]) * dy;
  const aside = ([x, y]) => Math.abs((x - from[0]) * dy) + Math.abs((y - from[1]) * dx);
  let ahead = [...cards].filter(([, spot]) => along(spot) > (dy ? SAME_ROW : 0.01));
  if (dx) ahead = ahead.filter(([, spot]) => aside(spot) < SAME_ROW);
  const next = Math.min(...ahead.map(([, spot]) => along(spot)));
  if (dy) ahead = ahead.filter(([, spot]) => along(spot) < next + SAME_ROW);
  const distance = dy ? aside : along;
  ahead.sort((a, b) => distance(a[1]) - distance(b[1]));
  return ahead.length ? ahead[0][0] : null;
}
