/* The best that is left of a lost position: pyrtool/kernel/best.py again.
 *
 * Branch and bound over the positions of search.js. The value of a line is what it leaves, and
 * less is better. A level is left when no less can follow there than the best line so far leaves.
 * As the pyramid cannot be cleared where that is the goal, no line ends the game.
 */

import { searches, solve } from "./answers.js";
import { hasPassedKing, loaded, loosest, movesOf, relaxed } from "./by_sets.js";
import { DISCARD_POINTS, isAlone, PAR_POINTS, ROW_POINTS } from "./position.js";
import { LOST, OPEN, Search } from "./search.js";
import { bitHi, bitLo, byteOf, countBits, FOREVER, lowestBit, setChoices } from "./sets.js";
import { PAIRS } from "./state.js";

const PAR_OFFSET = 64; // a value of par scores is this less the score

/* How a line is valued: what it leaves, or where some rows must go, how many discards. */
const VALUED = {
  pyramid: (inPyramid, inAll) => 64 * inPyramid + inAll,
  all: (inPyramid, inAll) => 64 * inAll + inPyramid,
  par: (inPyramid, inAll) => PAR_OFFSET + inAll,
  discards: (inPyramid, inAll) => inAll,
};

class Best extends Search {
  /* `by`: of `VALUED`; `below`: only lines of a smaller value are looked for. `firstClearing`: the
     first pass, from 0, by whose end the pyramid may be cleared. `oneStays(i)`: tableau cards of
     which no line is known to take all. */
  constructor(position, { by, budget, below = FOREVER, firstClearing = 0, wanted, oneStays }) {
    const { game } = position;
    const rules = relaxed(game, "withStockTop");
    const owner = wanted ? loosest(game, budget, wanted) : null;
    super(game, rules, {
      monotone: game.monotone,
      singles: !game.monotone || (rules.draw === 1 && !hasPassedKing(position)),
      relaxed: owner && game.monotone ? owner.relaxed : owner,
      wanted: wanted ?? (() => false),
      budget,
    });
    this.byEvents &&= this.dropKings;
    this.alike = false;
    Object.assign(this, { by, best: below, firstClearing, bestLine: null, hasWanted: !!wanted });
    this.cleared = new Int32Array(this.size + 2); // in which pass, from 1; 0 if it is not
    this.cleared[0] = position.clearedInPass ?? 0;
    const { allLo, allHi, mustLo, mustHi, pyramidLo, pyramidHi } = this;
    const upTo = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    this.stayAll = upTo.map((stay) => this.buildSetTables(mustLo, mustHi, allLo, allHi, stay));
    this.stayPyramid = upTo.map((stay) => this.buildSetTables(0, 0, pyramidLo, pyramidHi, stay));
    if (by === "par") this.clears = upTo.slice(0, this.passes).map((k) => this.clearedBy(k + 1));
    this.openLo = this.openHi = this.oneStaysLo = this.oneStaysHi = 0;
    for (let i = this.tableau; i < this.size && !this.dealt; i++) {
      if (this.bitAt[i] >= 8 * this.sets) continue;
      this.openLo |= bitLo(this.bitAt[i]);
      this.openHi |= bitHi(this.bitAt[i]);
    }
    this.beneathLo = new Int32Array(64);
    this.beneathHi = new Int32Array(64);
    if (oneStays) this.findBeneath(oneStays);
  }

  /* The table of whether the pyramid's cards can go in a number of passes. */
  clearedBy(passes) {
    const all = this.passes;
    this.passes = passes;
    const table = this.buildSetTables(this.pyramidLo, this.pyramidHi);
    this.passes = all;
    return table;
  }

  /* What lies beneath each card, itself among it. */
  findBeneath(oneStays) {
    for (let i = 0; i < this.tableau; i++) {
      const b = this.bitAt[i];
      if (oneStays(i)) {
        this.oneStaysLo |= bitLo(b);
        this.oneStaysHi |= bitHi(b);
      }
      let [lo, hi] = [bitLo(b), bitHi(b)];
      for (let j = 0; j < i; j++) { // it was dealt before
        const c = this.bitAt[j];
        if (!this.isIn(c, this.underLo[b], this.underHi[b])) continue;
        lo |= this.beneathLo[c];
        hi |= this.beneathHi[c];
      }
      this.beneathLo[b] = lo;
      this.beneathHi[b] = hi;
    }
  }

  /* Search from a position: {end: where the best line leads, null if none is good enough; proved,
     least: what no line falls below}. */
  found(position) {
    const proved = this.search(...loaded(this, position)) === "lost";
    const least = proved ? this.best : Math.min(this.floor, this.best);
    if (!this.bestLine) return { end: null, proved, least };
    const line = movesOf(this.bestLine, this, position, { kingsGo: this.dropKings, best: true });
    const end = line && line.reduce((at, move) => at.play(move), position);
    return { end, proved: proved && end !== null, least };
  }

  value(d) {
    const [lo, hi] = [this.leftLo[d], this.leftHi[d]];
    const cards = countBits(lo) + countBits(hi);
    if (this.by === "discards") {
      const singles = countBits(lo & this.singlesLo) + countBits(hi & this.singlesHi);
      return singles + (cards - singles) / 2;
    }
    const inPyramid = countBits(lo & this.pyramidLo) + countBits(hi & this.pyramidHi);
    return VALUED[this.by](inPyramid, cards) - this.earned(this.cleared[d]);
  }

  earned(pass) {
    return this.by === "par" && pass ? PAR_POINTS[pass - 1] : 0;
  }

  /* No line from here has a smaller value. Each set alone leaves a number of cards at least; a card whose
     partners are gone or excluded for good stays, and with it one of the other rank. The pyramid is
     cleared in the first pass in which every set alone can clear its part. */
  atLeast(d) {
    const now = this.unlimited ? 0 : this.position[d];
    const pairs = [];
    let [inAll, inPyramid] = [0, 0];
    for (let s = 0; s < this.sets; s++) {
      const here = byteOf(this.leftLo[d], this.leftHi[d], s);
      const lonely = this.lonely(d, s) & here;
      const stay = this.stay(this.stayAll, s, here, now, this.withMates(lonely, s));
      if (stay < 0) return FOREVER;
      pairs.push(stay / 2);
      inAll += stay;
      const ofPyramid = countBits(lonely & byteOf(this.pyramidLo, this.pyramidHi, s));
      inPyramid += this.stay(this.stayPyramid, s, here, now, ofPyramid);
    }
    if (this.by === "discards") return inAll / 2 + this.moreStay(d, pairs);
    const value = VALUED[this.by](inPyramid, inAll);
    if (this.by !== "par" || (inPyramid && !this.cleared[d])) return value;
    let pass = this.cleared[d] || Math.max(now >> 6, this.firstClearing) + 1;
    if (!this.cleared[d]) while (pass <= this.passes && !this.canClear(d, pass, now)) pass++;
    return value - (pass > this.passes ? 0 : this.earned(pass));
  }

  canClear(d, pass, now) {
    for (let s = 0; s < this.sets; s++) {
      const here = byteOf(this.leftLo[d], this.leftHi[d], s);
      if (this.clears[pass - 1][256 * s + here] < now) return false;
    }
    return true;
  }

  /* How many cards of a set stay at least, tried from `from` up; -1 if it cannot do what it must. */
  stay(tables, s, here, now, from) {
    for (let m = from; m < tables.length; m++) if (tables[m][256 * s + here] >= now) return m;
    return -1;
  }

  /* The cards of a set that have no partner any more. */
  lonely(d, s) {
    const ban = this.lastingBan[8 * d + s];
    const choices = setChoices(this.leftLo[d], this.leftHi[d], ban, s, this.selfSet[s]);
    let cards = 0;
    for (let k = 0; k < 8; k++) if (!((choices >>> (4 * k)) & 15)) cards |= 1 << k;
    return cards;
  }

  /* How many cards of a set stay when these do. */
  withMates(cards, s) {
    const lows = countBits(cards & 15);
    return this.selfSet[s] ? lows + (lows & 1) : 2 * Math.max(lows, countBits(cards >> 4));
  }

  /* How many discards more than these `pairs` of each set are not made, as one card of `oneStays`
     stays, and all that lies beneath it. */
  moreStay(d, pairs) {
    let least = FOREVER;
    let restLo = this.oneStaysLo & this.leftLo[d];
    let restHi = this.oneStaysHi & this.leftHi[d];
    if (!restLo && !restHi) return 0;
    while (restLo || restHi) {
      const card = lowestBit(restLo, restHi);
      restLo &= ~bitLo(card);
      restHi &= ~bitHi(card);
      const lo = this.leftLo[d] & this.beneathLo[card];
      const hi = this.leftHi[d] & this.beneathHi[card];
      let more = countBits(lo & this.singlesLo) + countBits(hi & this.singlesHi);
      for (let s = 0; s < this.sets; s++) {
        more += Math.max(0, this.withMates(byteOf(lo, hi, s), s) / 2 - pairs[s]);
      }
      least = Math.min(least, more);
    }
    return least;
  }

  enter(d) {
    this.position[d] = this.canonical(d);
    const [lo, hi] = [this.leftLo[d], this.leftHi[d]];
    if (d) this.cleared[d] = this.cleared[d - 1];
    else this.floor = this.atLeast(d);
    if (!this.cleared[d] && !(lo & this.pyramidLo) && !(hi & this.pyramidHi)) {
      this.cleared[d] = (this.position[d] >> 6) + 1;
    }
    const isDone = !(lo & this.mustLo) && !(hi & this.mustHi);
    if (isDone && this.value(d) < this.best) {
      this.best = this.value(d);
      this.depth = d;
      this.bestLine = this.line();
    }
    if (this.tooLate(d) || (this.monotone && this.someStuck(d))) return LOST;
    if (this.monotone) {
      const slot = this.table.find(lo, hi, this.passOf(d));
      if (slot >= 0 && this.table.entries[slot + 3] <= this.tablePosition(d)) return LOST;
    } else if (this.seen(d)) return LOST;
    const judged = isDone ? OPEN : this.askRelaxed(d);
    if (judged !== OPEN) return judged;
    if (this.monotone) this.table.write(lo, hi, this.passOf(d), this.tablePosition(d), 0);
    else this.markSeen(d);
    this.start[d] = this.position[d];
    this.forced[d] = 0;
    this.listPairs(d);
    this.listStockPairs(d);
    if (!this.dealt) this.keepFirstTwins(d);
    this.force(d);
    return OPEN;
  }

  /* Cards of a rank in an open bouquet are exposed and cover nothing: each does for any other. This
     one and the others, by their bits. */
  twins(d, card) {
    const isOpen = (c) => this.isIn(c, this.leftLo[d] & this.openLo, this.leftHi[d] & this.openHi);
    const first = card & ~3;
    return isOpen(card) ? [first, first + 1, first + 2, first + 3].filter(isOpen) : [card];
  }

  keepFirstTwins(d) {
    let kept = PAIRS * d;
    for (let k = PAIRS * d; k < PAIRS * d + this.count[d]; k++) {
      const [a, b] = [this.pairLow[k], this.pairHigh[k]];
      const isFirst = this.twins(d, a)[0] === a && this.twins(d, b).filter((c) => c !== a)[0] === b;
      if (a !== b && !isFirst) continue;
      this.pairLow[kept] = a;
      this.pairHigh[kept++] = b;
    }
    this.count[d] = kept - PAIRS * d;
  }

  /* Exclude a discard, and all that are the same with twins. */
  exclude(d, a, b, lasting) {
    for (const one of this.twins(d, a)) {
      for (const other of this.twins(d, b)) super.exclude(d, one, other, lasting);
    }
  }

  tooLate(d) {
    return this.atLeast(d) >= this.best;
  }

  /* Once the pyramid is cleared, in which pass belongs to the value. */
  passOf(d) {
    const pass = this.monotone ? 0 : super.passOf(d);
    return this.by === "par" ? pass | (this.cleared[d] << 8) : pass;
  }

  /* Where removing early never hurts: a card alone goes at no cost, and a pair of which one card is
     free. */
  force(d) {
    for (let k = PAIRS * d; k < PAIRS * d + this.count[d] && this.monotone; k++) {
      const [a, b] = [this.pairLow[k], this.pairHigh[k]];
      if (a !== b && !this.free(d, a) && !this.free(d, b)) continue;
      this.pairLow[PAIRS * d] = a;
      this.pairHigh[PAIRS * d] = b;
      this.count[d] = this.forced[d] = 1;
      return;
    }
    super.force(d);
  }

  /* Whether any partner of this card may go with it immediately: all cards left of its rank are exposed
     and cover nothing, and it is preferred or none of them is (`Best._free` of the kernel). */
  free(d, card) {
    if (this.selfSet[card >> 3]) return false;
    for (let c = card & ~3; c < (card & ~3) + 4; c++) {
      if (!this.isIn(c, this.leftLo[d], this.leftHi[d])) continue;
      if (!this.isIn(c, this.exposedLo[d], this.exposedHi[d])) return false;
      if (this.underLo[c] & this.leftLo[d] || this.underHi[c] & this.leftHi[d]) return false;
      if (this.isPreferred(c) && !this.isPreferred(card)) return false;
    }
    return true;
  }

  /* Whether to discard this card counts for more than another of its rank: the cards that are wanted,
     or where none are, those of the pyramid. */
  isPreferred(card) {
    return this.hasWanted
      ? this.isIn(card, this.mustLo, this.mustHi)
      : this.isIn(card, this.pyramidLo, this.pyramidHi);
  }
}

/* The best that is left of a lost position, within a limit of nodes: {score, inPyramid, inAll: where
   the best line ends, proved, bound, nodes}. Where the line is not proved best, no line does better
   than `bound`. It counts points where the rules keep a score, else cards that every line leaves, in
   the pyramid if that is the goal. */
function bestLeft(position, limit) {
  const { scoring } = position.rules;
  const budget = { nodes: limit };
  const { end, ...proof } = scoring === "microsoft" ? mostPoints(position, budget) : leastLeft(position, budget);
  const [score, inPyramid, inAll] = [end.score(), end.pyramidLeft(), end.cardsLeft()];
  return { score, inPyramid, inAll, ...proof, nodes: limit - Math.max(0, budget.nodes) };
}

function leastLeft(position, budget) {
  const { scoring, goal } = position.rules;
  const isPar = scoring === "par";
  const firstClearing = isPar ? passesLost(position, budget) : 0;
  const { end, proved, least } = new Best(position, { by: isPar ? scoring : goal, budget, firstClearing }).found(position);
  return { end: end ?? position, proved, bound: isPar ? PAR_OFFSET - least : least >> 6 };
}

/* In how many passes it is proved that the pyramid cannot be cleared. */
function passesLost(position, budget) {
  const { game } = position;
  const passes = game.rules.stock === "dealt" ? game.rules.passes : 1;
  for (let pass = position.passNumber; pass <= passes && position.clearedInPass === null; pass++) {
    const rules = { ...game.rules, goal: "pyramid", passes: game.rules.stock === "dealt" ? pass : 1 };
    const { answer, nodes } = solve(position.but({ game: { ...game, rules } }), budget.nodes);
    budget.nodes -= nodes;
    if (answer !== "lost") return pass - 1;
  }
  return position.clearedInPass === null ? passes : 0;
}

/* As many rows as can be cleared come first, with the most discards; then fewer rows, as long as more
   discards could make up for them. */
function mostPoints(position, budget) {
  const { game } = position;
  const here = position.cards();
  const alone = here.filter((card) => isAlone(position, card)).length;
  const everything = position.discardsMade() + alone + (here.length - alone) / 2;
  const [rows, points] = pointsOf(position);
  let [best, end] = [-1, position];
  let stuck = rows; // so many rows cannot be cleared
  for (let count = rows - 1; count >= 0 && points(count, everything) > best; count--) {
    const ofRows = (number) => (i) => game.heights[i] !== null && game.heights[i] < number;
    const wanted = ofRows(count);
    const oneStays = topsOf(game, ofRows(stuck));
    const lacking = best < 0 ? 0 : Math.ceil((best + 1 - points(count, 0)) / DISCARD_POINTS);
    const search = new Best(position, { by: "discards", budget, below: everything + 1 - lacking, wanted, oneStays });
    const found = search.found(position);
    if (found.end) [best, end] = [found.end.score(), found.end];
    if (!found.proved) {
      const fewer = count ? points(count - 1, everything) : 0;
      return { end, proved: false, bound: Math.max(best, fewer, points(count, everything - found.least)) };
    }
    if (best < 0) stuck = count;
  }
  return { end, proved: true, bound: best };
}

/* Those of such cards that lie on no other of them: a line that clears these clears all. */
function topsOf(game, isOne) {
  return (i) => isOne(i) && !game.covers.some((onIt, j) => isOne(j) && onIt.includes(i));
}

/* A best in one number, less of which is better. */
function lessIsBetter({ score, inPyramid, inAll }, { rules }) {
  return rules.scoring !== "none" ? -score : VALUED[rules.goal](inPyramid, inAll);
}

/* How many rows there are, and the points for cleared rows and discards. */
function pointsOf({ game }) {
  const earned = (row) => ROW_POINTS[Math.min(row, ROW_POINTS.length - 1)];
  const points = (rows, discards) =>
    [...Array(rows).keys()].reduce((sum, row) => sum + earned(row), DISCARD_POINTS * discards);
  return [Math.max(...game.heights) + 1, points];
}

searches.best = { left: bestLeft, lessIsBetter };
