/* A table that is being entered: what is at each of its places so far.
 *
 * A cell is as in cells.js, and undefined where nothing was entered yet. The first card of a stock is the
 * turned one, where the rules turn one. Cards that lie face down after those of the stock, and under those of a
 * waste, are counted.
 */

import { ReadingError, wasteNames } from "./reader.js";
import { bareName, dealOf, goneOf, impossible, isSuited, PartlySeen, withoutNumber } from "./tables.js";
import { counted, isKnown } from "../../engine/numbers.js";
import { noun, say } from "../../engine/say.js";
import { shownRank } from "../dom.js";
import { isColumn } from "../places.js";

export const NOT_GIVEN = ""; // how many cards lie face down in the stock: none, or where that cannot be, any number
export const ANY = "any"; // some cards in the stock, perhaps none in the waste
const isDownUnder = (cell) => cell === "??";

export class Entered {
  constructor(game) {
    this.game = game;
    this.clear();
  }

  clear() {
    this.cells = { tableau: Array(this.game.places.length).fill(undefined) };
    for (const pile of this.pileNames()) this.cells[pile] = [];
    if (this.game.sets) this.cells.gone = [];
    this.down = {}; // how many cards lie face down in a pile
    for (const pile of this.pileNames()) this.down[pile] = pile === "stock" ? NOT_GIVEN : 0;
    this.pass = 1;
    this.cleared = null;
    this.isByColumns = false; // the cards of the columns came column by column, not row by row
    this.select("tableau", 0);
  }

  /* The places of the columns row by row, if one of them has two cards. */
  columnPlaces() {
    const { places } = this.game;
    const all = [...places.keys()].filter((i) => isColumn(places[i]));
    return new Set(all.map((i) => places[i])).size < all.length ? all : [];
  }

  /* The places of the tableau in the order in which they are filled. */
  order() {
    const rows = this.columnPlaces();
    const columnOf = (i) => parseInt(this.game.places[i].split(" ")[1], 10);
    const columns = this.isByColumns ? [...rows].sort((i, j) => columnOf(i) - columnOf(j) || i - j) : rows;
    return [...this.game.places.keys()].map((i) => columns[rows.indexOf(i)] ?? i);
  }

  /* Lay the cards of the columns the other way: column by column, or row by row. */
  turnColumns() {
    const { pile, index } = this.at;
    const from = this.order();
    const cards = from.map((i) => this.cells.tableau[i]);
    this.isByColumns = !this.isByColumns;
    const to = this.order();
    to.forEach((i, k) => { this.cells.tableau[i] = cards[k]; });
    if (pile === "tableau") this.select(pile, to[from.indexOf(index)] ?? index);
  }

  /* What there is beside the tableau. */
  pileNames() {
    const { rules, deck, places } = this.game;
    if (rules.stock === "dealt") return ["stock", ...wasteNames(rules)];
    return deck.length > places.length ? ["bouquet"] : [];
  }

  /* Take over a position that was read; `seen` where it has any number of cards face down. */
  fill(position, seen = null) {
    const bare = (card) => (card === null ? null : bareName(card));
    const { tableau, bouquet, turned, stock, wastes, passNumber, clearedInPass } = position;
    this.clear();
    this.cells.tableau = tableau.map(bare);
    if (this.cells.bouquet) this.cells.bouquet = bouquet.map(bare);
    if (this.cells.stock) {
      const cells = [turned, ...stock].filter((card) => card !== null).map(bare);
      while (cells.length > (turned === null ? 0 : 1) && isDownUnder(cells.at(-1))) {
        this.down.stock = Number(this.down.stock) + 1;
        cells.pop();
      }
      this.cells.stock = cells;
      wasteNames(this.game.rules).forEach((name, k) => {
        const cards = wastes[k].map(bare);
        const known = cards.findIndex((cell) => !isDownUnder(cell));
        this.down[name] = known < 0 ? cards.length : known;
        this.cells[name] = cards.slice(this.down[name]);
      });
      if (seen?.stock === null) this.down.stock = ANY;
      if (seen?.moreBelow) this.down[wasteNames(this.game.rules)[0]] = ANY;
    }
    [this.pass, this.cleared] = [passNumber, clearedInPass];
    const gone = goneOf(this.game, position);
    if (this.cells.gone) this.cells.gone = gone;
    const [pile] = this.pileNames();
    if (pile) this.select(pile, this.cells[pile].length);
    else this.select("tableau", 0);
  }

  /* Take over the table after a move: a card that it turned is entered next. */
  follow(position, seen) {
    const isHidden = position.turned !== null && !isKnown(position.turned);
    this.fill(position, seen);
    if (!isHidden) return;
    this.cells.stock = [];
    this.select("stock", 0);
  }

  /* The next cell goes here. */
  select(pile, index) {
    this.at = { pile, index };
    this.last = null; // the cell that a suit is for, or that is taken back
  }

  /* A reader goes to a place: what lies there is changed, or taken back. */
  goTo(pile, index) {
    this.select(pile, index);
    if (this.cells[pile][index] !== undefined) this.last = this.at;
  }

  /* Enter a cell, and go on to the next place: the next empty one of the tableau, then the end of the first pile. After
     a cell that was unknown, that is the next unknown one. */
  put(cell) {
    const { pile, index } = this.at;
    const isOpen = this.cells[pile][index] === "??" ? (one) => (one ?? "??") === "??" : (one) => one === undefined;
    if (pile !== "tableau" && cell === null) return;
    if (this.pileNames().includes(pile) && index >= this.cells[pile].length && this.room() <= 0) return;
    this.cells[pile][index] = cell;
    const cells = this.cells[pile];
    let next = { pile, index: index + 1 };
    if (pile === "tableau") {
      const order = this.order();
      const after = order.slice(order.indexOf(index) + 1);
      const empty = [...after, ...order].find((i) => isOpen(cells[i]));
      const [first] = this.pileNames();
      if (empty !== undefined) next = { pile, index: empty };
      else if (first) next = { pile: first, index: this.cells[first].length };
      else next = { pile, index };
    } else while (next.index < cells.length && !isOpen(cells[next.index])) next.index++;
    this.last = { pile, index };
    this.at = next;
  }

  /* All places of the tableau that are empty yet are gaps. */
  restGone() {
    this.cells.tableau = this.cells.tableau.map((cell) => cell ?? null);
    const [first] = this.pileNames();
    if (first) this.select(first, this.cells[first].length);
  }

  /* Give the card that was entered last a suit. */
  suit(letter) {
    if (!this.last) return;
    const { pile, index } = this.last;
    const cell = this.cells[pile][index];
    if (cell && cell !== "??") this.cells[pile][index] = cell[0] + letter;
  }

  /* Take back the cell that was gone to or entered last, or the one before the next place. */
  back() {
    const { pile, index } = this.last ?? { pile: this.at.pile, index: this.indexBefore(this.at) };
    if (pile !== "tableau") this.cells[pile].splice(Math.max(0, index), 1);
    else if (index >= 0) this.cells.tableau[index] = undefined;
    const isFirst = pile !== "tableau" && index <= 0 && pile === this.pileNames()[0];
    if (isFirst && !this.cells[pile].length) this.select("tableau", this.game.places.length);
    else this.select(pile, pile === "tableau" ? Math.max(0, index) : this.cells[pile].length);
  }

  /* The index of the place before another one; -1 before the first. */
  indexBefore({ pile, index }) {
    if (pile !== "tableau") return index - 1;
    const order = this.order();
    return order[(index < order.length ? order.indexOf(index) : order.length) - 1] ?? -1;
  }

  /* What is entered, as text that `unpacked` reads. */
  packed() {
    const { cells, down, pass, isByColumns } = this;
    const signs = Object.entries(cells).map(([pile, some]) => [pile, some.map((cell) => cell ?? (cell === null ? "--" : ""))]);
    return JSON.stringify({ game: this.game.name, cells: Object.fromEntries(signs), down, pass, isByColumns });
  }

  /* What `packed` wrote, or null: what is not of that form is passed over. */
  static unpacked(text, games) {
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      return null;
    }
    const game = games.find(({ name }) => name === value?.game);
    if (!game) return null;
    const made = new Entered(game);
    const most = game.deck.length;
    const isCount = (number) => Number.isInteger(number) && number >= 0 && number <= most;
    for (const pile of Object.keys(made.cells)) {
      const signs = value.cells?.[pile];
      const isTableau = pile === "tableau";
      if (!Array.isArray(signs) || (isTableau ? signs.length !== game.places.length : signs.length > most)) return null;
      if (!signs.every((sign) => /^(--|\?\?|[A2-9TJQK][CDHS]?)$/.test(sign) || (isTableau && sign === ""))) return null;
      made.cells[pile] = signs.map((sign) => (sign === "--" ? null : sign || undefined));
    }
    for (const pile of Object.keys(made.down)) {
      const down = value.down?.[pile];
      if (isCount(down) || [NOT_GIVEN, ANY].includes(down)) made.down[pile] = down;
    }
    if (isCount(value.pass) && value.pass) made.pass = value.pass;
    made.isByColumns = value.isByColumns === true;
    const empty = made.order().find((i) => made.cells.tableau[i] === undefined);
    const [first] = made.pileNames();
    if (empty !== undefined) made.select("tableau", empty);
    else if (first) made.select(first, made.cells[first].length);
    return made;
  }

  // How far it is.

  all() {
    return Object.values(this.cells).flat().filter((cell) => cell !== undefined && cell !== null);
  }

  /* How many cards lie there as far as they are entered, without those that are counted face down. */
  here() {
    return this.all().length - (this.cells.gone?.length ?? 0);
  }

  /* How many cards lie face down; `ANY` where nobody knows. */
  faceDown() {
    const counts = Object.values(this.down);
    return counts.includes(ANY) ? ANY : counts.reduce((sum, count) => sum + Number(count), 0);
  }

  /* How many cards a pile can still take. */
  room() {
    const down = (pile) => (this.down[pile] === ANY ? 0 : Number(this.down[pile]));
    const piled = this.pileNames().reduce((sum, pile) => sum + this.cells[pile].length + down(pile), 0);
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

  /* {games, seen}: the games that can begin with this table, several where it is not known how many cards lie face
     down; a ReadingError says why there is none. */
  made() {
    const found = this.possible();
    const isHidden = ({ start }) => (start?.turned ?? null) !== null && !isKnown(start.turned);
    if (!found.games.some(isHidden)) return found;
    throw new ReadingError(say`the turned card is unknown, which a player sees: name it: turned 5C`);
  }

  possible() {
    const { tableau, bouquet = [], stock = [], gone = [] } = this.cells;
    const empty = tableau.filter((cell) => cell === undefined).length;
    if (empty) throw new ReadingError(say`${counted(empty, noun`place`)} of the tableau to be filled`);
    for (const cell of this.wrong()) {
      const often = this.game.rules.packs > 1 ? say`more than twice` : say`twice`;
      const many = cell.length > 1 ? say`${cell} appears ${often}` : say`there are too many of rank ${shownRank(cell)}`;
      throw new ReadingError(many);
    }
    const { rules, deck } = this.game;
    const whole = [...tableau, ...(this.cells.bouquet ? bouquet : stock)];
    if (this.pass === 1 && whole.length === deck.length && whole.every(isSuited)) {
      return { games: [dealOf(this.game, whole)], seen: null };
    }
    const hidden = (pile) => Array(this.down[pile] === ANY ? 0 : Number(this.down[pile])).fill("??");
    const names = this.cells.stock ? wasteNames(rules) : [];
    const top = rules.stock_top ? 1 : 0;
    const under = stock.slice(top);
    const isAny = names.some((name) => this.down[name] === ANY);
    const seen = new PartlySeen(this.game, {
      ...{ tableau, bouquet, passNumber: this.pass, clearedInPass: this.cleared, gone },
      stock: this.down.stock === ANY ? null : [...under, ...(this.cells.stock ? hidden("stock") : [])],
      turned: stock.slice(0, top)[0] ?? null,
      wastes: names.length ? names.map((name) => [...hidden(name), ...this.cells[name]]) : [[]],
      moreBelow: isAny,
    });
    if (seen.stock === null || isAny) return ofTable(withoutNumber(seen, ""));
    try {
      return { games: [seen.position()], seen: null };
    } catch (error) {
      if (!(error instanceof ReadingError)) throw error;
      return ofTable(impossible(seen, this.written(seen), "", error.message));
    }
  }

  /* The piles that something is said of, as a reader has them. */
  written({ stock, turned }) {
    const piles = new Map();
    if (stock.length || this.down.stock !== NOT_GIVEN) piles.set("stock", stock.map((text) => ({ place: "", text })));
    if (turned !== null) piles.set("turned", []);
    return piles;
  }
}

const ofTable = (seen) => ({ games: seen.positions(), seen });
