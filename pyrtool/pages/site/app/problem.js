/* Problems as the page's app takes them (openProblem), made of a game, its cards and an answer. */

import { SIGNS } from "../../app/dom.js";
import { counted } from "../../engine/numbers.js";
import { RANKS } from "../../engine/position.js";
import { noun, say, spoken } from "../../engine/say.js";
import { load, nameOf } from "./data.js";
import { formatNumber, parseNumber } from "./shuffle.js";

const CARD_NAMES = Object.fromEntries(
  [...RANKS].flatMap((rank) =>
    Object.keys(SIGNS).flatMap((suit) => ["", "2"].map((pack) => [rank + suit + pack, nameOf(rank + suit)])),
  ),
);

/* A lost deal whose explanation was made with the site. */
export function explainedAnswer({ conclusion, explanation: { steps, at }, pool, reasoning }) {
  const sentences = [`${say`No.`} ${spoken(conclusion)}`, spoken(reasoning)];
  const explanation = { steps: steps.map((step) => ({ ...step, words: unpacked(pool, step.words) })), at };
  return { verdict: "lost", sentences, moves: [], shortest: false, marks: {}, explanation };
}

/* What explanations say in the reader's language; without it they stay English. */
export function loadReasonWords() {
  const { lang } = document.documentElement;
  return lang === "en" ? null : load(`${lang}-reasons`).catch(() => null);
}

/* Words that site/reasons.py has packed: a text, or the number of a message and its values. */
export function unpacked(pool, words) {
  if (typeof words === "string") return words;
  const [message, ...values] = words;
  if (message < 0) return counted(values[0], noun([values[1]]));
  const text = spoken(pool[message]).replace(/\{(\d)\}/g, (_, k) => unpacked(pool, values[k]));
  return text[0] === "^" ? text[1].toUpperCase() + text.slice(2) : text;
}

/* `number` is {numbering, value, prefix} or null; `name` is the problem's, for links without a number. */
export function problemOf(game, cards, answer, number, name) {
  const { layout, ...places } = game.shape;
  return {
    game: { ...game.constant, rules: game.rules, cards, ...places },
    layout,
    names: CARD_NAMES,
    answer,
    after: 0,
    identity: {
      game: game.game,
      number: number && formatNumber(number),
      numbering: number && number.numbering,
      changes: game.changes,
      name,
    },
  };
}

/* The number of a listed problem or of a link, "freecell-617"; null if there is none. */
export function numberOf(text, numbering = "native") {
  const [, other, digits] = /^(?:(freecell|pysolfc)-)?(.*)$/.exec(text ?? "");
  return parseNumber(digits, other ?? numbering);
}
