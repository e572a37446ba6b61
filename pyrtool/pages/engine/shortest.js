/* A line of the fewest moves: the search of pyrtool/kernel/shortest.py.
 *
 * It allows a number of moves and searches all that can be done within it; where that finds
 * nothing it allows more. Discards, deals and redeals count one each. A level is one choice of
 * cards left, as in search.js; dealing on within it costs moves.
 */

import { loaded, movesOf } from "./by_sets.js";
import { HashTable } from "./hash_table.js";
import { ADVANCED, ANSWERS, EXHAUSTED, LOST, OPEN, Search, UNKNOWN, VANISH, WON } from "./search.js";
import { BELOW_HI, BELOW_LO, bitHi, bitLo, byteOf, countBits, highestBit, lowestBit, VALID_SUBSETS } from "./sets.js";
import { Discards, PAIRS, VANISHED } from "./state.js";

const MANY = 10000;

class Shortest extends Discards {
  /* `dropKings`: kings of the stock go when the stock is dealt on, at no loss. */
  constructor(game, rules, { dropKings, budget }) {
    super(game, rules, {
      dropKings,
      keepSingles: false,
      keepOptional: true,
      forcing: game.monotone,
      forceMutual: false,
    });
    this.monotone = game.monotone;
    this.budget = budget;
    this.onlyPyramid = game.inPyramid.every(Boolean);
    this.cost = new Int32Array(this.size + 2);
    this.firstCost = new Int32Array(this.size + 2);
    [this.stockSinglesLo, this.stockSinglesHi] = [0, 0];
    for (let k = 0; k < this.stock; k++) {
      if (this.bitAt[this.tableau + k] < 8 * this.sets) continue;
      this.stockSinglesLo |= bitLo(k);
      this.stockSinglesHi |= bitHi(k);
    }
    for (const name of ["least", "leastWithin", "reach"]) this[name] = new Int32Array(256 * 8);
    for (let s = 0; s < this.sets; s++) this.buildLengthTable(s);
    this.table = new HashTable();
    this.depth = 0;
  }

  /* For each choice of one set's cards what it takes to finish with the set, alone: discards,
     discards within the tableau, and the stock cards that must have been passed. */
  buildLengthTable(s) {
    const left = byteOf(this.allLo, this.allHi, s);
    const must = byteOf(this.mustLo, this.mustHi, s);
    const row = 256 * s;
    const alone = this.selfSet[s];
    const stockAt = (i) => this.stockIndex[8 * s + i];
    for (const sub of VALID_SUBSETS) {
      if (sub & ~left) continue;
      const at = row + sub;
      this.least[at] = this.leastWithin[at] = this.reach[at] = sub & must ? MANY : 0;
      if (!(sub & must)) continue;
      for (let i = 0; i < 4; i++) {
        if (!((sub >> i) & 1)) continue;
        for (let j = alone ? i + 1 : 4; j < (alone ? 4 : 8); j++) {
          const rest = row + (sub & ~((1 << i) | (1 << j)));
          if (!((sub >> j) & 1) || this.lastAlive[rest] < 0) continue;
          if ((this.staticBan[s] >>> (4 * i + (j & 3))) & 1) continue;
          const both = stockAt(i) >= 0 && stockAt(j) >= 0;
          const within = stockAt(i) < 0 && stockAt(j) < 0 ? 1 : 0;
          const costs = this.autoOnTurn && both ? 0 : 1; // two stock cards may vanish
          let far = Math.max(stockAt(i), stockAt(j));
          if (!this.stockTop && far >= 0) far++;
          this.reach[at] = Math.min(this.reach[at], Math.max(far, this.reach[rest]));
          this.least[at] = Math.min(this.least[at], this.least[rest] + costs);
          this.leastWithin[at] = Math.min(this.leastWithin[at], this.leastWithin[rest] + within);
        }
      }
    }
  }

  /* A line of the fewest moves from here, of at most `most`: "won", "lost" or "unknown". */
  search(packedPosition, most) {
    let bound = this.begin(packedPosition);
    while (bound <= most) {
      this.bound = bound;
      this.nextBound = MANY;
      this.begin(packedPosition);
      const answer = this.run();
      if (answer !== LOST) return ANSWERS[answer];
      bound = this.nextBound;
    }
    return "lost";
  }

  /* Lay out the first level; the least number of moves it can take. */
  begin([lo, hi, stockLo, stockHi, position]) {
    this.kingsLo = this.dropKings ? this.stockSinglesLo & stockLo : 0;
    this.kingsHi = this.dropKings ? this.stockSinglesHi & stockHi : 0;
    const inStockLo = stockLo & this.inStockLo;
    this.levelOf(lo & this.allLo, hi & this.allHi, inStockLo, stockHi & this.inStockHi, position);
    this.remove(0, this.exposedLo[0] & this.atOnceLo, this.exposedHi[0] & this.atOnceHi);
    this.cost[0] =
      countBits(lo & this.allLo & ~this.leftLo[0]) + countBits(hi & this.allHi & ~this.leftHi[0]);
    return this.cost[0] + this.atLeast(0);
  }

  line() {
    return Search.prototype.line.call(this);
  }

  /* The stock cards that are dealt in this pass, dropped kings in the first among them. */
  orderLo(d) {
    return this.restLo[d] | (this.position[d] < 64 ? this.kingsLo : 0);
  }

  orderHi(d) {
    return this.restHi[d] | (this.position[d] < 64 ? this.kingsHi : 0);
  }

  /* No line from here takes fewer moves. */
  atLeast(d) {
    const lo = this.leftLo[d];
    const hi = this.leftHi[d];
    const t = this.position[d] & 63;
    let discards = 0;
    let within = 0;
    let reach = 0;
    for (let s = 0; s < this.sets; s++) {
      const k = 256 * s + byteOf(lo, hi, s);
      if (this.lastAlive[k] < (this.unlimited ? 0 : this.position[d])) return MANY;
      discards += this.least[k];
      within += this.leastWithin[k];
      reach = Math.max(reach, this.reach[k]);
    }
    const mustLo = lo & this.mustLo;
    const mustHi = hi & this.mustHi;
    const singles = countBits(mustLo & this.singlesLo) + countBits(mustHi & this.singlesHi);
    let passed = 0;
    if (this.dealt && !this.autoOnTurn) {
      const counted = this.stockTop && !this.dropKings; // by their discards
      const upTo = Math.min(reach, 64);
      if (upTo > t) {
        const between = (order, kings, below) => order & (counted ? ~kings : -1) & below[upTo] & ~below[t];
        passed =
          countBits(between(this.orderLo(d), this.stockSinglesLo, BELOW_LO)) +
          countBits(between(this.orderHi(d), this.stockSinglesHi, BELOW_HI));
      }
      if (this.draw > 1) passed = Math.ceil(passed / this.draw);
      if (this.goalPyramid && this.draw === 1 && this.stockTop && this.onlyPyramid) {
        const cards = countBits(mustLo & ~this.singlesLo) + countBits(mustHi & ~this.singlesHi);
        const paired = Math.min(passed, cards);
        discards = Math.max(discards, ((cards - paired + 1) >> 1) + passed);
      }
    }
    // With groups, or without the stock top, every pass of a card is a deal, whatever goes then.
    if (this.draw > 1 || !this.stockTop) return discards + singles + passed;
    return Math.max(discards, within + passed) + singles;
  }

  /* Depth-first up to the bound. */
  run() {
    let d = 0;
    let entering = true;
    let code = OPEN;
    for (;;) {
      if (entering) code = this.enter(d);
      entering = false;
      if (code === WON) {
        this.depth = d;
        return WON;
      }
      if (code === LOST) {
        if (d === 0) return LOST;
        d--;
        code = OPEN;
        if (this.failed(d)) {
          this.note(d);
          code = LOST;
          continue;
        }
      }
      let step = ADVANCED;
      while (this.following[d] >= this.count[d] && step === ADVANCED) step = this.advance(d);
      if (step === EXHAUSTED) {
        this.note(d);
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
        this.cost[d + 1] = this.cost[d];
      } else {
        this.makeMove(d);
      }
      d++;
      entering = true;
    }
  }

  makeMove(d) {
    const k = PAIRS * d + this.following[d]++;
    this.moveLow[d] = this.pairLow[k];
    this.moveHigh[d] = this.pairHigh[k];
    this.take(d);
    const goneLo = this.leftLo[d] & ~this.leftLo[d + 1] & this.singlesLo;
    const goneHi = this.leftHi[d] & ~this.leftHi[d + 1] & this.singlesHi;
    const own = this.isIn(this.moveLow[d], goneLo, goneHi) ? 1 : 0;
    this.cost[d + 1] = this.cost[d] + 1 + countBits(goneLo) + countBits(goneHi) - own;
  }

  /* Judge a new level: won, longer than the bound, or open. */
  enter(d) {
    if (this.dealt) {
      const t = this.position[d] & 63;
      const lo = this.orderLo(d) & BELOW_LO[t];
      const hi = this.orderHi(d) & BELOW_HI[t];
      this.position[d] = (this.position[d] & ~63) | (lo || hi ? highestBit(lo, hi) + 1 : 0);
    }
    this.start[d] = this.position[d];
    this.firstCost[d] = this.cost[d];
    let least = this.cost[d] + this.atLeast(d);
    const isWon = !(this.leftLo[d] & this.mustLo) && !(this.leftHi[d] & this.mustHi);
    if (isWon && !this.goalPyramid && this.position[d] < 64) { // kings never passed must go
      const t = this.position[d];
      least += countBits(this.kingsLo & ~BELOW_LO[t]) + countBits(this.kingsHi & ~BELOW_HI[t]);
    }
    if (least > this.bound) {
      this.nextBound = Math.min(this.nextBound, least);
      return LOST;
    }
    if (isWon) return WON;
    if (this.known(d)) return LOST;
    this.forced[d] = 0;
    this.listPairs(d);
    this.list(d);
    return OPEN;
  }

  /* Whether the stock card that is dealt next is a king that goes then. */
  kingIsNext(d) {
    const t = this.position[d] & 63;
    const lo = this.orderLo(d) & ~BELOW_LO[t];
    const hi = this.orderHi(d) & ~BELOW_HI[t];
    return (lo || hi) && this.isIn(lowestBit(lo, hi), this.kingsLo, this.kingsHi);
  }

  /* Add the discards that the stock brings at this position. */
  list(d) {
    if (this.dealt && this.kingIsNext(d)) {
      const top = this.wasteTop(d);
      if (top >= 0) this.listWith(d, this.bitAt[this.tableau + top]);
    } else if (this.dealt) {
      this.listStockPairs(d);
    }
    this.force(d);
  }

  /* Deal or redeal once, for one move, and list the pairs that this brings. */
  advance(d) {
    if (!this.dealt || (this.auto && this.topsMatch(d))) return EXHAUSTED;
    const t = this.position[d] & 63;
    const lo = this.orderLo(d) & ~BELOW_LO[t];
    const hi = this.orderHi(d) & ~BELOW_HI[t];
    let following;
    if ((this.kingsLo || this.kingsHi) && (lo || hi)) {
      following = (this.position[d] & ~63) + lowestBit(lo, hi) + 1;
    } else {
      following = this.nextPosition(d);
    }
    if (following < 0 || (this.monotone && following > this.start[d] + 64)) return EXHAUSTED;
    if (!this.monotone && this.cost[d] - this.firstCost[d] > 4 * (this.stock + 2)) return EXHAUSTED;
    this.position[d] = following;
    this.cost[d]++;
    this.count[d] = this.following[d] = 0;
    const least = this.cost[d] + this.atLeast(d);
    if (least > this.bound) {
      this.nextBound = Math.min(this.nextBound, least);
      return EXHAUSTED;
    }
    if ((following & 63) === 0 && !this.monotone) this.forgetPass(d);
    if (this.autoOnTurn && this.topsMatch(d)) return VANISH;
    this.list(d);
    return ADVANCED;
  }

  /* Whether the level has no line within the bound now that its last move had none. */
  failed(d) {
    return Search.prototype.failed.call(this, d);
  }

  /* Deals and redeals from the start of the first pass to a position, with these cards left. */
  dealtBefore(d, position) {
    const number = position >> 6;
    const t = position & 63;
    const [lo, hi] = [this.restLo[d], this.restHi[d]];
    if (number === 0) {
      return countBits((lo | this.kingsLo) & BELOW_LO[t]) + countBits((hi | this.kingsHi) & BELOW_HI[t]);
    }
    const pass = countBits(lo) + countBits(hi) + 1;
    const kings = countBits(this.kingsLo) + countBits(this.kingsHi);
    return pass * number + kings + countBits(lo & BELOW_LO[t]) + countBits(hi & BELOW_HI[t]);
  }

  /* What the table keeps of the level's first position. With unlimited passes only the first pass
     differs from later ones, and where positions are kept apart no pass does. */
  tableStart(d) {
    if (!this.unlimited) return this.start[d];
    if (!this.monotone) return this.start[d] & 63;
    return this.start[d] >= 128 ? 64 + (this.start[d] & 63) : this.start[d];
  }

  movesLeft(d) {
    const before = this.monotone ? this.dealtBefore(d, this.tableStart(d)) : 0;
    return this.bound - this.firstCost[d] + before;
  }

  key(d) {
    return this.monotone ? 0 : this.tableStart(d);
  }

  /* Whether the moves left are known not to be enough, here or earlier in the stock. */
  known(d) {
    const slot = this.table.find(this.leftLo[d], this.leftHi[d], this.key(d));
    if (slot < 0 || this.table.entries[slot + 4] > this.tableStart(d)) return false;
    return this.movesLeft(d) <= this.table.entries[slot + 3];
  }

  /* Note that the moves left were not enough. */
  note(d) {
    const [lo, hi] = [this.leftLo[d], this.leftHi[d]];
    this.table.write(lo, hi, this.key(d), this.movesLeft(d), this.tableStart(d));
  }
}

/* {answer, line, nodes} of a line of the fewest moves, of at most `most`. */
export function findShortest(position, most, limit) {
  const { game } = position;
  const { rules } = game;
  const budget = { nodes: limit };
  const fresh = position.passNumber === 1 && !position.waste.length;
  const dropKings =
    game.monotone && rules.stock === "dealt" && rules.stock_top && !rules.waste_pairs && fresh;
  const search = new Shortest(game, rules, { dropKings, budget });
  const answer = search.search(loaded(search, position), most);
  const how = { shortest: true, kingsGo: dropKings };
  const line = answer === "won" ? movesOf(search.line(), search, position, how) : null;
  return { answer, line, nodes: limit - Math.max(0, budget.nodes) };
}
