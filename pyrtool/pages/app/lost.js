/* What is shown of a game in which no move is left: the move at which its win was lost, if the reader asks,
 * and a timeline of its moves, each a button that steps there. The timeline stays as long as these are the moves.
 */

class LostPanel {
  constructor(solver) {
    this.solver = solver;
    this.box = byId("lost");
    this.about = null; // the position that is shown
    byId("truth").addEventListener("click", () => this.find());
    byId("truth-back").addEventListener("click", () => this.back());
    this.bar = byId("timeline");
    this.bar.addEventListener("keydown", (event) => this.walk(event));
  }

  changed(table) {
    const { position } = table;
    this.table = table;
    this.mark();
    if (this.about === position) return;
    this.solver.stop();
    const isStuck = table.play.at > 0 && !position.isWon() && !position.legalMoves().length;
    const hadFocus = this.box.contains(document.activeElement);
    this.about = position;
    this.box.hidden = !isStuck;
    if (hadFocus && !isStuck) table.board.focus();
    byId("truth").hidden = position.unknown().length > 0;
    byId("truth-back").hidden = true;
    byId("lost-words").textContent = say`${counted(position.cardsLeft(), noun`card`)} left.`;
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
      this.at = at;
      const move = shownMove(play.moves[at], play.positions[at]).replace("/", say` and `);
      write(words, say`Move ${at + 1} of ${play.at} lost the win: ${move}. Until then the game could be won.`, this.table.names);
      byId("truth-back").hidden = false;
      byId("truth-back").focus();
    }
    if (at !== null) this.draw(at);
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

  back() {
    const { table, at } = this;
    table.begin();
    table.goTo(at, say`Back to move ${at}: from here the game can be won`);
  }
}
