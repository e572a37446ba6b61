/* What moves are worth at a table with unknown cards: what holds whatever they are, and chances, as
 * pyrtool/answers/advice/unknown_cards.py and with_unknown_cards.py say it. Where nobody knows how many cards lie
 * face down, what does with every number holds.
 */

import { choicesOf, searches, solve } from "../answers.js";
import { loaded, relaxed } from "../by_sets.js";
import { BestPlay, QUESTION_NODES, TablePlayer, TooMuchError, totalOf, Winnable } from "./player.js";
import { Case, chosen, deckOf, numbersFrom, Sight, weightsOf, withCards } from "./prior.js";
import { isKnown } from "../numbers.js";
import { IllegalMoveError, Position } from "../position.js";
import { Search } from "../search.js";

const MOST_ORDERS = 100; // of the unknown cards, that are tried
const LEAST_ORDERS = 2; // that are tried with each number of cards face down
const MOST_HANDS = 1000; // choices of which cards are gone, for a proof with the stock lying open

/* The worth of the moves of a table, time and again, surer each time: {verdict, choices, assumed, isDone}. A choice
   is {moves, verdict, line, chance}; `positions` are those that may lie there. `seconds`: how long it goes on. */
function* judgeTable(positions, { deals, games, seed, seconds }) {
  const begun = Date.now();
  const isAfter = (share) => () => Date.now() - begun > 1000 * share;
  const possible = positions.map((position) => new Case(position)).filter(({ hands }) => hands.count);
  const cases = possible.length ? possible : [new Case(positions[0])];
  const judged = judgeCases(cases, isAfter(Math.min(1, seconds / 4)));
  const asked = judged.verdict === "lost" ? [] : judged.choices.filter(({ verdict, line }) => verdict !== "lost" && !line);
  const moves = asked.map((choice) => choice.moves[0]);
  const whole = { chances: [], deals: 0, all: false, games: 0, isDone: true };
  const rounds = moves.length ? tableChances(cases, moves, { deals, games, seed, isLate: isAfter(seconds) }) : [whole];
  for (const found of rounds) {
    const choices = judged.choices.map((choice) => {
      const proved = { deals: 0, exact: [choice.line ? "1" : "0", "1"] };
      return { ...choice, chance: found.chances[asked.indexOf(choice)] ?? proved };
    });
    const { chances, isDone, ...counts } = found;
    yield { verdict: judged.verdict, choices, assumed: { ...assumedOf(cases), ...counts }, isDone };
  }
}

/* What holds with every number of cards face down. */
function judgeCases(cases, isLate) {
  const most = cases.length === 1 ? MOST_ORDERS : Math.max(Math.floor(MOST_ORDERS / cases.length), LEAST_ORDERS);
  const judged = [];
  for (const one of cases) {
    if (judged.length && isLate()) break;
    judged.push(judgeOrders(one, most, isLate));
  }
  if (cases.length === 1) return judged[0];
  const areAll = judged.length === cases.length;
  const choices = judged[0].choices.map((choice, k) => {
    const alike = judged.map((one) => one.choices[k]);
    const isOneLine = areAll && alike.every(({ line }) => `${line}` === `${choice.line}`);
    return { ...choice, verdict: valueOf(alike, areAll), line: isOneLine ? choice.line : null };
  });
  return { verdict: valueOf(judged, areAll), choices };
}

/* What holds with every number of cards, if some or all numbers have these values. */
function valueOf(judged, areAll) {
  const values = new Set(judged.map(({ verdict }) => verdict));
  const [first] = values;
  if (values.size === 1 && first !== "unknown" && (areAll || first === "depends")) return first;
  const wins = values.has("won") || judged.some(({ isWonWith }) => isWonWith);
  const loses = values.has("lost") || judged.some(({ isLostWith }) => isLostWith);
  return values.has("depends") || (wins && loses) ? "depends" : "unknown";
}

/* {verdict, choices}: what holds with every order of the unknown cards of a case, by proof, or by trying
   all orders, or `most` of them. */
function judgeOrders(one, most, isLate) {
  const { position } = one;
  const begun = (moves, at) => ({ moves, at, never: false, line: null, isOpen: false, tried: 0, isWonWith: false, isLostWith: false });
  const whole = begun([], position);
  const each = choicesOf(position).map(({ moves, after }) => begun(moves, after));
  whole.never = isNeverWon(one, position, isLate);
  for (const choice of each) choice.never = whole.never || isNeverWon(one, choice.at, isLate);
  const isSettled = ({ never, line, isOpen, isWonWith, isLostWith }) => never || line || isOpen || (isWonWith && isLostWith);
  const areAll = one.orders(most) <= most;
  let seen = 0;
  for (const cards of ordersFor(one, most, areAll)) {
    const asked = [whole, ...each].filter((choice) => !isSettled(choice));
    if (!asked.length || isLate()) break;
    seen++;
    tryOrder(asked, whole, withCards(position, cards));
  }
  if (!areAll || isLate()) seen = -1;
  const value = (choice) => {
    if (choice.never) return "lost";
    if (choice.line) return "won";
    if (choice.isWonWith && choice.isLostWith) return "depends";
    if (choice.tried !== seen || !seen) return "unknown";
    return choice.isWonWith ? "won" : "lost";
  };
  whole.line ??= each.find(({ line }) => line)?.line ?? null;
  const choices = each.map((choice) => {
    const { moves, line, isWonWith, isLostWith } = choice;
    return { moves, verdict: value(choice), line: line && [moves[0], ...line], isWonWith, isLostWith };
  });
  return { verdict: value(whole), choices, isWonWith: whole.isWonWith, isLostWith: whole.isLostWith };
}

/* Every order of the unknown cards, or `most` of them by chance that are always the same. */
function* ordersFor(one, most, areAll) {
  if (areAll) {
    for (const [cards] of one.each()) yield cards;
    return;
  }
  const chance = numbersFrom(0);
  for (let k = 0; k < most; k++) yield one.draw(chance);
}

/* Ask about each of these choices with the unknown cards named. */
function tryOrder(asked, whole, named) {
  const found = solve(named, QUESTION_NODES);
  for (const choice of asked) {
    let { answer, line } = found;
    if (choice !== whole && answer === "won") {
      const [move] = choice.moves;
      if (line[0] === move) line = line.slice(1);
      else ({ answer, line } = solve(named.play(move), QUESTION_NODES));
    }
    if (answer === "unknown") {
      choice.isOpen = true;
      continue;
    }
    choice.tried++;
    choice[answer === "won" ? "isWonWith" : "isLostWith"] = true;
    if (answer === "won" && needsNoOrder(choice.at, line)) choice.line = line;
  }
}

/* Whether a line that wins with one order wins with every order: so it is where the referee plays it while the
   cards are unknown. Where pairs vanish by themselves an unknown card may take another one with it. */
function needsNoOrder(start, line) {
  if (start.rules.stock_waste.startsWith("auto")) return false;
  try {
    return line.reduce((at, move) => at.play(move), start).isWon();
  } catch (error) {
    if (error instanceof IllegalMoveError) return false;
    throw error;
  }
}

/* Whether no order wins, as games that allow more are lost: for each choice of which cards are unknown, with all that
   is not in the tableau lying open (pyrtool/answers/advice/unknown_cards.py). */
function isNeverWon({ hands }, position, isLate) {
  const { game, tableau } = position;
  if (!game.bySets || tableau.some((card) => card !== null && !isKnown(card))) return false;
  const rules = relaxed(game, "withOpenStock");
  let tried = 0;
  for (const here of hands.each()) {
    if (tried++ === MOST_HANDS || isLate()) return false;
    const named = withCards(position, here.flatMap(([rank, count]) => hands.free.get(rank).slice(0, count)));
    const search = new Search(named.game, rules, { monotone: true, budget: { nodes: QUESTION_NODES } });
    if (named.isWon() || search.search(...loaded(search, named).slice(0, 4), 0) !== "lost") return false;
  }
  return tried > 0;
}

/* What is assumed of the table: how many cards lie in the stock and in the waste or are gone, each number that is
   possible; `unknown` of the `unnamed` cards lie somewhere. */
function assumedOf(cases) {
  const numbers = (of) => [...new Set(cases.map(of))].sort((one, other) => one - other);
  return {
    stock: numbers(({ position }) => position.stock.length),
    waste: numbers(({ position }) => position.passed.length),
    gone: numbers(({ position }) => deckOf(position.rules).length - position.cardsLeft()),
    unnamed: cases[0].unnamed.length,
    unknown: numbers(({ unknown }) => unknown.length),
  };
}

/* The answer to a question about a table (worker.js): `report` is given each that is not the last. */
function adviseAtTable({ games, seconds, seed = 0, deals = 2000, played = 200 }, report) {
  let reported = Date.now();
  let last = null;
  for (const found of judgeTable(games.map((game) => Position.start(game)), { deals, games: played, seed, seconds })) {
    last = found;
    if (found.isDone || Date.now() - reported < REPORT_MS) continue;
    reported = Date.now();
    report(found);
  }
  return last;
}

const REPORT_MS = 400;

/* The chance of each move for a player that does not know the hidden cards, as pyrtool/answers/unknown_cards/chances.py
 * finds it: over every deal where there are few, else from deals drawn by chance. These are solved after each
 * move with every card known. Of those that can be won, some are played on by a player that knows what is seen,
 * and nothing of the deal. It goes on as long as one waits, and gives what it has so far.
 */

const FEW_DEALS = 1000; // the search tries all orders of the unknown cards up to this number
const QUESTIONS = 5000; // positions that are looked at for an exact chance
const DEALS_AT_ONCE = 40; // are drawn before a game of each move is played on

/* The chances of these legal moves, time and again, surer each time: {chances, deals, all, games, isDone}. A chance
   is as in app/entry/chance.js. `deals`, `games`: how many are drawn, and played on of each move, at most.
   `isLate()`: whether the time is up. */
function* tableChances(cases, moves, { deals, games, seed, isLate }) {
  const solver = new Winnable();
  const exact = exactChances(cases, moves, solver, isLate);
  if (exact) {
    yield exact;
    return;
  }
  const sampling = new Sampling(cases, moves, solver, { seed, isLate });
  for (let isDone = false; !isDone; ) {
    const isEnough = sampling.drawn >= deals && sampling.games.every((played) => played >= games);
    isDone = isEnough || !sampling.goOn(deals, games);
    yield { ...sampling.found(), isDone };
  }
}

/* The exact chances; null where there are too many deals, or that takes too long. */
function exactChances(cases, moves, solver, isLate) {
  let total = 0;
  for (const one of cases) {
    total += one.orders(FEW_DEALS);
    if (total > FEW_DEALS) return null;
  }
  const every = everyDeal(cases);
  const deals = totalOf(every);
  const play = new BestPlay(QUESTIONS, solver, isLate);
  try {
    const won = every.filter(({ sight }) => play.winnable(sight.position));
    const chances = moves.map((move) => ({ deals: every.length, exact: fraction(play.after(won, move), deals) }));
    return { chances, deals: every.length, all: true, games: 0, isDone: true };
  } catch (error) {
    if (error instanceof TooMuchError) return null;
    throw error;
  }
}

/* A fraction in lowest terms as text: [numerator, denominator]. */
function fraction(part, whole) {
  let [one, other] = [part, whole];
  while (other) [one, other] = [other, one % other];
  return [`${part / one}`, `${whole / one}`];
}

/* Every deal behind the cases, apart from suits, with how likely it is as a whole number. */
function everyDeal(cases) {
  const weights = weightsOf(cases).map(BigInt);
  const found = cases.map((one, at) => {
    const deals = [...one.each()].map(([cards, count]) => ({ sight: sightOf(one, cards, cases.length === 1), deals: count }));
    return { deals, whole: weights[at] * (totalOf(deals) || 1n) };
  });
  const scale = found.reduce((product, { whole }) => product * whole, 1n);
  return found.flatMap(({ deals, whole }) => deals.map(({ sight, deals: count }) => ({ sight, deals: (count * scale) / whole })));
}

/* What a player sees of a deal behind a case. */
function sightOf({ position, gone }, cards, counts) {
  return new Sight(withCards(position, cards), new Set(cards), new Set(gone), counts);
}

/* Deals drawn by chance, and games played on. */
class Sampling {
  constructor(cases, moves, solver, { seed, isLate }) {
    Object.assign(this, { cases, moves, solver, seed, isLate, drawn: 0 });
    this.chance = numbersFrom(seed);
    this.weights = weightsOf(cases).map((one) => 1 / one);
    this.player = new TablePlayer(solver, isLate);
    for (const name of ["winnable", "leftOpen", "games", "won"]) this[name] = moves.map(() => 0);
    this.waiting = moves.map(() => []); // deals that a move keeps winnable, and that no game was about
  }

  /* Draw some deals, and play a game of each move; false where the time is up. */
  goOn(deals, games) {
    for (let k = 0; k < DEALS_AT_ONCE && this.drawn < deals; k++) {
      if (this.isLate()) return false;
      this.draw();
    }
    let isOn = this.drawn < deals;
    for (let at = 0; at < this.moves.length; at++) {
      const [next] = this.waiting[at];
      if (next === undefined || this.games[at] >= games) continue;
      const chance = numbersFrom(this.seed + 1 + next.number); // the same for every move
      const isWon = this.player.wins(next.sight.play(this.moves[at]), this.otherCounts(next.at), chance);
      if (isWon === null) return false;
      this.waiting[at].shift();
      this.games[at]++;
      this.won[at] += isWon;
      isOn = true;
    }
    return isOn;
  }

  /* Draw a deal, and ask the solver which moves keep it winnable. */
  draw() {
    const { cases, moves, chance, solver } = this;
    const at = chosen([...cases.keys()], this.weights, chance);
    const sight = sightOf(cases[at], cases[at].draw(chance), cases.length === 1);
    const number = this.drawn++;
    if (solver.ask(sight.position) === false) return;
    moves.forEach((move, k) => {
      const answer = solver.ask(sight.position.play(move));
      this.leftOpen[k] += answer === null;
      this.winnable[k] += answer === true;
      if (answer) this.waiting[k].push({ sight, at, number });
    });
  }

  /* How many cards more lie face down in each case than in this one. */
  otherCounts(at) {
    const here = this.cases[at].position;
    return this.cases.map(({ position: { stock, waste } }) => {
      return [stock.length - here.stock.length, waste.length - here.waste.length];
    });
  }

  found() {
    const chances = this.moves.map((_, k) => ({
      deals: this.drawn,
      winnable: this.winnable[k],
      leftOpen: this.leftOpen[k],
      played: this.games[k],
      won: this.won[k],
    }));
    return { chances, deals: this.drawn, all: false, games: this.games.reduce((sum, one) => sum + one, 0) };
  }
}

searches.atTable = adviseAtTable;
