/* A view in which one enters a table of one's own, and learns whether it can be won, how, and what its
 * moves are worth. Searches run in the worker; the page never waits.
 *
 * What is pasted is only ever shown as text.
 */

const ENTRY_NODES = 3000000; // seconds
const TYPING_MS = 250; // text that is being typed is read after so long a pause
const KEY_OF_TYPED = { 1: "A", 0: "T", "-": "--", ".": "--", "?": "??" };
const SIGN_OF_KEY = { "--": "Gone", "??": "Unknown" };

/* `games`: `entry_games()` of pyrtool/pages/page/entry.py; `solver`: a Solver; `open(problem)`: lays out a
   problem, as `openProblem` takes it. `answered(problem)`: its answer is known now, or known better.
   `dealt(number, numbering, game)`: the cards of a deal by its number, or null. */
function mountEntry(mounted, { games, solver, open, answered = () => {}, dealt = () => null }) {
  return new EntryView(mounted, { games, solver, open, answered, dealt });
}

class EntryView {
  constructor(mounted, { games, solver, open, answered, dealt }) {
    Object.assign(this, { games, solver, openProblem: open, answered, dealt });
    this.entered = new Entered(games[0]);
    this.problem = null;
    this.isPasted = false; // the table stands in the text
    this.refusal = null; // why the text cannot be read
    this.asked = 0; // what is asked about an older table is stale
    this.build(mounted);
    this.show();
  }

  // What it is made of.

  build(mounted) {
    mounted.classList.add("entry");
    this.choice = element("select");
    this.choice.append(...this.games.map(({ name, title }) => new Option(title, name)));
    this.choice.addEventListener("change", () => this.changeGame(this.choice.value));
    const label = element("label", "game", "Game ", this.choice);
    this.board = element("div", "slots");
    this.piles = element("div", "piles");
    this.status = element("p", "told");
    this.status.setAttribute("role", "status");
    this.text = element("textarea");
    Object.assign(this.text, { rows: 6, spellcheck: false, autocomplete: "off", id: "entry-text" });
    this.text.placeholder = "6D 5H AH JD …\nor rows, suits or ranks alone, -- for a gap, then stock, waste, pass 2";
    this.text.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.readText(), TYPING_MS);
    });
    const textLabel = element("label", "", "Or paste it as text, in any form that pyrtool reads:");
    textLabel.htmlFor = this.text.id;
    this.solve = button("main", "Solve", () => {
      this.ask();
      if (this.game) this.result.scrollIntoView({ block: "nearest" });
    });
    this.result = element("section", "result");
    this.result.setAttribute("aria-label", "Result");
    this.felt = element("div", "entry-felt", this.board, this.piles);
    this.keys = this.keypad();
    const left = element("div", "entered", label, this.felt, this.keys);
    const right = element("div", "beside", textLabel, this.text, this.result);
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
    this.felt.style.setProperty("--held", `${holds ? offsetHeight + 8 : 0}px`);
  }

  keypad() {
    const key = (name, sign, spoken) => {
      const made = button("key", sign, () => this.press(name));
      if (spoken) made.setAttribute("aria-label", spoken);
      made.dataset.key = name;
      return made;
    };
    const spoken = { A: "A, ace", T: "10", J: "J, jack", Q: "Q, queen", K: "K, king" };
    const row = (label, ...keys) => {
      const made = element("div", "keys", ...keys);
      made.setAttribute("role", "group");
      made.setAttribute("aria-label", label);
      return made;
    };
    this.ranks = row("Ranks", ...[...RANKS].map((rank) => key(rank, "", spoken[rank] ?? rank)));
    this.ranks.classList.add("ranks");
    const suits = [["C", "♣", "clubs"], ["D", "♦", "diamonds"], ["H", "♥", "hearts"], ["S", "♠", "spades"]];
    const suitKeys = suits.map(([suit, sign, name]) => key(`suit${suit}`, sign, name));
    for (const red of suitKeys.slice(1, 3)) red.classList.add("red");
    const others = ["--", "??"].map((name) => key(name, SIGN_OF_KEY[name]));
    this.ranks.append(key("back", "⌫", "back"));
    this.pass = element("input");
    Object.assign(this.pass, { type: "number", min: 1, value: 1, className: "pass" });
    this.pass.addEventListener("input", () => {
      this.entered.pass = Math.max(1, Math.trunc(Number(this.pass.value)) || 1);
      this.entered.cleared = null;
      this.changed();
    });
    this.passLabel = element("label", "", "Pass ", this.pass);
    return element(
      "div", "keypad", this.status, this.ranks,
      element("div", "keys", row("Suits, of the last card", ...suitKeys), this.solve),
      row("Other", ...others, key("clear", "Clear"), this.passLabel),
    );
  }

  // What is done.

  changeGame(name) {
    this.entered = new Entered(this.games.find((game) => game.name === name));
    this.readText();
  }

  press(key) {
    const { entered } = this;
    if (key === "back") entered.back();
    else if (key === "clear") entered.clear();
    else if (key.startsWith("suit")) entered.suit(key[4]);
    else entered.put(key === "--" ? null : key);
    this.text.value = "";
    [this.isPasted, this.refusal] = [false, null];
    this.changed();
    this.felt.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  typed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("select, input, textarea")) return;
    const letter = event.key.toUpperCase();
    const key = KEY_OF_TYPED[letter] ?? letter;
    if (event.key === "Backspace") this.press("back");
    else if (/^[CDHS]$/.test(key)) this.press(`suit${key}`);
    else if (/^[A2-9TJQK]$/.test(key) || key === "--" || key === "??") this.press(key);
    else return;
    event.preventDefault();
  }

  /* What was found of another table is no more true. */
  changed() {
    this.asked++;
    this.solver.stop();
    this.result.replaceChildren();
    this.show();
  }

  readText() {
    this.read(this.text.value);
  }

  /* Take over a text, and solve it; `opens`: and lay it out now. With the text its table goes. */
  read(text, opens = false) {
    this.refusal = null;
    if (!text.trim() && this.isPasted) this.entered.clear();
    this.isPasted = Boolean(text.trim());
    this.changed();
    if (!this.isPasted) return;
    try {
      const found = readText(text, this.games, this.entered.game.name, this.dealt);
      if (!found.length) throw new ReadingError("there are no cards");
      const [{ game, position }, ...more] = found;
      this.entered = new Entered(game);
      this.entered.fill(position);
      this.show();
      if (more.length) this.tell(`The first of ${found.length} tables is taken.`);
      this.ask(opens);
    } catch (error) {
      if (!(error instanceof ReadingError)) throw error;
      this.refusal = error.message;
      this.show();
    }
  }

  // What is shown.

  tell(text, isWrong = false) {
    this.status.classList.toggle("bad", isWrong);
    write(this.status, text, this.entered.game.names);
  }

  show() {
    const { entered } = this;
    const { game, cells } = entered;
    this.choice.value = game.name;
    this.pass.value = entered.pass;
    this.passLabel.hidden = game.rules.passes === 1;
    this.showBoard();
    this.showPiles();
    const left = entered.left();
    for (const key of [...this.ranks.children].slice(0, RANKS.length)) {
      const { key: rank } = key.dataset;
      key.hidden = !left.has(rank);
      const count = left.get(rank) ?? 0;
      key.textContent = rank.replace("T", "10");
      key.dataset.left = Math.max(0, count); // seen beside it (entry.css), told as its description
      key.classList.toggle("none", count <= 0);
      key.setAttribute("aria-description", `${Math.max(0, count)} left`);
    }
    const total = entered.all().length;
    const isBegun = total > 0 || cells.tableau.some((cell) => cell === null);
    let why = null;
    this.game = null;
    try {
      if (isBegun && this.refusal === null) this.game = entered.made(); // a refusal takes time: its place is looked up
    } catch (error) {
      if (!(error instanceof ReadingError)) throw error;
      why = error.message;
    }
    this.solve.setAttribute("aria-disabled", this.game === null);
    const missing = [...left].filter(([, count]) => count > 0);
    const lacking = missing.map(([rank, count]) => `${rank.replace("T", "10")}${count > 1 ? ` (${count})` : ""}`);
    const few = total && lacking.length && lacking.length <= 8 ? ` Not entered: ${lacking.join(", ")}.` : "";
    if (this.refusal !== null) this.tell(this.refusal, true);
    else if (!isBegun) this.tell("Tap the rank of each card, from the top down; suits are not needed.");
    else if (this.game) this.tell(`${counted(total, "card")}: ready to be solved.${few}`);
    else this.tell(`${total} of ${game.deck.length} cards. ${capital(why)}.${few}`, entered.wrong().size > 0);
  }

  showBoard() {
    const { layout, places } = this.entered.game;
    this.felt.style.setProperty("--wide", layout.width);
    this.felt.style.setProperty("--high", layout.height);
    const slots = layout.tableau.map(([x, y], i) => {
      const slot = this.slot("tableau", i, places[i]);
      slot.style.setProperty("--x", x);
      slot.style.setProperty("--y", y);
      return slot;
    });
    this.refill(this.board, slots);
  }

  showPiles() {
    const { entered } = this;
    const { rules } = entered.game;
    const words = { stock: rules.stock_top ? "Stock, the turned card first" : "Stock" };
    for (const name of wasteNames(rules)) words[name] = `${capital(name)}, the top last`;
    const parts = entered.pileNames().flatMap((pile) => {
      const slots = entered.cells[pile].map((_, k) => this.slot(pile, k, `${pile} ${k + 1}`));
      if (entered.room() > 0) slots.push(this.slot(pile, slots.length, `${pile}, next card`));
      if (!slots.length) return [];
      return [element("h2", "", words[pile] ?? "Bouquet"), element("div", "pile", ...slots)];
    });
    this.refill(this.piles, parts);
  }

  /* Put other elements there; what had the focus has it again. */
  refill(parent, children) {
    const had = parent.contains(document.activeElement) ? document.activeElement.dataset.slot : null;
    parent.replaceChildren(...children);
    if (had) parent.querySelector(`[data-slot="${had}"]`)?.focus({ preventScroll: true });
  }

  /* Give the focus to the place of the next card, or to the first. */
  focus() {
    const next = this.felt.querySelector("[aria-current]") ?? this.felt.querySelector(".entry-slot");
    next.focus();
  }

  slot(pile, index, place) {
    const { entered } = this;
    const cell = entered.cells[pile][index];
    const sign = cell === undefined || cell === null ? "" : cell === "??" ? "?" : signOf(cell);
    const made = button("entry-slot", sign, () => {
      entered.select(pile, index);
      this.show();
    });
    const spoken = cell === undefined ? "empty" : cell === null ? "gone" : entered.game.names[cell] ?? cell;
    made.setAttribute("aria-label", `${spoken}, ${place}`);
    made.dataset.slot = `${pile}-${index}`;
    const isNext = entered.at.pile === pile && entered.at.index === index;
    if (isNext) made.setAttribute("aria-current", "true");
    made.classList.toggle("filled", sign !== "");
    made.classList.toggle("gone", cell === null);
    made.classList.toggle("unknown", cell === "??");
    made.classList.toggle("red", /[DH]$/.test(cell ?? ""));
    made.classList.toggle("wrong", Boolean(cell) && entered.wrong().has(cell));
    return made;
  }

  // What is found.

  async ask(opens = false) {
    if (!this.game) return this.status.scrollIntoView({ block: "nearest" });
    const { game } = this;
    const kind = this.entered.game;
    const asked = ++this.asked;
    const start = Position.start(game);
    const names = { ...kind.names };
    for (const card of start.cards()) names[card] ??= isKnown(card) ? kind.names[card.toUpperCase()].split(" of ")[0] : "an unknown card";
    const identity = { game: kind.name, number: null, numbering: null, changes: {}, position: formatPosition(kind, start) };
    const problem = { game, layout: kind.layout, names, after: 0, identity };
    const tell = (answer, choices = null) => {
      problem.answer = answer;
      this.problem = problem;
      this.showResult(problem, choices);
      this.answered(problem);
    };
    if (opens) {
      problem.answer = { ...openAnswer, told: ["It is being searched …"] };
      this.openProblem(problem);
    }
    if (start.unknown().length) {
      return tell({ ...openAnswer, told: [`${counted(start.unknown().length, "card")} unknown: nothing is searched while that is so.`] });
    }
    this.result.replaceChildren(element("p", "told", "Searching …"));
    const stale = () => asked !== this.asked;
    const question = { game, line: [] };
    const advise = async (answer) => {
      const advice = await this.solver.ask({ ...question, about: "advice", limit: ENTRY_NODES / 2 });
      if (advice && !stale()) tell(answer, new Play(game, answer).informed(advice).choices);
    };
    const found = await this.solver.ask({ ...question, about: "verdict", limit: ENTRY_NODES });
    if (!found || stale()) return undefined;
    if (found.answer !== "won") {
      const goal = game.rules.goal === "pyramid" ? "clears the pyramid" : `discards ${allOf(start.cardsLeft(), kind.deck.length)}`;
      const why = found.why ?? `every line of play was searched, and none ${goal}`;
      const lost = { ...openAnswer, verdict: "lost", told: [`No: ${why}.`] };
      if (found.answer !== "lost") return tell({ ...openAnswer, told: ["Not known: the search reached its limit."] });
      tell(lost);
      return advise(lost);
    }
    tell(wonBy(found.line, false));
    const most = found.line.length - 1;
    const shorter = most < 0 ? { answer: "lost" } : await this.solver.ask({ ...question, about: "shortest", most, limit: ENTRY_NODES / 2 });
    if (!shorter || stale()) return undefined;
    const answer = wonBy(shorter.answer === "won" ? shorter.line : found.line, shorter.answer !== "unknown");
    tell(answer);
    return advise(answer);
  }

  showResult(problem, choices) {
    const { answer, names } = problem;
    const title = { won: `Won in ${counted(answer.moves.length, "move")}`, lost: "Cannot be won" }[answer.verdict];
    const lines = answer.told.map((line) => line.replace(/^(Yes, in [^.]*|No|Not known)[.:] ?/, ""));
    const told = lines.filter(Boolean).map((line) => this.line(capital(line), names));
    const said = problem.game.rules.packs > 1 ? wordsOf(answer.moves, Position.start(problem.game)) : answer.moves;
    const steps = element("ol", "moves", ...said.map((move) => element("li", "", this.line(move.replace("/", " "), names, "span"))));
    const step = button("main", answer.moves.length ? "Step through it" : "Open the table", () => this.openProblem(problem));
    const parts = [element("h2", "", title ?? "Not known"), ...told, step];
    if (answer.moves.length) parts.push(steps);
    if (choices) parts.push(...this.worths(choices, problem));
    else if (answer.moves.length || answer.verdict === "lost") parts.push(element("p", "muted", "What the first moves are worth is being searched …"));
    const hadFocus = this.result.contains(document.activeElement);
    this.result.replaceChildren(...parts);
    if (hadFocus) step.focus({ preventScroll: true });
  }

  worths(choices, { names, game }) {
    const start = Position.start(game);
    const rows = choices.map((choice) => {
      const said = choice.moves.map((move) => saidMove(move, start).replace("/", " ")).join(", ");
      const row = element("li", choice.verdict, this.line(said, names, "b"));
      row.append(element("span", "worth", ` ${worthOf(choice, game.rules)}`));
      return row;
    });
    return choices.length ? [element("h3", "", "The first moves"), element("ul", "worths", ...rows)] : [];
  }

  line(text, names, tag = "p") {
    const made = element(tag);
    write(made, text, names);
    return made;
  }
}

const allOf = (left, deck) => (left === deck ? `all ${deck} cards` : `all ${counted(left, "card")} left`);

const openAnswer = { verdict: "unknown", told: [], moves: [], shortest: false, marks: {} };

function wonBy(moves, shortest) {
  const fewest = shortest ? " No line is shorter." : "";
  return { verdict: "won", told: [`Yes, in ${counted(moves.length, "move")}.${fewest}`], moves, shortest, marks: {} };
}

/* The table of a link, "#g=giza&p=...", as text that a view reads; null if it names none. */
function textOfLink(fragment) {
  const { g, p } = parseLink(fragment);
  return g && p ? `# a position, ${g}\n${unpackText(p)}\n` : null;
}
