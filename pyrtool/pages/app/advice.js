/* The panel that says what each move is worth: asked while it is open, in a worker of its own. */

const ADVICE_NODES = 1500000; // seconds
const VALUES = { won: "keeps the win", lost: "loses", unknown: "not known: the search reached its limit" };

/* What a choice is worth, in the words of `pyrtool advise`. */
function worthOf({ verdict, line, shortest, best }, rules) {
  const parts = [VALUES[verdict]];
  if (line) parts.push(counted(line.length, "move") + (shortest ? "" : " or fewer"));
  if (best) parts.push(bestWords(best, rules));
  return parts.join(", ");
}

/* The best that is left (engine/best.js). */
function bestWords({ score, inPyramid, inAll, proved, bound }, { scoring, goal }) {
  const keepsScore = scoring !== "none";
  const points = (many) => many.toLocaleString("en").replace("-", "−");
  let [told, least] = [`${inAll} left, ${inPyramid} in the pyramid`, ""];
  if (goal === "pyramid") [told, least] = [`${inPyramid} left in the pyramid, ${inAll} in all`, " in the pyramid"];
  if (keepsScore) told = `${points(score)} points`;
  if (proved) return `at best ${told}`;
  const leaves = `every line leaves at least ${counted(bound, "card")}${least}`;
  return `at best ${told}, or better: ${keepsScore ? `no line scores more than ${points(bound)}` : leaves}`;
}

class AdvicePanel {
  constructor(solver) {
    this.solver = solver;
    this.box = byId("advice");
    this.body = byId("advice-body");
    this.about = null; // the position that is told, or asked about
    this.box.addEventListener("toggle", () => this.table && this.changed(this.table));
  }

  changed(table) {
    this.table = table;
    const { play, position } = table;
    if (!this.box.open) return this.forget();
    if (this.about === position) return undefined;
    this.forget();
    this.about = position;
    const unknown = position.unknown().length;
    if (position.isWon()) return this.tell("The game is won.");
    if (unknown) return this.tell(`${counted(unknown, "card")} unknown: nothing is searched while that is so.`);
    this.tell("Searching …");
    return this.ask(position, { game: play.game, line: play.moves.slice(0, play.at) });
  }

  forget() {
    this.solver.stop();
    this.about = null;
  }

  async ask(position, question) {
    const found = await this.solver.ask({ ...question, about: "advice", limit: ADVICE_NODES });
    if (found !== null && this.about === position) this.show(this.table.play.informed(found));
  }

  tell(text) {
    this.body.replaceChildren(element("p", "", text));
  }

  show({ verdict, choices, why }) {
    const keep = choices.filter((choice) => choice.verdict === "won").length;
    const told = {
      won: `${keep} of ${counted(choices.length, "choice")} ${keep === 1 ? "keeps" : "keep"} the win.`,
      lost: `No move wins any more${why ? `: ${why}` : ""}.${this.most(choices)}`,
      unknown: "No move is known to win: the search reached its limit.",
    }[verdict];
    const first = element("p");
    write(first, told, this.table.names);
    const list = element("ul", "worths");
    list.append(...choices.map((choice) => this.row(choice)));
    this.body.replaceChildren(first, list);
    const said = (some) =>
      listed(some.flatMap(({ moves }) => moves).map((move) => saidMove(move, this.table.position)));
    const only = choices.filter((choice) => choice.only);
    if (only.length) {
      const besides = choices.filter((choice) => choice.verdict === "won" && !choice.only);
      const but = besides.length ? `but for ${said(besides)}, ` : "";
      const keep = only.flatMap(({ moves }) => moves).length > 1 ? "keep the win" : "keeps the win";
      const order = only.length > 1 ? " in any order" : "";
      const last = element("p");
      write(last, `${capital(said(only))} ${keep}${order}; ${but}nothing else does.`, this.table.names);
      this.body.append(last);
    }
    if (this.table.hides() && hiddenCards(this.table.position).length) {
      this.body.append(element("p", "", "This knows every card, those that lie face down too."));
    }
  }

  /* The best that is left of a lost table. */
  most([first]) {
    return first?.best ? ` ${capital(bestWords(first.best, this.table.position.rules))}.` : "";
  }

  /* The moves that come to the same, as buttons that make them, and what they are worth. */
  row(choice) {
    const row = element("li", choice.verdict);
    for (const move of choice.moves) {
      const words = element("span");
      write(words, saidMove(move, this.table.position).replace("/", " "), this.table.names);
      row.append(button("", words, () => this.make(move)), " ");
    }
    row.append(element("span", "worth", worthOf(choice, this.table.position.rules)));
    return row;
  }

  make(move) {
    this.table.begin();
    this.table.move(move);
  }
}
