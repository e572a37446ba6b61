/* Positions as rows of numbers, and the way from one to the next: pyrtool/kernel/levels.py
 * again.
 *
 * A level is a row: the cards left and exposed in set order, the stock cards left by their index
 * in the stock, the stock's position, and the discards that are possible there. position.js is
 * the definition; this must agree with it.
 */

import { BELOW_HI, BELOW_LO, bitHi, bitLo, byteOf, highestBit, lowestBit, setChoices, SetTables } from "./sets.js";

export const PAIRS = 255; // room for the pairs listed at one level
export const VANISHED = 63; // in place of a move's cards: a pair vanished by itself

class State extends SetTables {
  /* `keepSingles`: kings of the tableau do not go by themselves, but are moves. `keepOptional`: so are
     those of them that need not go. `forcing`, `forceMutual`: which forced pairs are taken alone. */
  constructor(game, rules, how) {
    super(game, rules, how);
    this.draw = rules.draw;
    this.autoOnTurn = rules.stock_waste === "auto-on-turn";
    this.auto = rules.stock_waste === "auto";
    this.keepOptional = how.keepOptional;
    this.forcing = how.forcing;
    this.forceMutual = how.forceMutual;
    const goes = how.keepSingles ? 0 : -1;
    this.atOnceLo = this.singlesLo & goes & (how.keepOptional ? this.mustLo : -1);
    this.atOnceHi = this.singlesHi & goes & (how.keepOptional ? this.mustHi : -1);
    const levels = this.size + 2;
    const rows = (names, width = 1) => {
      for (const name of names) this[name] = new Int32Array(width * levels);
    };
    rows(["leftLo", "leftHi", "exposedLo", "exposedHi", "restLo", "restHi", "position"]);
    rows(["count", "following", "forced", "moveLow", "moveHigh", "movePosition", "start"]);
    rows(["pairLow", "pairHigh"], PAIRS);
    rows(["ban", "lastingBan"], 8);
  }

  /* Level 0: these cards left, the stock at this position. */
  levelOf(lo, hi, stockLo, stockHi, position) {
    let [exposedLo, exposedHi] = [0, 0];
    for (let [restLo, restHi] = [lo, hi]; restLo || restHi; ) {
      const b = lowestBit(restLo, restHi);
      if (b < 32) restLo &= restLo - 1;
      else restHi &= restHi - 1;
      if (this.stockIndex[b] >= 0 || this.coverLo[b] & lo || this.coverHi[b] & hi) continue;
      exposedLo |= bitLo(b);
      exposedHi |= bitHi(b);
    }
    this.leftLo[0] = lo;
    this.leftHi[0] = hi;
    this.exposedLo[0] = exposedLo;
    this.exposedHi[0] = exposedHi;
    this.restLo[0] = stockLo;
    this.restHi[0] = stockHi;
    this.position[0] = position;
    for (let s = 0; s < 8; s++) this.ban[s] = this.lastingBan[s] = this.staticBan[s];
  }

  copyLevel(d) {
    this.leftLo[d + 1] = this.leftLo[d];
    this.leftHi[d + 1] = this.leftHi[d];
    this.exposedLo[d + 1] = this.exposedLo[d];
    this.exposedHi[d + 1] = this.exposedHi[d];
    this.restLo[d + 1] = this.restLo[d];
    this.restHi[d + 1] = this.restHi[d];
    this.position[d + 1] = this.position[d];
    for (let s = 8 * d; s < 8 * d + 8; s++) {
      this.ban[s + 8] = this.ban[s];
      this.lastingBan[s + 8] = this.lastingBan[s];
    }
  }

  /* Level d + 1: level d after its move. */
  take(d) {
    const a = this.moveLow[d];
    const b = this.moveHigh[d];
    const turned = this.autoOnTurn ? this.turned(d) : -1;
    this.copyLevel(d);
    this.remove(d + 1, bitLo(a) | bitLo(b), bitHi(a) | bitHi(b));
    if (turned >= 0 && (turned === this.stockIndex[a] || turned === this.stockIndex[b])) {
      this.vanish(d + 1);
    }
  }

  /* A card has been turned: it and the waste top vanish if they match, and so on. */
  vanish(d) {
    while (this.topsMatch(d)) {
      const a = this.bitAt[this.tableau + this.turned(d)];
      const b = this.bitAt[this.tableau + this.wasteTop(d)];
      this.remove(d, bitLo(a) | bitLo(b), bitHi(a) | bitHi(b));
    }
  }

  /* Take cards away, expose what they covered, and take what then goes by itself. */
  remove(d, cardsLo, cardsHi) {
    let lo = this.leftLo[d];
    let hi = this.leftHi[d];
    let exposedLo = this.exposedLo[d];
    let exposedHi = this.exposedHi[d];
    while (cardsLo || cardsHi) {
      const card = lowestBit(cardsLo, cardsHi);
      const keepLo = ~bitLo(card);
      const keepHi = ~bitHi(card);
      cardsLo &= keepLo;
      cardsHi &= keepHi;
      lo &= keepLo;
      hi &= keepHi;
      exposedLo &= keepLo;
      exposedHi &= keepHi;
      const index = this.stockIndex[card];
      if (index >= 0) {
        this.restLo[d] &= ~bitLo(index);
        this.restHi[d] &= ~bitHi(index);
        continue;
      }
      let belowLo = this.underLo[card] & lo;
      let belowHi = this.underHi[card] & hi;
      while (belowLo || belowHi) {
        const other = lowestBit(belowLo, belowHi);
        const otherLo = bitLo(other);
        const otherHi = bitHi(other);
        belowLo &= ~otherLo;
        belowHi &= ~otherHi;
        if (this.coverLo[other] & lo || this.coverHi[other] & hi) continue;
        exposedLo |= otherLo;
        exposedHi |= otherHi;
        cardsLo |= otherLo & this.atOnceLo;
        cardsHi |= otherHi & this.atOnceHi;
      }
    }
    this.leftLo[d] = lo;
    this.leftHi[d] = hi;
    this.exposedLo[d] = exposedLo;
    this.exposedHi[d] = exposedHi;
  }

  // The stock.

  /* The stock index of the waste top, or -1. */
  wasteTop(d) {
    const t = this.position[d] & 63;
    const lo = this.restLo[d] & BELOW_LO[t];
    const hi = this.restHi[d] & BELOW_HI[t];
    return lo || hi ? highestBit(lo, hi) : -1;
  }

  /* The stock index of the turned card, or -1. */
  turned(d) {
    if (!this.stockTop) return -1;
    const t = this.position[d] & 63;
    const lo = this.restLo[d] & ~BELOW_LO[t];
    const hi = this.restHi[d] & ~BELOW_HI[t];
    return lo || hi ? lowestBit(lo, hi) : -1;
  }

  /* The position with t made least: stock cards above the waste top are gone alike. */
  canonical(d) {
    return (this.position[d] & ~63) | (this.wasteTop(d) + 1);
  }

  stockCardsMatch(i, j) {
    const a = this.bitAt[this.tableau + i];
    const b = this.bitAt[this.tableau + j];
    if (a >= 8 * this.sets || a >> 3 !== b >> 3) return false;
    return this.selfSet[a >> 3] || ((a ^ b) & 4) !== 0;
  }

  topsMatch(d) {
    const top = this.wasteTop(d);
    const turned = this.turned(d);
    return top >= 0 && turned >= 0 && this.stockCardsMatch(turned, top);
  }

  /* The position after one deal or redeal, or -1 when neither is legal. */
  nextPosition(d) {
    let t = this.position[d] & 63;
    const number = this.position[d] >> 6;
    let lo = this.restLo[d] & ~BELOW_LO[t];
    let hi = this.restHi[d] & ~BELOW_HI[t];
    if (!lo && !hi) {
      if (!this.restLo[d] && !this.restHi[d]) return -1;
      return number + 1 < this.passes || this.unlimited ? 64 * (number + 1) : -1;
    }
    if (this.draw > 1 && this.dropKings) {
      // One pass: the groups lie where they were dealt, dropped cards among them.
      t = (Math.floor(t / this.draw) + 1) * this.draw;
      return 64 * number + Math.min(t, this.stock);
    }
    for (let k = 0; k < this.draw && (lo || hi); k++) {
      t = lowestBit(lo, hi) + 1;
      if (lo) lo &= lo - 1;
      else hi &= hi - 1;
    }
    return 64 * number + t;
  }
}

/* The discards that are possible at a level: pyrtool/kernel/levels.py again. */

export class Discards extends State {
  addPair(d, a, b) {
    const k = PAIRS * d + this.count[d]++;
    this.pairLow[k] = a;
    this.pairHigh[k] = b;
  }

  /* The discards within the tableau at this position that are not excluded. */
  listPairs(d) {
    const lo = this.exposedLo[d];
    const hi = this.exposedHi[d];
    this.count[d] = this.following[d] = 0;
    let [restLo, restHi] = [lo & this.singlesLo, hi & this.singlesHi];
    while (restLo || restHi) {
      const a = lowestBit(restLo, restHi);
      restLo &= ~bitLo(a);
      restHi &= ~bitHi(a);
      const covers = this.underLo[a] & this.leftLo[d] || this.underHi[a] & this.leftHi[d];
      if (!this.keepOptional || covers) this.addPair(d, a, a);
    }
    for (let s = 0; s < this.sets; s++) {
      const cards = byteOf(lo, hi, s);
      const highs = this.selfSet[s] ? cards & 15 : cards >> 4;
      const base = 8 * s + (this.selfSet[s] ? 0 : 4);
      if (!highs) continue;
      for (let k = 0; k < 4; k++) {
        if (!((cards >> k) & 1)) continue;
        let open = highs & ~((this.ban[8 * d + s] >>> (4 * k)) & 15);
        if (this.selfSet[s]) open &= ~((2 << k) - 1);
        for (let j = 0; j < 4; j++) if ((open >> j) & 1) this.addPair(d, 8 * s + k, base + j);
      }
    }
    if (this.overlap) this.listOverlaps(d);
  }

  /* Pairs of which one card lies directly on the other, and is all that does. */
  listOverlaps(d) {
    let [restLo, restHi] = [this.exposedLo[d], this.exposedHi[d]];
    while (restLo || restHi) {
      const a = lowestBit(restLo, restHi);
      restLo &= ~bitLo(a);
      restHi &= ~bitHi(a);
      if (a >= 8 * this.sets) continue;
      for (let b = a & ~7; b < (a & ~7) + 8; b++) {
        if (!this.isIn(b, this.underLo[a] & this.leftLo[d], this.underHi[a] & this.leftHi[d])) {
          continue;
        }
        const alone =
          (this.coverLo[b] & this.leftLo[d]) === bitLo(a) &&
          (this.coverHi[b] & this.leftHi[d]) === bitHi(a);
        const direct = this.isIn(a, this.directLo[b], this.directHi[b]);
        if (alone && direct && this.allowed(d, a, b)) this.addPair(d, a, b);
      }
    }
  }

  /* Add the discards with the turned card, the waste top and what lies under it. */
  listStockPairs(d) {
    this.listTurnedPairs(d);
    const top = this.wasteTop(d);
    if (top < 0) return;
    const topCard = this.bitAt[this.tableau + top];
    this.listWith(d, topCard);
    if (!this.wastePairs) return;
    const lo = this.restLo[d] & BELOW_LO[top];
    const hi = this.restHi[d] & BELOW_HI[top];
    if (!lo && !hi) return;
    const under = this.bitAt[this.tableau + highestBit(lo, hi)];
    if (this.allowed(d, topCard, under)) this.addPair(d, topCard, under);
  }

  listTurnedPairs(d) {
    const turned = this.turned(d);
    if (turned < 0) return;
    const card = this.bitAt[this.tableau + turned];
    this.listWith(d, card);
    const top = this.stockMatch ? this.wasteTop(d) : -1;
    if (top < 0) return;
    const topCard = this.bitAt[this.tableau + top];
    if (this.allowed(d, card, topCard)) this.addPair(d, topCard, card);
  }

  /* Add the discards of an available stock card alone or with an exposed card. */
  listWith(d, card) {
    const s = card >> 3;
    if (card >= 8 * this.sets) {
      if (!((this.ban[8 * d + s] >>> (4 * (card & 7) + (card & 3))) & 1)) {
        this.addPair(d, card, card);
      }
      return;
    }
    const half = !this.selfSet[s] && !(card & 4) ? 4 : 0;
    const open = byteOf(this.exposedLo[d], this.exposedHi[d], s) >> half;
    const choices = this.partners(d, card) & open & 15;
    for (let k = 0; k < 4; k++) {
      if ((choices >> k) & 1) this.addPair(d, card, (card & ~7) + half + k);
    }
  }

  allowed(d, a, b) {
    if (a >= 8 * this.sets || a >> 3 !== b >> 3) return false;
    if (!this.selfSet[a >> 3] && !((a ^ b) & 4)) return false;
    return !((this.ban[8 * d + (a >> 3)] >>> (4 * (a & 7) + (b & 3))) & 1);
  }

  choices(d, s) {
    return setChoices(this.leftLo[d], this.leftHi[d], this.ban[8 * d + s], s, this.selfSet[s]);
  }

  /* The cards left that may still be this card's partner, four bits. */
  partners(d, card) {
    return (this.choices(d, card >> 3) >>> (4 * (card & 7))) & 15;
  }

  /* Do not list this discard again at this level and below, or not before a redeal. */
  exclude(d, a, b, lasting) {
    const pair = (1 << (4 * (a & 7) + (b & 3))) | (1 << (4 * (b & 7) + (a & 3)));
    this.ban[8 * d + (a >> 3)] |= pair;
    if (lasting) this.lastingBan[8 * d + (a >> 3)] |= pair;
  }

  /* A redeal: what was excluded for one pass is so no more. */
  forgetPass(d) {
    for (let s = 8 * d; s < 8 * d + 8; s++) this.ban[s] = this.lastingBan[s];
  }

  /* Forced pairs: if one is listed, list it alone. */
  force(d) {
    if (!this.forcing) return;
    for (let k = PAIRS * d; k < PAIRS * d + this.count[d]; k++) {
      const a = this.pairLow[k];
      const b = this.pairHigh[k];
      if (a === b) continue;
      const choices = this.choices(d, a >> 3);
      const oneOf = (of) => (of & (of - 1)) === 0;
      const onlyA = oneOf((choices >>> (4 * (a & 7))) & 15);
      const onlyB = oneOf((choices >>> (4 * (b & 7))) & 15);
      if (
        (onlyA && this.isIn(a, this.mustLo, this.mustHi)) ||
        (onlyB && this.isIn(b, this.mustLo, this.mustHi)) ||
        (this.forceMutual && onlyA && onlyB)
      ) {
        this.pairLow[PAIRS * d] = a;
        this.pairHigh[PAIRS * d] = b;
        this.count[d] = 1;
        this.forced[d] = 1;
        return;
      }
    }
  }

  /* Whether a card that must go has no partner left. */
  stuck(d, card) {
    const must = this.isIn(card, this.leftLo[d] & this.mustLo, this.leftHi[d] & this.mustHi);
    return must && this.partners(d, card) === 0;
  }

  /* Whether some card of a set that must go has no partner left. */
  setStuck(d, s) {
    const choices = this.choices(d, s);
    const must = byteOf(this.leftLo[d] & this.mustLo, this.leftHi[d] & this.mustHi, s);
    for (let k = 0; k < 8; k++) {
      if ((must >> k) & 1 && !((choices >>> (4 * k)) & 15)) return true;
    }
    return false;
  }
}
