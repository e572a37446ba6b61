/* A game on the table: what the player does, what it leads to, and the words about it.
 *
 * It shows a Play on a Board; the rules are engine/position.js's. What lies around the board is
 * panels.js's, which is called at every change.
 */

import { unjudged } from "./answer.js";
import { Board } from "./board.js";
import { button, byId, setInline } from "./dom.js";
import { bestLook } from "./places.js";
import { Clock, Play } from "./play.js";
import { betterOf, keyOf } from "./storage.js";
import { dealRefusal, dealWords, either, lastWords, moveWords, refusal, shownCard, shownCards, unavailableWords } from "./words.js";
import { counted } from "../engine/numbers.js";
import { canHide, hiddenCards, IllegalMoveError, isDiscard } from "../engine/position.js";
import { noun, say } from "../engine/say.js";

const FINISH_MS = 250; // between moves that nobody needs to make
const STEP_MS = 900; // between moves while the solution plays

export class Table {
  /* `settings`: {openStock, markExposed, answerShown}, each a function; `panels`: {changed(table),
     won(), message(text, isError), showUnkept(), ...}; `markWords`: kinds of marks as they are read. */
  constructor({ element, markWords, store, solver, settings, panels }) {
    Object.assign(this, { store, solver, settings, panels });
    this.board = new Board(element, markWords, settings.sounds);
    this.board.onSlot = (waste) => this.deal(waste);
    this.clock = new Clock(() => panels.ticked(this));
    this.exchange = null; // {press(card), marked}: cards are pressed to change places, not to be discarded
    this.turn = 0; // counts what the player does: what is asked about an older table is stale
    this.timer = null;
  }

  /* Begin with a problem: {game, layout, names, answer, after, identity}. What is kept goes on, but where
     the problem begins `after` moves, and what is kept began neither so nor with the moves of `link`. */
  open(problem, link) {
    this.problem = problem;
    this.key = keyOf(problem.game);
    this.play = new Play(problem.game, problem.answer);
    this.selected = null;
    this.hint = null; // {at, move, step}: see showHint; without a move where none wins
    const kept = this.store.progress(this.key);
    this.best = kept?.best ?? null;
    this.help = null; // what made moves of this game, if not the player alone: see HELP_WORDS
    this.hints = kept?.hints ?? 0; // positions for which a move was shown before the deal was won
    this.seen = kept?.seen ?? false; // whether the solution was
    this.undone = kept?.undone ?? false; // whether a move of this game was
    this.aided = kept?.aided ?? false; // whether a move of this game was shown
    this.isFastest = false; // whether it was won in less time than before
    this.hinted = new Set();
    this.clock.set(kept?.ms ?? 0);
    const after = problem.after ? `${problem.after}` : null;
    const begins = after && !(kept && [after, link].includes(kept.begun));
    this.begun = begins ? after : kept?.begun ?? null; // with which moves: those of a link, or so many
    if (begins) this.play.followSolution(problem.after);
    else if (kept) this.restore(kept);
    this.line = lineOf(this.play); // what was kept last
    this.panels.showStatus(this);
    this.board.element.replaceChildren(); // no card is to be laid out for it:
    this.measure();
    this.board.open(problem);
    this.render();
    if (!this.play.at && !this.exchange?.marked.length) this.board.motion.dealIn();
  }

  /* Measure the room again, and show the table in it. */
  fit() {
    this.measure();
    this.render();
  }

  /* Whether the room is another one. */
  measure() {
    const had = this.room;
    const { width, height } = this.room = this.panels.room();
    this.board.element.style.setProperty("--room", `${height}px`);
    setInline(this.board.element, width);
    return had?.width !== width || had.height !== height;
  }

  restore({ moves, at, help }) {
    try {
      this.play.replace(moves, at);
      this.help = help;
    } catch (error) {
      if (!(error instanceof IllegalMoveError)) throw error; // kept by something else
    }
  }

  get position() {
    return this.play.position;
  }

  get names() {
    return this.problem.names;
  }

  // Doing.

  /* What a click, a tap or the Enter key on a card does. */
  press(card) {
    if (this.exchange) return this.exchange.press(card);
    this.begin();
    const { position, selected } = this;
    if (this.look.pairs) return undefined;
    if (this.lies(card)) return this.refuse(say`This card lies face down.`, card);
    if (position.allows(card)) return this.move(card);
    if (selected === card) return this.select(null);
    if (selected === null) {
      if (position.where(card) === "stock") return this.deal();
      if (!this.isSelectable(card)) return this.refuse(unavailableWords(card, position), card);
      return this.select(card);
    }
    if (position.where(card) === "stock" && !this.settings.openStock()) return this.deal();
    return this.pair(selected, card);
  }

  /* A quick second press: the card goes with the only card that it can go with. */
  double(card) {
    if (this.exchange) return this.press(card);
    this.begin();
    if (this.lies(card)) return this.press(card);
    const moves = this.position.legalMoves().filter((move) => move.split("/").includes(card));
    if (moves.length === 1) return this.move(moves[0]);
    if (!this.isSelectable(card)) return this.press(card);
    this.selected = card;
    const among = moves.map((move) => move.split("/").find((other) => other !== card));
    const shown = (one) => shownCard(one, this.position);
    if (among.length) return this.refuse(say`${shown(card)} can be discarded with ${either(among.map(shown))}.`);
    return this.refuse(say`No card can be discarded with ${card} now.`, card);
  }

  /* A card was dragged upon another one, or upon none, or upon a waste. */
  drop(card, target, waste = 0) {
    if (this.exchange) return [card, target].filter(Boolean).forEach((one) => this.press(one));
    this.begin();
    const { position } = this;
    if (position.allows(card)) return this.move(card);
    const isDealt = card === position.turned && position.rules.deal_to === "choice";
    const goes = target !== null && position.allows(`${card}/${target}`);
    const to = waste || Math.max(0, position.pileOf(target));
    if (isDealt && !goes && to) return this.deal(to);
    if (target !== null) return this.pair(card, target);
    if (card === position.turned && position.allows("deal")) return this.deal();
    return this.render();
  }

  pair(card, other) {
    if (this.lies(other)) return this.refuse(say`That card lies face down.`, other);
    const pair = `${card}/${other}`;
    const reason = this.position.whyNot(pair);
    if (reason === null) return this.move(pair);
    this.selected = this.isSelectable(other) ? other : this.selected;
    return this.refuse(refusal([card, other], this.position), other);
  }

  /* Whether a card of the tableau lies face down. */
  lies(card) {
    return this.hides() && this.position.tableau.includes(card) && hiddenCards(this.position).includes(card);
  }

  /* Whether the player plays without seeing every card. */
  hides() {
    return !this.settings.openStock() && canHide(this.position.rules);
  }

  isSelectable(card) {
    return this.position.candidates().includes(card);
  }

  select(card) {
    this.selected = card;
    this.say(card ? say`${shownCard(card, this.position)} is selected.` : say`No card is selected.`);
    this.render();
    const moves = this.position.legalMoves().filter((move) => move.split("/").includes(card));
    whys.judge?.(this, this.play.at, moves);
  }

  escape() {
    if (this.selected) this.select(null);
  }

  /* Deal, or turn the waste over. `to`: the waste that was chosen, 0 for none. */
  deal(to = 0) {
    this.begin();
    const { position } = this;
    const word = to ? `deal${to}` : "deal";
    const move = [word, "redeal"].find((one) => position.allows(one));
    if (move) return this.move(move);
    if (position.deals().some((one) => position.allows(one))) {
      return this.say(say`Deal to which waste? Push its button, or drag the turned card upon it.`);
    }
    return this.refuse(dealRefusal(position));
  }

  /* `help`: whose move it is, if not the player's, whose first move begins a game of its own. */
  move(word, help = null) {
    const wasWon = this.position.isWon();
    try {
      if (!this.play.at && !help && this.help && this.position.allows(word)) this.play.replace([]);
      this.play.move(word);
    } catch (error) {
      if (error instanceof IllegalMoveError) return this.refuse(error.message);
      throw error;
    }
    if (help || this.play.moves.length === 1) this.help = help;
    if (this.timer === null) this.clock.go();
    this.settle(wasWon);
    if (!help && this.timer === null && !restOf(this.position)) whys.judge?.(this, this.play.at - 1, [word]);
  }

  /* After a step forward: say what happened, and that the game is won. */
  settle(wasWon) {
    this.selected = null;
    const isNew = this.position.isWon() && !wasWon;
    if (isNew) {
      this.clock.stop();
      const result = { moves: this.play.at, ms: Math.round(this.clock.now) };
      this.isFastest = Boolean(this.best) && result.ms < this.best.ms;
      if (!this.help) this.best = betterOf(this.best, result);
    }
    this.say(lastWords(this.play));
    this.render();
    if (!isNew && this.timer === null && restOf(this.position)?.length > 1) {
      if (this.settings.finishes() && this.help !== "solution") this.finish();
      else byId("message").append(" ", button("", say`Finish`, () => this.finish()));
    }
    const { motion } = this.board;
    motion.sound(isNew ? "won" : isDiscard(this.play.moves[this.play.at - 1]) ? "discard" : "deal");
    if (!isNew) return;
    if (this.look.pairs) motion.dealIn();
    this.panels.won();
  }

  /* Make the moves that nobody needs to choose. */
  finish() {
    this.begin();
    this.timer = setInterval(() => {
      const [move] = restOf(this.position) ?? [];
      if (move) this.move(move);
      if (!move || this.position.isWon()) this.stop();
    }, FINISH_MS);
  }

  undo() {
    this.begin();
    if (!this.play.at) return this.refuse(say`There is no move to undo.`);
    const at = this.play.at - 1;
    return this.goTo(at, say`Undone: ${moveWords(this.play.moves[at])}`);
  }

  redo() {
    this.begin();
    if (this.play.at === this.play.moves.length) return this.refuse(say`There is no move to redo.`);
    const wasWon = this.position.isWon();
    this.play.goTo(this.play.at + 1);
    return this.settle(wasWon);
  }

  restart() {
    this.begin();
    this.goTo(0, say`Back to the start`);
  }

  toEnd() {
    this.toMove(this.play.moves.length);
  }

  /* The table after the first of the moves that were made. */
  toMove(count) {
    this.begin();
    this.goTo(count, say`To move ${count}`);
  }

  goTo(at, words) {
    if (at < this.play.at) this.undone = true;
    this.play.goTo(at);
    this.selected = null;
    this.say(`${words}.`);
    this.render();
  }

  /* Forget the moves and the time. */
  again() {
    this.begin();
    this.play.replace([]);
    this.help = null;
    this.undone = this.aided = false;
    this.clock.set(0);
    this.goTo(0, say`A new try`);
  }

  /* Take over moves that were made elsewhere; an IllegalMoveError changes nothing. */
  load(moves, words, begun) {
    this.begin();
    this.play.replace(moves);
    this.help = moves.length ? "moves" : null;
    this.begun = begun;
    this.goTo(moves.length, words);
  }

  /* The player does something: what was shown for the last table ends. */
  begin() {
    this.turn++;
    this.solver.stop();
    this.busy = false;
    this.lastHint = this.hint;
    this.hint = null;
    this.panels.explained?.close();
    this.stop();
  }

  // The solution.

  /* The move that comes next while the solution is stepped through, or null. */
  get pointed() {
    return this.panels.isStepping(this) ? this.play.knownLine()?.[0] ?? null : null;
  }

  next() {
    if (!this.play.solution.length) return;
    this.begin();
    this.step();
  }

  previous() {
    this.undo();
  }

  last() {
    this.follow(this.play.solution.length);
  }

  /* The table after the first moves of the solution. */
  follow(count) {
    this.begin();
    if (count) this.help = "solution";
    this.play.followSolution(count);
    this.selected = null;
    this.say(count ? lastWords(this.play) : `${say`Back to the start`}.`);
    this.render();
  }

  /* The next move of a line that is known to win, or back to where there was one. */
  step() {
    if (this.position.isWon()) {
      this.stop();
      return this.say(say`The game is won.`);
    }
    const line = this.play.knownLine();
    if (line) return this.move(line[0], "solution");
    return this.goTo(this.play.lastKnownWin(), say`Back to the solution`);
  }

  run() {
    const running = this.timer !== null;
    this.begin();
    if (running) return this.render();
    if (this.position.isWon()) this.play.goTo(0);
    this.timer = setInterval(() => {
      this.step();
      if (this.position.isWon()) this.stop();
    }, STEP_MS);
    return this.step();
  }

  stop() {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
    this.panels.changed(this);
  }

  // Hints (hints.js).

  /* Count that a move is shown for this position, which is no news once the deal was won. */
  noteHint() {
    const key = this.position.key();
    if (!this.best && !this.hinted.has(key)) this.hints++;
    this.hinted.add(key);
    this.aided = true;
  }

  giveHint() {
    if (this.busy || this.exchange) return undefined; // it is searched for
    this.begin();
    return giveHint(this);
  }

  // Saying and showing.

  say(text, refused = false) {
    this.panels.message(text, refused);
  }

  refuse(reason, card = null) {
    this.say(reason, true);
    this.render();
    this.board.shake(card);
    if (card) this.board.flash(this.position.onTopOf(card));
  }

  /* Show the table in the look under which the cards are largest. */
  render() {
    const open = this.settings.openStock() || this.position.rules.stock !== "dealt";
    this.panels.ends(this);
    const start = this.play.positions[0];
    const look = bestLook(start, this.problem.layout, open, this.room.width, this.room.height);
    this.look = { ...look, hides: this.hides(), pairs: this.pairs(), ratio: this.room.width / this.room.height };
    this.board.show(this.position, this.marks(), this.selected, this.look);
    const isListed = this.settings.answerShown() && this.problem.answer.moves.length > 0;
    if (!this.best && (isListed || this.help === "solution")) this.seen = true;
    this.keep();
    this.panels.changed(this);
  }

  /* The pairs of a game that is won and leaves nothing, in their order, or null. */
  pairs() {
    const { at, moves, positions } = this.play;
    if (!at || this.position.cardsLeft()) return null;
    const gone = (move, k) => [...(isDiscard(move) ? [move.split("/")] : []), ...positions[k + 1].vanished];
    return moves.slice(0, at).flatMap(gone);
  }

  /* Review a game that was won: from the start. */
  review() {
    this.begin();
    this.goTo(0, say`Back to the start`);
  }

  /* Keep the game; the deal may be played in another window, too. */
  keep() {
    const { moves, at } = this.play;
    const kept = this.store.progress(this.key);
    const best = betterOf(this.best, kept?.best ?? null);
    const line = lineOf(this.play);
    const isIdle = line === this.line;
    this.best = best;
    this.line = line;
    const { help, hints, seen, begun, undone, aided } = this;
    if (kept ? isIdle && lineOf(kept) !== line : !(moves.length || best || hints || seen)) return;
    const ms = Math.round(this.clock.now);
    this.store.keep(this.key, { moves, at, ms, best, begun, help, hints, seen, undone, aided, won: this.position.isWon() });
    if (this.store.isRefused) this.panels.showUnkept();
  }

  marks() {
    const explained = this.panels.explained?.marks();
    if (explained) return explained;
    const marks = new Map();
    const { position } = this;
    if (this.settings.markExposed()) {
      for (const card of position.available()) marks.set(card, "exposed");
    }
    if (this.settings.answerShown()) {
      for (const [card, kind] of Object.entries(this.problem.answer.marks)) marks.set(card, kind);
    }
    for (const card of this.exchange?.marked ?? []) marks.set(card, "look");
    if (this.panels.isStuck) for (const card of position.available()) marks.set(card, "stuck");
    const { move, step, goal } = this.hint ?? { move: this.pointed, step: MOVE };
    if (step === GOAL) marks.set(goal, "look");
    else if (move && isDiscard(move)) {
      const cards = move.split("/");
      if (step === LOOK) marks.set(lookAt(this, cards), "look");
      else for (const card of cards) marks.set(card, "move");
    }
    return marks;
  }
}

/* The moves that win from a position in which nothing is to be chosen any more: a card goes alone, there is one move, or
   every card lies free; null for any other. */
function restOf(position) {
  const moves = [];
  for (let at = position; !at.isWon(); at = at.play(moves.at(-1))) {
    const all = at.legalMoves();
    const isFree = all.length === 1 || at.available().length === at.cardsLeft();
    const move = all.find((one) => isDiscard(one) && !one.includes("/")) ?? (isFree ? all.find(isDiscard) : null);
    if (!move) return null;
    moves.push(move);
  }
  return moves;
}

/* The moves, and how many of them are made, to be compared. */
const lineOf = ({ moves, at }) => JSON.stringify([moves, at]);

/* Hints, in steps: what is to be freed, where to look, what to do; the next press does it.
 *
 * A reader who sees every card gets the next move of a line that is known to win, or learns that
 * nothing wins any more. Any other reader gets what is best by what can be seen, and nothing else.
 */

const [GOAL, LOOK, MOVE] = [1, 2, 3];

async function giveHint(table) {
  const { play, turn, solver } = table;
  if (play.position.isWon()) return undefined;
  const hidden = table.hides() && !play.position.unknown().length ? hiddenCards(play.position) : [];
  const isClosed = hidden.length > 0;
  let closed = null;
  if (isClosed || (!play.knownLine() && (!play.isKnownLost() || isLossUnplaced(play)))) {
    table.busy = true;
    table.say(say`Searching …`);
    table.render();
    closed = await (isClosed ? play.closedHint(solver) : play.search(solver));
    if (!isClosed && table.turn === turn && isLossUnplaced(play)) await play.lastWin(solver);
    if (table.turn !== turn) return undefined;
    table.busy = false;
  }
  const line = isClosed ? closed && [closed.move] : play.knownLine();
  if (line && line[0] !== null) return showHint(table, line, isClosed, isClosed ? closedWords(closed) : freedWords(play.position, line[0]));
  if (closed) table.say(say`No hint: no move wins in any of ${closedOrders(closed)}.`);
  else if (leadBack(table)) return undefined;
  whys.offer?.(table);
  return table.render();
}

/* Whether the win was lost since the deal, and it is not known by which move. */
const isLossUnplaced = (play) =>
  play.isKnownLost() && play.lastKnownWin() >= 0 && !play.isKnownLost(play.lastKnownWin() + 1);

const closedOrders = ({ orders }) => say`${counted(orders, noun`order`)} of the cards that lie face down`;

const closedWords = (closed) => (closed.orders ? ` ${say`It wins in ${closed.wins} of ${closedOrders(closed)}.`}` : "");

/* What a move frees, of cards that all lie face up. */
function freedWords(position, move) {
  const freed = position.play(move).uncoveredSince(position);
  return freed.length ? ` ${say`It frees ${shownCards(freed, position)}.`}` : "";
}

/* The next step of a hint for the first move of a line; `why` is shown with the move. */
function showHint(table, line, isClosed, why) {
  const { lastHint, play, position } = table;
  const [move] = line;
  const cards = isDiscard(move) ? move.split("/") : [];
  const goal = isClosed ? null : nextFreed(position, line); // a covered card may lie face down
  const again = lastHint?.move === move && lastHint.at === play.at;
  let step = again ? lastHint.step + 1 : goal ? GOAL : LOOK;
  if (step === LOOK && cards.length === 1) step = MOVE;
  if (step > MOVE) return table.move(move);
  table.hint = { move, at: play.at, step, goal };
  table.selected = null;
  table.noteHint();
  table.say(hintSentence(table, cards, goal, why));
  if (step === MOVE) whys.offer?.(table);
  return table.render();
}

function hintSentence(table, cards, goal, why) {
  const { position } = table;
  const { move, step } = table.hint;
  const named = (some) => shownCards(some, position);
  const more = ` ${say`Another hint shows more.`}`;
  if (step === GOAL) return say`Hint: free ${named([goal])}, which lies under ${named(position.covering(goal))}.` + more;
  if (step === LOOK) return (cards.length ? say`Hint: look at ${named([lookAt(table, cards)])}.` : say`Hint: look at the stock.`) + more;
  return cards.length ? `${say`Hint: discard ${named(cards)}.`}${why}` : `${say`Hint: ${dealWords(move)}.`}${why}`;
}

/* The card under those of its first move that a line frees first, or null. */
function nextFreed(position, line) {
  const gone = line[0].split("/");
  const covered = position.tableau.filter((card) => card !== null && position.covering(card).some((one) => gone.includes(one)));
  let at = position;
  for (const move of line) {
    at = at.play(move);
    const exposed = at.exposed();
    const freed = covered.find((card) => exposed.includes(card));
    if (freed) return freed;
  }
  return null;
}

/* The card of a pair to be shown first: one of the tableau, if possible. */
function lookAt({ position }, cards) {
  return cards.find((card) => position.tableau.includes(card)) ?? cards[0];
}

/* Say that nothing wins; a second time, go back to where something did, or explain the deal. */
function leadBack(table) {
  const { lastHint, play, panels } = table;
  const to = play.lastKnownWin();
  if (lastHint?.move === null && lastHint.at === play.at) {
    if (to >= 0) return table.goTo(to, say`Back to move ${to}: from here the game can be won`) ?? true;
    if (panels.explained.explanation) return panels.explained.start() ?? true;
  }
  table.hint = { move: null, at: play.at };
  table.say(whyNoHint(table));
  return false;
}

function whyNoHint({ play, position, problem }) {
  if (position.unknown().length) return unjudged(position);
  if (problem.answer.verdict === "lost") {
    return say`This deal cannot be won, whatever is played.`;
  }
  const back = play.at - play.lastKnownWin();
  const undo = back <= play.at ? ` ${say`Undo ${counted(back, noun`move`)}: from there it can be won.`}` : "";
  const why = play.isKnownLost()
    ? say`From here the game cannot be won any more: ${play.whyLost() ?? say`every line was searched`}.`
    : say`No hint: the search reached its limit, and nothing is proved.`;
  return why + undo;
}

/* What offers the reason of a hint, and to judge moves: whys.js, which comes later than the first view of a site. */
export const whys = { offer: null, judge: null };
