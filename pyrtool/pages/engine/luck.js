/* Skill and luck of a game whose stock lay face down, as pyrtool/answers/review/luck.py says it: first
 * chance, skill, and luck add up to the result, and the mean luck of every player is 0.
 *
 * The measure is the player `careful`, which sees what the person saw (pyrtool/kernel/closed_players.py).
 */

import { searches, shuffler } from "./answers.js";
import { loaded } from "./by_sets.js";
import { hiddenCards, isAlone, Position } from "./position.js";
import { BELOW_HI, BELOW_LO, bitHi, bitLo, byteOf, lowestBit } from "./sets.js";
import { Discards, PAIRS } from "./state.js";

const DEALING = 63; // in place of a move's cards
const [IN_TABLEAU, WITH_TABLEAU, IN_STOCK] = [3000, 2000, 1000];
const EXPOSING = 16; // for each card that is exposed
const [WASTEFUL, DEADLY] = [-10000, -100000];
const KEPT_TABLES = 4000;
const ALL_UNSEEN = 6; // cards: up to this many, all their orders are played

/* The player: `open` what is seen, then `choose`, or `wins` with an order of the unseen cards. */
class CarefulPlayer extends Discards {
  constructor(game) {
    super(game, game.rules, { dropKings: false, keepSingles: false, keepOptional: false, bySuit: true });
    this.patience = this.unlimited ? (this.draw === 1 ? 2 : 3) : this.passes + 1;
    game.places.forEach((_, i) => { // a king whose discard may end the game is a move
      if (game.rules.scoring !== "microsoft" || !game.inPyramid[i] || game.covers.some((on) => on.includes(i))) return;
      this.atOnceLo &= ~bitLo(this.bitAt[i]);
      this.atOnceHi &= ~bitHi(this.bitAt[i]);
    });
    this.tables = Array.from({ length: this.sets }, () => new Map());
    this.known = []; // by set: what its table is of, and the table
    this.scratch = new Int32Array(256 * 8);
    this.worth = new Int32Array(PAIRS);
  }

  open(position) {
    const { cards } = this.game;
    this.put(cards.slice(this.tableau), [...cards.keys()]);
    this.row = loaded(this, position);
    this.wasSeen = position.passNumber > 1;
  }

  /* Put these cards at these indices of the stock. */
  put(cards, places) {
    cards.forEach((card, i) => {
      const b = this.bitOf.get(card);
      this.bitAt[this.tableau + places[i]] = b;
      this.stockIndex[b] = places[i];
    });
  }

  /* Begin at what is seen, with this order of the unseen cards. */
  lay(order, places) {
    this.put(order, places);
    this.known.length = 0;
    this.isSeen = this.wasSeen;
    this.levelOf(...this.row);
    const [lo, hi] = [this.leftLo[0], this.leftHi[0]];
    this.remove(0, this.exposedLo[0] & this.atOnceLo, this.exposedHi[0] & this.atOnceHi);
    this.idle = 1;
    this.settle(0);
    this.noteIdle(0, lo, hi);
  }

  /* Whether the goal is reached from there. */
  wins(order, places) {
    this.lay(order, places);
    while (this.leftLo[0] & this.mustLo || this.leftHi[0] & this.mustHi) {
      const k = this.think();
      if (k < 0 || !this.make(k)) return 0;
    }
    return 1;
  }

  /* The cards that are discarded first, or "deal"; "" where no move is legal. */
  choose(order, places) {
    this.lay(order, places);
    const k = this.think();
    if (k < 0) return "";
    if (this.pairLow[k] === DEALING) return "deal";
    const cards = [...this.bitOf].filter(([, b]) => b === this.pairLow[k] || b === this.pairHigh[k]);
    return cards.map(([card]) => card).sort().join("/");
  }

  /* Kings of turned card and waste top go. */
  settle(d) {
    for (let card = 0; card >= 0; ) {
      card = -1;
      for (const index of [this.turned(d), this.wasteTop(d)]) {
        const b = index < 0 ? -1 : this.bitAt[this.tableau + index];
        if (card < 0 && b >= 8 * this.sets) card = b;
      }
      if (card >= 0) this.remove(d, bitLo(card), bitHi(card));
    }
    this.position[d] = this.canonical(d);
  }

  /* Redeals since the last discard, where another can come. */
  noteIdle(d, lo, hi) {
    const isLast = !this.unlimited && (this.position[d] >> 6) + 1 >= this.passes;
    if (isLast || this.leftLo[d] !== lo || this.leftHi[d] !== hi) this.idle = 0;
  }

  /* Row 0 after its k-th move; false where that costs all patience. */
  make(k) {
    this.moveLow[0] = this.pairLow[k];
    this.moveHigh[0] = this.pairHigh[k];
    const [lo, hi] = [this.leftLo[0], this.leftHi[0]];
    if (this.pairLow[k] === DEALING) {
      let following = this.nextPosition(0);
      if (!(following & 63)) {
        if (this.idle >= this.patience) return false;
        this.idle++;
        this.isSeen = true; // the waste was turned over
        if (this.unlimited) following = 0;
      }
      this.copyLevel(0);
      this.position[1] = following;
    } else this.take(0);
    this.settle(1);
    this.noteIdle(1, lo, hi);
    for (const name of ["leftLo", "leftHi", "exposedLo", "exposedHi", "restLo", "restHi", "position"]) this[name][0] = this[name][1];
    return true;
  }

  /* The number of the move that is chosen in row 0, or -1 where there is none. */
  think() {
    this.listPairs(0);
    this.listStockPairs(0);
    if (this.nextPosition(0) >= 0) this.addPair(0, DEALING, DEALING);
    if (!this.count[0]) return -1;
    this.knowSets();
    let best = 0;
    for (let k = 0; k < this.count[0]; k++) {
      this.worth[k] = this.worthOf(this.pairLow[k], this.pairHigh[k]);
      if (this.worth[k] > this.worth[best]) best = k;
    }
    return best;
  }

  worthOf(a, b) {
    let [lo, hi] = [this.leftLo[0], this.leftHi[0]];
    let now = this.unlimited ? 0 : this.position[0];
    let worth = 0;
    if (a === DEALING) {
      if (!this.unlimited) now = this.nextPosition(0);
    } else {
      lo &= ~(bitLo(a) | bitLo(b));
      hi &= ~(bitHi(a) | bitHi(b));
      const inTableau = (this.stockIndex[a] < 0) + (this.stockIndex[b] < 0);
      worth = a === b || inTableau === 2 ? IN_TABLEAU : inTableau ? WITH_TABLEAU : this.goalPyramid ? -1 : IN_STOCK;
      worth += EXPOSING * this.exposedBy(a, b, lo, hi);
      if (a !== b && this.robs(a, lo, hi)) worth += WASTEFUL;
    }
    const isDead = this.known.some(({ table }, s) => table[byteOf(lo, hi, s)] < now);
    return isDead ? worth + DEADLY : worth;
  }

  /* How many cards two cards expose as they go. */
  exposedBy(a, b, lo, hi) {
    let [restLo, restHi] = [(this.underLo[a] | this.underLo[b]) & lo, (this.underHi[a] | this.underHi[b]) & hi];
    let exposed = 0;
    while (restLo || restHi) {
      const c = lowestBit(restLo, restHi);
      restLo &= ~bitLo(c);
      restHi &= ~bitHi(c);
      if (!(this.coverLo[c] & lo) && !(this.coverHi[c] & hi)) exposed++;
    }
    return exposed;
  }

  /* Whether a pair took the last partner of a tableau card of the set of card a. */
  robs(a, lo, hi) {
    const s = a >> 3;
    const [left, pair, must] = [byteOf(lo, hi, s), byteOf(this.leftLo[0] & ~lo, this.leftHi[0] & ~hi, s), byteOf(this.mustLo, this.mustHi, s)];
    for (let k = 0; k < 8; k++) {
      const card = 8 * s + k;
      if (!((left & must) >> k & 1) || this.stockIndex[card] >= 0) continue;
      const all = this.selfSet[s] ? 15 & ~(1 << k) : k & 4 ? 15 : 240;
      const partners = all & ~byteOf(this.aboveLo[card], this.aboveHi[card], s);
      if (!(partners & left) && partners & pair) return true;
    }
    return false;
  }

  /* The set tables that hold for every order of the unseen cards, which are taken to lie open. */
  knowSets() {
    let [hidLo, hidHi] = [0, 0];
    if (!this.isSeen && this.position[0] < 64) {
      const t = this.position[0] & 63;
      let [restLo, restHi] = [this.restLo[0] & ~BELOW_LO[t], this.restHi[0] & ~BELOW_HI[t]];
      for (let isTurned = this.stockTop; restLo || restHi; isTurned = false) {
        const k = lowestBit(restLo, restHi);
        restLo &= ~bitLo(k);
        restHi &= ~bitHi(k);
        const b = this.bitAt[this.tableau + k];
        if (isTurned) continue;
        hidLo |= bitLo(b);
        hidHi |= bitHi(b);
      }
    }
    for (let s = 0; s < this.sets; s++) {
      const [left, hidden] = [byteOf(this.leftLo[0], this.leftHi[0], s), byteOf(hidLo, hidHi, s)];
      if (this.known[s]?.left !== left || this.known[s].hidden !== hidden) this.known[s] = { left, hidden, table: this.tableOf(s, left, hidden) };
    }
  }

  tableOf(s, left, hidden) {
    const own = this.stockIndex.slice(8 * s, 8 * s + 8);
    const seen = own.map((index, k) => ((left & ~hidden) >> k & 1 ? index : -1));
    const key = `${left},${hidden},${seen}`;
    const tables = this.tables[s];
    if (!tables.has(key)) {
      if (tables.size > KEPT_TABLES) tables.clear();
      const [allLo, allHi] = [this.allLo, this.allHi];
      this.stockIndex.set(seen, 8 * s);
      [this.allLo, this.allHi] = [this.leftLo[0], this.leftHi[0]];
      this.buildSetTable(this.scratch, s, byteOf(this.mustLo, this.mustHi, s), 0, 0);
      [this.allLo, this.allHi] = [allLo, allHi];
      this.stockIndex.set(own, 8 * s);
      tables.set(key, this.scratch.slice(256 * s, 256 * s + 256));
    }
    return tables.get(key);
  }
}

/* A number and its standard error: of what the orders give; if sampled ones agree, the next may still differ. */
function estimated(numbers, isExact) {
  const value = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const spread = numbers.reduce((sum, one) => sum + (one - value) ** 2, 0);
  const error = spread ? Math.sqrt(spread / (numbers.length - 1) / numbers.length) : 1 / numbers.length;
  return { value, error: isExact ? 0 : error };
}

const summed = (parts) => ({
  value: parts.reduce((sum, { value }) => sum + value, 0),
  error: Math.hypot(...parts.map(({ error }) => error)),
});
const minus = ({ value, error }) => ({ value: -value, error });
const less = (ones, others) => ones.map((one, i) => one - others[i]);

/* Every order of some cards. */
const permuted = (cards) =>
  cards.length < 2 ? [cards] : cards.flatMap((card, i) => permuted(cards.filter((_, k) => k !== i)).map((rest) => [card, ...rest]));

/* The parts of a game, again after each of its moves: {steps: [{chance, skill, luck}], first, skill, luck, result}.
   `draw(at, cards)`: orders of these unseen cards after `at` moves, each as likely as the others. */
function* splitGame(game, line, draw) {
  const player = new CarefulPlayer(game);
  const momentAt = (at, position) => {
    const unseen = hiddenCards(position);
    const isFew = unseen.length <= ALL_UNSEEN;
    const places = unseen.map((card) => game.cards.indexOf(card) - player.tableau);
    const known = [...unseen].sort();
    const orders = isFew ? permuted(known) : draw(at, known);
    const won = (here) => {
      if (here.isWon()) return orders.map(() => 1);
      player.open(here);
      return orders.map((order) => player.wins(order, places));
    };
    const chosen = (here) => {
      const king = here.available().find((card) => isAlone(here, card));
      player.open(here);
      return king ?? player.choose(known, places);
    };
    const isOver = position.isWon() || !position.legalMoves().length;
    return { isExact: isFew || isOver, won, chosen, count: unseen.length };
  };
  let position = Position.start(game);
  let moment = momentAt(0, position);
  let opening = moment.won(position);
  let before = opening;
  const [steps, stretches] = [[], []];
  const first = estimated(before, moment.isExact);
  for (const [at, move] of line.entries()) {
    const next = position.play(move);
    const isOwn = moment.chosen(position) === move.replace("redeal", "deal").split("/").sort().join("/");
    const after = isOwn ? before : moment.won(next);
    const { isExact } = moment;
    const step = { chance: estimated(before, isExact), skill: estimated(less(after, before), isExact || isOwn), luck: { value: 0, error: 0 } };
    before = after;
    if (hiddenCards(next).length !== moment.count) {
      stretches.push({ opening, closing: after, isExact });
      moment = momentAt(at + 1, next);
      opening = before = moment.won(next);
      step.luck = summed([estimated(before, moment.isExact), minus(estimated(after, isExact))]);
    }
    steps.push(step);
    position = next;
    const result = estimated(before, moment.isExact);
    const all = [...stretches, { opening, closing: before, isExact: moment.isExact }];
    const skills = all.map((one) => estimated(less(one.closing, one.opening), one.isExact || one.closing === one.opening));
    const ends = [estimated(all[0].closing, all[0].isExact), estimated(all.at(-1).opening, moment.isExact)];
    const error = all.length < 2 ? 0 : summed([...ends, ...skills.slice(1, -1)]).error;
    const luck = { value: summed(steps.map((one) => one.luck)).value, error };
    yield { steps, first, skill: summed(skills), luck, result };
  }
}

/* The answer to a question about a game (answers.js): `report` is given how many of the moves are done. */
function splitAnswer({ game, line, orders }, report) {
  const shuffled = shuffler(0);
  const draw = (at, cards) => Array.from({ length: orders }, () => shuffled(cards));
  let last = null;
  for (last of splitGame(game, line, draw)) report({ done: last.steps.length });
  return last;
}

searches.split = splitAnswer;
