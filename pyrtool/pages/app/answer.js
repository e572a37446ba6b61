/* The panels that answer: what each move is worth, asked while it is open in a worker of its own; which move lost
 * the win; and the explanation of a lost deal, step by step.
 */

import { button, byId, element, write } from "./dom.js";
import { capital, shownMove } from "./words.js";
import { counted, listed } from "../engine/numbers.js";
import { hasPyramid, hiddenCards } from "../engine/position.js";
import { noun, say } from "../engine/say.js";

const ADVICE_NODES = 1500000; // seconds
const VALUES = { won: say`keeps the win`, lost: say`loses`, unknown: say`not known: the search reached its limit` };

/* What a choice is worth, in the words of `pyrtool advise`. */
export function worthOf({ verdict, line, shortest, best }, game) {
  const parts = [VALUES[verdict]];
  const moves = line && counted(line.length, noun`move`);
  if (line) parts.push(shortest ? moves : say`${moves} or fewer`);
  if (best) parts.push(bestWords(best, game));
  return parts.join(", ");
}

/* The best that is left (engine/best.js). */
function bestWords({ score, inPyramid, inAll, proved, bound }, game) {
  const { scoring, goal } = game.rules;
  const keepsScore = scoring !== "none";
  const points = (many) => many.toLocaleString("en").replace("-", "−");
  const least = counted(bound, noun`card`);
  let text = hasPyramid(game) ? say`${inAll} left, ${inPyramid} in the pyramid` : say`${inAll} left`;
  let leaves = say`every line leaves at least ${least}`;
  if (goal === "pyramid") {
    text = say`${inPyramid} left in the pyramid, ${inAll} in all`;
    leaves = say`every line leaves at least ${least} in the pyramid`;
  }
  if (keepsScore) [text, leaves] = [say`${points(score)} points`, say`no line scores more than ${points(bound)}`];
  return proved ? say`at best ${text}` : say`at best ${text}, or better: ${leaves}`;
}

export class AdvicePanel {
  constructor(solver) {
    this.solver = solver;
    this.box = byId("advice");
    this.body = byId("advice-body");
    this.about = null; // the position that is shown, or asked about
    this.box.addEventListener("toggle", () => this.table && this.changed(this.table));
  }

  changed(table) {
    this.table = table;
    const { play, position } = table;
    if (!this.box.open) return this.forget();
    if (this.about === position) return undefined;
    this.forget();
    this.about = position;
    if (position.isWon()) return this.say(say`The game is won.`);
    if (position.unknown().length) return this.say(unjudged(position));
    this.say(say`Searching …`);
    return this.ask(position, { game: play.game, line: play.moves.slice(0, play.at) });
  }

  forget() {
    this.solver.stop();
    this.about = null;
  }

  async ask(position, question) {
    const found = await this.solver.ask({ ...question, about: "advice", limit: ADVICE_NODES });
    if (found !== null && this.about === position) this.show(this.table.play.informed(found));
  }

  say(text) {
    this.body.replaceChildren(element("p", "", text));
  }

  show({ verdict, choices, why }) {
    if (choices.some((choice) => choice.verdict === "won")) this.table.noteHint();
    const keep = choices.filter((choice) => choice.verdict === "won").length;
    const all = counted(choices.length, noun`choice`);
    const summary = {
      won: keep === 1 ? say`${keep} of ${all} keeps the win.` : say`${keep} of ${all} keep the win.`,
      lost: (why ? say`No move wins any more: ${why}.` : say`No move wins any more.`) + this.most(choices),
      unknown: say`No move is known to win: the search reached its limit.`,
    }[verdict];
    const first = element("p");
    write(first, summary, this.table.names);
    const list = element("ul", "worths");
    list.append(...choices.map((choice) => this.row(choice)));
    this.body.replaceChildren(first, list);
    const named = (some) =>
      listed(some.flatMap(({ moves }) => moves).map((move) => shownMove(move, this.table.position)));
    const only = choices.filter((choice) => choice.only);
    if (only.length) {
      const besides = choices.filter((choice) => choice.verdict === "won" && !choice.only);
      const last = element("p");
      const these = capital(named(only));
      let words = say`${these} keeps the win`;
      if (only.flatMap(({ moves }) => moves).length > 1) words = say`${these} keep the win`;
      if (only.length > 1) words = say`${these} keep the win in any order`;
      const others = besides.length ? say`nothing else does, except ${named(besides)}` : say`nothing else does`;
      write(last, `${words}; ${others}.`, this.table.names);
      this.body.append(last);
    }
    if (this.table.hides() && hiddenCards(this.table.position).length) {
      this.body.append(element("p", "", say`This knows every card, those that lie face down too.`));
    }
  }

  /* The best that is left of a lost table. */
  most([first]) {
    return first?.best ? ` ${capital(bestWords(first.best, this.table.position.game))}.` : "";
  }

  /* The moves that come to the same, as buttons that make them, and what they are worth. */
  row(choice) {
    const row = element("li", choice.verdict);
    for (const move of choice.moves) {
      const words = element("span");
      write(words, shownMove(move, this.table.position).replace("/", " "), this.table.names);
      row.append(button("", words, () => this.make(move)), " ");
    }
    row.append(element("span", "worth", worthOf(choice, this.table.position.game)));
    return row;
  }

  make(move) {
    this.table.begin();
    this.table.move(move);
  }
}

/* What is shown of a game in which no move is left: the move at which its win was lost, if the reader asks,
 * and a timeline of its moves, each a button that steps there. The timeline stays as long as these are the moves.
 */

export class LostPanel {
  constructor(solver) {
    this.solver = solver;
    this.box = byId("lost");
    this.about = null; // the position that is shown
    byId("truth").addEventListener("click", () => this.find());
    this.bar = byId("timeline");
    this.bar.addEventListener("keydown", (event) => this.walk(event));
  }

  changed(table) {
    const { position } = table;
    this.table = table;
    this.mark();
    if (this.about === position) return;
    this.solver.stop();
    const { isStuck } = table.panels;
    const hadFocus = this.box.contains(document.activeElement);
    this.about = position;
    this.box.hidden = !isStuck;
    if (hadFocus && !isStuck) table.board.focus();
    byId("truth").hidden = position.unknown().length > 0;
    const stuck = position.available().length ? ` ${say`The marked cards have no partner now.`}` : "";
    byId("lost-words").textContent = say`${counted(position.cardsLeft(), noun`card`)} left.` + stuck;
  }

  async find() {
    const { play, position } = this.table;
    const words = byId("lost-words");
    words.textContent = say`Searching …`;
    const at = await play.lastWin(this.solver);
    if (this.about !== position) return;
    byId("truth").hidden = true;
    if (at === null) {
      words.textContent = say`Not known: the search reached its limit.`;
    } else if (at < 0) {
      words.textContent = say`No move lost it: this deal cannot be won, whatever is played.`;
    } else {
      const move = shownMove(play.moves[at], play.positions[at]).replace("/", say` and `);
      const lost = say`Move ${at + 1} of ${play.at} lost the win: ${move}. Here the game can still be won`;
      this.draw(at);
      this.table.begin();
      return this.table.goTo(at, lost);
    }
    if (at !== null) this.draw(at);
    return undefined;
  }

  /* The moves as a row, each with what it leads to: until `at` of them the game could be won. */
  draw(at) {
    const { table, bar } = this;
    const { moves } = table.play;
    this.line = moves.join();
    table.panels.list(bar, moves, (count) => table.toMove(count));
    [...bar.children].forEach((move, k) => {
      const isWon = k < at;
      move.className = isWon ? "won" : "lost";
      move.firstChild.append(element("span", "heard", isWon ? say`, won from here` : say`, lost from here`));
    });
    this.mark();
  }

  /* Which move was made last; no row where the moves are others. */
  mark() {
    const { bar, table } = this;
    const { play, panels } = table;
    const isShown = play.moves.length > 0 && play.moves.join() === this.line;
    if (bar.hidden === isShown) {
      bar.hidden = !isShown;
      table.fit();
    }
    if (!isShown) return;
    panels.markMoves(bar, play.at);
    const buttons = [...bar.querySelectorAll("button")];
    this.now = Math.max(0, play.at - 1);
    buttons.forEach((one, k) => (one.tabIndex = k === this.now ? 0 : -1));
    const { offsetLeft, offsetWidth } = buttons[this.now];
    bar.scrollLeft = offsetLeft - (bar.clientWidth - offsetWidth) / 2;
  }

  /* Arrow keys, Home, and End move the focus in the row. */
  walk(event) {
    const buttons = [...this.bar.querySelectorAll("button")];
    const at = buttons.indexOf(event.target);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons[to]?.focus();
  }
}

/* An explanation, one step at a time: its sentence below the board, its cards marked on it.
 *
 * That of a lost deal comes with the answer, that of a move is a reason (whys.js). While a step shows, its words
 * have the place of the message and of the buttons to play; the next thing that the player does ends it.
 */

const MOST_KEPT = 0.4; // of the window's height that is kept free for the longest sentence

export class Explained {
  constructor(table, names) {
    this.table = table;
    this.names = names; // () => the names of the cards
    this.controls = byId("controls");
    this.box = element("div", "");
    this.box.id = "explained";
    this.box.hidden = true;
    this.words = element("p", "");
    this.words.setAttribute("role", "status");
    this.previous = button("", say`Previous`, () => this.go(this.at - 1));
    this.next = button("main", say`Next`, () => this.go(this.at + 1));
    this.last = button("", say`Close`, () => this.end());
    this.count = element("span", "muted");
    const steps = element("div", "stepper", this.previous, this.next, this.last, this.count);
    steps.setAttribute("role", "group");
    steps.setAttribute("aria-label", say`Step through the explanation`);
    this.box.append(steps, this.words, this.legend());
    byId("message").after(this.box);
    this.open({});
  }

  /* What the two marks mean. */
  legend() {
    const item = (kind, words) => {
      const sign = byId(`badge-${kind}`).content.cloneNode(true);
      sign.firstChild.setAttribute("class", "sign-of-mark");
      return element("li", "", sign, ` ${words}`);
    };
    return element("ul", "signs", item("step", say`what the step is about`), item("reason", say`its reasons`));
  }

  /* Another answer: offer its explanation where it has one. */
  open({ explanation }) {
    if (this.steps === this.explanation?.steps) this.close(); // other steps go on while an answer comes
    this.explanation = explanation ?? null;
    if (!explanation) return;
    const { steps } = explanation;
    const offer = button("explain", say`Explain it in ${counted(steps.length, noun`step`)}`, () => this.start());
    byId("answer-body").append(offer);
  }

  start() {
    if (this.table.play.at) this.table.restart();
    byId("sheet").close();
    this.show(this.explanation.steps, byId("hint"));
  }

  /* The table is laid out: show the step that the problem begins with. */
  begin() {
    const { steps, at } = this.explanation ?? {};
    if (at) this.show(steps, null, at);
  }

  /* Show steps; `from` has the focus again at their end, and without it keeps what it has. */
  show(steps, from, at = 1) {
    this.steps = steps;
    this.from = from;
    this.go(at);
    if (from) (steps.length > 1 ? this.next : this.last).focus({ preventScroll: true });
  }

  go(at) {
    const { steps } = this;
    if (at < 1 || at > steps.length) return;
    const isFirst = !this.at;
    this.at = at;
    this.box.hidden = false;
    this.controls.classList.add("explaining");
    if (isFirst) this.keepRoom();
    write(this.words, steps[at - 1].words, this.names());
    this.count.textContent = say`${at} of ${steps.length}`;
    this.previous.setAttribute("aria-disabled", at === 1);
    this.next.setAttribute("aria-disabled", at === steps.length);
    if (!isFirst) return this.table.render();
    this.table.fit();
    byId("felt").scrollIntoView({ block: "nearest" });
  }

  /* Keep room for the longest sentence, so that the board stays as large from step to step. */
  keepRoom() {
    this.words.style.minHeight = "";
    const heights = this.steps.map(({ words }) => {
      write(this.words, words, this.names());
      return this.words.offsetHeight;
    });
    const most = MOST_KEPT * window.innerHeight;
    this.words.style.minHeight = `${Math.min(most, Math.max(...heights))}px`;
  }

  /* The marks of the step that shows, or null. */
  marks() {
    if (!this.at) return null;
    const { own, reasons } = this.steps[this.at - 1];
    const marked = (cards, kind) => cards.split(" ").filter(Boolean).map((card) => [card, kind]);
    return new Map([...marked(reasons, "reason"), ...marked(own, "step")]);
  }

  /* The player does something else. */
  close() {
    const isOpen = this.at > 0;
    this.at = 0;
    this.box.hidden = true;
    this.controls.classList.remove("explaining");
    if (isOpen) this.table.measure();
  }

  end() {
    this.close();
    this.table.render();
    (this.from ?? byId("answer").querySelector("summary")).focus({ preventScroll: true });
  }
}

/* Why the board judges no move of a position with unknown cards, and what does. */
export function unjudged(position) {
  const unknown = counted(position.unknown().length, noun`unknown card`);
  return say`The board cannot judge moves with ${unknown}: Solve my deal (pyrtool open) and pyrtool advise show each move's chance.`;
}
