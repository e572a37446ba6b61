/* The panels that answer: what each move is worth, asked while it is open in a worker of its own; which move lost
 * the win; and the explanation of a lost deal, step by step.
 */

import { button, byId, element, write } from "./dom.js";
import { capital, sentence, shownMove } from "./words.js";
import { counted, listed } from "../engine/numbers.js";
import { canSplit, hasPyramid, hiddenCards } from "../engine/position.js";
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

/* The review that ends a game: what its moves did, as a row in which a tap on a mistake leads back before it.
 *
 * A player who sees every card lost the win with one move, or with none. Of one who does not, every move is
 * measured by the chance that it left (engine/luck.js), which is drawn as a curve.
 */

const ORDERS = 200; // of the cards face down, each time that one is turned
const CERTAIN = 2; // standard errors: a smaller difference is no mistake

const isSure = ({ value, error }) => Math.abs(value) > CERTAIN * error;
const inPercent = (share) => say`${(100 * share).toFixed(1).replace(".", say`0.5`[1])}%`;
const withError = ({ value, error }) => inPercent(value) + (error ? ` ± ${inPercent(error)}` : "");
const change = (one) => (one.value < 0 ? `−${withError({ ...one, value: -one.value })}` : `+${withError(one)}`);

export class ReviewPanel {
  /* `frame.reviewed` is given how many moves were judged, and how many of them were mistakes. */
  constructor(solver, frame) {
    this.solver = solver;
    this.frame = frame;
    this.lost = byId("lost");
    this.box = byId("reviewed");
    this.button = byId("truth");
    this.about = null; // the position that is shown
    this.asked = 0; // reviews
    this.line = null; // the moves that are reviewed
    this.found = null; // {kinds, worst, words, chances, judged, faults}
    this.button.addEventListener("click", () => this.press());
    byId("curve").setAttribute("aria-label", say`The chance of winning, move by move`);
    this.bar = byId("timeline");
    this.bar.addEventListener("keydown", (event) => this.walk(event));
  }

  changed(table) {
    const { position, play } = table;
    this.table = table;
    const isOther = this.about !== position;
    if (isOther) {
      this.halt();
      const { isStuck } = table.panels;
      const hadFocus = this.lost.contains(document.activeElement);
      this.about = position;
      this.lost.hidden = !isStuck;
      if (hadFocus && !isStuck) table.board.focus();
      const stuck = position.available().length ? ` ${say`The marked cards have no partner now.`}` : "";
      byId("lost-words").textContent = say`${counted(position.cardsLeft(), noun`card`)} left.` + stuck;
      const isOver = play.at > 0 && (isStuck || position.isWon()) && !position.unknown().length;
      const isNew = play.moves.slice(0, play.at).join() !== this.line || this.splits(table) !== this.isSplit;
      if (isOver && table.help !== "solution" && isNew) this.review();
    }
    this.mark();
  }

  /* Whether skill and luck are told apart. */
  splits(table) {
    return table.hides() && canSplit(table.play.game);
  }

  /* A question goes unanswered. */
  halt() {
    if (!this.isAsking) return;
    this.isAsking = false;
    this.line = null;
    this.solver.stop();
  }

  async review() {
    const { table, about } = this;
    const { play } = table;
    this.line = play.moves.slice(0, play.at).join();
    this.found = null;
    this.isAsking = true;
    this.isSplit = this.splits(table);
    const asked = ++this.asked;
    const isOn = () => this.about === about && this.isAsking && this.asked === asked;
    this.say(say`Reviewing …`, say`Stop`);
    let found = this.isSplit ? await this.split(play) : null;
    if (isOn()) found ??= await this.judge(play); // there is no worker, or the stock lies open
    if (!isOn()) return;
    this.isAsking = false;
    if (!found) {
      this.line = null;
      this.say(say`Not known: the search reached its limit.`, say`Review`);
      table.fit();
      return;
    }
    this.found = found;
    const { words, worst, judged, faults } = found;
    this.draw();
    this.say(words, worst < 0 ? "" : say`Play on from before move ${worst + 1}`);
    table.fit();
    if (judged && !table.help && !table.aided && !table.seen) this.frame.reviewed?.(judged, faults);
  }

  say(words, offer) {
    write(byId("review-words"), words, this.table.names);
    this.button.textContent = offer;
    this.button.hidden = !offer;
    this.mark();
  }

  /* Stop, begin again, or go back before the worst mistake. */
  press() {
    if (this.isAsking) {
      this.halt();
      this.say(say`The review was stopped.`, say`Review`);
    } else if (this.found) this.playOnFrom(this.found.worst);
    else this.review();
  }

  /* With every card known: until which move the game could be won. */
  async judge(play) {
    const at = play.position.isWon() ? play.at : await play.lastWin(this.solver);
    if (at === null) return null;
    const kinds = play.moves.slice(0, play.at).map((_, k) => (k < at ? "won" : k === at ? "lost fault" : "lost"));
    if (at === play.at) return { kinds, worst: -1, words: sentence(say`well played: every move kept the win`), judged: at, faults: 0 };
    if (at < 0) return { kinds, worst: -1, words: say`No move lost it: this deal cannot be won, whatever is played.`, judged: 0, faults: 0 };
    const words = sentence(say`move ${at + 1}, ${this.named(at)}, loses the win; until then it was there`);
    return { kinds, worst: at, words, judged: at + 1, faults: 1 };
  }

  /* With cards face down: skill and luck. */
  async split(play) {
    const question = { about: "split", game: play.game, line: play.moves.slice(0, play.at), orders: ORDERS };
    const found = await this.solver.ask(question, ({ done }) => {
      byId("review-words").textContent = `${say`Reviewing …`} ${say`${done} of ${play.at}`}`;
    });
    if (!found) return null;
    const { steps, first, skill, luck } = found;
    const isFault = (one) => one.value < 0 && isSure(one);
    const kinds = steps.map((step) => {
      if (isFault(step.skill)) return "lost fault";
      return step.luck.value && isSure(step.luck) ? (step.luck.value > 0 ? "lucky" : "unlucky") : "";
    });
    const faults = steps.filter(({ skill: one }) => isFault(one)).length;
    const judged = steps.filter(({ chance }) => chance.value).length; // there was something to lose
    const least = Math.min(...steps.map(({ skill: one }) => (isFault(one) ? one.value : 0)));
    const worst = least ? steps.findIndex(({ skill: one }) => one.value === least) : -1;
    const chances = [...steps.map(({ chance }) => chance.value), Number(play.position.isWon())];
    const parts = [
      `${say`first chance`} ${withError(first)} (${say`of ${"careful"}, who sees what you saw`})`,
      `${say`skill`} ${change(skill)}`, `${say`luck`} ${change(luck)}`,
    ];
    const words = `${sentence(kindly(play.position.isWon(), faults, skill, luck))} ${sentence(parts.join(", "))}`;
    return { kinds, worst, words, chances, judged, faults };
  }

  named(at) {
    const { play } = this.table;
    return shownMove(play.moves[at], play.positions[at]).replace("/", say` and `);
  }

  /* The table before a mistake: another move goes on from there. */
  playOnFrom(at) {
    const { table } = this;
    table.begin();
    table.goTo(at, say`Before move ${at + 1}, ${this.named(at)}: play on from here`);
  }

  /* The moves as a row, each with what it did, and the curve of the chance. */
  draw() {
    const { table, bar } = this;
    const { kinds, chances } = this.found;
    table.panels.list(bar, this.line.split(","), (count) => {
      return /fault/.test(kinds[count - 1]) ? this.playOnFrom(count - 1) : table.toMove(count);
    });
    const heard = {
      won: say`, won from here`, lost: say`, lost from here`, "lost fault": say`, a mistake`, lucky: say`, lucky`, unlucky: say`, unlucky`,
    };
    [...bar.children].forEach((move, k) => {
      move.className = kinds[k];
      move.firstChild.append(element("span", "heard", heard[kinds[k]] ?? ""));
    });
    const [faults, chance] = byId("curve").children;
    byId("curve").toggleAttribute("hidden", !chances);
    if (!chances) return;
    const x = (k) => (k / kinds.length).toFixed(4);
    chance.setAttribute("d", `M${chances.map((one, k) => `${x(k)} ${(1 - one).toFixed(3)}`).join("L")}`);
    faults.setAttribute("d", kinds.map((kind, k) => (/fault/.test(kind) ? `M${x(k + 0.5)} 0V1` : "")).join(""));
  }

  /* Which move was made last; no row where the moves are others. */
  mark() {
    const { bar, table, found } = this;
    const { play, panels } = table;
    const isOver = panels.isStuck || play.position.isWon();
    const isShown = this.line !== null && Boolean(found) && `${play.moves.join()},`.startsWith(`${this.line},`);
    const isBoxed = isShown || this.isAsking || (isOver && !found && !this.button.hidden);
    if (this.box.hidden === isBoxed || bar.hidden === isShown) {
      this.box.hidden = !isBoxed;
      bar.hidden = !isShown;
      byId("curve").toggleAttribute("hidden", !isShown || !found.chances);
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

/* Whether it was the player or the cards: a won game can contain mistakes, a lost one none. */
function kindly(isWon, faults, skill, luck) {
  const moves = counted(faults, noun`move`);
  if (isWon) return faults ? say`won, though ${moves} had a better choice: the cards forgave` : say`won without a fault that shows`;
  if (!faults) return say`no fault of yours shows: it was the cards`;
  if (luck.value < 0 && luck.value < -Math.abs(skill.value)) return say`${moves} had a better choice, but the cards cost more`;
  return say`${moves} had a better choice`;
}

/* An explanation, one step at a time: its sentence below the board, its cards marked on it.
 *
 * That of a lost deal comes with the answer, that of a move is a reason (whys.js). While a step shows, its words
 * have the place of the message and of the buttons to play; the next thing that the player does ends it.
 */

/* The words of a step without the places of its cards, "(column 5.3)": the board shows where these lie. */
export const withoutPlaces = (words) => words.replace(/ \((?:\p{L}[^()\d]* \d+(?:\.\d+)?|\d+\.\d+)(?:, [^()]*)?\)/gu, "");

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

  /* What the marks mean. */
  legend() {
    this.orders = element("li", "", say`1 must go before 2.`);
    const item = (kind, words) => {
      const sign = byId(`badge-${kind}`).content.cloneNode(true);
      sign.firstChild.setAttribute("class", "sign-of-mark");
      return element("li", "", sign, ` ${words}`);
    };
    return element("ul", "signs", item("step", say`what the step is about`), item("reason", say`its reasons`), this.orders);
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
    steps[at - 1].isRead = true;
    this.controls.classList.add("explaining");
    if (isFirst) this.keepRoom();
    write(this.words, withoutPlaces(steps[at - 1].words), this.names());
    this.count.textContent = say`${at} of ${steps.length}`;
    this.orders.hidden = !steps[at - 1].order;
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
      write(this.words, withoutPlaces(words), this.names());
      return this.words.offsetHeight;
    });
    const most = MOST_KEPT * window.innerHeight;
    this.words.style.minHeight = `${Math.min(most, Math.max(...heights))}px`;
  }

  /* The marks of the step that shows, or null. */
  marks() {
    if (!this.at) return null;
    const { own, reasons, order = "" } = this.steps[this.at - 1];
    const [first, second = ""] = order.split(">");
    const marked = (cards, kind) => cards.split(" ").filter(Boolean).map((card) => [card, kind]);
    return new Map([
      ...marked(reasons, "reason"),
      ...marked(own, "step"),
      ...marked(first, "first"),
      ...marked(second, "second"),
    ]);
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
