/* What is found of a table that was entered: whether it can be won, how, and what its moves are worth; where cards
 * are unknown, what holds whatever they are, and the chance of each move.
 */

import { worthOf } from "../answer.js";
import { button, element, write } from "../dom.js";
import { formatPartlySeen, formatPosition, rangeOf } from "./tables.js";
import { Play } from "../play.js";
import { capital, shownMove, shownMoves } from "../words.js";
import { counted, isKnown } from "../../engine/numbers.js";
import { isFreeKing, Position } from "../../engine/position.js";
import { noun, say } from "../../engine/say.js";

const ENTRY_NODES = 3000000; // seconds
const TABLE_SECONDS = 60; // chances are surer the longer one waits

export class Found {
  /* `solver`, `open`, `answered` as in `mountEntry`. */
  constructor(view, { solver, open, answered }) {
    Object.assign(this, { view, solver, openProblem: open, answered });
    this.problem = null;
    this.asked = 0; // the last question: an answer to an earlier one is stale
    this.rows = new Map(); // of moves with chances, written again as these improve
    this.box = element("section", "result");
    this.box.setAttribute("aria-label", say`Result`);
  }

  /* The table is another one. */
  forget() {
    this.asked++;
    this.solver.stop();
    this.box.replaceChildren();
    this.rows.clear();
    this.view.fold(false);
  }

  /* Ask about a table of a game of `mountEntry`: the `games` that can begin so, several where `seen` has any number
     of cards face down. `opens`: lay it out now. */
  async ask(kind, { games, seen }, opens = false) {
    const [game] = games;
    const asked = ++this.asked;
    const start = Position.start(game);
    const names = { ...kind.names };
    for (const card of start.cards()) names[card] ??= isKnown(card) ? kind.names[card.toUpperCase()].split(" of ")[0] : say`an unknown card`;
    const position = seen ? formatPartlySeen(seen) : formatPosition(kind, start);
    const identity = { game: kind.name, number: null, numbering: null, changes: {}, position };
    const problem = { game, layout: kind.layout, names, after: 0, identity };
    const report = (answer, choices = null) => {
      problem.answer = answer;
      this.problem = problem;
      this.showResult(problem, choices);
      this.answered(problem);
    };
    if (opens) {
      problem.answer = { ...openAnswer, sentences: [say`Searching …`] };
      this.openProblem(problem);
    }
    this.box.replaceChildren(element("p", "status", say`Searching …`));
    const stale = () => asked !== this.asked;
    if (start.unknown().length || seen) return this.askAtTable(problem, games, stale);
    const question = { game, line: [] };
    const advise = async (answer) => {
      const advice = await this.solver.ask({ ...question, about: "advice", limit: ENTRY_NODES / 2 });
      if (advice && !stale()) report(answer, new Play(game, answer).informed(advice).choices);
    };
    const found = await this.solver.ask({ ...question, about: "verdict", limit: ENTRY_NODES });
    if (!found || stale()) return undefined;
    if (found.answer !== "won") {
      if (found.answer !== "lost") {
        return report(answerWith(say`Not known: the search reached its limit.`, say`The search reached its limit.`));
      }
      const why = found.why ?? searchedWords(start, kind.deck.length);
      const lost = { ...answerWith(say`No: ${why}.`, `${why}.`), verdict: "lost" };
      report(lost);
      return advise(lost);
    }
    report(wonBy(found.line, false));
    const most = found.line.length - 1;
    const shorter = most < 0 ? { answer: "lost" } : await this.solver.ask({ ...question, about: "shortest", most, limit: ENTRY_NODES / 2 });
    if (!shorter || stale()) return undefined;
    const answer = wonBy(shorter.answer === "won" ? shorter.line : found.line, shorter.answer !== "unknown");
    report(answer);
    return advise(answer);
  }

  showResult(problem, choices) {
    const { answer, names } = problem;
    const title = { won: say`Won in ${counted(answer.moves.length, noun`move`)}`, lost: say`Cannot be won` }[answer.verdict];
    const paragraphs = answer.beside.map((line) => this.line(capital(line), names));
    const step = this.opener(problem);
    const change = button("change", say`Change the table`, () => this.view.focus());
    const exchange = button("exchange", say`Exchange two cards`, () => this.view.exchange());
    exchange.setAttribute("aria-pressed", Boolean(this.view.chosen));
    const parts = [element("h2", "", title ?? say`Not known`), element("div", "stepper", step, exchange, change), ...paragraphs];
    if (answer.moves.length) parts.push(this.steps(problem));
    if (choices) parts.push(...this.worths(choices, problem));
    else if (answer.moves.length || answer.verdict === "lost") parts.push(element("p", "muted", say`Searching for the values of the first moves …`));
    const hadFocus = this.box.contains(document.activeElement);
    const isFirst = !this.box.querySelector(".change");
    this.box.replaceChildren(...parts);
    if (isFirst) this.view.fold(true);
    if (hadFocus) step.focus({ preventScroll: true });
  }

  opener(problem) {
    const words = problem.answer.moves.length ? say`Step through it` : say`Open the table`;
    return button("main", words, () => this.openProblem(problem));
  }

  /* The moves of the solution. */
  steps({ answer, game, names }) {
    const words = shownMoves(answer.moves, Position.start(game));
    return element("ol", "moves", ...words.map((move) => element("li", "", this.line(move.replace("/", " "), names, "span"))));
  }

  worths(choices, { names, game }) {
    const start = Position.start(game);
    const rows = choices.map((choice) => {
      const row = element("li", choice.verdict, this.line(spelledChoice(choice, start), names, "b"));
      row.append(element("span", "worth", ` ${worthOf(choice, game)}`));
      return row;
    });
    return choices.length ? [element("h3", "", say`The first moves`), element("ul", "worths", ...rows)] : [];
  }

  line(text, names, tag = "p") {
    const made = element(tag);
    write(made, text, names);
    return made;
  }

  // Where cards are unknown.

  /* Show what is found so far, and go on as long as it gets surer. */
  async askAtTable(problem, games, stale) {
    const start = Position.start(problem.game);
    const show = (found) => !stale() && this.showChances(problem, start, found);
    const question = { about: "table", games, seconds: TABLE_SECONDS };
    const found = await this.solver.ask(question, show);
    if (found) show(found);
    else if (!stale()) {
      const why = say`this browser does not search while cards are unknown`;
      problem.answer = answerWith(say`Not known: ${why}.`, `${why}.`);
      this.problem = problem;
      this.showResult(problem, null);
      this.answered(problem);
    }
  }

  showChances(problem, start, found) {
    const { names } = problem;
    const choices = bestFirst(found.choices, start);
    const named = (choice) => spelledChoice(choice, start);
    const over = start.isWon() ? say`won: the goal is reached` : say`lost: no move is legal`;
    const answer = choices.length ? tableAnswer({ ...found, choices }, named) : over;
    const how = [assumedWords(found.assumed), howFound(found.assumed)].filter(Boolean);
    const line = found.verdict === "won" ? choices.find((choice) => choice.line)?.line ?? [] : [];
    const sentences = [answer, ...how].map((words) => `${capital(words)}.`);
    problem.answer = line.length ? { ...wonBy(line, false), sentences } : { ...openAnswer, sentences };
    if (found.verdict === "lost") problem.answer.verdict = "lost";
    if (this.problem !== problem || !this.rows.size) this.layChances(problem);
    write(this.heading, capital(answer), names);
    write(this.how, how.map((words) => `${capital(words)}.`).join(" "), names);
    this.going.textContent = found.isDone ? "" : say`It gets surer while you wait …`;
    this.opens.textContent = line.length ? say`Step through it` : say`Open the table`;
    this.depends.hidden = found.verdict === "won" || found.verdict === "lost";
    this.showRows(choices, start, names);
    this.answered(problem);
  }

  layChances(problem) {
    this.problem = problem;
    this.rows.clear();
    [this.heading, this.how, this.going] = [element("h2"), element("p", "muted"), element("p", "muted")];
    this.list = element("ul", "worths chances");
    this.opens = this.opener(problem);
    const hint = element("p", "", say`Make your move at the table, then press it here.`);
    this.depends = element("p", "", say`The unknown cards decide whether the game can be won; each percentage is the chance of winning after that move.`);
    this.box.replaceChildren(this.heading, this.depends, hint, this.list, this.going, this.how, element("div", "stepper", this.opens, ...this.back()));
  }

  /* A button that takes back the move that was made last, where there is one. */
  back() {
    return this.view.before.length ? [button("", say`Take the move back`, () => this.view.unfollow())] : [];
  }

  /* A row for each choice, which stays where it is while its words change. */
  showRows(choices, start, names) {
    const before = [...this.rows.keys()].join(" ");
    const rows = choices.map((choice) => {
      const key = choice.moves.join();
      const row = this.rows.get(key) ?? this.row(choice, start, names);
      const [low, high] = intervalOf(choice.chance);
      const { style } = row.querySelector(".chance");
      for (const [name, share] of [["--low", low], ["--high", high]]) style.setProperty(name, `${100 * share}%`);
      row.querySelector(".worth").textContent = chanceWords(choice).join(" ");
      return [key, row];
    });
    this.rows = new Map(rows);
    if ([...this.rows.keys()].join(" ") !== before) this.list.replaceChildren(...this.rows.values());
  }

  row(choice, start, names) {
    const words = this.line(spelledChoice(choice, start), names, "span");
    const made = button("", words, () => this.view.follow(choice.moves[0]));
    const bar = element("span", "chance");
    bar.setAttribute("aria-hidden", "true");
    return element("li", "", made, element("span", "worth"), bar);
  }
}

/* What a search of every line of play found. */
function searchedWords(start, deck) {
  if (start.rules.goal === "pyramid") return say`every line of play was searched, and none clears the pyramid`;
  const left = start.cardsLeft();
  const goal = left === deck ? say`all ${deck} cards` : say`all ${counted(left, noun`card`)} left`;
  return say`every line of play was searched, and none discards ${goal}`;
}

/* `sentences` are the answer, and `beside` what it adds to the title of a result. */
const openAnswer = { verdict: "unknown", sentences: [], beside: [], moves: [], shortest: false, marks: {} };

const answerWith = (sentence, beside) => ({ ...openAnswer, sentences: [sentence], beside: [beside] });

function wonBy(moves, shortest) {
  const beside = shortest ? [say`No line is shorter.`] : [];
  const sentences = [[say`Yes, in ${counted(moves.length, noun`move`)}.`, ...beside].join(" ")];
  return { ...openAnswer, verdict: "won", sentences, beside, moves, shortest };
}

/* The moves of a choice in words. */
const spelledChoice = ({ moves }, position) => moves.map((move) => shownMove(move, position).replace("/", " ")).join(", ");

/* Advice at a table with unknown cards in words: what was assumed, and a chance for each move, as
 * pyrtool/cli/answer_text/advice.py says it. A chance is that of pyrtool/answers/unknown_cards/chance.py: {deals,
 * winnable, leftOpen, played, won}, or {deals, exact: [numerator, denominator]}.
 */

const ERRORS = 1.959963984540054; // standard errors of an interval of 95%
const SURER_ERRORS = 2.241402727604947; // of one of 97.5 %: two of them make 95 % together

const shareOf = (hits, deals) => (deals ? hits / deals : 0);

const exactValue = ([part, whole]) => Number(part) / Number(whole);

/* The chance, 0 to 1; 0 where nothing is known but the interval. */
function valueOfChance({ deals, winnable, played, won, exact }) {
  return exact ? exactValue(exact) : shareOf(winnable, deals) * shareOf(won, played);
}

/* Whether nothing is known but the interval: no game is played on yet. */
const isOpenChance = ({ deals, winnable, played, exact }) => !exact && (!deals || (winnable > 0 && !played));

/* Wilson's interval for a share. */
function wilson(hits, deals, errors) {
  if (!deals) return [0, 1];
  const square = errors * errors;
  const share = hits / deals;
  const spread = 1 + square / deals;
  const centre = (share + square / (2 * deals)) / spread;
  const half = (errors * Math.sqrt((share * (1 - share)) / deals + square / (4 * deals * deals))) / spread;
  return [hits ? Math.max(0, centre - half) : 0, hits < deals ? Math.min(1, centre + half) : 1];
}

/* An interval for a chance, from those for its two shares. */
function intervalOf(chance) {
  const { deals, winnable, leftOpen, played, won, exact } = chance;
  if (exact) return [exactValue(exact), exactValue(exact)];
  if (played === winnable) return [wilson(won, deals, ERRORS)[0], wilson(won + leftOpen, deals, ERRORS)[1]];
  const [low, high] = wilson(won, played, SURER_ERRORS);
  return [wilson(winnable, deals, SURER_ERRORS)[0] * low, wilson(winnable + leftOpen, deals, SURER_ERRORS)[1] * high];
}

/* A share in hundredths, with one digit more; a tie goes to the even one, as Python has it. */
function hundredths(share) {
  const number = 100 * share;
  const tenths = Math.floor(10 * number);
  const isTie = Math.abs(4 * number) % 2 === 1;
  const rounded = isTie ? (tenths + (tenths % 2)) / 10 : number;
  return rounded.toFixed(1).replace(".", say`0.5`[1]);
}

const percent = (share) => say`${hundredths(share)}%`;

/* The choices in the order of `Advice`: kings that go at no loss, then the best chance. */
function bestFirst(choices, position) {
  const ranking = ["won", "depends", "unknown", "lost"];
  const never = ({ moves }) => moves.some((move) => isFreeKing(move, position));
  const order = ({ chance, verdict, line }) => [
    valueOfChance(chance), chance.winnable ?? 0, -ranking.indexOf(verdict), -(line?.length ?? 0),
  ];
  return [...choices].sort((one, other) => {
    const [before, after] = [[never(one), ...order(one)], [never(other), ...order(other)]];
    const at = before.findIndex((value, k) => value !== after[k]);
    return at < 0 ? 0 : after[at] - before[at];
  });
}

/* Name the best move: "best KD, 12.0%; ..". `named`: the words for the moves of a choice. */
function tableAnswer({ verdict, choices: [first] }, named) {
  if (verdict === "lost") return say`lost whatever the unknown cards are`;
  const best = bestChance(named(first), first.chance);
  return verdict === "won" ? say`${best}; ${say`winnable whatever the unknown cards are`}` : best;
}

/* The best move and its chance. */
function bestChance(moves, chance) {
  const most = percent(intervalOf(chance)[1]);
  if (isOpenChance(chance)) return say`best ${moves}, at most ${most}`;
  const value = valueOfChance(chance);
  if (!value && !chance.exact) return say`best ${moves}, at most ${most}: none of the deals drawn was won`;
  return say`best ${moves}, ${percent(value)}`;
}

/* What was assumed: which counts, and how likely each deal is. */
function assumedWords({ stock, waste, gone, unnamed, unknown }) {
  const words = [say`${rangeOf(stock)} in the stock`, say`${rangeOf(waste)} in the waste`];
  let what = say`every order of the ${unnamed} unknown cards`;
  if (unknown.some((count) => count !== unnamed)) {
    words.push(say`${rangeOf(gone)} gone, in pairs or alone`);
    what = say`every choice of these and every order of the others`;
  } else {
    words.push(say`${rangeOf(gone)} gone`);
  }
  if (stock.length > 1 || waste.length > 1) what = say`every number, ${what}`;
  return say`assumed: ${words.join(", ")}; ${what} equally likely`;
}

/* How the chances were found, so far. */
function howFound({ all, deals, games }) {
  if (all) return say`chances of the best closed player: exact, over all ${counted(deals, noun`deal`)}`;
  if (!deals) return "";
  const drawn = counted(deals, noun`deal`);
  return say`chances of a closed player: from ${drawn} drawn, ${counted(games, noun`game`)} played on`;
}

/* The chance of a move, its interval, and what holds whatever the unknown cards are. */
function chanceWords({ chance, verdict }) {
  const [low, high] = intervalOf(chance).map(hundredths);
  const words = [isOpenChance(chance) ? say`open` : percent(valueOfChance(chance))];
  if (!chance.exact) words.push(`(${say`${low} to ${high}%`})`);
  else if (verdict === "depends" || verdict === "unknown") words.push(`(${say`exact`})`);
  const holds = { won: say`keeps the win whatever they are`, lost: say`loses whatever they are` }[verdict];
  return [...words, ...(holds ? [holds] : [])];
}
