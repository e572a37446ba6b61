/* A problem of exchanging: its deal is lost, and the player looks for two cards that make it winnable when they
 * change places. Each try begins with the deal itself; what it does is searched at once. Only pages of such problems
 * have it; a site loads it with the first of them.
 */

import { arrived, button, byId, element } from "./dom.js";
import { openProblem, panels, table } from "./main.js";
import { keyOf, store } from "./storage.js";
import { answerOf, UNANSWERED } from "./verdicts.js";
import { shownCard, shownCards } from "./words.js";
import { counted } from "../engine/numbers.js";
import { noun, say } from "../engine/say.js";

let tried = 0; // counts the exchanges: an answer to an earlier one is stale

const searched = (problem) => answerOf(panels.review.solver, problem.game);

/* Let the player exchange cards of a problem. `answered(other)` finds out what comes of it; `isHere()`: whether the
   problem is still the one that is played. */
function beginExchange(stage, { solution, count, answer }, answered = searched, isHere = () => true) {
  const { game, identity } = stage;
  const { cards } = game;
  let since = Date.now();
  byId("exchange")?.remove();

  const shown = (card) => shownCard(card, table.position);
  const lay = (problem, marked) => {
    tried++;
    table.exchange = { press, marked };
    openProblem(problem);
  };
  const begins = () => {
    lay(stage, []);
    play.hidden = true;
    table.say(say`Press two cards: they change places.`);
  };

  /* Try an exchange, of which the answer may be known. */
  const exchange = async (pair, known) => {
    const [i, j] = pair.map((card) => cards.indexOf(card));
    const after = cards.map((card, k) => (k === i ? cards[j] : k === j ? cards[i] : card));
    const bare = { ...identity, number: null, numbering: null, position: null, name: null };
    const problem = { ...stage, game: { ...game, cards: after }, answer: known ?? UNANSWERED, identity: bare };
    lay(problem, pair);
    const mine = tried;
    const named = shownCards(pair, table.position);
    table.say(say`Searching …`);
    problem.answer = known ?? (await answered(problem)) ?? UNANSWERED;
    if (mine !== tried || !isHere()) return;
    table.play.know(problem.answer);
    table.panels.openAnswer(problem.answer);
    table.render();
    const { verdict, moves } = problem.answer;
    play.hidden = verdict !== "won";
    if (verdict === "lost") table.say(say`With ${named} exchanged, it is still lost.`, true);
    else if (verdict === "unknown") table.say(problem.answer.sentences[0], true);
    else {
      const all = count ? say`Exchanges that do it: ${count}.` : ""; // 0 where they were not counted
      table.say(`${say`With ${named} exchanged, it can be won in ${counted(moves.length, noun`move`)}.`} ${all}`);
      if (known) return;
      const key = keyOf(game);
      const kept = store.progress(key);
      const ms = Date.now() - since;
      if (!kept?.best) store.keep(key, { ...kept, moves: [], at: 0, ms, best: { moves: 1, ms }, won: true });
    }
  };

  const press = (card) => {
    const { selected } = table;
    if (!selected && table.exchange.marked.length) lay(stage, []);
    table.selected = selected === card ? null : card;
    if (selected && selected !== card) return exchange([selected, card]);
    table.say(table.selected ? say`${shown(card)} is selected.` : say`No card is selected.`);
    return table.render();
  };

  /* Play the deal that the exchange made. */
  const play = button("main", say`Play`, () => {
    table.exchange = null;
    box.remove();
    byId("controls").classList.remove("exchanging");
    table.fit();
    table.board.focus();
  });
  const solve = button("", say`Show the answer`, () => exchange(solution, answer));
  const box = element("div", "stepper", play, button("", say`To the start`, begins), solve);
  box.id = "exchange";
  byId("message").before(box);
  byId("controls").classList.add("exchanging");
  begins();
}

arrived.exchange = beginExchange;
