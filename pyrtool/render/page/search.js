/* Whether a position can still be won: a depth-first search for the page's hints.
 *
 * It proves what it says: "won" comes with a line of play, which the caller replays, and "lost"
 * means that every line was searched, but for those that are shown here to be worth no more than
 * one that was. When the limit is reached nothing is known.
 *
 * Cards are bits of two 32-bit words, `lo` and `hi`, grouped by sets: the eight cards of a set
 * are one byte. A node is the cards left and a stage of the stock; the moves from it are
 * discards, each after as many deals as it needs. Deals alone lead to no node.
 */

class Search {
  /* `game` as in position.js; its `monotone` says that discarding earlier never hurts. */
  constructor(position) {
    this.game = position.game;
    this.rules = position.rules;
    this.nodes = 0;
    this.seen = new SeenStates();
    this.number(this.game.cards);
    this.tables = this.sets.map((cards) => this.liveSubsets(cards));
    this.stack = [];
    this.answer = null;
    this.begin(position);
  }

  /* Look at up to `limit` more nodes; "won", "lost" or null for not yet known. */
  run(limit) {
    const last = this.nodes + limit;
    while (this.answer === null && this.nodes < last) this.step();
    return this.answer;
  }

  /* The moves to the goal, after "won". */
  line() {
    return this.stack.flatMap((frame) => frame.words);
  }

  // Cards as bits.

  number(cards) {
    const { total } = this.rules;
    const wordsOf = () => [new Int32Array(cards.length), new Int32Array(cards.length)];
    const size = this.game.places.length;
    this.tableauSize = size;
    this.rank = cards.map(rankOf);
    this.sets = [];
    for (let low = 1; low * 2 <= total; low++) {
      const inSet = (rank) => rank === low || rank === total - low;
      const members = [...cards.keys()].filter((i) => inSet(this.rank[i]));
      if (members.length) this.sets.push(members);
    }
    const alone = [...cards.keys()].filter((i) => this.rank[i] === total);
    [this.bitLo, this.bitHi] = wordsOf();
    [...this.sets, alone].forEach((members, group) => {
      members.forEach((i, k) => {
        (group < 4 ? this.bitLo : this.bitHi)[i] = 1 << (8 * (group % 4) + k);
      });
    });
    [this.directLo, this.directHi] = wordsOf();
    [this.aboveLo, this.aboveHi] = wordsOf();
    for (let i = size - 1; i >= 0; i--) {
      for (const j of this.game.covers[i]) { // what lies on a card is dealt after it
        this.directLo[i] |= this.bitLo[j];
        this.directHi[i] |= this.bitHi[j];
        this.aboveLo[i] |= this.bitLo[j] | this.aboveLo[j];
        this.aboveHi[i] |= this.bitHi[j] | this.aboveHi[j];
      }
    }
    this.dealt = this.rules.stock === "dealt";
    this.open = [...cards.keys()].slice(0, this.dealt ? size : cards.length);
    this.stock = this.dealt ? [...cards.keys()].slice(size) : [];
    const { inPyramid } = this.game;
    this.mustGo = cards.map((_, i) => this.rules.goal === "all" || (i < size && inPyramid[i]));
    this.mustLo = this.mustHi = 0;
    this.mustGo.forEach((must, i) => {
      if (must) {
        this.mustLo |= this.bitLo[i];
        this.mustHi |= this.bitHi[i];
      }
    });
    this.limitedPasses = this.rules.passes !== "unlimited";
    this.stockPairs = this.rules.stock_waste !== "no" || this.rules.waste_pairs;
  }

  /* For each subset of a set's cards whether those that must go can, every other card gone.
   *
   * It allows more than the rules do: the stock lies open, and its cards match where the rules
   * let any two of them match. What is dead here is dead under the rules.
   */
  liveSubsets(members) {
    const live = new Uint8Array(1 << members.length);
    const bitsOf = (test) => members.reduce((bits, i, k) => bits | (test(i) ? 1 << k : 0), 0);
    const on = (i, lo, hi) => bitsOf((j) => lo[i] & this.bitLo[j] || hi[i] & this.bitHi[j]);
    const above = members.map((i) => on(i, this.aboveLo, this.aboveHi));
    const direct = members.map((i) => on(i, this.directLo, this.directHi));
    const must = bitsOf((i) => this.mustGo[i]);
    const goes = (left, a, b) => {
      const [i, j] = [members[a], members[b]];
      if (this.rank[i] + this.rank[j] !== this.rules.total) return false;
      const inStock = this.dealt && i >= this.tableauSize && j >= this.tableauSize;
      if (inStock && !this.stockPairs) return false;
      const [onA, onB] = [above[a] & left, above[b] & left];
      if (!onA && !onB) return true;
      if (!this.rules.overlap) return false;
      const overlaps = (onUpper, onLower, upper, lower) =>
        !onUpper && onLower === 1 << upper && direct[lower] & (1 << upper);
      return overlaps(onA, onB, a, b) || overlaps(onB, onA, b, a);
    };
    for (let left = 0; left < live.length; left++) {
      if (!(left & must)) live[left] = 1;
      for (let a = 0; a < members.length && !live[left]; a++) {
        for (let b = a + 1; b < members.length && !live[left]; b++) {
          const pair = (1 << a) | (1 << b);
          if ((left & pair) === pair && live[left ^ pair] && goes(left, a, b)) live[left] = 1;
        }
      }
    }
    return live;
  }

  // The search.

  begin(position) {
    const gone = (card) => position.where(card) === "gone";
    const state = { lo: 0, hi: 0, pos: 0, pass: position.passNumber, words: [] };
    this.game.cards.forEach((card, i) => {
      if (gone(card)) return;
      state.lo |= this.bitLo[i];
      state.hi |= this.bitHi[i];
    });
    if (position.waste.length) {
      const top = this.game.cards.indexOf(position.wasteTop);
      state.pos = top - this.tableauSize + 1;
    }
    this.enter(state);
  }

  step() {
    const frame = this.stack[this.stack.length - 1];
    if (!frame) {
      this.answer = "lost";
    } else if (frame.next === frame.children.length) {
      this.stack.pop();
    } else {
      const child = frame.children[frame.next];
      frame.children[frame.next++] = null;
      this.enter(child);
    }
  }

  /* Make a node of a state, unless it is won, hopeless, or was one before. */
  enter(state) {
    this.nodes++;
    this.dropOpenSingles(state);
    if (this.isWon(state)) {
      this.stack.push(state);
      this.answer = "won";
      return;
    }
    if (this.isDead(state)) return;
    this.settle(state);
    if (!this.seen.add(state.lo, state.hi, this.stage(state), this.game.monotone)) return;
    state.children = this.children(state);
    state.next = 0;
    this.stack.push(state);
  }

  /* The stage of the stock as a number.
   *
   * Where discarding earlier never hurts, the earlier of two stages reaches the later one by
   * dealing, and all of them each other when redeals are unlimited.
   */
  stage(state) {
    if (this.limitedPasses) return state.pass * 64 + state.pos;
    return this.game.monotone ? 0 : state.pos;
  }

  has(state, i) {
    return (state.lo & this.bitLo[i] || state.hi & this.bitHi[i]) !== 0;
  }

  take(state, cards) {
    for (const i of cards) {
      state.lo &= ~this.bitLo[i];
      state.hi &= ~this.bitHi[i];
    }
  }

  discard(state, cards) {
    this.take(state, cards);
    state.words.push(cards.map((i) => this.game.cards[i]).join("/"));
  }

  isExposed(state, i) {
    return !(state.lo & this.directLo[i]) && !(state.hi & this.directHi[i]);
  }

  isWon(state) {
    return !(state.lo & this.mustLo) && !(state.hi & this.mustHi);
  }

  isDead(state) {
    return this.tables.some((live, group) => {
      const word = group < 4 ? state.lo : state.hi;
      return !live[(word >>> (8 * (group % 4))) & (live.length - 1)];
    });
  }

  /* A tableau or bouquet card that stands alone goes when it can: it only covers others. */
  dropOpenSingles(state) {
    let again = true;
    while (again) {
      again = false;
      for (const i of this.open) {
        if (this.rank[i] !== this.rules.total || !this.has(state, i)) continue;
        if (this.isWon(state)) return;
        if (this.isExposed(state, i)) {
          this.discard(state, [i]);
          again = true;
        }
      }
    }
  }

  /* Every state that one discard leads to, after any number of deals. */
  children(state) {
    const found = [];
    const open = this.openCards(state);
    const discard = (from, cards) => {
      const child = { ...from, words: [...from.words] };
      const turned = this.turned(from);
      this.discard(child, cards);
      if (cards.includes(turned)) this.matchOnTurn(child);
      found.push(child);
    };
    const start = { ...state, words: [] };
    this.pairs(start, open, (i, j) => discard(start, [i, j]));
    if (this.dealt) this.walk(start, open, discard, (state) => found.push(state));
    return found;
  }

  /* The exposed cards; of bouquet cards of one rank the first, as they are alike. */
  openCards(state) {
    const ranks = new Set();
    return this.open.filter((i) => {
      if (!this.has(state, i) || !this.isExposed(state, i)) return false;
      if (i < this.tableauSize) return true;
      return !ranks.has(this.rank[i]) && ranks.add(this.rank[i]);
    });
  }

  /* The pairs among exposed cards, and with overlap those of a card and one right below it. */
  pairs(state, open, found) {
    const { total, overlap } = this.rules;
    open.forEach((i, k) => {
      for (const j of open.slice(k + 1)) if (this.rank[i] + this.rank[j] === total) found(i, j);
      if (2 * this.rank[i] === total && i >= this.tableauSize) {
        const alike = (j) => j > i && this.rank[j] === this.rank[i] && this.has(state, j);
        const other = this.open.find(alike);
        if (other !== undefined) found(i, other);
      }
      if (!overlap) return;
      for (let j = 0; j < this.tableauSize; j++) {
        if (this.rank[i] + this.rank[j] !== total || !this.has(state, j)) continue;
        const onLo = state.lo & this.directLo[j];
        const onHi = state.hi & this.directHi[j];
        if (onLo === this.bitLo[i] && onHi === this.bitHi[i]) found(i, j);
      }
    });
  }

  /* Deal on from a state, and find the discards of turned card and waste top at each stage.
   *
   * The walk ends where the stock does, or where it comes back to a stage with the same cards:
   * later passes offer the same again, with fewer passes to come.
   */
  walk(start, open, discard, ended) {
    const at = { ...start, words: [] };
    let stages = new Set();
    while (!stages.has(at.pos)) {
      stages.add(at.pos);
      if (this.isWon(at)) return ended(at); // a pair that vanished was the last one
      const turned = this.turned(at);
      const top = this.wasteCard(at);
      const tops = [turned, top].filter((i) => i !== null);
      const single = tops.find((i) => this.rank[i] === this.rules.total);
      if (single !== undefined && this.game.monotone) {
        this.discard(at, [single]); // removing it at once never hurts
        this.settle(at);
        stages = new Set();
        continue;
      }
      for (const i of tops) {
        if (this.rank[i] === this.rules.total) discard(at, [i]);
        for (const j of open) {
          if (this.rank[i] + this.rank[j] === this.rules.total) discard(at, [j, i]);
        }
      }
      if (tops.length === 2 && this.rules.stock_waste !== "no" && this.match(turned, top)) {
        discard(at, [turned, top]);
      }
      if (this.rules.waste_pairs && top !== null) {
        const under = this.wasteCard({ ...at, pos: top - this.tableauSize });
        if (under !== null && this.match(top, under)) discard(at, [top, under]);
      }
      const [lo, hi] = [at.lo, at.hi];
      if (!this.deal(at)) return undefined;
      if (at.lo !== lo || at.hi !== hi) stages = new Set();
    }
    return undefined;
  }

  // The stock: cards before `pos` in it are the waste, the others are not dealt.

  match(i, j) {
    return this.rank[i] + this.rank[j] === this.rules.total;
  }

  nextStock(state) {
    for (let k = state.pos; k < this.stock.length; k++) {
      if (this.has(state, this.stock[k])) return this.stock[k];
    }
    return null;
  }

  turned(state) {
    return this.rules.stock_top ? this.nextStock(state) : null;
  }

  wasteCard(state) {
    for (let k = state.pos - 1; k >= 0; k--) {
      if (this.has(state, this.stock[k])) return this.stock[k];
    }
    return null;
  }

  /* Let `pos` be right behind the waste top, so that equal stages have equal numbers. */
  settle(state) {
    const top = this.wasteCard(state);
    state.pos = top === null ? 0 : top - this.tableauSize + 1;
  }

  /* Deal or redeal; false if neither can be done. */
  deal(state) {
    const next = this.nextStock(state);
    if (next === null) {
      const passes = this.limitedPasses ? this.rules.passes : Infinity;
      if (this.wasteCard(state) === null || state.pass >= passes) return false;
      state.pos = 0;
      state.pass++;
      state.words.push("redeal");
      this.matchOnTurn(state);
      return true;
    }
    state.words.push("deal");
    const top = this.wasteCard(state);
    if (this.rules.stock_waste === "auto" && top !== null && this.match(next, top)) {
      this.take(state, [top, next]);
    } else {
      for (let k = 0, card = next; k < this.rules.draw && card !== null; k++) {
        state.pos = card - this.tableauSize + 1;
        card = this.nextStock(state);
      }
      this.matchOnTurn(state);
    }
    this.settle(state);
    return true;
  }

  /* A card has been turned: with `auto-on-turn` it goes with a waste top that it matches. */
  matchOnTurn(state) {
    if (this.rules.stock_waste !== "auto-on-turn") return;
    for (;;) {
      const [turned, top] = [this.turned(state), this.wasteCard(state)];
      if (turned === null || top === null || !this.match(turned, top)) return;
      this.take(state, [top, turned]);
    }
  }
}
