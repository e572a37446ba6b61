/* Words of 64 bits as two of 32, `lo` and `hi`, as JavaScript has no others that are fast; and the
 * tables of sets, which are made of such words.
 */

import { rankOf } from "./position.js";

export const BELOW_LO = new Int32Array(65); // the bits below t
export const BELOW_HI = new Int32Array(65);
for (let t = 1; t <= 64; t++) {
  BELOW_LO[t] = t >= 32 ? -1 : (1 << t) - 1;
  BELOW_HI[t] = t >= 64 ? -1 : t > 32 ? (1 << (t - 32)) - 1 : 0;
}

export const bitLo = (b) => (b < 32 ? 1 << b : 0);
export const bitHi = (b) => (b < 32 ? 0 : 1 << (b - 32));

/* The index of the lowest bit, or of the highest; the word is not 0. */
export const lowestBit = (lo, hi) => (lo ? 31 - Math.clz32(lo & -lo) : 63 - Math.clz32(hi & -hi));
export const highestBit = (lo, hi) => (hi ? 63 - Math.clz32(hi) : 31 - Math.clz32(lo));

export function countBits(word) {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/* Byte s of a word. */
export const byteOf = (lo, hi, s) => (s < 4 ? lo >>> (8 * s) : hi >>> (8 * (s - 4))) & 255;

/* For each card of set s, in four bits, the cards left that may be its partner. `ban`: four bits a
   card, the partners excluded; `alone`: the set is one rank that completes itself. */
export function setChoices(lo, hi, ban, s, alone) {
  const cards = byteOf(lo, hi, s);
  if (alone) return ((cards & 15) * 0x1111) & ~ban;
  return (((cards >>> 4) * 0x1111) | (((cards & 15) * 0x1111) << 16)) & ~ban;
}

/* A deal in set order, and the set tables: what each set alone can still do.
 *
 * The same as pyrtool/kernel/levels.py, which has the reasons;
 * docs/development/proofs.md has the proofs. Every card has a bit. Set s has bits 8s to 8s + 7, the lower
 * rank's cards first, then the higher's (a rank that completes itself has bits 8s to 8s + 3). Kings come
 * after the sets.
 * A position in the stock is one number, 64 * pass + t: the stock cards with index below t are
 * in the waste.
 */

const NEVER = -1;
export const FOREVER = 1 << 20;
const UNLIMITED_PASSES = 60; // more than any card needs: one discard a pass

export const VALID_SUBSETS = [...Array(256).keys()].filter(
  (sub) => countBits(sub & 15) === countBits(sub >> 4) || (sub < 16 && countBits(sub) % 2 === 0),
);

/* The bits of the cards of a deal: {bitOf: Map card -> bit, sets, selfSet}. `mates` has for each rank
   the one it goes with, 0 where it goes alone. */
function numberCards(cards, mates) {
  const bitOf = new Map();
  const selfSet = [];
  const given = (rank, first) => {
    const members = cards.filter((card) => rankOf(card) === rank);
    members.forEach((card, k) => bitOf.set(card, first + k));
  };
  const ranks = [...mates.keys()].slice(1);
  for (const low of ranks.filter((rank) => mates[rank] > rank)) {
    given(low, 8 * selfSet.length);
    given(mates[low], 8 * selfSet.length + 4);
    selfSet.push(false);
  }
  for (const rank of ranks.filter((one) => mates[one] === one)) {
    given(rank, 8 * selfSet.length);
    selfSet.push(true);
  }
  const alone = ranks.filter((rank) => mates[rank] === 0);
  alone.forEach((rank, k) => given(rank, 8 * selfSet.length + 4 * k));
  return { bitOf, selfSet, sets: selfSet.length };
}

export class SetTables {
  /* `rules` are the game's or looser ones. `dropKings`: kings of the stock never hinder, and are left
     out. `sets`: a mask of the sets that are played, every other card being gone. `wanted(i)`: whether
     the tableau's card i must go, where that is not the goal. `bySuit`: cards of a rank are numbered by
     suit, not as they were dealt. */
  constructor(game, rules, { dropKings, sets = -1, owner = null, wanted = null, bySuit = false }) {
    this.game = game;
    this.rules = rules;
    this.dropKings = dropKings;
    this.tableau = game.places.length;
    this.size = game.cards.length;
    this.stock = this.size - this.tableau;
    Object.assign(this, numberCards(bySuit ? [...game.cards].sort() : game.cards, game.mates));
    this.bitAt = game.cards.map((card) => this.bitOf.get(card));
    this.unlimited = rules.passes === "unlimited";
    this.passes = this.unlimited ? UNLIMITED_PASSES : rules.passes;
    this.dealt = rules.stock === "dealt";
    this.overlap = rules.overlap;
    this.stockTop = rules.stock_top;
    this.stockMatch = rules.stock_waste !== "no";
    this.wastePairs = rules.waste_pairs;
    this.goalPyramid = rules.goal === "pyramid";
    for (const name of ["cover", "above", "under", "direct"]) {
      this[`${name}Lo`] = new Int32Array(64);
      this[`${name}Hi`] = new Int32Array(64);
    }
    this.stockIndex = new Int32Array(64).fill(-1);
    this.staticBan = new Int32Array(8);
    this.loadCards();
    if (sets !== -1) this.keepSets(sets);
    this.mustLo = this.goalPyramid ? this.pyramidLo & this.allLo : this.allLo;
    this.mustHi = this.goalPyramid ? this.pyramidHi & this.allHi : this.allHi;
    if (wanted) this.demand(wanted);
    this.banStatically();
    this.lastAlive = owner ? owner.lastAlive : this.buildSetTables(this.mustLo, this.mustHi);
  }

  loadCards() {
    const { covers, inPyramid } = this.game;
    const firstSingle = 8 * this.sets;
    this.singlesLo = ~BELOW_LO[firstSingle];
    this.singlesHi = ~BELOW_HI[firstSingle];
    this.allLo = this.allHi = this.inStockLo = this.inStockHi = 0;
    this.pyramidLo = this.pyramidHi = 0;
    for (let i = this.tableau - 1; i >= 0; i--) { // what lies on a card is dealt after it
      const b = this.bitAt[i];
      for (const j of covers[i]) {
        const c = this.bitAt[j];
        this.directLo[b] |= bitLo(c);
        this.directHi[b] |= bitHi(c);
        this.aboveLo[b] |= bitLo(c) | this.aboveLo[c];
        this.aboveHi[b] |= bitHi(c) | this.aboveHi[c];
        this.underLo[c] |= bitLo(b);
        this.underHi[c] |= bitHi(b);
      }
      this.coverLo[b] = this.directLo[b];
      this.coverHi[b] = this.directHi[b];
      this.allLo |= bitLo(b);
      this.allHi |= bitHi(b);
      if (inPyramid[i]) {
        this.pyramidLo |= bitLo(b);
        this.pyramidHi |= bitHi(b);
      }
    }
    for (let k = 0; k < this.stock; k++) {
      const b = this.bitAt[this.tableau + k];
      if (this.dealt) {
        this.stockIndex[b] = k;
        if (this.dropKings && b >= firstSingle) continue;
        this.inStockLo |= bitLo(k);
        this.inStockHi |= bitHi(k);
      }
      this.allLo |= bitLo(b);
      this.allHi |= bitHi(b);
    }
  }

  /* What lies between two cards of the sets is gone, but had to go first. */
  keepSets(sets) {
    let [maskLo, maskHi] = [0, 0];
    for (let b = 0; b < 8 * this.sets; b++) {
      if ((sets >> (b >> 3)) & 1) {
        maskLo |= bitLo(b);
        maskHi |= bitHi(b);
      }
    }
    this.allLo &= maskLo;
    this.allHi &= maskHi;
    this.inStockLo = this.inStockHi = 0;
    this.underLo.fill(0);
    this.underHi.fill(0);
    for (const b of this.bitAt) {
      if (!this.isIn(b, this.allLo, this.allHi)) continue;
      if (this.stockIndex[b] >= 0) {
        this.inStockLo |= bitLo(this.stockIndex[b]);
        this.inStockHi |= bitHi(this.stockIndex[b]);
        continue;
      }
      this.coverLo[b] = this.aboveLo[b] & maskLo;
      this.coverHi[b] = this.aboveHi[b] & maskHi;
      for (const c of this.bitAt) {
        if (!this.isIn(c, this.coverLo[b], this.coverHi[b])) continue;
        this.underLo[c] |= bitLo(b);
        this.underHi[c] |= bitHi(b);
      }
    }
  }

  demand(wanted) {
    this.mustLo = this.mustHi = 0;
    for (let i = 0; i < this.tableau; i++) {
      if (!wanted(i)) continue;
      this.mustLo |= bitLo(this.bitAt[i]) & this.allLo;
      this.mustHi |= bitHi(this.bitAt[i]) & this.allHi;
    }
  }

  isIn(b, lo, hi) {
    return ((b < 32 ? lo >>> b : hi >>> (b - 32)) & 1) === 1;
  }

  /* Partners that can never be: one covers the other, or both are dealt and never meet. */
  banStatically() {
    for (let b = 0; b < 8 * this.sets; b++) {
      if (!this.isIn(b, this.allLo, this.allHi)) continue;
      const first = (b & ~7) + (!(b & 4) && !this.selfSet[b >> 3] ? 4 : 0);
      for (let k = 0; k < 4; k++) {
        const c = first + k;
        if (!this.isIn(c, this.allLo, this.allHi)) continue;
        const over = this.isIn(c, this.aboveLo[b], this.aboveHi[b]);
        let banned = c === b;
        if (over || this.isIn(b, this.aboveLo[c], this.aboveHi[c])) {
          const direct = over
            ? this.isIn(c, this.directLo[b], this.directHi[b])
            : this.isIn(b, this.directLo[c], this.directHi[c]);
          banned = !(this.overlap && direct);
        } else if (this.stockIndex[b] >= 0 && this.stockIndex[c] >= 0) {
          banned = banned || (!this.stockMatch && !this.wastePairs);
        }
        if (banned) this.staticBan[b >> 3] |= 1 << (4 * (b & 7) + k);
      }
    }
  }

  /* For each choice of each set's cards: the last position at which these can still go, every other
     card being gone. Those that `must` go, and all `others` except `mayStay`. `NEVER` is no position,
     `FOREVER` any. */
  buildSetTables(mustLo, mustHi, othersLo = 0, othersHi = 0, mayStay = 0) {
    const table = new Int32Array(256 * 8);
    for (let s = 0; s < this.sets; s++) {
      const others = byteOf(othersLo, othersHi, s);
      this.buildSetTable(table, s, byteOf(mustLo, mustHi, s), others, mayStay);
    }
    return table;
  }

  buildSetTable(table, s, must, others, mayStay) {
    const left = byteOf(this.allLo, this.allHi, s);
    const base = 8 * s;
    const alone = this.selfSet[s];
    const stockAt = (i) => this.stockIndex[base + i];
    const inOrder = [0, 1, 2, 3, 4, 5, 6, 7]
      .filter((i) => (left >> i) & 1 && stockAt(i) >= 0)
      .sort((i, j) => stockAt(i) - stockAt(j));
    for (const sub of VALID_SUBSETS) {
      if (sub & ~left) continue;
      const at = 256 * s + sub;
      if (!(sub & must) && countBits(sub & others) <= mayStay) {
        table[at] = FOREVER;
        continue;
      }
      const before = new Map();
      const after = new Map();
      let last = -1;
      for (const i of inOrder) {
        if (!((sub >> i) & 1)) continue;
        before.set(i, last < 0 ? -1 : stockAt(last));
        if (last >= 0) after.set(last, stockAt(i));
        after.set(i, this.stock);
        last = i;
      }
      const closed = (i) => byteOf(this.aboveLo[base + i], this.aboveHi[base + i], s) & sub;
      let best = NEVER;
      for (let i = 0; i < 4; i++) {
        if (!((sub >> i) & 1)) continue;
        for (let j = alone ? i + 1 : 4; j < (alone ? 4 : 8); j++) {
          if (!((sub >> j) & 1)) continue;
          const then = table[256 * s + (sub & ~((1 << i) | (1 << j)))];
          if (then <= best) continue;
          best = Math.max(best, this.lastMeeting(base, i, j, then, { before, after, closed }));
        }
      }
      table[at] = best;
    }
  }

  /* The last position, not after `then`, at which two cards of a set can go together. */
  lastMeeting(base, i, j, then, { before, after, closed }) {
    let [first, second] = [this.stockIndex[base + i], this.stockIndex[base + j]];
    if (closed(i) || closed(j)) {
      const overlaps = (lower, upper) =>
        closed(lower) === 1 << upper &&
        !closed(upper) &&
        this.isIn(base + upper, this.directLo[base + lower], this.directHi[base + lower]);
      return this.overlap && (overlaps(i, j) || overlaps(j, i)) ? then : NEVER;
    }
    if (first < 0 && second < 0) return then;
    let low;
    let high; // both are available at positions from `low` to `high`
    if (first < 0 || second < 0) {
      const dealt = second >= 0 ? j : i;
      low = this.stockTop ? before.get(dealt) + 1 : Math.max(first, second) + 1;
      high = after.get(dealt);
    } else {
      if (first > second) {
        [i, j] = [j, i];
        [first, second] = [second, first];
      }
      if (after.get(i) !== second) return NEVER; // another card of the set lies between
      low = this.stockMatch ? first + 1 : second + 1;
      high = this.wastePairs ? after.get(j) : second;
    }
    if (low > high) return NEVER;
    const number = then >> 6;
    if (number >= this.passes) return 64 * (this.passes - 1) + high;
    const t = Math.min(then & 63, high);
    if (t >= low) return 64 * number + t;
    return number > 0 ? 64 * (number - 1) + high : NEVER;
  }
}
