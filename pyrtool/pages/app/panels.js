/* What lies around the board: the message, the status, the buttons, the panels.
 *
 * It shows what the table does and nothing of its own. A frame around the app (a site) gives
 * `frame.next`, what comes after a win, and `frame.changed`, which is called at every change, or null.
 */

import { button, byId, element, shownRank, write } from "./dom.js";
import { UNKEPT } from "./storage.js";
import { capital, comparison, describe, moveWords, scoreOf, sealsOf, shownMoves, statusOf } from "./words.js";
import { counted, isKnown, timeOf } from "../engine/numbers.js";
import { canHide, rankOf, RANKS } from "../engine/position.js";
import { noun, say } from "../engine/say.js";

const LOW_PX = 600; // the height of a window in which the board needs every row
const MOST_BESIDE = 12; // the greatest width of a tableau, in cards, that has text beside it

export class Panels {
  constructor(settings, frame) {
    this.settings = settings;
    this.frame = frame;
    this.names = {};
    this.advice = null; // an AdvicePanel
    this.explained = null; // an Explained
    this.review = null; // a ReviewPanel
    this.solution = null; // whose moves are listed
    this.isStuck = false; // no move is left
    this.isUnkeptShown = false;
    for (const panel of document.querySelectorAll("#more > details")) {
      panel.addEventListener("toggle", () => frame.table?.play && this.showMoves(frame.table));
    }
    this.listenToSheet();
  }

  /* Another problem: its answer, and which controls it needs. */
  open(problem) {
    this.names = problem.names;
    const { rules } = problem.game;
    for (const part of document.querySelectorAll(".of-stock")) part.hidden = rules.stock !== "dealt";
    this.dealTo(rules);
    byId("of-hidden").hidden = !canHide(rules);
    byId("open-words").textContent =
      rules.face_down === "covered" ? say`All cards lie face up` : say`The stock lies face up`;
    for (const text of document.querySelectorAll(".rich")) {
      write(text, text.textContent, this.names);
    }
    document.querySelector("main").classList.toggle("broad", problem.layout.width > MOST_BESIDE);
    this.reveal(byId("answer").open);
    byId("sheet").close();
    this.explained?.close();
    this.openAnswer(problem.answer);
    this.message(firstWords(problem.game), false);
  }

  /* Where the player chooses the waste, a button for each of them. */
  dealTo(rules) {
    for (const old of document.querySelectorAll(".deal-to")) old.remove();
    if (rules.deal_to !== "choice") return;
    const buttons = Array.from({ length: rules.wastes }, (_, k) => {
      const made = button("main deal-to", say`Deal ${k + 1}`, () => this.frame.table.deal(k + 1));
      made.append(element("kbd", "", String(k + 1)));
      made.setAttribute("aria-label", say`Deal to waste ${k + 1}`);
      made.dataset.move = `deal${k + 1}`;
      return made;
    });
    byId("deal").after(...buttons);
  }

  /* Show the answer, once the reader has confirmed it, or ask. */
  reveal(isShown) {
    byId("answer").classList.toggle("shown", isShown);
  }

  /* The panels below the board as a sheet upon it. */
  listenToSheet() {
    const [sheet, more] = ["sheet", "more"].map(byId);
    byId("sheet-open").addEventListener("click", () => this.openSheet());
    sheet.addEventListener("close", () => sheet.before(more));
    sheet.addEventListener("click", ({ target }) => {
      if (target === sheet || target.id === "sheet-close") sheet.close();
    });
  }

  openSheet() {
    byId("sheet").append(byId("more"));
    byId("sheet").showModal();
  }

  /* Open what is in the list beside the board, or in the sheet. */
  openPanel(id) {
    const panel = byId(id);
    if (!panel.offsetParent) this.openSheet();
    panel.open = true;
    panel.scrollIntoView({ block: "nearest" });
  }

  openAnswer(answer) {
    const body = byId("answer-body");
    body.replaceChildren();
    for (const sentence of answer.sentences) {
      const line = element("p");
      write(line, sentence, this.names);
      body.append(line);
    }
    byId("legend").hidden = !Object.keys(answer.marks).length;
    byId("moves").hidden = !answer.moves.length;
    this.solution = null;
    this.explained?.open(answer);
  }

  /* Moves from the start as buttons in an ordered list; `goes` is called with how many are made. */
  list(target, moves, goes) {
    const [start] = this.frame.table.play.positions;
    target.replaceChildren();
    shownMoves(moves, start).forEach((move, k) => {
      const words = element("span");
      write(words, moveWords(move).replace("/", " "), this.names);
      target.append(element("li", "", button("", words, () => goes(k + 1))));
    });
  }

  message(text, refused) {
    const message = byId("message");
    message.classList.toggle("refused", refused);
    message.classList.remove("past");
    write(message, text, this.names);
  }

  /* Say once that the browser keeps nothing, after the other words. */
  showUnkept() {
    if (!this.isUnkeptShown) byId("message").append(` ${UNKEPT}`);
    this.isUnkeptShown = true;
  }

  /* The room that the board has, in pixels. Header and controls give way where they take more than a
     quarter of the window, or the header more than a seventh of a low one; controls that do not stay in sight. */
  room() {
    const [main, felt, controls] = [document.querySelector("main"), byId("felt"), byId("controls")];
    const style = getComputedStyle(felt);
    const [x, y] = [parseFloat(style.paddingLeft), parseFloat(style.paddingTop)];
    const isWide = this.isWide = getComputedStyle(main).display === "grid";
    const header = main.querySelector("header");
    const high = window.innerHeight;
    const quarter = high / 4;
    const isOver = controls.classList.contains("over"); // what it says then is worth its room
    this.giveWay(header, ["#caption", ".stars, .subtitle"], isWide ? Infinity : high < LOW_PX ? high / 7 : quarter);
    this.giveWay(controls, ["#status-line"], isWide || isOver ? Infinity : quarter);
    const above = header.offsetHeight > quarter ? 0 : header.offsetHeight; // else it is scrolled away
    const below = controls.offsetHeight;
    const width = felt.clientWidth - 2 * x; // all is measured before anything changes
    const holds = !isWide && (isOver || below <= quarter);
    main.classList.toggle("holds", holds);
    document.documentElement.style.scrollPaddingBottom = `${holds ? below + 8 : 0}px`;
    return { width, height: high - (isWide ? 0 : above + below) - 2 * y };
  }

  /* A bar that would be higher than `most` pixels is slim: what is only read in it goes below, one of `groups` after
     the other. */
  giveWay(bar, groups, most) {
    bar.classList.remove("slim");
    const parts = groups.map((words) => [...document.querySelectorAll(words)]);
    const isRead = parts.flat().some((part) => part.closest("#more"));
    if (isRead) bar.id === "controls" ? bar.prepend(...parts.flat()) : bar.append(...[...parts].reverse().flat());
    for (const some of parts.filter(({ length }) => length)) {
      if (bar.offsetHeight <= most) return;
      bar.classList.add("slim");
      byId("more").prepend(...some);
    }
  }

  /* Whether the solution is stepped through. */
  isStepping({ problem, position }) {
    return this.settings.answerShown() && problem.answer.moves.length > 0 && !position.isWon();
  }

  /* Before the board is drawn: whether the game is over, for whose strip it gives room. */
  ends(table) {
    const { position, play } = table;
    this.isStuck = play.at > 0 && !position.isWon() && !position.legalMoves().length;
    const isOver = this.isStuck || position.isWon();
    const { classList } = byId("controls");
    const wasOver = classList.contains("over");
    byId("stepper").hidden = !this.isStepping(table);
    classList.toggle("stepping", this.isStepping(table));
    this.showWin(table);
    this.review?.changed(table);
    if (wasOver === isOver) return;
    classList.toggle("over", isOver);
    byId("message").classList.toggle("past", isOver); // the strip says the same
    table.measure();
  }

  changed(table) {
    // A table higher than the window goes up with the text beside it, until its foot is seen.
    const felt = byId("felt");
    if (this.isWide) felt.style.setProperty("--over", `${Math.min(0, window.innerHeight - felt.offsetHeight)}px`);
    this.showStatus(table);
    this.ticked(table);
    const lines = describe(table.position, this.names, table.hides());
    byId("words").replaceChildren(...lines.map((line) => element("li", "", line)));
    this.showTally(table.position);
    this.showButtons(table);
    this.showMoves(table);
    this.advice?.changed(table);
    this.frame.changed?.(table);
  }

  /* Where in the play one is: its lines take room from the board. */
  showStatus({ play, position }) {
    const parts = statusOf(position, play.at).map((part) => element("span", "part", part));
    byId("status").replaceChildren(...parts.flatMap((part, k) => (k ? [" · ", part] : [part])));
  }

  /* How many cards are left of each rank, which is what players count. */
  showTally(position) {
    const left = position.cards().filter(isKnown).map(rankOf);
    const ranks = [...new Set(position.game.cards.filter(isKnown).map(rankOf))].sort((one, other) => one - other);
    const items = ranks.map((rank) => {
      const count = left.filter((one) => one === rank).length;
      return element("li", count ? "" : "none", element("span", "", shownRank(RANKS[rank - 1])), ` ${count}`);
    });
    document.querySelector("#tally ol").replaceChildren(...items);
  }

  ticked(table) {
    const timer = byId("timer");
    timer.hidden = !this.settings.timer();
    timer.textContent = timeOf(table.clock.now);
  }

  showButtons({ play, position, hint, busy, timer, pointed }) {
    const off = (id, disabled) => byId(id).setAttribute("aria-disabled", disabled);
    const atEnd = play.at === play.moves.length;
    off("undo", !play.at);
    off("redo", atEnd);
    off("restart", !play.at);
    off("to-end", atEnd);
    off("first", !play.at);
    off("previous", !play.at);
    off("next", position.isWon());
    byId("hint").toggleAttribute("aria-busy", Boolean(busy));
    byId("run").textContent = timer === null ? say`Show me` : say`Pause`;
    const deal = byId("deal");
    const chooses = position.rules.deal_to === "choice";
    deal.firstChild.data = chooses || position.allows("redeal") ? say`Redeal` : say`Deal`;
    off("deal", !position.allows("deal") && !position.allows("redeal"));
    this.showDeals(position, chooses, deal);
    const isHinted = (move) => move === pointed || Boolean(hint && hint.move === move);
    deal.classList.toggle("hinted", isHinted("deal") || isHinted("redeal"));
    for (const one of document.querySelectorAll(".deal-to")) {
      one.setAttribute("aria-disabled", !position.allows(one.dataset.move));
      one.classList.toggle("hinted", isHinted(one.dataset.move));
    }
  }

  /* Where the player chooses the waste: its buttons while there are cards to deal, else Redeal. */
  showDeals(position, chooses, deal) {
    if (!chooses) return;
    const had = document.activeElement;
    const [first, ...more] = document.querySelectorAll(".deal-to");
    for (const one of [first, ...more]) one.hidden = !position.undealt;
    deal.hidden = position.undealt > 0;
    if (had?.hidden) (deal.hidden ? first : deal).focus();
  }

  /* The lists of moves, while they are open: they are long. */
  showMoves(table) {
    const [solution, own] = ["moves", "own"].map(byId);
    if (this.settings.answerShown()) this.showSolution(solution, table);
    if (own.closest("details").open) this.showOwn(own, table);
  }

  showSolution(list, { play, problem }) {
    const { moves } = problem.answer;
    if (this.solution !== moves) {
      this.solution = moves;
      this.list(list, moves, (count) => this.frame.table.follow(count));
    }
    const on = play.isOnSolution();
    byId("progress").textContent = `${on ? play.at : "–"}/${moves.length}`;
    this.markMoves(list, on ? play.at : 0);
  }

  showOwn(list, { play }) {
    if (list.dataset.moves !== play.moves.join(" ")) {
      list.dataset.moves = play.moves.join(" ");
      this.list(list, play.moves, (count) => this.frame.table.toMove(count));
    }
    this.markMoves(list, play.at);
  }

  /* Which of the moves are made. */
  markMoves(list, at) {
    list.querySelectorAll("button").forEach((shown, k) => {
      shown.classList.toggle("played", k < at);
      if (k + 1 === at) shown.setAttribute("aria-current", "step");
      else shown.removeAttribute("aria-current");
    });
  }

  won() {
    byId("sheet").close();
    byId("won-title").focus({ preventScroll: true });
  }

  /* The win, against the fewest moves that are known; its buttons leave the focus to the cards. */
  showWin(table) {
    const isWon = table.position.isWon();
    const won = byId("won");
    const hadFocus = won.contains(document.activeElement);
    won.hidden = !isWon;
    if (!isWon) {
      if (hadFocus) table.board.focus();
      return;
    }
    const moves = table.play.at;
    const { answer } = table.problem;
    const words = comparison(moves, answer.moves.length, answer.shortest);
    byId("won-title").textContent = say`Won in ${counted(moves, noun`move`)}`;
    const helps = { solution: say`You followed the solution.`, moves: say`You began with given moves.` };
    const help = helps[table.help] ?? "";
    const remarks = [table.help === "solution" ? help : `${words} ${help}`.trim(), ...scoreOf(table.position).map((score) => `${capital(score)}.`)];
    if (table.best && table.best.moves < moves) {
      remarks.push(say`Your best is ${counted(table.best.moves, noun`move`)}.`);
    }
    byId("won-moves").textContent = remarks.filter(Boolean).join(" ");
    const streak = this.frame.streak?.() ?? 0;
    const aid = table.seen ? say`solution seen` : table.aided ? counted(Math.max(1, table.hints), noun`hint`) : say`no hints`;
    const facts = [say`Time ${timeOf(table.clock.now)}`, aid, ...(streak > 1 ? [say`${streak} days in a row`] : [])];
    byId("won-facts").textContent = table.help ? "" : facts.join(" · ");
    byId("won-seals").replaceChildren(...sealsOf(table).map((seal) => element("li", "", seal)));
    byId("won-next").hidden = !this.frame.next;
    byId("won-review").classList.toggle("main", !this.frame.next);
  }
}

/* What a player does in this game, in one sentence. */
function firstWords({ rules, partners, cards }) {
  if (rules.pairs === null && rules.total === 13) return say`Discard two free cards that add to 13 (J is 11, Q 12), or a king alone.`;
  if (rules.pairs === null) return say`Pick two cards that add to ${rules.total}.`;
  const isSame = cards.filter(isKnown).map(rankOf).every((rank) => `${partners[rank]}` === `${rank}`);
  return isSame ? say`Pick two cards of the same rank.` : say`Pick two cards that go together.`;
}
