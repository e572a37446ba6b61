/* The search of games that the searches over sets do not know: several wastes, both ends of one, pairs
 * of several partners, two packs.
 *
 * Each position that play can reach is examined only one time; positions with the same ranks in the
 * same places are one. What each prune rests on: docs/development/proofs.md, "Several wastes, or both
 * ends of one". A card is the number of its place in the tableau, and the others follow. A move is
 * [card, card], twice the same for one that goes alone, [DEALT, waste] or [TURNED_OVER].
 */

import { drawing, searches } from "./answers.js";
import { apartBy, rankOf, RANKS } from "./position.js";

const GENERAL_COST = 10; // a node here takes as long as so many of the other searches
const WORTH = { // of moves, by which tries order them (any_pairs/general.py)
  deal: -90,
  free: 12, // each card that it leaves exposed
  ways: -6, // each card left that goes with one of its cards
  needed: 150, // it is of the kind of which its ranks need more; less as much if it is of the other
  even: -100, // its ranks need neither
};
const TRIES = 40; // most wins are found by a few nodes with moves in some order, or hardly ever
const TRY_NODES = 300;
const MANY_CARDS = 52; // of more it is rarely known that all was tried, so there are more tries
const DEALT = -1;
const TURNED_OVER = -2;

class General {
  constructor(start) {
    const { game, rules, tableau, bouquet, passed, turned, stock } = start;
    const undealt = [turned, ...stock].filter((card) => card !== null);
    const open = bouquet.filter((card) => card !== null);
    this.cards = [...tableau, ...open, ...passed, ...undealt];
    this.ranks = this.cards.map((card) => (card === null ? 0 : rankOf(card)));
    Object.assign(this, { game, rules, tableau: tableau.length, nodes: 0 });
    this.open = tableau.length + open.length;
    this.partners = game.partners.map((ways) => RANKS.split("").map((_, k) => ways.includes(k + 1)));
    this.above = game.covers.map(() => new Set());
    for (let at = 0, grew = true; grew; at = 0) {
      grew = false;
      for (; at < this.tableau; at++) {
        const before = this.above[at].size;
        for (const cover of game.covers[at]) for (const one of [cover, ...this.above[cover]]) this.above[at].add(one);
        grew = grew || this.above[at].size > before;
      }
    }
    const isKept = (card, other) => // from it, by lying under it
      this.above[card]?.has(other) && !(rules.overlap && game.covers[card].includes(other));
    const all = [...this.cards.keys()];
    this.mates = all.map((card) => all.filter((other) => {
      return other !== card && this.go(card, other) && !isKept(card, other) && !isKept(other, card);
    }));
    this.under = all.slice(0, this.tableau).map((card) => all.filter((one) => game.covers[one]?.includes(card)));
    const isOnly = (ways) => ways.length === 1 && game.partners[ways[0]].length === 1;
    this.isPaired = game.partners.map((ways) => rules.goal === "all" && isOnly(ways));
    const number = new Map(this.cards.map((card, k) => [card, k]));
    const numbers = (pile) => pile.map((card) => number.get(card));
    this.start = {
      here: Uint8Array.from(this.cards, (card) => (card === null ? 0 : 1)),
      wastes: start.wastes.map(numbers),
      undealt: numbers(undealt),
      pass: start.passNumber,
    };
  }

  go(one, other) {
    return this.partners[this.ranks[one]][this.ranks[other] - 1];
  }

  goesAlone(card) {
    return !this.game.partners[this.ranks[card]].length;
  }

  mustGo(card) {
    return this.rules.goal === "all" || (card < this.tableau && this.game.inPyramid[card]);
  }

  /* Whether a pair that is discarded early leaves possible what a later discard did. */
  isEarlyFree({ pass }) {
    return this.game.monotone || pass === this.rules.passes;
  }

  isWon({ here }) {
    return !here.some((is, card) => is && this.mustGo(card));
  }

  /* Whether some card that must go has none left that it could go with, but such as lie above or under it. */
  isDead({ here }) {
    for (let card = 0; card < here.length; card++) {
      if (!here[card] || !this.mustGo(card) || this.goesAlone(card)) continue;
      if (!this.mates[card].some((other) => here[other])) return true;
    }
    return false;
  }

  /* Cards of the same ranks at the same places have the same key. */
  key({ here, wastes, undealt, pass }) {
    const ranks = (pile) => String.fromCharCode(...pile.map((card) => 64 + this.ranks[card]));
    let bits = "";
    for (let first = 0; first < this.open; first += 15) {
      let word = 0;
      for (let k = first; k < Math.min(first + 15, this.open); k++) word = 2 * word + here[k];
      bits += String.fromCharCode(word);
    }
    const at = this.rules.passes === "unlimited" ? 0 : pass;
    return [bits, ...wastes.map(ranks), ranks(undealt), at].join(" ");
  }

  /* The moves, those of `banned` left out. A card that goes immediately leaves no choice. */
  moves(state, banned) {
    const { here, wastes, undealt } = state;
    const { rules } = this;
    const { covers } = this.game;
    const free = []; // [card, its waste, -1 for the turned card, 0 elsewhere]
    for (let card = 0; card < this.open; card++) {
      const isFree = card >= this.tableau || !covers[card].some((cover) => here[cover]);
      if (here[card] && isFree) free.push([card, 0]);
    }
    if (rules.stock_top && undealt.length) free.push([undealt[0], -1]);
    wastes.forEach((waste, k) => {
      if (waste.length) free.push([waste.at(-1), k + 1]);
      if (waste.length > 1 && rules.waste_ends === "both") free.push([waste[0], k + 1]);
    });
    const early = this.isEarlyFree(state);
    const single = free.find(([card]) => this.goesAlone(card) && (early || card < this.tableau));
    if (single) return [[single[0], single[0]]];
    const found = [];
    free.forEach(([card, pile], k) => {
      if (this.goesAlone(card)) found.push([card, card]);
      for (const [other, otherPile] of free.slice(k + 1)) {
        if (this.go(card, other) && !apartBy(this.game, pile, otherPile)) found.push([card, other]);
      }
    });
    if (rules.overlap) {
      for (let card = 0; card < this.tableau; card++) {
        const [upper, ...more] = here[card] ? covers[card].filter((cover) => here[cover]) : [];
        const isBare = upper !== undefined && !more.length && !covers[upper].some((cover) => here[cover]);
        if (isBare && this.go(card, upper)) found.push([card, upper]);
      }
    }
    for (const waste of rules.waste_pairs ? wastes : []) {
      const [lower, upper] = waste.slice(-2);
      if (upper !== undefined && this.go(lower, upper)) found.push([upper, lower]);
    }
    const discards = found.filter((move) => !banned.includes(pairCode(move)));
    return [...discards, ...this.dealings(state)];
  }

  /* What each rank has left: the cards that it can go with, and how many more of these lie beside the tableau than
     it has on it. */
  counted({ here }) {
    const [on, beside] = [Array(14).fill(0), Array(14).fill(0)];
    here.forEach((is, card) => {
      if (is) (card < this.tableau ? on : beside)[this.ranks[card]]++;
    });
    const sum = (ways, of) => ways.reduce((all, rank) => all + of[rank], 0);
    return this.game.partners.map((ways, rank) => ({
      ways: sum(ways, on) + sum(ways, beside), excess: sum(ways, beside) - on[rank],
    }));
  }

  /* What promises most comes first, and equals by chance. Promising are cards that are uncovered, ranks
     with few partners left, and pairs of the kind that their ranks need: both cards on the tableau, or
     both beside it. */
  promising(state, moves, chance) {
    const { here } = state;
    const left = this.counted(state);
    const worth = ([card, other]) => {
      if (card < 0) return WORTH.deal;
      const [{ ways, excess }, partner] = [left[this.ranks[card]], left[this.ranks[other]]];
      const apart = card < this.tableau !== other < this.tableau;
      let found = WORTH.ways * (ways + partner.ways);
      if (!apart && card !== other && this.isPaired[this.ranks[card]]) {
        found += excess === 0 ? WORTH.even : card >= this.tableau === excess > 0 ? WORTH.needed : -WORTH.needed;
      }
      const goes = (one) => one === card || one === other;
      for (const under of new Set([...(this.under[card] ?? []), ...(this.under[other] ?? [])])) {
        const isFreed = !this.game.covers[under].some((cover) => here[cover] && !goes(cover));
        if (here[under] && !goes(under) && isFreed) found += WORTH.free;
      }
      return found;
    };
    const scored = moves.map((move) => [worth(move) + chance(), move]);
    return scored.sort(([one], [other]) => other - one).map(([, move]) => move);
  }

  dealings({ wastes, undealt, pass }) {
    const { deal_to: to, passes, stock } = this.rules;
    if (stock !== "dealt") return [];
    if (undealt.length) return to === "choice" ? wastes.map((_, k) => [DEALT, k]) : [[DEALT, 0]];
    const again = passes === "unlimited" || pass < passes;
    return again && wastes.some((waste) => waste.length) ? [[TURNED_OVER]] : [];
  }

  after(state, [card, other]) {
    const { here, wastes, undealt, pass } = state;
    if (card === TURNED_OVER) {
      return { here, wastes: wastes.map(() => []), undealt: wastes.flat(), pass: pass + 1 };
    }
    if (card === DEALT) {
      const { deal_to: to, draw } = this.rules;
      const each = wastes.length > 1 && to !== "choice";
      const count = each ? wastes.length : draw;
      const dealtTo = (k) => (each ? undealt.slice(k, k + 1) : k === other ? undealt.slice(0, count) : []);
      return { ...state, wastes: wastes.map((waste, k) => [...waste, ...dealtTo(k)]), undealt: undealt.slice(count) };
    }
    const left = here.slice();
    left[card] = left[other] = 0;
    const stays = (one) => one !== card && one !== other;
    return { here: left, wastes: wastes.map((waste) => waste.filter(stays)), undealt: undealt.filter(stays), pass };
  }

  word([card, other]) {
    if (card === TURNED_OVER) return "redeal";
    if (card === DEALT) return this.rules.deal_to === "choice" ? `deal${other + 1}` : "deal";
    return card === other ? this.cards[card] : `${this.cards[card]}/${this.cards[other]}`;
  }

  /* {answer, line}: within a limit of nodes, the moves of each position in the order that `ordered` gives. */
  run(limit, ordered) {
    if (this.isDead(this.start)) return { answer: "lost", line: null };
    const end = this.nodes + limit;
    const seen = new Set([this.key(this.start)]);
    const levels = [{ state: this.start, moves: ordered(this.moves(this.start, []), this.start), at: 0, banned: [] }];
    while (levels.length) {
      const level = levels[levels.length - 1];
      if (level.at === level.moves.length) {
        levels.pop();
        continue;
      }
      if (this.nodes >= end) return { answer: "unknown", line: null };
      const move = level.moves[level.at++];
      const state = this.after(level.state, move);
      const banned = [...level.banned];
      // What was tried in vain need not be tried later, where early discards cost nothing.
      if (move[0] >= 0 && this.isEarlyFree(state)) level.banned.push(pairCode(move));
      const key = this.key(state);
      if (seen.has(key)) continue;
      seen.add(key);
      this.nodes++;
      if (this.isWon(state)) {
        return { answer: "won", line: levels.map(({ moves, at }) => this.word(moves[at - 1])) };
      }
      if (!this.isDead(state)) levels.push({ state, moves: ordered(this.moves(state, banned), state), at: 0, banned });
    }
    return { answer: "lost", line: null };
  }
}

const pairCode = ([one, other]) => 256 * Math.min(one, other) + Math.max(one, other);

/* {answer, line, nodes}, as `solve` gives it. */
function solveGenerally(position, limit) {
  const search = new General(position);
  const allowed = Math.ceil(limit / GENERAL_COST);
  let found = { answer: "unknown", line: null };
  const patient = search.cards.length > MANY_CARDS ? allowed / 2 : 0;
  for (let number = 1; found.answer === "unknown" && search.nodes < allowed; number++) {
    if (number > TRIES && search.nodes >= patient) break;
    const below = drawing(number);
    const most = 60 << number % 3;
    const ordered = (moves, state) => search.promising(state, moves, () => below(most));
    const nodes = TRY_NODES * Math.max(1, number / TRIES);
    found = search.run(Math.min(nodes, allowed - search.nodes), ordered);
  }
  if (found.answer === "unknown" && search.nodes < allowed) {
    found = search.run(allowed - search.nodes, (moves) => moves);
  }
  return { ...found, nodes: GENERAL_COST * search.nodes };
}

searches.generally = solveGenerally;
