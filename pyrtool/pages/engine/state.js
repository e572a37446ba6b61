/* Positions as rows of numbers, and the way from one to the next: pyrtool/kernel/levels/state.py
 * again.
 *
 * A level is a row: the cards left and exposed in set order, the stock cards left by their index
 * in the stock, the stock's position, and the discards that are possible there. position.js is
 * the definition; this must agree with it.
 */

const PAIRS = 255; // room for the pairs listed at one level
const VANISHED = 63; // in place of a move's cards: a pair vanished by itself

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
