/* Small pictures of deals: cards with their ranks, in the colour of the suit. */

const SKETCH_CARD = 20; // the width of a card, in units of the picture
const SKETCH_HIGH = 28;
const ROOMY = 6; // the width of a pyramid, in cards, that leaves its corners to the piles
const SVG = "http://www.w3.org/2000/svg";

/* Ranks as lines, 8 units wide and 12 high. */
const STROKES = {
  A: "M0 12L4 0 8 12M1.5 8H6.5",
  2: "M.5 3.4A3.5 3.4 0 1 1 6.6 5.6L.3 12H8",
  3: "M.6 0H7.4L3.7 4.7A3.7 3.6 0 1 1 .2 9.6",
  4: "M6 12V0L0 8.6H8",
  5: "M7.2 0H1.4L.9 5.3A3.8 3.6 0 1 1 .3 10",
  6: "M6.4 0C2.6 2.2.4 5 .4 8.2A3.6 3.7 0 1 0 4 4.6 3.6 3.7 0 0 0 .6 7.4",
  7: "M0 0H8L3 12",
  8: "M4 .1A2.9 2.7 0 1 0 4.01 .1ZM4 5.5A3.6 3.3 0 1 0 4.01 5.5Z",
  9: "M1.6 12C5.4 9.8 7.6 7 7.6 3.8A3.6 3.7 0 1 0 4 7.4 3.6 3.7 0 0 0 7.4 4.6",
  T: "M-.6 1.8 1 0V12M6 0C4.2 0 3.4 2.6 3.4 6S4.2 12 6 12 8.6 9.4 8.6 6 7.8 0 6 0Z",
  J: "M6.4 0V8.6A3 3.3 0 0 1 .4 8.6",
  Q: "M4 0A4 6 0 1 0 4.01 0ZM4.6 8.6 8 12.4",
  K: "M.8 0V12M7.6 0 .8 7.4M3.2 5 8 12",
};

function drawn(tag, given) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(given)) made.setAttribute(name, value);
  return made;
}

const cardPath = (x, y) => `M${x + 2} ${y}h16q2 0 2 2v24q0 2-2 2h-16q-2 0-2-2v-24q0-2 2-2z`;

/* The deal as an SVG element: its tableau, and of a closed stock its back and the turned card. */
function sketch(cards, game) {
  const { layout, places } = game.shape;
  const piles = pilesOf(game, cards.slice(places.length));
  const scaled = (number) => Math.round(number * SKETCH_CARD * 10) / 10;
  const aside = piles.corner.length && layout.width < ROOMY ? 1.2 * piles.corner.length : 0;
  const width = scaled(layout.width + aside);
  const rows = new Map();
  layout.tableau.forEach(([x, y], i) => rows.set(y, [...(rows.get(y) ?? []), [x + aside, cards[i]]]));
  const height = scaled(layout.height) + (piles.below.length ? SKETCH_HIGH + 6 : 0);
  const svg = drawn("svg", { viewBox: `-1 -1 ${width + 2} ${height + 2}`, class: "sketch" });
  const lay = (row, y, kind = "paper") => {
    svg.append(drawn("path", { class: kind, d: row.map(([x]) => cardPath(scaled(x), y)).join("") }));
    for (const [x, card] of row) {
      if (!card) continue;
      const ink = /[DH]/.test(card[1]) ? "red" : "black";
      const transform = `translate(${scaled(x) + 7.4} ${y + 2.6})scale(.66)`;
      svg.append(drawn("path", { class: ink, d: STROKES[card[0]], transform }));
    }
  };
  for (const [x, kind, card] of piles.corner) lay([[x, card]], 0, kind);
  for (const [y, row] of [...rows].sort(([one], [other]) => one - other)) lay(row, scaled(y));
  const step = Math.min(1, (layout.width - 1) / Math.max(1, piles.below.length - 1));
  piles.below.forEach((card, k) => lay([[k * step, card]], scaled(layout.height) + 6));
  return svg;
}

/* What lies beside the tableau: in the corner that a pyramid leaves free, or in a row below. */
function pilesOf({ rules }, rest) {
  if (!rest.length) return { corner: [], below: [] };
  if (rules.stock === "bouquet") return { corner: [], below: rest };
  const turned = rules.stock_top ? [[1.1, "paper", rest[0]]] : [];
  return { corner: [[0, "back", null], ...turned], below: [] };
}
