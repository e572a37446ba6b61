/* A table that is being entered: what is at each of its places so far.
 *
 * A cell is as in cells.js, and undefined where nothing was entered yet. The first card of a stock is the
 * turned one, where the rules turn one.
 */

class Entered {
  constructor(game) {
    this.game = game;
    this.clear();
  }

  clear() {
    this.cells = { tableau: Array(this.game.places.length).fill(undefined) };
    for (const pile of this.pileNames()) this.cells[pile] = [];
    this.pass = 1;
    this.cleared = null;
    this.gone = [];
    this.select("tableau", 0);
  }

  /* What there is beside the tableau. */
  pileNames() {
    const { rules, deck, places } = this.game;
    if (rules.stock === "dealt") return ["stock", ...wasteNames(rules)];
    return deck.length > places.length ? ["bouquet"] : [];
  }

  /* Take over a position that was read. */
  fill(position) {
    const told = (card) => (card === null ? null : bareName(card));
    const { tableau, bouquet, turned, stock, wastes, passNumber, clearedInPass } = position;
    this.clear();
    this.cells.tableau = tableau.map(told);
    if (this.cells.bouquet) this.cells.bouquet = bouquet.map(told);
    if (this.cells.stock) this.cells.stock = [turned, ...stock].filter((card) => card !== null).map(told);
    if (this.cells.stock) wasteNames(this.game.rules).forEach((name, k) => (this.cells[name] = wastes[k].map(told)));
    [this.pass, this.cleared, this.gone] = [passNumber, clearedInPass, goneOf(this.game, position)];
    const [pile] = this.pileNames();
    if (pile) this.select(pile, this.cells[pile].length);
    else this.select("tableau", 0);
  }

  /* The next cell goes here. */
  select(pile, index) {
    this.at = { pile, index };
    this.last = null; // the cell that a suit is for
  }

  /* Enter a cell, and go on to the next place: the next empty one of the tableau, then the first pile. */
  put(cell) {
    const { pile, index } = this.at;
    if (pile !== "tableau" && cell === null) return;
    if (pile !== "tableau" && index >= this.cells[pile].length && this.room() <= 0) return;
    this.cells[pile][index] = cell;
    let next = { pile, index: index + 1 };
    const { tableau } = this.cells;
    if (pile === "tableau") {
      while (next.index < tableau.length && tableau[next.index] !== undefined) next.index++;
      if (next.index >= tableau.length) {
        const empty = tableau.indexOf(undefined);
        const [first] = this.pileNames();
        if (empty >= 0) next = { pile, index: empty };
        else if (first) next = { pile: first, index: this.cells[first].length };
        else next = { pile, index };
      }
    }
    this.last = { pile, index };
    this.at = next;
  }

  /* Give the card that was entered last a suit. */
  suit(letter) {
    if (!this.last) return;
    const { pile, index } = this.last;
    const cell = this.cells[pile][index];
    if (cell && cell !== "??") this.cells[pile][index] = cell[0] + letter;
  }

  /* Take back the cell that was entered last, or the one before the next place. */
  back() {
    const { pile, index } = this.last ?? { pile: this.at.pile, index: this.at.index - 1 };
    if (pile !== "tableau") this.cells[pile].splice(Math.max(0, index), 1);
    else if (index >= 0) this.cells.tableau[index] = undefined;
    const isFirst = pile !== "tableau" && index <= 0 && pile === this.pileNames()[0];
    if (isFirst && !this.cells[pile].length) this.select("tableau", this.game.places.length);
    else this.select(pile, Math.max(0, index));
  }

  // How far it is.

  all() {
    return Object.values(this.cells).flat().filter((cell) => cell !== undefined && cell !== null);
  }

  /* How many cards a pile can still take. */
  room() {
    const piled = this.pileNames().reduce((sum, pile) => sum + this.cells[pile].length, 0);
    return this.game.deck.length - this.game.places.length - piled;
  }

  /* How many cards of each rank are not entered yet; less than none where there are too many. */
  left() {
    const left = new Map();
    for (const [rank] of this.game.deck) left.set(rank, (left.get(rank) ?? 0) + 1);
    for (const [rank] of this.all()) if (left.has(rank)) left.set(rank, left.get(rank) - 1);
    return left;
  }

  /* Cells of cards that the deck does not have, or not so often. */
  wrong() {
    const left = this.left();
    const all = this.all();
    const { packs } = this.game.rules;
    const isTwice = (cell) => all.filter((other) => other === cell).length > packs;
    return new Set(
      all.filter((cell) => {
        if (cell === "??") return false;
        const [rank, suit] = cell;
        if (suit && !this.game.deck.includes(cell)) return true;
        return !left.has(rank) || left.get(rank) < 0 || (suit && isTwice(cell));
      }),
    );
  }

  /* The game that begins with this table; a ReadingError says why there is none. */
  made() {
    const { tableau, bouquet = [], stock = [] } = this.cells;
    const wastes = wasteNames(this.game.rules).map((name) => this.cells[name] ?? []);
    const empty = tableau.filter((cell) => cell === undefined).length;
    if (empty) throw new ReadingError(`${counted(empty, "place")} of the tableau to be filled`);
    for (const cell of this.wrong()) {
      const often = this.game.rules.packs > 1 ? "more than twice" : "twice";
      const many = cell.length > 1 ? `${cell} stands ${often}` : `there are too many of rank ${cell}`;
      throw new ReadingError(many);
    }
    const whole = [...tableau, ...(this.cells.bouquet ? bouquet : stock)];
    if (this.pass === 1 && whole.length === this.game.deck.length && whole.every(isSuited)) {
      return dealOf(this.game, whole);
    }
    return tableOf(this.game, {
      ...{ tableau, bouquet, stock, turned: null, wastes },
      ...{ passNumber: this.pass, clearedInPass: this.cleared, gone: this.gone },
    });
  }
}
