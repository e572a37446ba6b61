/* The page: what the player does, what is said about it, and the controls.
 *
 * It shows a Play on a Board; the rules are position.js's.
 */

const STEP_MS = 900; // between moves while the solution plays

function comparison(excess, fewest, proved) {
  if (!fewest) return "";
  const least = proved ? "No line is shorter." : "As short as the solution.";
  if (excess === 0) return least;
  if (excess < 0) return `${counted(-excess, "move")} fewer than the solution.`;
  const other = proved ? "the fewest possible" : "the solution";
  return `${counted(excess, "move")} more than ${other}, ${fewest}.`;
}

class View {
  constructor(data) {
    this.data = data;
    this.play = new Play(data.game, data.answer);
    this.board = new Board(data);
    this.selected = null;
    this.hinted = [];
    this.timer = null;
    this.solver = new Solver(byId("engine").textContent);
    this.turn = 0; // counts what the player does: what is asked about an older table is stale
    for (const text of document.querySelectorAll(".rich")) {
      write(text, text.textContent, data.names);
    }
    if (data.after) this.play.followSolution(data.after);
    this.render();
    this.board.element.classList.add("ready"); // from now on cards glide
  }

  // Doing.

  /* What a click, a tap or the Enter key on a card does. */
  press(card) {
    this.begin();
    const { position } = this.play;
    const chosen = this.selected;
    if (position.allows(card)) return this.move(card);
    if (chosen === card) return this.select(null);
    if (chosen === null) {
      if (position.where(card) === "stock") return this.deal();
      if (!this.isSelectable(card)) return this.refuse(position.whyUnavailable(card), card);
      return this.select(card);
    }
    const pair = `${chosen}/${card}`;
    const reason = position.whyNot(pair);
    if (reason === null) return this.move(pair);
    if (this.isSelectable(card)) this.selected = card;
    return this.refuse(`${pair}: ${reason}`, card);
  }

  isSelectable(card) {
    const { position } = this.play;
    if (position.available().includes(card)) return true;
    if (position.rules.overlap && position.covering(card).length === 1) return true;
    return position.rules.waste_pairs && position.waste.slice(-2, -1).includes(card);
  }

  select(card) {
    this.selected = card;
    this.say(card ? `${card} is selected.` : "No card is selected.");
    this.render();
  }

  deal() {
    this.begin();
    const { position } = this.play;
    const move = ["deal", "redeal"].find((word) => position.allows(word));
    if (move) return this.move(move);
    const reasons = ["deal", "redeal"].map((word) => `${word}: ${position.whyNot(word)}`);
    return this.refuse(position.rules.stock === "dealt" ? reasons.join("; ") : reasons[0]);
  }

  move(word) {
    try {
      this.play.move(word);
    } catch (error) {
      if (error instanceof IllegalMove) return this.refuse(error.message);
      throw error;
    }
    this.selected = null;
    this.say(this.account());
    return this.render();
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
    this.play.goTo(this.play.at + 1);
    this.selected = null;
    this.say(this.account());
    return this.render();
  }

  restart() {
    this.begin();
    this.goTo(0, "Back to the start");
  }

  goTo(at, words) {
    this.play.goTo(at);
    this.selected = null;
    this.say(`${words}.`);
    this.render();
  }

  /* The player does something: what was shown for the last table ends. */
  begin() {
    this.turn++;
    this.solver.stop();
    this.hinted = [];
    this.stop();
    byId("hint").removeAttribute("aria-busy");
  }

  // The solution.

  first() {
    this.restart();
  }

  next() {
    this.begin();
    this.step();
  }

  last() {
    this.begin();
    this.play.followSolution(this.data.answer.moves.length);
    this.selected = null;
    this.say(this.account());
    this.render();
  }

  /* The next move of a line that is known to win, or back to where there was one. */
  step() {
    if (this.play.position.isWon()) {
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
    if (running) return;
    if (this.play.position.isWon()) this.play.goTo(0);
    this.step();
    this.timer = setInterval(() => {
      this.step();
      if (this.play.position.isWon()) this.stop();
    }, STEP_MS);
    this.showRunning();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.showRunning();
  }

  showRunning() {
    const button = byId("run");
    if (button) button.textContent = this.timer === null ? "Play" : "Pause";
  }

  // Hints.

  async hint() {
    this.begin();
    this.render();
    const { play } = this;
    if (play.position.isWon()) return this.say("The game is won.");
    if (!play.knownLine() && !play.isKnownLost()) {
      const { turn } = this;
      byId("hint").setAttribute("aria-busy", "true");
      this.say("Searching …");
      await play.search(this.solver);
      if (this.turn !== turn) return undefined;
      byId("hint").removeAttribute("aria-busy");
    }
    const line = play.knownLine();
    if (!line) return this.say(this.whyNoHint());
    const [move] = line;
    this.hinted = isDiscard(move) ? move.split("/") : [move];
    this.selected = null;
    this.say(`Hint: ${isDiscard(move) ? `discard ${move.split("/").join(" and ")}` : move}.`);
    return this.render();
  }

  whyNoHint() {
    const { play } = this;
    if (this.data.answer.verdict === "lost") return "This deal cannot be won, whatever is played.";
    const back = play.at - play.lastKnownWin();
    const undo = back <= play.at ? ` Undo ${counted(back, "move")}: from there it can be won.` : "";
    const why = play.isKnownLost()
      ? `From here the game cannot be won any more: ${play.whyLost() ?? "every line was searched"}.`
      : "No hint: the search reached its limit, and nothing is proved.";
    return why + undo;
  }

  // Saying.

  say(text, refused = false) {
    const message = byId("message");
    message.classList.toggle("refused", refused);
    write(message, text, this.data.names);
  }

  refuse(reason, card = null) {
    this.say(reason, true);
    this.render();
    this.board.shake(card);
  }

  /* What the last move did. */
  account() {
    const { before, position } = this.play;
    const move = this.play.moves[this.play.at - 1];
    const told = [];
    const went = position.vanished.flat();
    if (isDiscard(move)) told.push(`${move.split("/").join(" and ")} discarded.`);
    else if (move === "redeal") told.push(`Pass ${position.passNumber} begins.`);
    else {
      const dealt = position.waste.filter((card) => !before.waste.includes(card));
      if (dealt.length) told.push(`${dealt.join(", ")} dealt to the waste.`);
    }
    for (const pair of position.vanished) told.push(`${pair.join(" and ")} match and vanish.`);
    if (position.turned && position.turned !== before.turned) {
      told.push(`${position.turned} is turned.`);
    }
    const bared = position.exposed().filter((card) => before.covering(card).length);
    if (bared.length) told.push(`Uncovers ${bared.join(" and ")}.`);
    const wasteTop = position.wasteTop;
    if (isDiscard(move) && wasteTop && wasteTop !== before.wasteTop && !went.includes(wasteTop)) {
      told.push(`${wasteTop} is on the waste.`);
    }
    if (position.isWon()) told.push(`Won in ${counted(this.play.at, "move")}!`);
    else if (!position.legalMoves().length) told.push("No move is left.");
    return told.join(" ");
  }

  status() {
    const { play } = this;
    const { position } = play;
    const { rules } = position;
    const parts = [counted(play.at, "move"), `${counted(position.cardsLeft(), "card")} left`];
    if (rules.goal === "pyramid") parts.push(`${position.pyramidLeft()} in the pyramid`);
    if (rules.stock === "dealt" && rules.passes !== 1) {
      const of = rules.passes === "unlimited" ? "" : ` of ${rules.passes}`;
      parts.push(`pass ${position.passNumber}${of}`);
    }
    if (rules.scoring !== "none") parts.push(`score ${String(position.score()).replace("-", "−")}`);
    return parts;
  }

  // Showing.

  render() {
    const { position } = this.play;
    this.board.show(position, this.marks(), this.selected);
    this.showWin();
    const lines = describe(position, this.data.names);
    byId("words").replaceChildren(...lines.map((line) => element("li", "", line)));
    this.renderControls();
  }

  /* What stands where the cards were: the moves against the fewest that are known. */
  showWin() {
    const { play } = this;
    const won = play.position.isWon();
    const panel = byId("won");
    if (panel.hidden === !won) return;
    panel.hidden = !won;
    if (!won) return;
    const fewest = play.solution.length;
    const excess = play.at - fewest;
    const stars = excess <= 0 ? 3 : excess <= fewest / 10 ? 2 : 1;
    byId("won-title").textContent = `Won in ${counted(play.at, "move")}`;
    byId("won-moves").textContent = comparison(excess, fewest, this.data.answer.shortest);
    byId("won-stars").textContent = "★".repeat(stars) + "☆".repeat(3 - stars);
    byId("won-stars").setAttribute("aria-label", `${stars} of 3 stars`);
    byId("won-title").focus({ preventScroll: true });
  }

  marks() {
    const marks = new Map();
    if (byId("mark-exposed").checked) {
      for (const card of this.play.position.exposed()) marks.set(card, "exposed");
    }
    if (byId("answer").open) {
      for (const [card, kind] of Object.entries(this.data.answer.marks)) marks.set(card, kind);
    }
    for (const card of this.hinted) marks.set(card, "move");
    return marks;
  }

  renderControls() {
    const { play } = this;
    const { position } = play;
    const parts = this.status().map((part, k) => {
      const shown = element("span", "part", part);
      return k ? [" · ", shown] : [shown];
    });
    byId("status").replaceChildren(...parts.flat());
    const off = (id, disabled) => byId(id)?.setAttribute("aria-disabled", disabled);
    off("undo", !play.at);
    off("redo", play.at === play.moves.length);
    const deal = byId("deal");
    if (deal) {
      const redeals = position.allows("redeal");
      deal.firstChild.data = redeals ? "Redeal" : "Deal";
      off("deal", !position.allows("deal") && !position.allows("redeal"));
      deal.classList.toggle("hinted", this.hinted.includes(redeals ? "redeal" : "deal"));
    }
    off("first", !play.at);
    off("previous", !play.at);
    off("next", position.isWon());
    const on = play.isOnSolution();
    const progress = byId("progress");
    if (progress) {
      const moves = play.solution.length;
      progress.textContent = on ? `Move ${play.at} of ${moves}` : "Off this solution";
    }
    document.querySelectorAll("#moves button").forEach((button, k) => {
      const current = on && k + 1 === play.at;
      button.classList.toggle("played", on && k < play.at);
      if (current) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }
}
