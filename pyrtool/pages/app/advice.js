/* The panel that says what each move is worth: asked while it is open, in a worker of its own. */

const ADVICE_NODES = 1500000; // seconds
const VALUES = { won: say`keeps the win`, lost: say`loses`, unknown: say`not known: the search reached its limit` };

/* What a choice is worth, in the words of `pyrtool advise`. */
function worthOf({ verdict, line, shortest, best }, rules) {
  const parts = [VALUES[verdict]];
  const moves = line && counted(line.length, noun`move`);
  if (line) parts.push(shortest ? moves : say`${moves} or fewer`);
  if (best) parts.push(bestWords(best, rules));
  return parts.join(", ");
}

/* The best that is left (engine/best.js). */
function bestWords({ score, inPyramid, inAll, proved, bound }, rules) {
  const { scoring, goal } = rules;
  const keepsScore = scoring !== "none";
  const points = (many) => many.toLocaleString("en").replace("-", "−");
  const least = counted(bound, noun`card`);
  let text = hasPyramid(rules) ? say`${inAll} left, ${inPyramid} in the pyramid` : say`${inAll} left`;
  let leaves = say`every line leaves at least ${least}`;
  if (goal === "pyramid") {
    text = say`${inPyramid} left in the pyramid, ${inAll} in all`;
    leaves = say`every line leaves at least ${least} in the pyramid`;
  }
  if (keepsScore) [text, leaves] = [say`${points(score)} points`, say`no line scores more than ${points(bound)}`];
  return proved ? say`at best ${text}` : say`at best ${text}, or better: ${leaves}`;
}

class AdvicePanel {
  constructor(solver) {
    this.solver = solver;
    this.box = byId("advice");
    this.body = byId("advice-body");
    this.about = null; // the position that is shown, or asked about
    this.box.addEventListener("toggle", () => this.table && this.changed(this.table));
  }

  changed(table) {
    this.table = table;
    const { play, position } = table;
    if (!this.box.open) return this.forget();
    if (this.about === position) return undefined;
    this.forget();
    this.about = position;
    if (position.isWon()) return this.say(say`The game is won.`);
    if (position.unknown().length) return this.say(unjudged(position));
    this.say(say`Searching …`);
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

  say(text) {
    this.body.replaceChildren(element("p", "", text));
  }

  show({ verdict, choices, why }) {
    if (choices.some((choice) => choice.verdict === "won")) this.table.noteHint();
    const keep = choices.filter((choice) => choice.verdict === "won").length;
    const all = counted(choices.length, noun`choice`);
    const summary = {
      won: keep === 1 ? say`${keep} of ${all} keeps the win.` : say`${keep} of ${all} keep the win.`,
      lost: (why ? say`No move wins any more: ${why}.` : say`No move wins any more.`) + this.most(choices),
      unknown: say`No move is known to win: the search reached its limit.`,
    }[verdict];
    const first = element("p");
    write(first, summary, this.table.names);
    const list = element("ul", "worths");
    list.append(...choices.map((choice) => this.row(choice)));
    this.body.replaceChildren(first, list);
    const named = (some) =>
      listed(some.flatMap(({ moves }) => moves).map((move) => shownMove(move, this.table.position)));
    const only = choices.filter((choice) => choice.only);
    if (only.length) {
      const besides = choices.filter((choice) => choice.verdict === "won" && !choice.only);
      const last = element("p");
      const these = capital(named(only));
      let words = say`${these} keeps the win`;
      if (only.flatMap(({ moves }) => moves).length > 1) words = say`${these} keep the win`;
      if (only.length > 1) words = say`${these} keep the win in any order`;
      const others = besides.length ? say`nothing else does, except ${named(besides)}` : say`nothing else does`;
      write(last, `${words}; ${others}.`, this.table.names);
      this.body.append(last);
    }
    if (this.table.hides() && hiddenCards(this.table.position).length) {
      this.body.append(element("p", "", say`This knows every card, those that lie face down too.`));
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
      write(words, shownMove(move, this.table.position).replace("/", " "), this.table.names);
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
