/* The discards that are possible at a level: pyrtool/kernel/levels/discards.py again. */

class Discards extends State {
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
