/* The game itself: what may be done in a position, and what then happens.
 *
 * It says the same as pyrtool/position.py, the referee, word for word where a move is refused;
 * tests/test_page_rules.py compares the two. A card is its text, "4C"; "4c" if its suit does not
 * matter, and "?1" if it is unknown (render/page/problem.py). A move is a word: "4C/9H", "KC", "deal" or
 * "redeal". A game is {rules, cards, places, covers, inPyramid, heights, start}: the rules as in JSON
 * records, the deck in dealing order, the tableau's places by name, for each place those that lie
 * directly on it, whether it is of the pyramid, and if so its row there, from 0 for the bottom row
 * up (null elsewhere); and of a game that begins in the middle what lies where then, while its `cards`
 * are those of a deal that can have led there.
 */

const RANKS = "A23456789TJQK";
const PAR_POINTS = [50, 35, 20];
const DISCARD_POINTS = 5;
const ROW_POINTS = [25, 50, 75, 100, 150, 250, 500]; // the bottom row first

const rankOf = (card) => RANKS.indexOf(card[0]) + 1;
/* Whether one card goes alone, or two together, by their ranks. */
const goTogether = ({ mates }, cards) =>
  mates[rankOf(cards[0])] === (cards.length > 1 ? rankOf(cards[1]) : 0);
const isKnown = (card) => card[0] !== "?";
const isDiscard = (move) => move !== "deal" && move !== "redeal";

class IllegalMove extends Error {}

/* One moment of a game; `play` makes the next one. */
class Position {
  static start(game) {
    if (game.start) return new Position({ game, ...game.start, vanished: [] });
    const size = game.places.length;
    const rest = game.cards.slice(size);
    const dealt = game.rules.stock === "dealt";
    return new Position({
      game,
      tableau: game.cards.slice(0, size), // null where the card is gone
      bouquet: dealt ? [] : rest,
      stock: dealt ? rest : [], // the next card first
      turned: null,
      waste: [], // the top last
      passNumber: 1,
      clearedInPass: null,
      vanished: [], // pairs that went by themselves with the last move
    }).turn();
  }

  constructor(state) {
    Object.assign(this, state);
  }

  but(changes) {
    return new Position({ ...this, ...changes });
  }

  // What is where.

  get rules() {
    return this.game.rules;
  }

  get wasteTop() {
    return this.waste.length ? this.waste[this.waste.length - 1] : null;
  }

  get undealt() {
    return this.stock.length + (this.turned === null ? 0 : 1);
  }

  /* Tableau and bouquet, waste, turned card, stock. */
  cardsHere() {
    const { tableau, bouquet, waste, turned, stock } = this;
    return [...tableau, ...bouquet, ...waste, turned, ...stock].filter((card) => card !== null);
  }

  cardsLeft() {
    return this.cardsHere().length;
  }

  /* The cards that nobody has seen yet. */
  unknown() {
    return this.cardsHere().filter((card) => !isKnown(card));
  }

  pyramidLeft() {
    const { inPyramid } = this.game;
    return this.tableau.filter((card, i) => card !== null && inPyramid[i]).length;
  }

  isWon() {
    return (this.rules.goal === "pyramid" ? this.pyramidLeft() : this.cardsLeft()) === 0;
  }

  /* Whether the rules have ended the game. */
  isOver() {
    return this.rules.scoring === "microsoft" && this.pyramidLeft() === 0;
  }

  rowsCleared() {
    const { heights } = this.game;
    const rows = Math.max(...heights) + 1;
    const left = heights.filter((height, i) => height !== null && this.tableau[i] !== null);
    return Math.min(rows, ...left);
  }

  discardsMade() {
    const here = this.cardsHere();
    const gone = this.game.cards.filter((card) => !here.includes(card));
    const alone = gone.filter((card) => goTogether(this.game, [card])).length;
    return alone + (gone.length - alone) / 2;
  }

  score() {
    if (this.rules.scoring === "par") {
      const points = this.clearedInPass === null ? 0 : PAR_POINTS[this.clearedInPass - 1];
      return points - this.cardsLeft();
    }
    if (this.rules.scoring !== "microsoft") return 0;
    let points = DISCARD_POINTS * this.discardsMade();
    for (let row = 0; row < this.rowsCleared(); row += 1) {
      points += ROW_POINTS[Math.min(row, ROW_POINTS.length - 1)];
    }
    return points;
  }

  /* The cards that lie directly on a tableau card; none for any other card. */
  covering(card) {
    const at = this.tableau.indexOf(card);
    if (at < 0) return [];
    return this.game.covers[at].map((i) => this.tableau[i]).filter((cover) => cover !== null);
  }

  exposed() {
    return this.tableau.filter((card) => card !== null && !this.covering(card).length);
  }

  available() {
    const open = [...this.exposed(), ...this.bouquet, this.turned, this.wasteTop];
    return open.filter((card) => card !== null);
  }

  where(card) {
    const at = this.tableau.indexOf(card);
    if (at >= 0) return this.game.places[at];
    if (this.bouquet.includes(card)) return "bouquet";
    if (this.turned === card) return "turned";
    if (this.waste.includes(card)) return "waste";
    return this.stock.includes(card) ? "stock" : "gone";
  }

  /* Positions with the same key have the same play before them. */
  key() {
    const piles = [this.tableau, this.bouquet, this.stock, [this.turned], this.waste];
    const pass = this.rules.passes === "unlimited" ? "" : this.passNumber;
    return piles.map((pile) => pile.map((card) => card ?? "").join(" ")).join("|") + pass;
  }

  // What may be done.

  legalMoves() {
    const candidates = this.available();
    if (this.rules.overlap) {
      const underOne = (card) => card !== null && this.covering(card).length === 1;
      candidates.push(...this.tableau.filter(underOne));
    }
    if (this.rules.waste_pairs) candidates.push(...this.waste.slice(-2, -1));
    const moves = candidates.map((card) => [card]);
    candidates.forEach((card, i) => {
      for (const other of candidates.slice(i + 1)) moves.push([card, other]);
    });
    const words = moves
      .filter((cards) => goTogether(this.game, cards))
      .map((cards) => cards.join("/"));
    return [...words, "deal", "redeal"].filter((move) => this.allows(move));
  }

  allows(move) {
    return this.whyNot(move) === null;
  }

  /* The position after the move; an IllegalMove says why the rules do not allow it. */
  play(move) {
    const reason = this.whyNot(move);
    if (reason !== null) throw new IllegalMove(`${move}: ${reason}`);
    const before = this.vanished.length ? this.but({ vanished: [] }) : this;
    if (move === "redeal") {
      const passNumber = this.passNumber + 1;
      return before.but({ stock: this.waste, waste: [], passNumber }).turn();
    }
    if (move === "deal") return before.deal();
    return before.remove(move.split("/")).noteClearing().turn();
  }

  /* Why a move is illegal, in words; null if it is legal. */
  whyNot(move) {
    if (this.isOver()) return "the pyramid is cleared, which ends the game";
    if (isDiscard(move)) return this.whyNotDiscard(move.split("/"));
    if (this.rules.stock !== "dealt") return "there is no stock to deal from";
    if (move === "deal") return this.undealt ? null : "the stock is empty";
    if (this.undealt) return `the stock still has ${counted(this.undealt, "card")}`;
    if (!this.waste.length) return "the waste is empty";
    if (this.rules.passes !== "unlimited" && this.passNumber >= this.rules.passes) {
      return `this is pass ${this.passNumber} of ${this.rules.passes}`;
    }
    return null;
  }

  whyNotDiscard(cards) {
    if (cards.length > 2 || new Set(cards).size !== cards.length) {
      return "a discard is one card or two";
    }
    if (!cards.every(isKnown)) return "a card that is unknown cannot be discarded";
    if (!goTogether(this.game, cards)) return this.whyNoPair(cards);
    const available = this.available();
    for (const card of cards) {
      if (available.includes(card)) continue;
      const partner = card === cards[cards.length - 1] ? cards[0] : cards[cards.length - 1];
      if (this.overlaps(partner, card) && available.includes(partner)) continue;
      if (this.wasteNeighbours(partner, card)) continue;
      return this.whyUnavailable(card);
    }
    const tops = [this.turned, this.wasteTop];
    const stockTopPair = cards.length === 2 && tops.every((top) => cards.includes(top));
    if (stockTopPair && this.rules.stock_waste === "no") {
      return "the turned card and the waste top do not match under these rules";
    }
    return null;
  }

  /* Overlap discard: `upper` lies directly on `lower`, and nothing else does. */
  overlaps(upper, lower) {
    const covers = this.rules.overlap ? this.covering(lower) : [];
    return covers.length === 1 && covers[0] === upper;
  }

  wasteNeighbours(upper, lower) {
    const two = this.rules.waste_pairs ? this.waste.slice(-2) : [];
    return two.length === 2 && two[0] === lower && two[1] === upper;
  }

  whyUnavailable(card) {
    const place = this.where(card);
    if (place === "gone") return `${card} is gone`;
    const covers = this.covering(card);
    if (covers.length) return `${card} (${place}) is covered by ${covers.join(" and ")}`;
    if (place === "waste") return `${card} is in the waste under ${this.wasteTop}`;
    return `${card} is in the stock, not turned`;
  }

  // What then happens.

  remove(cards) {
    const emptied = (pile) => pile.map((card) => (cards.includes(card) ? null : card));
    return this.but({
      tableau: emptied(this.tableau),
      bouquet: emptied(this.bouquet),
      turned: cards.includes(this.turned) ? null : this.turned,
      waste: this.waste.filter((card) => !cards.includes(card)),
    });
  }

  noteClearing() {
    if (this.clearedInPass !== null || this.pyramidLeft()) return this;
    return this.but({ clearedInPass: this.passNumber });
  }

  deal() {
    const { draw } = this.rules;
    if (!this.rules.stock_top) {
      const waste = [...this.waste, ...this.stock.slice(0, draw)];
      return this.but({ stock: this.stock.slice(draw), waste });
    }
    if (this.rules.stock_waste === "auto" && this.topsMatch()) return this.vanish().turn();
    return this.but({ turned: null, waste: [...this.waste, this.turned] }).turn();
  }

  /* Turn the next stock card where it is available; `auto-on-turn` takes its matches. */
  turn() {
    if (!this.rules.stock_top || this.turned !== null || !this.stock.length) return this;
    const turned = this.but({ turned: this.stock[0], stock: this.stock.slice(1) });
    const matched = this.rules.stock_waste === "auto-on-turn" && turned.topsMatch();
    return matched ? turned.vanish().turn() : turned;
  }

  whyNoPair(cards) {
    const names = cards.map((card) => card[0]);
    if (this.rules.pairs !== null) {
      return `${names[0]} does not go ${names.length > 1 ? `with ${names[1]}` : "alone"}`;
    }
    const total = cards.reduce((sum, card) => sum + rankOf(card), 0);
    return `${names.join(" + ")} is ${total}, not ${this.rules.total}`;
  }

  topsMatch() {
    if (this.turned === null || !this.waste.length) return false;
    if (!isKnown(this.turned) || !isKnown(this.wasteTop)) return false;
    return goTogether(this.game, [this.turned, this.wasteTop]);
  }

  vanish() {
    const vanished = [...this.vanished, [this.wasteTop, this.turned]];
    return this.but({ turned: null, waste: this.waste.slice(0, -1), vanished });
  }
}
