/* Small pictures of deals: cards with their ranks, in the colour of the suit. */

const SKETCH_CARD = 20; // the width of a card, in units of the picture
const SKETCH_HIGH = 28;
const ROOMY = 6; // the width of a pyramid, in cards, that leaves its corners to the piles
const SVG = "http://www.w3.org/2000/svg";

/* Ranks as lines, 5 units wide and 8 high, from where they are put. */
const STROKES = {
  B: "m.53 0v7.92h2.4a2.1 2.1 0 0 0 0-4.2h-2.4m0-3.72h2a1.86 1.86 0 0 1 0 3.72",
  D: "m.53 0v7.92h1.2c2.2 0 3-1.8 3-3.96s-.8-3.96-3-3.96z",
  R: "m.53 7.92v-7.92h2.2a2.1 2.1 0 0 1 0 4.2h-2.2m2 0l2.4 3.72",
  V: "m0 0l2.64 7.92l2.64-7.92",
  A: "m0 7.92l2.64-7.92l2.64 7.92m-4.29-2.64h3.3",
  2: "m.33 2.24a2.31 2.24 0 1 1 4.03 1.46l-4.16 4.22h5.08",
  3: "m.4 0h4.48l-2.44 3.1a2.44 2.38 0 1 1-2.31 3.24",
  4: "m3.96 7.92v-7.92l-3.96 5.68h5.28",
  5: "m4.75 0h-3.83l-.33 3.5a2.51 2.38 0 1 1-.39 3.1",
  6: "m4.22 0c-2.5 1.45-3.96 3.3-3.96 5.41a2.38 2.44 0 1 0 2.38-2.37a2.38 2.44 0 0 0-2.24 1.84",
  7: "m0 0h5.28l-3.3 7.92",
  8: "m2.64 .07a1.91 1.78 0 1 0 .01 0zm0 3.56a2.38 2.18 0 1 0 .01 0z",
  9: "m1.06 7.92c2.5-1.45 3.96-3.3 3.96-5.41a2.38 2.44 0 1 0-2.38 2.37a2.38 2.44 0 0 0 2.24-1.84",
  T: "m-.4 1.19l1.06-1.19v7.92m3.3-7.92c-1.19 0-1.72 1.72-1.72 3.96s.53 3.96 1.72 3.96s1.72-1.72 1.72-3.96s-.53-3.96-1.72-3.96z",
  J: "m4.22 0v5.68a1.98 2.18 0 0 1-3.96 0",
  Q: "m2.64 0a2.64 3.96 0 1 0 .01 0zm.4 5.68l2.24 2.5",
  K: "m.53 0v7.92m4.49-7.92l-4.49 4.88m1.58-1.58l3.17 4.62",
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
  const inks = { black: "", red: "" }; // a path each: ranks stand where no other card lies
  const lay = (row, y, kind = "paper") => {
    svg.append(drawn("path", { class: kind, d: row.map(([x]) => cardPath(scaled(x), y)).join("") }));
    for (const [x, card] of row) {
      if (!card) continue;
      const ink = /[DH]/.test(card[1]) ? "red" : "black";
      inks[ink] += `M${scaled(x) + 7.4} ${y + 2.6}${STROKES[letterOf(card[0])]}`;
    }
  };
  for (const [x, kind, card] of piles.corner) lay([[x, card]], 0, kind);
  for (const [y, row] of [...rows].sort(([one], [other]) => one - other)) lay(row, scaled(y));
  const step = Math.min(1, (layout.width - 1) / Math.max(1, piles.below.length - 1));
  piles.below.forEach((card, k) => lay([[k * step, card]], scaled(layout.height) + 6));
  for (const [ink, d] of Object.entries(inks)) svg.append(drawn("path", { class: ink, d }));
  return svg;
}

/* What lies beside the tableau: in the corner that a pyramid leaves free, or in a row below. */
function pilesOf({ rules }, rest) {
  if (!rest.length) return { corner: [], below: [] };
  if (rules.stock === "bouquet") return { corner: [], below: rest };
  const turned = rules.stock_top ? [[1.1, "paper", rest[0]]] : [];
  return { corner: [[0, "back", null], ...turned], below: [] };
}
