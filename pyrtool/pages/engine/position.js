/* The game itself: what may be done in a position, and what then happens.
 *
 * It says the same as pyrtool/game/position.py, the referee, word for word where a move is illegal;
 * tests/pages/test_rules.py compares the two.
 *
 * - A card is its text, "4C"; "4c" if its suit does not matter, "4C2" if it is the second pack's, and
 *   "?1" if it is unknown (page/problem.py).
 * - A move is a word: "4C/9H", "KC", "deal", "deal2" to the second waste, or "redeal".
 * - A game is {rules, partners, apart, cards, places, covers, inPyramid, heights, start} and what is sound
 *   under its rules (problem.py: `monotone`, `tableauxAnswer`, and in `relaxed` how rules that allow more
 *   differ from its own):
 *   - rules: as in JSON records; partners: for each rank those it matches, none where it goes alone;
 *     apart: piles whose cards do not match, and the rule that says so (`Rules.apart`);
 *   - cards: the deck in dealing order; places: the tableau's places by name;
 *   - covers, inPyramid, heights: for each place the places that lie directly on it, whether it is of
 *     the pyramid, and its row there, from 0 for the bottom row up (null elsewhere);
 *   - start: what lies where, if the game begins in the middle. Its `cards` are then those of a deal
 *     that can have led there.
 */

import { counted, isKnown, letterOf } from "./numbers.js";
import { noun, say } from "./say.js";

export const RANKS = "A23456789TJQK";
export const PAR_POINTS = "{{PAR_POINTS}}";
export const DISCARD_POINTS = "{{DISCARD_POINTS}}";
export const ROW_POINTS = "{{ROW_POINTS}}"; // the bottom row first

export const rankOf = (card) => RANKS.indexOf(card[0]) + 1;
/* Whether one card goes alone, or two together, by their ranks. */
export function goTogether({ partners }, [one, other]) {
  const ways = partners[rankOf(one)];
  return ways !== undefined && (other === undefined ? !ways.length : ways.includes(rankOf(other)));
}
/* The rule that keeps available cards of two piles apart, if there is one: -1 for the turned card, 0 for no pile. */
export const apartBy = ({ apart }, one, other) => apart[`${Math.min(one, other)},${Math.max(one, other)}`];
/* Whether there is a pyramid or a triangle to clear. */
export const hasPyramid = ({ inPyramid }) => inPyramid.includes(true);
export const isDiscard = (move) => !/^(re)?deal/.test(move);

/* The same card of the other pack. */
export const twinOf = (card) => (card.length > 2 ? card.slice(0, 2) : `${card}2`);

const APART = "{{APART}}"; // by the rule that keeps two piles apart
const PLACE_WORDS = "{{PLACE_WORDS}}"; // by the word in a place's name
/* A place, or a pile, in words. */
export const placeWords = (place) => place.replace(/[a-z]+/g, (word) => PLACE_WORDS[word] ?? word);

export class IllegalMoveError extends Error {}

/* One moment of a game; `play` makes the next one. */
export class Position {
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
      furtherWastes: Array(game.rules.wastes - 1).fill([]),
      passNumber: 1,
      clearedInPass: null,
      vanished: [], // pairs that went by themselves with the last move
    }).turn();
  }

  constructor(state) {
    Object.assign(this, { furtherWastes: [] }, state);
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

  get wastes() {
    return [this.waste, ...this.furtherWastes];
  }

  /* The cards of all wastes, in the order in which a redeal makes the stock of them. */
  get passed() {
    return this.wastes.flat();
  }

  get undealt() {
    return this.stock.length + (this.turned === null ? 0 : 1);
  }

  /* Tableau and bouquet, waste, turned card, stock. */
  cards() {
    const { tableau, bouquet, passed, turned, stock } = this;
    return [...tableau, ...bouquet, ...passed, turned, ...stock].filter((card) => card !== null);
  }

  cardsLeft() {
    return this.cards().length;
  }

  /* The cards that nobody has seen yet. */
  unknown() {
    return this.cards().filter((card) => !isKnown(card));
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
    const here = this.cards();
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

  /* The cards of the tableau that are free, and were covered in a position before. */
  uncoveredSince(before) {
    return this.exposed().filter((card) => before.covering(card).length);
  }

  available() {
    const both = this.rules.waste_ends === "both";
    const ends = (waste) => [...(both ? waste.slice(0, -1).slice(0, 1) : []), ...waste.slice(-1)];
    const open = [...this.exposed(), ...this.bouquet, this.turned, ...this.wastes.flatMap(ends)];
    return open.filter((card) => card !== null);
  }

  where(card) {
    const at = this.tableau.indexOf(card);
    if (at >= 0) return this.game.places[at];
    if (this.bouquet.includes(card)) return "bouquet";
    if (this.turned === card) return "turned";
    if (this.stock.includes(card)) return "stock";
    const number = this.pileOf(card);
    if (!number) return "gone";
    const waste = this.wastes[number - 1];
    const isBottom = this.rules.waste_ends === "both" && card === waste[0] && waste.length > 1;
    return this.wasteName(number) + (isBottom ? " bottom" : "");
  }

  /* The number of the waste in which a card lies, -1 for the turned card, 0 elsewhere. */
  pileOf(card) {
    if (card === this.turned) return -1;
    return this.wastes.findIndex((waste) => waste.includes(card)) + 1;
  }

  wasteName(number) {
    return this.rules.wastes > 1 ? `waste ${number}` : "waste";
  }

  /* Positions with the same key have the same play before them. */
  key() {
    const piles = [this.tableau, this.bouquet, this.stock, [this.turned], ...this.wastes];
    const pass = this.rules.passes === "unlimited" ? "" : this.passNumber;
    return piles.map((pile) => pile.map((card) => card ?? "").join(" ")).join("|") + pass;
  }

  // What may be done.

  /* The cards that some discard could take. */
  candidates() {
    const candidates = this.available();
    if (this.rules.overlap) {
      const underOne = (card) => card !== null && this.covering(card).length === 1;
      candidates.push(...this.tableau.filter(underOne));
    }
    if (this.rules.waste_pairs) {
      const under = this.wastes.flatMap((waste) => waste.slice(-2, -1));
      candidates.push(...under.filter((card) => !candidates.includes(card)));
    }
    return candidates;
  }

  legalMoves() {
    const candidates = this.candidates();
    const moves = candidates.map((card) => [card]);
    candidates.forEach((card, i) => {
      for (const other of candidates.slice(i + 1)) moves.push([card, other]);
    });
    const words = moves
      .filter((cards) => goTogether(this.game, cards))
      .map((cards) => cards.join("/"));
    return [...words, ...this.deals(), "redeal"].filter((move) => this.allows(move));
  }

  /* What dealing is called: one word, or where the player chooses the waste one for each. */
  deals() {
    const { deal_to: to, wastes } = this.rules;
    return to === "choice" ? Array.from({ length: wastes }, (_, k) => `deal${k + 1}`) : ["deal"];
  }

  allows(move) {
    return this.whyNot(move) === null;
  }

  /* The position after the move; an IllegalMoveError says why the rules do not allow it. */
  play(move) {
    const reason = this.whyNot(move);
    if (reason !== null) throw new IllegalMoveError(`${move}: ${reason}`);
    const before = this.vanished.length ? this.but({ vanished: [] }) : this;
    if (move === "redeal") {
      const passNumber = this.passNumber + 1;
      const furtherWastes = this.furtherWastes.map(() => []);
      return before.but({ stock: this.passed, waste: [], furtherWastes, passNumber }).turn();
    }
    if (!isDiscard(move)) return before.deal(Number(move.slice(4)));
    return before.remove(move.split("/")).noteClearing().turn();
  }

  /* Why a move is illegal, in words; null if it is legal. */
  whyNot(move) {
    if (this.isOver()) return say`the pyramid is cleared, which ends the game`;
    if (isDiscard(move)) return this.whyNotDiscard(move.split("/"));
    if (this.rules.stock !== "dealt") return say`there is no stock to deal from`;
    if (move !== "redeal") return this.undealt ? this.whyNotDeal(move) : say`the stock is empty`;
    if (this.rules.passes !== "unlimited" && this.passNumber >= this.rules.passes) {
      return say`this is pass ${this.passNumber} of ${this.rules.passes}`;
    }
    if (this.undealt) return say`${counted(this.undealt, noun`card`)} still to be dealt`;
    return this.passed.length ? null : say`the waste is empty`;
  }

  whyNotDeal(move) {
    const deals = this.deals();
    if (deals.includes(move)) return null;
    const chosen = say`the player does not choose the waste under these rules`;
    return deals.length > 1 ? say`say to which waste: ${deals.join(", ")}` : chosen;
  }

  whyNotDiscard(cards) {
    if (cards.length > 2 || cards[0] === cards[1]) {
      return say`a discard is one card or two different ones`;
    }
    if (!cards.every(isKnown)) return say`a card that is unknown cannot be discarded`;
    if (!goTogether(this.game, cards)) return this.whyNoPair(cards);
    const available = this.available();
    for (const card of cards) {
      if (available.includes(card)) continue;
      const partner = card === cards[cards.length - 1] ? cards[0] : cards[cards.length - 1];
      if (this.overlaps(partner, card) && available.includes(partner)) continue;
      if (this.wasteNeighbours(partner, card)) continue;
      return this.whyUnavailable(card);
    }
    if (cards.length < 2 || this.wasteNeighbours(...cards)) return null;
    return this.whyNoMatch(...cards.map((card) => this.pileOf(card)));
  }

  /* Why available cards of these two piles may not go together. */
  whyNoMatch(one, other) {
    return APART[apartBy(this.game, one, other)] ?? null;
  }

  /* Overlap discard: `upper` lies directly on `lower`, and nothing else does. */
  overlaps(upper, lower) {
    const covers = this.rules.overlap ? this.covering(lower) : [];
    return covers.length === 1 && covers[0] === upper;
  }

  wasteNeighbours(upper, lower) {
    if (!this.rules.waste_pairs) return false;
    const isOf = (pile) => pile.length === 2 && pile.includes(upper) && pile.includes(lower);
    return upper !== lower && this.wastes.some((waste) => isOf(waste.slice(-2)));
  }

  /* What keeps a card from being available: those that cover it, or the top of its waste. */
  onTopOf(card) {
    const waste = this.wastes[this.pileOf(card) - 1];
    return waste ? waste.slice(-1).filter((top) => top !== card) : this.covering(card);
  }

  whyUnavailable(card) {
    const place = this.where(card);
    if (place === "gone") return say`${card} is gone`;
    const covers = this.covering(card);
    if (covers.length) return say`${card} (${placeWords(place)}) is covered by ${covers.join(say` and `)}`;
    const number = this.pileOf(card);
    if (number > 0) {
      return say`${card} is in the ${placeWords(this.wasteName(number))} under ${this.wastes[number - 1].at(-1)}`;
    }
    return say`${card} is in the stock, not turned`;
  }

  // What then happens.

  remove(cards) {
    const emptied = (pile) => pile.map((card) => (cards.includes(card) ? null : card));
    return this.but({
      tableau: emptied(this.tableau),
      bouquet: emptied(this.bouquet),
      turned: cards.includes(this.turned) ? null : this.turned,
      waste: this.waste.filter((card) => !cards.includes(card)),
      furtherWastes: this.furtherWastes.map((waste) => waste.filter((card) => !cards.includes(card))),
    });
  }

  noteClearing() {
    if (this.clearedInPass !== null || this.pyramidLeft() || !hasPyramid(this.game)) return this;
    return this.but({ clearedInPass: this.passNumber });
  }

  /* Deal; `to` is the waste that the player chose, from 1. */
  deal(to) {
    const { draw } = this.rules;
    if (this.rules.wastes > 1) return this.dealToWastes(to);
    if (!this.rules.stock_top) {
      const waste = [...this.waste, ...this.stock.slice(0, draw)];
      return this.but({ stock: this.stock.slice(draw), waste });
    }
    if (this.rules.stock_waste === "auto" && this.topsMatch()) return this.vanish().turn();
    return this.but({ turned: null, waste: [...this.waste, this.turned] }).turn();
  }

  /* A card on waste `to`, or where the player does not choose one on each. */
  dealToWastes(to) {
    const undealt = [this.turned, ...this.stock].filter((card) => card !== null);
    const atOnce = to ? 1 : this.rules.wastes;
    const first = to ? to - 1 : 0;
    const [waste, ...furtherWastes] = this.wastes.map((pile, k) => {
      const isDealtTo = k >= first && k < first + atOnce;
      return isDealtTo ? [...pile, ...undealt.slice(k - first, k - first + 1)] : pile;
    });
    return this.but({ turned: null, stock: undealt.slice(atOnce), waste, furtherWastes }).turn();
  }

  /* Turn the next stock card where it is available; `auto-on-turn` takes its matches. */
  turn() {
    if (!this.rules.stock_top || this.turned !== null || !this.stock.length) return this;
    const turned = this.but({ turned: this.stock[0], stock: this.stock.slice(1) });
    const matched = this.rules.stock_waste === "auto-on-turn" && turned.topsMatch();
    return matched ? turned.vanish().turn() : turned;
  }

  whyNoPair(cards) {
    const names = cards.map((card) => letterOf(card[0]));
    if (this.rules.pairs !== null) {
      return names.length > 1 ? say`${names[0]} does not match ${names[1]}` : say`${names[0]} is not discarded alone`;
    }
    const total = cards.reduce((sum, card) => sum + rankOf(card), 0);
    return say`${names.join(" + ")} is ${total}, not ${this.rules.total}`;
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

/* What takes no search: what follows from the rules and the table, and all choices of some. */

export const isAlone = (position, card) => goTogether(position.game, [card]);

/* Kings that go immediately are no choice. */
export function isFreeKing(move, position) {
  if (!isDiscard(move) || move.includes("/") || !isAlone(position, move)) return false;
  return position.game.monotone || position.tableau.includes(move);
}

/* The rules have cards that a player may choose not to see. */
export const canHide = (rules) => rules.stock === "dealt" || rules.face_down === "covered";

/* Skill and luck of such a game can be told apart (luck.js). */
export const canSplit = ({ bySets, rules }) =>
  bySets && rules.stock === "dealt" && rules.face_down === "none" && !rules.stock_waste.startsWith("auto");

/* The cards that such a player does not know: covered cards, where the rules lay them face down, and
   the stock until the first pass is over. */
export function hiddenCards(position) {
  const { rules, stock, tableau, passNumber } = position;
  const isCovered = (card) => card !== null && position.covering(card).length > 0;
  const covered = rules.face_down === "covered" ? tableau.filter(isCovered) : [];
  return passNumber === 1 ? [...covered, ...stock] : covered;
}

/* Every choice of `count` members, in their order. */
export function* choices(members, count, from = 0) {
  if (count === 0) yield [];
  for (let i = from; count > 0 && i <= members.length - count; i++) {
    for (const rest of choices(members, count - 1, i + 1)) yield [members[i], ...rest];
  }
}
