/* Whether a position can still be won: the search of pyrtool/kernel/verdict.py, with what it knows of
 * a level (pyrtool/kernel/levels.py).
 *
 * It proves what it says: "won" comes with a line of play, which the caller replays, and "lost"
 * means that every line was searched, except lines proved to be worth no more than one that was
 * (docs/development/proofs.md). When the limit is reached nothing is known.
 *
 * A level of the search is one choice of cards left. It tries every discard that is possible now,
 * then deals on and tries those that the stock brings. Before a level is searched, `relaxed`
 * answers for the same cards. It is a game that allows more and has few positions: what is lost there
 * is lost here.
 */

import { HashTable } from "./hash_table.js";
import { BELOW_HI, BELOW_LO, bitHi, bitLo, byteOf, countBits, FOREVER, lowestBit, setChoices } from "./sets.js";
import { Discards, PAIRS, VANISHED } from "./state.js";

export const LOST = 0;
export const WON = 1;
export const OPEN = 2;
export const UNKNOWN = 3;
export const ANSWERS = { [LOST]: "lost", [WON]: "won", [UNKNOWN]: "unknown" };

// What dealing on did.
export const EXHAUSTED = 0;
export const ADVANCED = 1;
export const VANISH = 2;

export class Search extends Discards {
  /* `monotone`: removing early never hurts; `singles`: nor do kings, if they go as soon as
     they can. `budget` is {nodes}, how many nodes are left to all that share it. */
  constructor(game, rules, { monotone, singles = true, relaxed = null, budget, ...how }) {
    super(game, rules, {
      ...how,
      dropKings: monotone && singles,
      keepSingles: !singles,
      keepOptional: false,
      forcing: monotone,
      forceMutual: true,
    });
    this.monotone = monotone;
    this.budget = budget;
    this.relaxed = relaxed;
    this.asking = false; // as a relaxed game: lines that win need not be known
    this.byEvents = monotone && singles && rules.draw === 1 && this.stockTop && !this.wastePairs;
    this.alike = !monotone && game.tableauxAnswer && this.stock <= 32;
    this.groupStock = new Int32Array(16); // by rank, in set order: places of the stock at the start
    this.deadline = new Int32Array(this.size + 2);
    this.eventsLo = new Int32Array(this.size + 2);
    this.eventsHi = new Int32Array(this.size + 2);
    this.table = new HashTable();
    this.depth = 0;
  }

  /* Search from these cards and this position of the stock: "won", "lost" or "unknown". */
  search(lo, hi, stockLo, stockHi, position) {
    this.begin(lo, hi, stockLo, stockHi, position);
    this.remove(0, this.exposedLo[0] & this.atOnceLo, this.exposedHi[0] & this.atOnceHi);
    return ANSWERS[this.run()];
  }

  begin(lo, hi, stockLo, stockHi, position) {
    const inStockLo = stockLo & this.inStockLo;
    this.levelOf(lo & this.allLo, hi & this.allHi, inStockLo, stockHi & this.inStockHi, position);
    this.groupStock.fill(0);
    for (let k = 0; k < this.stock && this.alike; k++) {
      if ((inStockLo >>> k) & 1) this.groupStock[this.bitAt[this.tableau + k] >> 2] |= 1 << k;
    }
  }

  take(d) {
    super.take(d);
    const index = this.stockIndex[this.moveLow[d]];
    const k = index < 0 ? this.stockIndex[this.moveHigh[d]] : index;
    if (!this.alike || k < 0) return;
    this.position[d + 1] = this.canonical(d + 1);
    this.closeUp(d + 1, k);
  }

  /* Alike stocks: put the stock cards left into the first places that the stock had for them, as
     pyrtool/kernel/groups.py does. What can be done depends on the ranks of the stock cards
     left, in their order, and on how many are dealt, not on which cards they are. */
  closeUp(d, gone) {
    let low = this.position[d] & 63;
    let moved = false;
    for (let rest = (this.restLo[d] >>> gone) << gone; rest; rest &= rest - 1) {
      const k = lowestBit(rest, 0);
      const card = this.bitAt[this.tableau + k];
      const places = this.groupStock[card >> 2] & BELOW_LO[k] & ~BELOW_LO[low];
      if (!places) break;
      const place = lowestBit(places, 0);
      const other = this.bitAt[this.tableau + place];
      this.restLo[d] ^= (1 << k) | (1 << place);
      this.leftLo[d] ^= bitLo(card) ^ bitLo(other);
      this.leftHi[d] ^= bitHi(card) ^ bitHi(other);
      low = place + 1;
      moved = true;
    }
    if (moved) this.forgetPass(d); // what is excluded for a pass names cards of the stock
  }

  /* The moves found: [a, b, position], two bits of cards, the same for one alone, or null for
     both: dealing on until a pair vanishes. */
  line() {
    if (this.alike) return this.trueLine();
    return Array.from({ length: this.depth }, (_, d) => {
      const vanished = this.moveLow[d] === VANISHED;
      const cards = vanished ? [null, null] : [this.moveLow[d], this.moveHigh[d]];
      return [...cards, this.movePosition[d]];
    });
  }

  /* The line with the true stock cards in it: in each move the one that has as many cards of the
     stock left before it. */
  trueLine() {
    let stock = this.restLo[0];
    return Array.from({ length: this.depth }, (_, d) => {
      const [low, high] = [this.moveLow[d], this.moveHigh[d]];
      let position = this.movePosition[d];
      const dealt = countBits(this.restLo[d] & BELOW_LO[position & 63]);
      let [t, rest] = [0, stock];
      for (let k = 0; k < dealt; k++) {
        t = lowestBit(rest, 0) + 1;
        rest &= rest - 1;
      }
      position += t - (position & 63);
      const top = this.bitAt[this.tableau + t - 1];
      const isStock = (card) => this.stockIndex[card] >= 0;
      if (isStock(low) || isStock(high)) stock &= ~(1 << (t - 1));
      return [isStock(low) ? top : low, isStock(high) ? top : high, position];
    });
  }

  /* Depth-first from level 0. */
  run() {
    let d = 0;
    let entering = true;
    let code = OPEN;
    for (;;) {
      if (entering) code = this.enter(d);
      entering = false;
      if (code === WON || code === UNKNOWN) {
        this.depth = d;
        return code;
      }
      if (code === LOST) {
        if (d === 0) return LOST;
        d--;
        code = this.failed(d) ? LOST : OPEN;
        continue;
      }
      let step = ADVANCED;
      while (this.following[d] >= this.count[d] && step === ADVANCED) step = this.advance(d);
      if (step === EXHAUSTED) {
        code = LOST;
        continue;
      }
      if (this.budget.nodes <= 0 || this.table.full) return UNKNOWN;
      this.budget.nodes--;
      this.movePosition[d] = this.position[d];
      if (step === VANISH) {
        this.moveLow[d] = this.moveHigh[d] = VANISHED;
        this.forced[d] = 1;
        this.copyLevel(d);
        this.vanish(d + 1);
      } else {
        const k = PAIRS * d + this.following[d]++;
        this.moveLow[d] = this.pairLow[k];
        this.moveHigh[d] = this.pairHigh[k];
        this.take(d);
      }
      d++;
      entering = true;
    }
  }

  /* As a game that allows more: `LOST` if it is lost with these cards left, otherwise `OPEN`. */
  hopeless(lo, hi, stockLo, stockHi, position) {
    lo &= this.allLo;
    hi &= this.allHi;
    if (!(lo & this.mustLo) && !(hi & this.mustHi)) return OPEN;
    this.restLo[0] = stockLo & this.inStockLo;
    this.restHi[0] = stockHi & this.inStockHi;
    this.position[0] = position;
    this.position[0] = this.canonical(0);
    const slot = this.table.find(lo, hi, 0);
    if (slot >= 0) {
      const at = this.tablePosition(0);
      if (this.table.entries[slot + 3] <= at) return LOST;
      if (this.table.entries[slot + 4] > at) return OPEN;
    }
    this.levelOf(lo, hi, this.restLo[0], this.restHi[0], this.position[0]);
    const answer = this.run();
    if (answer === WON) this.noteAlive();
    return answer === WON ? OPEN : answer;
  }

  /* The levels of a won line are not lost: they were noted so on the way. */
  noteAlive() {
    for (let d = 0; d < this.depth; d++) {
      this.position[d] = this.start[d];
      const alive = this.tablePosition(d) + 1;
      this.table.write(this.leftLo[d], this.leftHi[d], 0, FOREVER, alive);
    }
  }

  /* Whether the level is lost now that its last move failed. A pair whose discard led to nothing
     is not tried again below this level: moved to the front it would have been found. */
  failed(d) {
    if (this.forced[d]) return true;
    const a = this.moveLow[d];
    const b = this.moveHigh[d];
    const lasting = this.monotone || (this.stockIndex[a] < 0 && this.stockIndex[b] < 0);
    if (!lasting && (this.auto || this.autoOnTurn)) return false;
    this.exclude(d, a, b, lasting);
    return this.monotone && a !== b && (this.stuck(d, a) || this.stuck(d, b));
  }

  /* Judge a new level: won, lost, open, or unknown where a relaxed game reached the limit. */
  enter(d) {
    const lo = this.leftLo[d];
    const hi = this.leftHi[d];
    if (!(lo & this.mustLo) && !(hi & this.mustHi)) return WON;
    this.position[d] = this.canonical(d);
    let deadline = FOREVER;
    for (let s = 0; s < this.sets; s++) {
      deadline = Math.min(deadline, this.lastAlive[256 * s + byteOf(lo, hi, s)]);
    }
    this.deadline[d] = deadline;
    if (this.tooLate(d)) return LOST;
    if (this.monotone && this.someStuck(d)) return LOST;
    if (this.monotone) {
      const position = this.tablePosition(d);
      const slot = this.table.find(lo, hi, 0);
      let alive = 0;
      if (slot >= 0) {
        if (this.table.entries[slot + 3] <= position) return LOST;
        alive = this.table.entries[slot + 4];
        if (this.asking && alive > position) return WON;
      }
      const judged = this.askRelaxed(d);
      if (judged !== OPEN) return judged;
      this.table.write(lo, hi, 0, position, alive);
    } else {
      if (this.seen(d)) return LOST;
      const judged = this.askRelaxed(d);
      if (judged !== OPEN) return judged;
      this.markSeen(d);
    }
    this.start[d] = this.position[d];
    this.forced[d] = 0;
    this.listPairs(d);
    this.listStockPairs(d);
    this.force(d);
    return OPEN;
  }

  someStuck(d) {
    if (d > 0) {
      const s = this.moveLow[d - 1] >> 3;
      return s < this.sets && this.setStuck(d, s);
    }
    for (let s = 0; s < this.sets; s++) if (this.setStuck(d, s)) return true;
    return false;
  }

  askRelaxed(d) {
    if (!this.relaxed) return OPEN;
    this.relaxed.asking = true;
    const { leftLo, leftHi, restLo, restHi, position } = this;
    return this.relaxed.hopeless(leftLo[d], leftHi[d], restLo[d], restHi[d], position[d]);
  }

  /* Set tables: the stock is past the last position at which some set can still go. */
  tooLate(d) {
    return this.deadline[d] < (this.unlimited ? 0 : this.position[d]);
  }

  /* What the table keeps of the stock's position: with unlimited passes the pass does not matter;
     and where removing early never hurts, every position is reached from every other. */
  tablePosition(d) {
    if (!this.unlimited) return this.position[d];
    return this.monotone ? 0 : this.position[d] & 63;
  }

  passOf(d) {
    return this.unlimited ? 0 : this.position[d] >> 6;
  }

  /* Where positions are kept apart: whether exactly this one was seen in this pass. */
  seen(d) {
    const slot = this.table.find(this.leftLo[d], this.leftHi[d], this.passOf(d));
    const { entries } = this.table;
    return slot >= 0 && this.isIn(this.position[d] & 63, entries[slot + 3], entries[slot + 4]);
  }

  markSeen(d) {
    const { table } = this;
    const slot = table.find(this.leftLo[d], this.leftHi[d], this.passOf(d));
    const [lo, hi] = slot < 0 ? [0, 0] : [table.entries[slot + 3], table.entries[slot + 4]];
    const t = this.position[d] & 63;
    table.write(this.leftLo[d], this.leftHi[d], this.passOf(d), lo | bitLo(t), hi | bitHi(t));
  }

  /* Deal or redeal once and list the pairs that this brings. */
  advance(d) {
    if (!this.dealt) return EXHAUSTED;
    if (this.byEvents) return this.advanceToEvent(d);
    if (this.auto && this.topsMatch(d)) return EXHAUSTED; // dealing discards the two
    const following = this.nextPosition(d);
    if (following < 0) return EXHAUSTED;
    if (this.monotone && following > this.start[d] + 64) return EXHAUSTED; // nothing new comes
    this.position[d] = following;
    if (this.tooLate(d)) return EXHAUSTED;
    if (this.autoOnTurn && this.topsMatch(d)) return VANISH;
    this.count[d] = this.following[d] = 0;
    if (!this.monotone) {
      if (this.seen(d)) return EXHAUSTED;
      this.markSeen(d);
      if ((following & 63) === 0) this.forgetPass(d);
    }
    this.listStockPairs(d);
    if (this.monotone) this.force(d);
    return ADVANCED;
  }

  /* `advance` over all positions at which nothing new can be discarded. */
  advanceToEvent(d) {
    let t = (this.position[d] & 63) + 1;
    let number = this.position[d] >> 6;
    if (this.start[d] === this.position[d]) {
      this.stockEvents(d);
      t = this.turned(d) + 1; // that one was listed at the level's first position
    }
    let lo = t > 0 ? this.eventsLo[d] & ~BELOW_LO[t] : 0;
    let hi = t > 0 ? this.eventsHi[d] & ~BELOW_HI[t] : 0;
    if (!lo && !hi) {
      if (!this.eventsLo[d] && !this.eventsHi[d]) return EXHAUSTED;
      if (number + 1 >= this.passes && !this.unlimited) return EXHAUSTED;
      number++;
      lo = this.eventsLo[d];
      hi = this.eventsHi[d];
    }
    this.position[d] = 64 * number + lowestBit(lo, hi);
    if (this.position[d] > this.start[d] + 64 || this.tooLate(d)) return EXHAUSTED;
    this.count[d] = this.following[d] = 0;
    this.listTurnedPairs(d);
    this.force(d);
    return ADVANCED;
  }

  /* The stock cards that can be discarded when they are turned: those with an exposed partner
     that is not excluded, and those that match the card left before them. */
  stockEvents(d) {
    this.eventsLo[d] = this.eventsHi[d] = 0;
    let before = -1;
    for (let [lo, hi] = [this.restLo[d], this.restHi[d]]; lo || hi; ) {
      const k = lowestBit(lo, hi);
      lo &= ~bitLo(k);
      hi &= ~bitHi(k);
      const card = this.bitAt[this.tableau + k];
      const s = card >> 3;
      const ban = this.ban[8 * d + s];
      const open = setChoices(this.exposedLo[d], this.exposedHi[d], ban, s, this.selfSet[s]);
      const pair = before >= 0 && this.stockMatch && this.allowed(d, before, card);
      if (pair || (open >>> (4 * (card & 7))) & 15) {
        this.eventsLo[d] |= bitLo(k);
        this.eventsHi[d] |= bitHi(k);
      }
      before = card;
    }
  }
}
