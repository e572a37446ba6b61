/* Why a position is lost, in the words of pyrtool/answers/blocks/wording.py.
 *
 * They concern the cards that are left, with the stock lying open: what cannot go then cannot go
 * under any order of the stock. Kinds and order are those of pyrtool/answers/blocks/find.py.
 */

import { loaded, relaxed } from "./by_sets.js";
import { listed } from "./numbers.js";
import { choices, rankOf, RANKS } from "./position.js";
import { say } from "./say.js";
import { Search } from "./search.js";
import { byteOf } from "./sets.js";
import { Discards } from "./state.js";

const setRanks = (s, order) => {
  const cards = order.game.cards.filter((card) => order.bitOf.get(card) >> 3 === s);
  return [...new Set(cards.map(rankOf))].sort((a, b) => a - b);
};

const setName = (s, order) => {
  const ranks = setRanks(s, order);
  return `${RANKS[ranks[0] - 1]}-${RANKS[ranks[ranks.length - 1] - 1]}`;
};

/* The cards of sets in words: "aces and queens". */
const cardsOf = (sets) => {
  const names = say`aces, twos, threes, fours, fives, sixes, sevens, eights, nines, tens, jacks, queens, kings`.split(", ");
  return listed(sets.flat().map((rank) => names[rank - 1]));
};

const stuckWords = (sets) => say`the ${cardsOf(sets)} cannot all be discarded, even with every other card gone`;

/* The same as `words`, with what it concerns: a `card` and its `mates`, or the ranks of `sets` and their `names`; null for
   none. */
export function blockOf(position, limit) {
  const { game } = position;
  const rules = relaxed(game, "withOpenStock");
  const budget = { nodes: limit };
  const simple = simpleBlock(position);
  if (simple) return simple;
  const order = new Discards(game, rules, { dropKings: false });
  const everySet = [...Array(order.sets).keys()];
  const isLost = (sets) => {
    const mask = sets.reduce((bits, s) => bits | (1 << s), 0);
    const search = new Search(game, rules, { monotone: true, budget, sets: mask });
    return search.search(...loaded(search, position).slice(0, 4), 0) === "lost";
  };
  const alone = everySet.find((s) => isLost([s]));
  if (alone !== undefined) {
    const sets = [setRanks(alone, order)];
    return { words: stuckWords(sets), sets, names: setName(alone, order) };
  }
  if (isLost(everySet)) {
    for (let k = 2; k <= order.sets; k++) {
      for (const some of choices(everySet, k)) {
        if (!isLost(some)) continue;
        const names = listed(some.map((s) => setName(s, order)));
        const sets = some.map((s) => setRanks(s, order));
        return { words: stuckWords(sets), sets, names };
      }
    }
  }
  return shortOf(position, order) ?? dealtTooFar(position);
}

/* A card that must go under all of its complements that are left. */
function simpleBlock(position) {
  const { game, rules } = position;
  for (const [i, card] of position.tableau.entries()) {
    const partner = card === null ? 0 : game.mates[rankOf(card)];
    if (partner === 0 || partner === rankOf(card)) continue;
    if (rules.goal === "pyramid" && !game.inPyramid[i]) continue;
    const covers = new Set();
    const add = (j) => {
      for (const k of game.covers[j]) {
        if (position.tableau[k] !== null) covers.add(position.tableau[k]);
        add(k);
      }
    };
    add(i);
    const mates = game.cards.filter((c) => rankOf(c) === partner && position.where(c) !== "gone");
    if (!mates.length || !mates.every((mate) => covers.has(mate))) continue;
    if (rules.overlap && position.covering(card).some((cover) => mates.includes(cover))) continue;
    const held = mates.join(" ");
    const some = say`${card} is covered by all its complements that are left: ${held}`;
    const words = mates.length < rules.suits ? some : say`${card} is covered by all its complements: ${held}`;
    return { words, card, mates };
  }
  return null;
}

/* A set with more cards in the stock, where no two match, than others are left for them. */
function shortOf(position, order) {
  if (!position.game.noTwoStockCardsMatch || position.rules.goal !== "all") return null;
  const inStock = [...position.waste, position.turned, ...position.stock];
  for (let s = 0; s < order.sets; s++) {
    const left = [...order.bitOf.keys()].filter(
      (card) => order.bitOf.get(card) >> 3 === s && position.where(card) !== "gone",
    );
    if (2 * left.filter((card) => inStock.includes(card)).length <= left.length) continue;
    const sets = [setRanks(s, order)];
    return { words: say`more than half of the ${cardsOf(sets)} are in the stock, where no two cards ever match`, sets, isCount: true };
  }
  return null;
}

/* A set whose cards the stock brings no more at a time when they could go. */
function dealtTooFar(position) {
  const { game } = position;
  const order = new Discards(game, relaxed(game, "loosened"), { dropKings: false });
  const [lo, hi, , , at] = loaded(order, position);
  for (let s = 0; s < order.sets; s++) {
    const last = order.lastAlive[256 * s + byteOf(lo, hi, s)];
    if (last >= (order.unlimited ? 0 : at)) continue;
    return { words: say`the stock is dealt too far for the ${cardsOf([setRanks(s, order)])}, even with every other card gone` };
  }
  return null;
}
