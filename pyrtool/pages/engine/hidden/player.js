/* Whether a position can be won with every card known, without the moves that win it, as
 * pyrtool/answers/unknown_cards/player.py asks. One chance takes thousands of deals, so that a search is used again
 * for the positions of one deal, and no line is written out.
 */

import { solve } from "../answers.js";
import { hasPassedKing, loaded, relaxed, searchFor } from "../by_sets.js";
import { HashTable } from "../hash_table.js";
import { chosen, deckOf, Hands, inTheDeck, ranksOf, sampled, withCards } from "./prior.js";
import { isAlone, isDiscard } from "../position.js";
import { Search } from "../search.js";

export const QUESTION_NODES = 30000; // a question that takes more is left open
const FIRST_NODES = 400; // most questions take fewer, and no game that allows more is asked

export class Winnable {
  constructor() {
    this.nodes = 0;
    this.forget(null);
  }

  forget(game) {
    this.game = game;
    this.search = this.quick = null;
  }

  /* True, false, or null where that is left open. */
  ask(position) {
    if (position.isWon()) return true;
    const { game, rules } = position;
    if (!game.bySets || (rules.waste_pairs && hasPassedKing(position))) {
      const found = solve(position, QUESTION_NODES);
      this.nodes += found.nodes;
      return { won: true, lost: false, unknown: null }[found.answer];
    }
    if (this.game !== game) this.forget(game);
    if (game.monotone && !this.search) {
      this.quick ??= new Search(game, relaxed(game, "loosened"), { monotone: true, budget: { nodes: 0 } });
      const answer = this.run(this.quick, position, FIRST_NODES);
      if (answer !== null) return answer;
    }
    this.search ??= searchFor(position, { nodes: 0 });
    return this.run(this.search, position, QUESTION_NODES);
  }

  /* What a search was proved of a deal holds for its other positions, where removing early never hurts: there
     only the levels of a line that wins were noted as lost, on the way. */
  run(search, position, limit) {
    const { budget } = search;
    budget.nodes = limit;
    search.asking = search.monotone;
    const answer = search.search(...loaded(search, position));
    this.nodes += limit - Math.max(0, budget.nodes);
    if (search.monotone && answer === "won") search.noteAlive();
    else if (!search.monotone || answer === "unknown") search.table = new HashTable();
    return { won: true, lost: false, unknown: null }[answer];
  }
}

/* The chance of the best player that does not know the hidden cards, over every deal there is, as
 * pyrtool/answers/unknown_cards/chances.py finds it. Deals are {sight, deals}: what is seen, and how many are like it.
 */

export class TooMuchError extends Error {}

/* The best that can be done by what is seen, within a number of `questions`: a position that the solver
   decides, or one from which play goes on. `isLate()`: whether the time is up. */
export class BestPlay {
  constructor(questions, solver, isLate) {
    Object.assign(this, { questions, solver, isLate, known: new Map(), values: new Map() });
  }

  /* How many of the deals, which look alike, the best player wins that makes this move. */
  after(deals, move) {
    return this.sum(this.played(deals, deals.map(() => move)));
  }

  sum(deals) {
    return alikeOf(deals).reduce((total, alike) => total + this.value(alike), 0n);
  }

  winnable(position) {
    const key = ranksOf(position);
    if (!this.known.has(key)) {
      this.ask();
      const answer = this.solver.ask(position);
      if (answer === null) throw new TooMuchError("the solver leaves a deal open");
      this.known.set(key, answer);
    }
    return this.known.get(key);
  }

  ask() {
    this.questions--;
    if (this.questions < 0 || this.isLate()) throw new TooMuchError("more positions than may be looked at");
  }

  /* The deals after a move each; those that are lost then are left out. */
  played(deals, moves) {
    const after = deals.map(({ sight, deals: count }, k) => {
      this.ask();
      return { sight: sight.play(moves[k]), deals: count };
    });
    return after.filter(({ sight }) => this.winnable(sight.position));
  }

  /* How many of the deals, which look alike and can all be won, the best player wins. */
  value(alike) {
    const [{ sight }] = alike;
    if (alike.length === 1 || sight.position.isWon()) return totalOf(alike);
    const key = [sight.key, ...alike.map((one) => `${ranksOf(one.sight.position)} ${one.deals}`)].join("\n");
    if (!this.values.has(key)) this.values.set(key, this.best(alike));
    return this.values.get(key);
  }

  /* `value` by looking at every move; kings that cannot hurt go first. */
  best(alike) {
    const total = totalOf(alike);
    const [{ sight }] = alike;
    const each = alike.map((one) => one.sight.moves);
    let choices = sight.moves.map((_, k) => each.map((moves) => moves[k]));
    const king = harmlessKing(sight.position);
    if (king !== undefined) choices = [choices[sight.moves.indexOf(king)]];
    const after = choices.map((moves) => this.played(alike, moves));
    after.sort((one, other) => Number(totalOf(other) - totalOf(one)));
    let best = 0n;
    for (const deals of after) {
      if (totalOf(deals) > best) {
        const value = this.sum(deals);
        if (value > best) best = value;
      }
      if (best === total) break;
    }
    return best;
  }
}

export const totalOf = (deals) => deals.reduce((sum, one) => sum + one.deals, 0n);

/* The deals, those together that look alike. */
function alikeOf(deals) {
  const groups = new Map();
  for (const one of deals) {
    const { key } = one.sight;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(one);
  }
  return [...groups.values()];
}

/* The first king that goes immediately at no loss (pyrtool/answers/equivalent_moves.py); undefined if there is none. */
function harmlessKing(position) {
  return position.legalMoves().find((move) => isHarmlessKing(move, position));
}

function isHarmlessKing(move, position) {
  if (!isDiscard(move) || move.includes("/") || !isAlone(position, move)) return false;
  const { game, rules, tableau } = position;
  const place = tableau.indexOf(move);
  const ends = rules.scoring === "microsoft" && place >= 0; // its discard may end the game
  if (ends && game.inPyramid[place] && !game.covers.some((on) => on.includes(place))) return false;
  return place >= 0 || earlyNeverHurtsFrom(position);
}

/* `monotone` from a position on: in the last pass no group is to shift (pyrtool/answers/plan.py). */
function earlyNeverHurtsFrom({ game, rules, passNumber }) {
  if (game.monotone || passNumber !== rules.passes) return game.monotone;
  if (rules.wastes > 1 && rules.deal_to === "each") return true;
  if (rules.stock_waste.startsWith("auto")) return false;
  return rules.draw === 1 || !rules.waste_pairs;
}

/* A player at a table with hidden cards: it plays a deal on by what it sees. It draws what the table may hide,
 * as often as pyrtool/answers/unknown_cards/player.py supposes and imagines, and makes the move that wins most often.
 */

const DRAWN = 64; // what the table may hide, for each move
const SURE = 24; // after this many, it makes a move that always won
const MOST_MOVES = 400; // a game with more goes round in circles

export class TablePlayer {
  /* `solver` decides whether a deal is lost already; `isLate()`: whether the time is up. */
  constructor(solver, isLate) {
    Object.assign(this, { solver, isLate });
  }

  /* Whether it reaches the goal; null where the time was up. `otherCounts`: which numbers of cards it holds
     possible, compared with what lies there: how many more in the stock, and in the waste. */
  wins(sight, otherCounts, chance) {
    let at = sight;
    for (let moves = 0; moves < MOST_MOVES; moves++) {
      if (at.position.isWon()) return true;
      const winnable = this.solver.ask(at.position);
      if (winnable === false) return false;
      if (!at.unseen.size) return winnable === true;
      const move = this.choose(at, otherCounts, chance);
      if (move === undefined) return false;
      if (move === null) return null;
      at = at.play(move);
    }
    return false;
  }

  /* The move that it makes; undefined where none is legal, null where the time is up. */
  choose(sight, otherCounts, chance) {
    const { moves } = sight;
    const king = harmlessKing(sight.position);
    if (king !== undefined && moves.includes(king)) return king;
    if (moves.length < 2) return moves[0];
    const wins = moves.map(() => 0);
    const tables = tablesOf(sight, otherCounts);
    const weights = tables.map(({ hands }) => hands.count);
    for (let drawn = 0; drawn < DRAWN; drawn++) {
      if (this.isLate()) return null;
      if (drawn >= SURE && Math.max(...wins) === drawn) break; // no other move wins more
      const { table, hands, free } = chosen(tables, weights, chance);
      const gone = new Set(hands.draw(chance));
      const here = free.filter((card) => !gone.has(card));
      const named = withCards(table, sampled(here, here.length, chance));
      if (this.solver.ask(named) === false) continue; // a move wins nothing that is lost
      moves.forEach((move, k) => {
        if (this.solver.ask(named.play(move)) === true) wins[k]++;
      });
    }
    const most = Math.max(...wins);
    const best = moves.filter((_, k) => wins[k] === most);
    return best.find((move) => /^deal/.test(move)) ?? best[0]; // what wins as often by dealing can wait
  }
}

/* What may lie there by what is seen: for each number of cards face down a position with unknown cards, and
   which cards may be gone then. */
function tablesOf(sight, otherCounts) {
  const { position, unseen } = sight;
  const { game, tableau, bouquet, stock } = position;
  const here = new Set(position.cards().filter((card) => !unseen.has(card)).map(inTheDeck));
  const free = deckOf(game.rules).filter((card) => !here.has(card) && !sight.gone.has(card));
  const gaps = tableau.filter((card) => card === null).length;
  const isCounted = sight.counts || !stock.length || !stock.every((card) => unseen.has(card));
  const found = [];
  for (const more of isCounted ? [[0, 0]] : thatFit(sight, otherCounts)) {
    const piles = hiddenPiles(sight, more);
    let going = free.length - piles.flat().filter((card) => card === null).length;
    going -= [...tableau, ...bouquet].filter((card) => unseen.has(card)).length;
    const hands = new Hands(game, free, going, [...sight.gone], gaps);
    if (hands.count) found.push({ table: unknownTable(sight, piles), hands, free });
  }
  return found;
}

/* The numbers of cards that agree with what was seen meanwhile: the stock is not empty, and of the waste no more
   cards came to light than lay there. */
function thatFit({ position: { waste, stock }, unseen }, otherCounts) {
  const below = waste.filter((card) => unseen.has(card)).length;
  return otherCounts.filter(([inStock, inWaste]) => {
    return stock.length + inStock > 0 && (waste.length ? below + inWaste >= 0 : inWaste === 0);
  });
}

/* The wastes and the stock, null for a card that was not seen, with this many more of them. */
function hiddenPiles({ position, unseen }, [inStock, inWaste]) {
  const seen = (pile) => pile.map((card) => (unseen.has(card) ? null : card));
  const [first, ...others] = position.wastes.map(seen);
  const more = (count) => Array(Math.max(count, 0)).fill(null);
  const waste = [...more(inWaste), ...first.slice(Math.max(-inWaste, 0))];
  const stock = [...more(inStock), ...seen(position.stock).slice(Math.max(-inStock, 0))];
  return [waste, ...others, stock];
}

/* The position with each card that was not seen unknown. */
function unknownTable({ position, unseen }, piles) {
  let number = 0;
  const unknown = () => `?${++number}`;
  const places = (cards) => cards.map((card) => (unseen.has(card) ? unknown() : card));
  const [tableau, bouquet] = [places(position.tableau), places(position.bouquet)];
  const [waste, ...others] = piles.map((pile) => pile.map((card) => card ?? unknown()));
  const stock = others.pop();
  return position.but({ tableau, bouquet, waste, furtherWastes: others, stock, vanished: [] });
}
