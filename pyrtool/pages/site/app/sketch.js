/* Small pictures of deals: cards with the letters and signs of those on the board, side by side where
 * the next row leaves a strip.
 *
 * `arrived.sketch` is what pyrtool/pages/page/face_data.py makes.
 */

import { arrived } from "../../app/dom.js";
import { letterOf } from "../../engine/numbers.js";

const SKETCH_CARD = 20; // the width of a card, in units of the picture
const SKETCH_HIGH = 28;
const ROOMY = 6; // the width of a pyramid, in cards, that leaves its corners to the piles
const BESIDE = 0.85; // how far apart two cards of a row are, in cards, that show the signs of suits
const SVG = "http://www.w3.org/2000/svg";

function drawn(tag, given) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(given)) made.setAttribute(name, value);
  return made;
}

const cardPath = (x, y) => `M${x + 2} ${y}h16q2 0 2 2v24q0 2-2 2h-16q-2 0-2-2v-24q0-2 2-2z`;

/* A card that lies face down, with the back that the player chose: its pattern is a style sheet's. */
function cardBack(x, y) {
  const made = drawn("foreignObject", { x, y, width: SKETCH_CARD, height: SKETCH_HIGH });
  const back = document.createElement("div");
  back.className = "back";
  made.append(back);
  return made;
}

/* The deal as an SVG element: its tableau, and of a closed stock its back and the turned card. */
export function sketch(cards, game) {
  const { layout, places } = game.shape;
  const piles = pilesOf(game, cards.slice(places.length));
  const scaled = (number) => Math.round(number * SKETCH_CARD * 10) / 10;
  const aside = piles.corner.length && layout.width < ROOMY ? 1.2 * piles.corner.length : 0;
  const width = scaled(layout.width + aside);
  const rows = new Map();
  layout.tableau.forEach(([x, y], i) => rows.set(y, [...(rows.get(y) ?? []), [x + aside, cards[i]]]));
  const height = scaled(layout.height) + (piles.below.length ? SKETCH_HIGH + 6 : 0);
  const svg = drawn("svg", { viewBox: `-1 -1 ${width + 2} ${height + 2}`, class: "sketch" });
  const { letters, pen, suits } = arrived.sketch;
  const inks = new Map(); // a path for each kind of ink: no other card lies where they are
  const ink = (kind, d) => inks.set(kind, (inks.get(kind) ?? "") + d);
  const lay = (row, y, apart = 1) => {
    svg.append(drawn("path", { class: "paper", d: row.map(([x]) => cardPath(scaled(x), y)).join("") }));
    for (const [x, card] of row) {
      const colour = `suit-${card[1]}`;
      ink(`${colour} letter`, `M${scaled(x) + 5.6} ${y + 6.4}${letters[letterOf(card[0])]}`);
      if (apart > BESIDE) ink(colour, `M${scaled(x) + 14.2} ${y + 6.4}${suits[card[1]]}`);
    }
  };
  for (const [x, card] of piles.corner) {
    if (card) lay([[x, card]], 0);
    else svg.append(cardBack(scaled(x), 0));
  }
  for (const [y, row] of [...rows].sort(([one], [other]) => one - other)) lay(row, scaled(y));
  const step = Math.min(1, (layout.width - 1) / Math.max(1, piles.below.length - 1));
  piles.below.forEach((card, k) => lay([[k * step, card]], scaled(layout.height) + 6, step));
  for (const [kind, d] of inks) svg.append(drawn("path", { class: kind, "stroke-width": pen, d }));
  return svg;
}

/* What lies beside the tableau: in the corner that a pyramid leaves free, or in a row below. */
function pilesOf({ rules }, rest) {
  if (!rest.length) return { corner: [], below: [] };
  if (rules.stock === "bouquet") return { corner: [], below: rest };
  const turned = rules.stock_top ? [[1.1, rest[0]]] : [];
  return { corner: [[0, null], ...turned], below: [] };
}
