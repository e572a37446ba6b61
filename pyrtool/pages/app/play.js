/* A game being played: its line of moves, what is known to win from where, and hints.
 *
 * Nothing is claimed that was not proved: a line is known to win after it was replayed, and a
 * position is known to be lost after a search through all that could follow.
 */

import { numbered } from "./moves.js";
import { IllegalMoveError, Position } from "../engine/position.js";

const HINT_NODES = 3000000; // seconds
const CLOSED_NODES = 1500000; // seconds
const SHORTEN_NODES = 400000; // less than one

export class Play {
  /* `answer`: the deal's verdict, and the moves if it is won. */
  constructor(game, answer) {
    this.game = game;
    this.moves = [];
    this.positions = [Position.start(game)];
    this.at = 0; // how many of the moves are played; the others can be redone
    this.met = new Map(); // a position's key -> the moves that win from there
    this.toLearn = null; // a solution, which takes a while to be played through
    this.losses = new Map(); // a position's key -> why it is lost, or null
    this.unclear = new Set(); // searched, and the limit was reached
    this.closed = new Map(); // a position's key -> what is best for one who does not see every card
    this.know(answer);
  }

  /* Take over what is proved of the deal. */
  know(answer) {
    const [start] = this.positions;
    this.solution = answer.verdict === "won" ? answer.moves : [];
    if (answer.verdict === "won") this.toLearn = this.solution;
    if (answer.verdict === "lost") this.losses.set(start.key(), null);
  }

  /* What is known to win from where. */
  get wins() {
    const moves = this.toLearn;
    this.toLearn = null;
    if (moves) this.learn(this.positions[0], moves);
    return this.met;
  }

  get position() {
    return this.positions[this.at];
  }

  get before() {
    return this.at ? this.positions[this.at - 1] : null;
  }

  /* Play a move; an IllegalMoveError says why it cannot be. */
  move(word) {
    const next = this.position.play(word);
    if (this.moves[this.at] !== word) {
      this.moves.length = this.at;
      this.positions.length = this.at + 1;
      this.moves.push(word);
      this.positions.push(next);
    }
    this.at++;
  }

  goTo(at) {
    this.at = Math.max(0, Math.min(at, this.moves.length));
  }

  /* Play these moves from the start, and show the table after `at` of them; an IllegalMoveError changes nothing. */
  replace(moves, at = moves.length) {
    const positions = this.positions.slice(0, 1);
    moves.forEach((move, k) => positions.push(numbered(k + 1, () => positions[k].play(move))));
    this.moves = [...moves];
    this.positions = positions;
    this.goTo(at);
  }

  /* The table after the first moves of the solution, the others to be redone. */
  followSolution(count) {
    if (!this.isOnSolution(this.moves.length)) this.goTo(0);
    while (this.at < this.solution.length && !this.isOnSolution(this.solution.length)) {
      this.move(this.solution[this.at]);
    }
    this.goTo(count);
  }

  isOnSolution(count = this.at) {
    if (count > this.solution.length || count > this.moves.length) return false;
    return this.solution.slice(0, count).every((move, k) => move === this.moves[k]);
  }

  /* Remember a line that wins; false if it does not. */
  learn(position, moves) {
    const met = [];
    let at = position;
    try {
      moves.forEach((move, k) => {
        met.push([at.key(), moves.slice(k)]);
        at = at.play(move);
      });
    } catch (error) {
      if (error instanceof IllegalMoveError) return false;
      throw error;
    }
    if (!at.isWon()) return false;
    for (const [key, rest] of met) this.met.set(key, rest);
    return true;
  }

  /* The moves that are known to win from here, or null. */
  knownLine() {
    return this.wins.get(this.position.key()) ?? null;
  }

  /* What follows a lost position is lost. */
  isKnownLost(at = this.at) {
    return this.positions.slice(0, at + 1).some((p) => this.losses.has(p.key()));
  }

  /* Why the position is lost, in words, or null where no block explains it. */
  whyLost() {
    return this.losses.get(this.position.key()) ?? null;
  }

  /* Advice (engine/advice.js) with what is known here of each move that its search left open. */
  informed({ choices, why }) {
    const isLost = this.isKnownLost();
    const known = choices.map((choice) => {
      if (choice.verdict !== "unknown") return choice;
      if (isLost) return { ...choice, verdict: "lost" };
      const [move] = choice.moves;
      const line = this.wins.get(this.position.play(move).key());
      return line ? { ...choice, verdict: "won", line: [move, ...line] } : choice;
    });
    const order = ["won", "unknown", "lost"];
    known.sort((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
    return { verdict: known[0]?.verdict ?? "lost", choices: known, why: why ?? this.whyLost() };
  }

  /* After how many of the moves the table was last known to be won; -1 for never. */
  lastKnownWin() {
    let at = this.at;
    while (at >= 0 && !this.wins.has(this.positions[at].key())) at--;
    return at;
  }

  /* Have the position searched, and a line that wins made as short as it can be in a moment; or
     the one after `at` moves. What was found is remembered; nothing is when the solver is stopped. */
  async search(solver, at = this.at) {
    const position = this.positions[at];
    const key = position.key();
    if (this.wins.has(key) || this.isKnownLost(at) || this.unclear.has(key)) return;
    if (position.unknown().length) return; // what can be done depends on what they are
    const question = { game: this.game, line: this.moves.slice(0, at) };
    const found = await solver.ask({ ...question, about: "verdict", limit: HINT_NODES });
    if (found === null) return;
    if (found.answer === "lost") this.losses.set(key, found.why);
    else if (found.answer === "unknown" || !this.learn(position, found.line)) this.unclear.add(key);
    else if (at === this.at) await this.shorten(solver, position, question, found.line.length - 1);
  }

  /* After how many moves of a lost game it could be won for the last time: -1 for never, null where it is
     not found out. */
  async lastWin(solver) {
    let [won, lost] = [-1, this.at];
    while (lost - won > 1) {
      const middle = Math.ceil((won + lost) / 2);
      await this.search(solver, middle);
      if (this.wins.has(this.positions[middle].key())) won = middle;
      else if (this.isKnownLost(middle)) lost = middle;
      else return null;
    }
    return won;
  }

  /* The best move for one who does not see every card (engine/closed.js); null when the solver is
     stopped. */
  async closedHint(solver) {
    const key = this.position.key();
    if (!this.closed.has(key)) {
      const question = { game: this.game, line: this.moves.slice(0, this.at) };
      const found = await solver.ask({ ...question, about: "closed", limit: CLOSED_NODES });
      if (found === null) return null;
      this.closed.set(key, found);
    }
    return this.closed.get(key);
  }

  async shorten(solver, position, question, most) {
    const limit = SHORTEN_NODES;
    const found = await solver.ask({ ...question, about: "shortest", most, limit });
    if (found?.answer === "won") this.learn(position, found.line);
  }
}

/* The time that a game has taken: from its first move on, while the page is seen. */

export class Clock {
  constructor(onTick) {
    this.ms = 0;
    this.since = null;
    this.onTick = onTick;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.pause();
      else if (this.runs) this.go();
    });
  }

  set(ms) {
    this.stop();
    this.ms = ms;
  }

  get now() {
    return this.ms + (this.since === null ? 0 : performance.now() - this.since);
  }

  go() {
    this.runs = true;
    if (this.since !== null || document.hidden) return;
    this.since = performance.now();
    this.timer = setInterval(this.onTick, 1000);
  }

  pause() {
    this.ms = Math.round(this.now);
    this.since = null;
    clearInterval(this.timer);
  }

  stop() {
    this.runs = false;
    this.pause();
  }
}
