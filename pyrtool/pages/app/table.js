/* A game on the table: what the player does, what it leads to, and what is said about it.
 *
 * It shows a Play on a Board; the rules are engine/position.js's. What lies around the board is
 * panels.js's, which is called at every change.
 */

const STEP_MS = 900; // between moves while the solution plays

class Table {
  /* `settings`: {openStock, markExposed, answerShown}, each a function; `panels`: {changed(table),
     won(), message(text, isError), tellUnkept(), ...}; `markWords`: kinds of marks as they are read. */
  constructor({ element, markWords, store, solver, settings, panels }) {
    Object.assign(this, { store, solver, settings, panels });
    this.board = new Board(element, markWords);
    this.board.onSlot = (waste) => this.deal(waste);
    this.clock = new Clock(() => panels.ticked(this));
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
    this.isTold = false; // the solution was followed
    this.hint = null; // {move, step}: 1 says where to look, 2 says which move
    const kept = this.store.progress(this.key);
    this.best = kept?.best ?? null;
    this.clock.set(kept?.ms ?? 0);
    const after = problem.after ? `${problem.after}` : null;
    const begins = after && !(kept && [after, link].includes(kept.begun));
    this.begun = begins ? after : kept?.begun ?? null; // with which moves: those of a link, or so many
    if (begins) this.play.followSolution(problem.after);
    else if (kept) this.restore(kept);
    this.line = lineOf(this.play); // what was kept last
    this.panels.showStatus(this);
    this.measure(); // before there are cards to be laid out for it
    this.board.open(problem);
    this.render();
  }

  /* Measure the room again, and show the table in it. */
  fit() {
    this.measure();
    this.render();
  }

  measure() {
    this.room = this.panels.room();
    this.board.element.style.setProperty("--room", `${this.room.height}px`);
  }

  restore({ moves, at }) {
    try {
      this.play.replace(moves, at);
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
    this.begin();
    const { position, selected } = this;
    if (this.lies(card)) return this.refuse("This card lies face down.", card);
    if (position.allows(card)) return this.move(card);
    if (selected === card) return this.select(null);
    if (selected === null) {
      if (position.where(card) === "stock") return this.deal();
      if (!this.isSelectable(card)) return this.refuse(position.whyUnavailable(card), card);
      return this.select(card);
    }
    if (position.where(card) === "stock" && !this.settings.openStock()) return this.deal();
    return this.pair(selected, card);
  }

  /* A quick second press: the card goes with the only card that it can go with. */
  double(card) {
    this.begin();
    if (this.lies(card)) return this.press(card);
    const moves = this.position.legalMoves().filter((move) => move.split("/").includes(card));
    if (moves.length === 1) return this.move(moves[0]);
    if (!this.isSelectable(card)) return this.press(card);
    this.selected = card;
    const among = moves.map((move) => move.split("/").find((other) => other !== card));
    const said = (one) => saidCard(one, this.position);
    if (among.length) return this.refuse(`${said(card)} can go with ${among.map(said).join(" or ")}.`);
    return this.refuse(`${card} can go with no card now.`, card);
  }

  /* A card was dragged upon another one, or upon none, or upon a waste. */
  drop(card, target, waste = 0) {
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
    if (this.lies(other)) return this.refuse("That card lies face down.", other);
    const pair = `${card}/${other}`;
    const reason = this.position.whyNot(pair);
    if (reason === null) return this.move(pair);
    this.selected = this.isSelectable(other) ? other : this.selected;
    return this.refuse(`${pair}: ${reason}`, other);
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
    const { position } = this;
    if (position.available().includes(card)) return true;
    if (position.rules.overlap && position.covering(card).length === 1) return true;
    return position.rules.waste_pairs && position.wastes.some((waste) => waste.at(-2) === card);
  }

  select(card) {
    this.selected = card;
    this.say(card ? `${saidCard(card, this.position)} is selected.` : "No card is selected.");
    this.render();
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
      return this.say("Deal to which waste? Push its button, or drag the turned card upon it.");
    }
    const reasons = [word, "redeal"].map((one) => `${one}: ${position.whyNot(one)}`);
    return this.refuse(position.rules.stock === "dealt" ? reasons.join("; ") : reasons[0]);
  }

  move(word) {
    const wasWon = this.position.isWon();
    try {
      this.play.move(word);
    } catch (error) {
      if (error instanceof IllegalMoveError) return this.refuse(error.message);
      throw error;
    }
    if (this.timer === null) this.clock.go();
    this.settle(wasWon);
  }

  /* After a step forward: say what happened, and that the game is won. */
  settle(wasWon) {
    this.selected = null;
    const isNew = this.position.isWon() && !wasWon;
    if (isNew) {
      this.clock.stop();
      const result = { moves: this.play.at, ms: Math.round(this.clock.now) };
      if (!this.isTold) this.best = betterOf(this.best, result);
    }
    this.say(this.account());
    this.render();
    if (isNew) this.panels.won();
  }

  undo() {
    this.begin();
    if (!this.play.at) return this.refuse("There is no move to undo.");
    const at = this.play.at - 1;
    return this.goTo(at, `Undone: ${this.play.moves[at]}`);
  }

  redo() {
    this.begin();
    if (this.play.at === this.play.moves.length) return this.refuse("There is no move to redo.");
    const wasWon = this.position.isWon();
    this.play.goTo(this.play.at + 1);
    return this.settle(wasWon);
  }

  restart() {
    this.begin();
    this.goTo(0, "Back to the start");
  }

  toEnd() {
    this.toMove(this.play.moves.length);
  }

  /* The table after the first of the moves that were made. */
  toMove(count) {
    this.begin();
    this.goTo(count, `To move ${count}`);
  }

  goTo(at, words) {
    this.play.goTo(at);
    this.selected = null;
    this.say(`${words}.`);
    this.render();
  }

  /* Forget the moves and the time. */
  again() {
    this.begin();
    this.play.replace([]);
    this.isTold = false;
    this.clock.set(0);
    this.goTo(0, "A new try");
  }

  /* Take over moves that were made elsewhere; an IllegalMoveError changes nothing. */
  load(moves, words, begun) {
    this.begin();
    this.play.replace(moves);
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
    this.stop();
  }

  // The solution.

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
    this.isTold = true;
    this.play.followSolution(count);
    this.selected = null;
    this.say(count ? this.account() : "Back to the start.");
    this.render();
  }

  /* The next move of a line that is known to win, or back to where there was one. */
  step() {
    this.isTold = true;
    if (this.position.isWon()) {
      this.stop();
      return this.say("The game is won.");
    }
    const line = this.play.knownLine();
    if (line) return this.move(line[0]);
    return this.goTo(this.play.lastKnownWin(), "Back to the solution");
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

  giveHint() {
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
  }

  account() {
    const { before, position, at, moves } = this.play;
    const told = at ? [accountOf(moves[at - 1], before, position)] : [];
    if (position.isWon()) told.push(`Won in ${counted(at, "move")}!`);
    else if (!position.legalMoves().length) told.push("No move is left.");
    return told.join(" ");
  }

  /* Show the table in the look under which the cards are largest. */
  render() {
    const open = this.settings.openStock() || this.position.rules.stock !== "dealt";
    const start = this.play.positions[0];
    const look = bestLook(start, this.problem.layout, open, this.room.width, this.room.height);
    this.look = { ...look, hides: this.hides() };
    this.board.show(this.position, this.marks(), this.selected, this.look);
    this.keep();
    this.panels.changed(this);
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
    if (kept ? isIdle && lineOf(kept) !== line : !moves.length && !best) return;
    this.store.keep(this.key, { moves, at, ms: Math.round(this.clock.now), best, begun: this.begun });
    if (this.store.isRefused) this.panels.tellUnkept();
  }

  marks() {
    const marks = new Map();
    const { position } = this;
    if (this.settings.markExposed()) {
      for (const card of position.available()) marks.set(card, "exposed");
    }
    if (this.settings.answerShown()) {
      for (const [card, kind] of Object.entries(this.problem.answer.marks)) marks.set(card, kind);
    }
    if (this.hint && isDiscard(this.hint.move)) {
      const cards = this.hint.move.split("/");
      if (this.hint.step === 1) marks.set(lookAt(this, cards), "look");
      else for (const card of cards) marks.set(card, "move");
    }
    return marks;
  }
}

/* The moves, and how many of them are made, to be compared. */
const lineOf = ({ moves, at }) => JSON.stringify([moves, at]);
