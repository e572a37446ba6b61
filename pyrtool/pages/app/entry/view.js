/* A view in which one enters a table of one's own, to learn whether it can be won, how, and what its moves are
 * worth (found.js). Searches run in the worker; the page never waits.
 *
 * What is pasted is only ever shown as text.
 */

import { ARROWS } from "../controls.js";
import { button, element, printed, setInline, shownRank, signOf, write } from "../dom.js";
import { ANY, Entered, NOT_GIVEN } from "./entered.js";
import { Found } from "./found.js";
import { RANK_OF_LETTER, ReadingError, readTable, wasteNames } from "./reader.js";
import { tooMany } from "./tables.js";
import { parseLink } from "../link.js";
import { neighbour } from "../places.js";
import { store } from "../storage.js";
import { capital, pileWords } from "../words.js";
import { counted, letterOf } from "../../engine/numbers.js";
import { placeWords, Position, rankOf, RANKS } from "../../engine/position.js";
import { noun, say, spoken } from "../../engine/say.js";

const TYPING_MS = 250; // text that is being typed is read after so long a pause
const KEY_OF_TYPED = { 1: "A", 0: "T", "-": "--", ".": "--", "?": "??" };
const USUAL = ["pyramid", "giza"]; // what a text without a game is offered to be read as
const SIGN_OF_KEY = { "--": say`Gone`, rest: say`Rest gone`, "??": say`Unknown` };

/* `games`: `entry_games()` of pyrtool/pages/page/entry.py; `solver`: a Solver; `open(problem)`: lays out a
   problem, as `openProblem` takes it. `answered(problem)`: its answer is known now, or known better. */
export function mountEntry(mounted, { games, solver, open, answered = () => {} }) {
  return new EntryView(mounted, { games, solver, open, answered });
}

class EntryView {
  constructor(mounted, { games, solver, open, answered }) {
    this.games = games;
    this.entered = Entered.unpacked(store.read("entered"), games) ?? new Entered(games[0]);
    this.found = new Found(this, { solver, open, answered });
    this.chosen = null; // places of cards that change places; null where a press begins to enter
    this.before = []; // the tables before the moves that were made here
    this.kept = null; // what was entered before it was cleared away
    this.isPasted = false; // the table stands in the text
    this.isLinked = false; // a link has the table: what the reader entered before stays kept
    this.refusal = null; // why the text cannot be read
    this.others = []; // usual games as which the text can be read, too
    this.build(mounted);
    this.show();
  }

  // What it is made of.

  build(mounted) {
    mounted.classList.add("entry");
    this.mounted = mounted;
    this.choice = element("select");
    this.choice.append(...this.games.map(({ name, title }) => new Option(title, name)));
    this.choice.addEventListener("change", () => this.changeGame(this.choice.value));
    const label = element("label", "game", `${say`Game`} `, this.choice);
    this.gist = element("summary");
    this.lesson = element("div");
    this.columns = element("p", "columns");
    const about = element("div", "about-game", label, element("details", "rules", this.gist, this.lesson), this.columns);
    this.board = element("div", "slots");
    this.piles = element("div", "piles");
    this.status = element("p", "status");
    this.status.setAttribute("role", "status");
    this.text = element("textarea");
    Object.assign(this.text, { rows: 6, spellcheck: false, autocomplete: "off", id: "entry-text" });
    this.text.placeholder = "6D 5H AH JD …";
    this.text.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.readText(), TYPING_MS);
    });
    const textLabel = element("label", "", say`Or paste a diagram, or the cards in dealing order:`);
    textLabel.htmlFor = this.text.id;
    this.solve = button("main", say`Solve`, () => {
      this.ask();
      if (this.game) this.found.box.scrollIntoView({ block: "nearest" });
    });
    this.keys = this.keypad();
    this.felt = element("div", "entry-felt", this.board, this.piles, this.passLabel);
    const left = element("div", "entered", about, this.felt, this.keys);
    this.readAs = element("p", "read-as");
    const right = element("div", "beside", this.readAs, this.found.box, textLabel, this.text);
    mounted.replaceChildren(left, right);
    left.addEventListener("keydown", (event) => this.typed(event));
    new ResizeObserver(() => this.holdKeys()).observe(this.keys);
    window.addEventListener("resize", () => this.holdKeys());
  }

  /* The keys stay in sight where they leave the table half of the window. */
  holdKeys() {
    const { offsetHeight } = this.keys;
    const holds = offsetHeight < window.innerHeight / 2;
    this.keys.classList.toggle("holds", holds);
    setInline(this.felt, this.felt.clientWidth - 24);
    this.felt.style.setProperty("--held", `${holds ? offsetHeight + 8 : 0}px`);
  }

  /* Put the keys away on narrow windows: what was found is seen with the table. */
  fold(isSolved) {
    this.mounted.classList.toggle("solved", isSolved || this.chosen !== null);
    const change = this.found.box.querySelector(".change");
    if (change?.offsetParent) change.scrollIntoView({ block: "end" });
  }

  keypad() {
    const key = (name, sign, spoken) => {
      const made = button("key", sign, () => this.press(name));
      if (spoken) made.setAttribute("aria-label", spoken);
      made.dataset.key = name;
      return made;
    };
    const words = { A: say`ace`, J: say`jack`, Q: say`queen`, K: say`king` };
    const spoken = (rank) => (words[rank] ? `${letterOf(rank)}, ${words[rank]}` : shownRank(rank));
    const row = (label, ...keys) => {
      const made = element("div", "keys", ...keys);
      made.setAttribute("role", "group");
      made.setAttribute("aria-label", label);
      return made;
    };
    this.ranks = row(say`Ranks`, ...[...RANKS].map((rank) => key(rank, "", spoken(rank))));
    this.ranks.classList.add("ranks");
    const suits = [["C", "♣", say`clubs`], ["D", "♦", say`diamonds`], ["H", "♥", say`hearts`], ["S", "♠", say`spades`]];
    const suitKeys = suits.map(([suit, sign, name]) => key(`suit${suit}`, sign, name));
    for (const red of suitKeys.slice(1, 3)) red.classList.add("red");
    const others = ["--", "rest", "??"].map((name) => key(name, SIGN_OF_KEY[name]));
    this.ranks.append(key("back", "⌫", say`back`));
    this.pass = element("input");
    Object.assign(this.pass, { type: "number", min: 1, value: 1, className: "pass" });
    this.pass.addEventListener("input", () => {
      this.entered.pass = Math.max(1, Math.trunc(Number(this.pass.value)) || 1);
      this.entered.cleared = null;
      this.changed();
    });
    this.passLabel = element("label", "down", `${say`Pass`} `, this.pass);
    return element(
      "div", "keypad", this.status, this.ranks,
      element("div", "keys", row(say`Suits, of the last card`, ...suitKeys), this.solve),
      row(say`Other`, ...others, key("clear", say`Clear`)),
    );
  }

  // What is done.

  changeGame(name) {
    this.keep();
    this.entered = new Entered(this.games.find((game) => game.name === name));
    this.readText();
  }

  /* The cards that are cleared away can be brought back, until others are entered. */
  keep() {
    if (this.entered.here()) this.kept = this.entered;
  }

  bringBack() {
    [this.entered, this.kept] = [this.kept, null];
    this.edited();
    this.felt.querySelector("[aria-current]")?.focus();
  }

  press(key) {
    const { entered } = this;
    if (this.chosen) this.exchange();
    if (key === "back") entered.back();
    else if (key === "clear") this.clear();
    else if (key === "rest") entered.restGone();
    else if (key.startsWith("suit")) entered.suit(key[4]);
    else entered.put(key === "--" ? null : key);
    const before = key === "clear" ? [] : this.before;
    this.edited();
    this.before = before;
    if (before.length && this.game) this.ask(); // the card that a move turned is entered
    const next = this.felt.querySelector("[aria-current]");
    next?.scrollIntoView({ block: "nearest" });
    if (key === "clear") next?.focus({ preventScroll: true });
  }

  clear() {
    this.keep();
    store.write("entered", "");
    this.entered = new Entered(this.entered.game);
  }

  typed(event) {
    if (event.target.closest("select, input, textarea")) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && this.kept && !this.entered.here()) return this.bringBack();
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in ARROWS) {
      event.preventDefault();
      this.walk(...ARROWS[event.key]);
      return;
    }
    if (event.key === "0" && this.lastTyped === "1") this.press("back"); // 10, and no ace before a ten
    this.lastTyped = event.key;
    const letter = event.key.toUpperCase();
    const key = KEY_OF_TYPED[letter] ?? RANK_OF_LETTER[letter] ?? letter;
    if (event.key === "Backspace" || event.key === "Delete") this.press("back");
    else if (/^[CDHS]$/.test(key)) this.press(`suit${key}`);
    else if (/^[A2-9TJQK]$/.test(key) || key === "--" || key === "??") this.press(key);
    else return;
    this.felt.querySelector("[aria-current]")?.focus({ preventScroll: true }); // a space between cards changes nothing
    event.preventDefault();
  }

  /* Go to the place to which an arrow key leads. */
  walk(dx, dy) {
    const slots = [...this.felt.querySelectorAll(".entry-slot")];
    const unit = slots[0].offsetWidth;
    const spots = new Map(slots.map((slot) => {
      const { left, top } = slot.getBoundingClientRect();
      return [slot.dataset.slot, { x: left / unit, y: top / unit }];
    }));
    const { pile, index } = this.entered.at;
    const from = spots.has(`${pile}-${index}`) ? `${pile}-${index}` : slots.at(-1).dataset.slot;
    const [, to, at] = /^(.+)-(\d+)$/.exec(neighbour(spots, from, dx, dy) ?? from);
    this.entered.goTo(to, Number(at));
    this.show();
    const now = this.felt.querySelector("[aria-current]");
    now.focus({ preventScroll: true });
    now.scrollIntoView({ block: "nearest" });
  }

  /* From now on two cards that are pressed change places, or no more. */
  exchange() {
    this.chosen = this.chosen ? null : [];
    this.found.box.querySelector(".exchange")?.setAttribute("aria-pressed", this.chosen !== null);
    this.show();
    this.felt.scrollIntoView({ block: "nearest" });
  }

  choose(pile, index) {
    const { cells } = this.entered;
    if (!cells[pile][index]) return undefined;
    this.chosen.push([pile, index]);
    if (this.chosen.length < 2) return this.show();
    const [[one, i], [other, j]] = this.chosen;
    [cells[one][i], cells[other][j]] = [cells[other][j], cells[one][i]];
    this.chosen = [];
    this.edited();
    return this.ask();
  }

  /* The table is no more that of the text. */
  edited() {
    this.text.value = "";
    [this.isPasted, this.isLinked, this.refusal, this.before, this.others] = [false, false, null, [], []];
    this.changed();
  }

  /* What was found of another table is no more true. */
  changed() {
    this.found.forget();
    this.show();
  }

  /* Make a move at the table, and go on from there. */
  follow(move) {
    const { game, seen } = this;
    const { entered } = this;
    const after = Position.start(game).play(move);
    const next = new Entered(entered.game);
    next.follow(after, seen);
    this.take(next, [...this.before, entered]);
    if (this.game) this.ask();
    else this.found.box.replaceChildren(...this.found.back());
  }

  /* Take back the move that was made last. */
  unfollow() {
    this.take(this.before[this.before.length - 1], this.before.slice(0, -1));
    this.ask();
  }

  take(entered, before) {
    this.entered = entered;
    this.edited();
    this.before = before;
    this.felt.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /* Ask about the table, which is complete; `opens`: and lay it out now. */
  ask(opens = false) {
    if (!this.game) return this.status.scrollIntoView({ block: "nearest" });
    return this.found.ask(this.entered.game, { games: this.all, seen: this.seen }, opens);
  }

  readText() {
    this.read(this.text.value);
  }

  /* Take over a text, and solve it; `opens`: and lay it out now. With the text its table goes. */
  read(text, opens = false) {
    [this.refusal, this.chosen, this.others] = [null, null, []];
    if (!text.trim() && this.isPasted) this.entered.clear();
    this.isPasted = Boolean(text.trim());
    this.isLinked = opens;
    this.changed();
    if (!this.isPasted) return;
    const usual = this.games.filter(({ name }) => USUAL.includes(name) && name !== this.entered.game.name);
    this.others = usual.filter(({ name }) => this.reads(text, name));
    try {
      const { game, position, seen } = readTable(text, this.games, this.entered.game.name);
      this.entered = new Entered(game);
      this.entered.fill(position, seen);
      this.show();
      this.ask(opens);
    } catch (error) {
      if (!(error instanceof ReadingError)) throw error;
      this.refusal = error.message;
      this.show();
    }
  }

  /* Whether a text that names no game can be read as this one. */
  reads(text, name) {
    try {
      return !readTable(text, this.games, name).isNamed;
    } catch (error) {
      if (error instanceof ReadingError) return false;
      throw error;
    }
  }

  // What is shown.

  report(text, isWrong = false) {
    this.status.classList.toggle("bad", isWrong);
    write(this.status, text, this.entered.game.names);
  }

  show() {
    const { entered } = this;
    const { game, cells } = entered;
    this.choice.value = game.name;
    if (document.activeElement !== this.pass) this.pass.value = entered.pass;
    this.passLabel.hidden = game.rules.passes === 1;
    this.gist.textContent = gistOf(game);
    this.lesson.replaceChildren(...game.lesson.map((rule) => element("p", "", printed(spoken(rule)))));
    this.showBoard();
    this.showPiles();
    const left = entered.left();
    for (const key of [...this.ranks.children].slice(0, RANKS.length)) {
      const { key: rank } = key.dataset;
      key.hidden = !left.has(rank);
      const count = left.get(rank) ?? 0;
      key.textContent = shownRank(rank);
      key.dataset.left = Math.max(0, count); // seen beside it (entry.css), read as its description
      key.classList.toggle("none", count <= 0);
      key.setAttribute("aria-description", say`${Math.max(0, count)} left`);
    }
    const total = entered.here();
    const isBegun = total > 0 || cells.tableau.some((cell) => cell === null);
    if (isBegun && !this.isLinked) store.write("entered", entered.packed());
    let why = null;
    [this.all, this.game, this.seen] = [[], null, null];
    try {
      if (isBegun && this.refusal === null) {
        ({ games: this.all, seen: this.seen } = entered.made()); // a refusal takes time: its place is looked up
      }
      [this.game = null] = this.all;
    } catch (error) {
      if (!(error instanceof ReadingError)) throw error;
      why = this.isTurnedMissing() ? say`enter the turned card; the rest of the stock can lie face down` : error.message;
    }
    this.solve.setAttribute("aria-disabled", this.game === null);
    const offers = this.others.map(({ name, title }) => button("", say`Read as ${title}`, () => this.changeGame(name)));
    const readAs = this.refusal === null ? say`Read as ${game.title}: the text names no game.` : "";
    const asRead = offers.length ? [readAs, ...offers] : [];
    const back = this.kept && !isBegun ? [button("", say`Bring the cards back`, () => this.bringBack())] : [];
    const spaced = (parts) => parts.flatMap((one) => [" ", one]);
    this.readAs.replaceChildren(...spaced([...back, ...asRead, ...(this.isPasted ? this.columnOffer() : [])]));
    this.columns.replaceChildren(...spaced(this.isPasted ? [] : this.columnOffer()));
    const missing = [...left].filter(([, count]) => count > 0);
    const lacking = missing.map(([rank, count]) => `${shownRank(rank)}${count > 1 ? ` (${count})` : ""}`);
    const few = total && lacking.length && lacking.length <= 8 ? say` Not entered: ${lacking.join(", ")}.` : "";
    const { last, at } = entered;
    const changed = last === at ? cells[at.pile][at.index] : null;
    if (this.refusal !== null) this.report(this.refusal, true);
    else if (!isBegun) this.report(say`Tap the rank of each card, from the top down; suits are not needed.`);
    else if (this.chosen) this.report(this.chosen.length ? say`Press the card with which it changes places.` : say`Press two cards: they change places.`);
    else if (changed) this.report(say`${signOf(changed)} lies here: enter another card, or take it out with ${"⌫"}.`);
    else if (this.game) this.report(say`${counted(total, noun`card`)}${this.downWords()}: ready to be solved.` + few);
    else {
      const wrong = entered.wrong().size > 0;
      const toGo = game.deck.length - total;
      const goesOn = toGo > 0 && !wrong && cells.tableau.every(Boolean) && !this.isTurnedMissing();
      if (wrong) why = tooMany(this.entered.all(), game) ?? why;
      const next = goesOn ? say`Go on with the stock: ${toGo} to go` : capital(why);
      this.report(`${say`${total} of ${game.deck.length} cards.`} ${next}.${few}`, wrong);
    }
  }

  /* Which way the columns were filled, and a button for the other one, unless the text has a heading or is a
     diagram: these leave no doubt. */
  columnOffer() {
    const { entered } = this;
    const columns = entered.columnPlaces();
    const isClear = /^\s*(#|\S+\s*\n)/.test(this.text.value);
    if (!columns.length || isClear || this.before.length) return [];
    const [said, offered] = entered.isByColumns
      ? [say`The columns are filled one after the other.`, say`Fill them row by row`]
      : [say`The columns are filled row by row.`, say`Fill them one after the other`];
    const turn = button("", offered, () => {
      entered.turnColumns();
      this.changed();
      if (this.game) this.ask();
      else this.felt.querySelector("[aria-current]").focus({ preventScroll: true });
    });
    return [said, turn];
  }

  /* Whether the tableau is whole, and the card that a player sees of the stock is not entered. */
  isTurnedMissing() {
    const { cells, game } = this.entered;
    const isWhole = !cells.tableau.includes(undefined) && !this.entered.wrong().size;
    return isWhole && game.rules.stock_top && !cells.stock?.length;
  }

  /* How many cards lie face down besides. */
  downWords() {
    const down = this.seen ? ANY : this.entered.faceDown();
    if (down === ANY) return say`, others face down`;
    return down ? say`, ${down} face down` : "";
  }

  showBoard() {
    const { layout, places } = this.entered.game;
    this.felt.style.setProperty("--wide", layout.width);
    this.felt.style.setProperty("--high", layout.height);
    const slots = layout.tableau.map(([x, y], i) => {
      const slot = this.slot("tableau", i, placeWords(places[i]));
      slot.style.setProperty("--x", x);
      slot.style.setProperty("--y", y);
      return slot;
    });
    this.refill(this.board, slots);
  }

  showPiles() {
    const { entered } = this;
    const { rules } = entered.game;
    const words = { stock: rules.stock_top ? say`Stock, the turned card first` : say`Stock` };
    for (const name of wasteNames(rules)) words[name] = say`${pileWords(name)}, the top last`;
    const parts = entered.pileNames().flatMap((pile) => {
      const slots = entered.cells[pile].map((_, k) => this.slot(pile, k, `${placeWords(pile)} ${k + 1}`));
      if (entered.room() > 0) slots.push(this.slot(pile, slots.length, say`${placeWords(pile)}, next card`));
      if (pile !== "bouquet") slots[pile === "stock" ? "push" : "unshift"](this.downChoice(pile));
      if (!slots.length) return [];
      return [element("h2", "", words[pile] ?? say`Bouquet`), element("div", "pile", ...slots)];
    });
    const { gone } = entered.cells;
    if (gone && (rules.stock === "dealt" || gone.length)) {
      const slots = [...gone, null].map((_, k) => this.slot("gone", k, k < gone.length ? say`gone ${k + 1}` : say`gone, next card`));
      parts.push(element("h2", "", say`Discarded cards, if you remember`), element("div", "pile", ...slots));
    }
    this.refill(this.piles, parts);
  }

  /* How many cards of a pile lie face down. */
  downChoice(pile) {
    const { entered } = this;
    const now = `${entered.down[pile]}`;
    const most = entered.room() + (Number(now) || 0);
    const isFirst = pile === wasteNames(entered.game.rules)[0];
    const named = pile === "stock" ? [[say`not known`, NOT_GIVEN], [say`some`, ANY]] : isFirst ? [[say`not known`, ANY]] : [];
    const choice = element("select", "", ...named.map(([words, value]) => new Option(words, value)));
    for (let count = 0; count <= most; count++) choice.append(new Option(count || say`none`, count));
    choice.value = now;
    choice.dataset.slot = `${pile}-down`;
    choice.addEventListener("change", () => {
      entered.down[pile] = [NOT_GIVEN, ANY].includes(choice.value) ? choice.value : Number(choice.value);
      this.edited();
    });
    return element("label", "down", `${pile === "stock" ? say`Face down` : say`Under them`} `, choice);
  }

  /* Put other elements there; what had the focus has it again. */
  refill(parent, children) {
    const had = parent.contains(document.activeElement) ? document.activeElement.dataset.slot : null;
    parent.replaceChildren(...children);
    if (had) parent.querySelector(`[data-slot="${had}"]`)?.focus({ preventScroll: true });
  }

  /* Give the focus to the place of the next card, or to the first. */
  focus() {
    if (this.chosen) this.exchange();
    this.fold(false);
    const next = this.felt.querySelector("[aria-current]") ?? this.felt.querySelector(".entry-slot");
    next.focus();
  }

  slot(pile, index, place) {
    const { entered } = this;
    const cell = entered.cells[pile][index];
    const sign = cell === undefined || cell === null ? "" : cell === "??" ? "?" : signOf(cell);
    const made = button("entry-slot", sign, () => {
      if (this.chosen) return this.choose(pile, index);
      entered.goTo(pile, index);
      this.fold(false);
      this.show();
    });
    const spoken = cell === undefined ? say`empty` : cell === null ? say`gone` : entered.game.names[cell] ?? cell;
    const seen = /^\p{L}/u.test(sign) ? `, ${sign[0]}` : ""; // the letter that one may say to press it
    made.setAttribute("aria-label", `${spoken}, ${place}${seen}`);
    made.dataset.slot = `${pile}-${index}`;
    const isNext = entered.at.pile === pile && entered.at.index === index;
    if (isNext) made.setAttribute("aria-current", "true");
    if (this.chosen?.some(([at, k]) => at === pile && k === index)) made.setAttribute("aria-pressed", "true");
    made.classList.toggle("filled", sign !== "");
    made.classList.toggle("gone", cell === null);
    made.classList.toggle("unknown", cell === "??");
    made.classList.toggle("red", /[DH]$/.test(cell ?? ""));
    made.classList.toggle("wrong", Boolean(cell) && entered.wrong().has(cell));
    return made;
  }
}

/* A game in one line: which cards go together, how the stock is played, and what is to be discarded. */
function gistOf({ rules, constant: { partners }, deck }) {
  const isSame = deck.map(rankOf).every((rank) => `${partners[rank]}` === `${rank}`);
  const sum = rules.total === 13 ? say`pairs that add to 13 (J is 11, Q 12), kings alone` : say`pairs that add to ${rules.total}`;
  const pairs = rules.pairs === null ? sum : isSame ? say`pairs of one rank` : say`pairs of several kinds`;
  const all = say`discard all ${deck.length} cards`;
  const goal = rules.goal === "pyramid" ? say`clear only the pyramid` : all;
  return capital([pairs, ...stockWords(rules), goal].join(" · "));
}

function stockWords({ stock, stock_top: isTurned, wastes, draw, passes }) {
  if (stock !== "dealt") return stock === "none" ? [say`no stock`] : [say`all other cards are free`];
  const free = isTurned ? say`the turned card and the top of the waste are free` : say`the top of the waste is free`;
  const runs = passes === 1 ? say`one pass` : passes === "unlimited" ? say`any number of passes` : say`${passes} passes`;
  return [...(draw > 1 ? [say`${draw} cards at a time`] : []), wastes > 1 ? say`${wastes} wastes` : free, runs];
}

/* A table in one line, as it was before a link had it. */
const unpackText = (packed) =>
  packed.replaceAll(".", " ").replaceAll("!", "??").replaceAll("~", " / ");

/* The table of a link, "#g=giza&p=...", as text that a view reads; null if it names none. */
export function textOfLink(fragment) {
  const { g, p } = parseLink(fragment);
  return g && p ? `# a position, ${g}\n${unpackText(p)}\n` : null;
}
