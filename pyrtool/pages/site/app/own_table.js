/* Solve my deal: a table is entered, and once it is solved it is opened on the board. A link that names a
 * table, `#g=giza&p=...`, opens it directly.
 */

import "./menu.js";
import { drawPictures } from "../../app/board.js";
import { arrived, button, byId, element, printed } from "../../app/dom.js";
import { mountEntry, textOfLink } from "../../app/entry/view.js";
import { formatLink, linkedMoves, parseLink } from "../../app/link.js";
import { begin, frame, openProblem, panels, share, table } from "../../app/main.js";
import { Solver } from "../../app/solver.js";
import { say, spoken } from "../../engine/say.js";
import { showBack } from "./backs.js";
import { courts, load, loadEngine, nameOf, RANK_WORDS, unpooled } from "./data.js";
import { offerSettings } from "./settings.js";
import { translate } from "./translate.js";

const entry = { box: document.createElement("div"), main: document.querySelector("main"), opened: null };
entry.box.setAttribute("role", "main");
entry.box.className = "entry-page";
entry.main.before(entry.box);

translate();
offerSettings();
const entryGames = unpooled(arrived["entry-games"]);
for (const names of new Set(entryGames.map((game) => game.names))) { // games of one deck share them
  for (const card of Object.keys(names)) {
    const withoutSuit = card[0] + card[1].toLowerCase() + card.slice(2);
    [names[card], names[withoutSuit]] = [nameOf(card), RANK_WORDS[card[0]] ?? card[0]];
  }
}
const heading = element("h1", "", say`Solve my deal`);
const navigation = byId("site");
const entryBody = element("div");
const again = button("again", say`Change the table`, () => showEntry());

/* Show the entry in the place of the board. */
function showEntry() {
  table.begin();
  entry.opened = null;
  history.replaceState(null, "", location.pathname + location.search);
  lay(true);
  view.focus();
}

/* Show the entry, with the site's links above it, or the board. */
function lay(isEntry) {
  entry.box.hidden = !isEntry;
  entry.main.hidden = isEntry;
  if (isEntry) entry.box.prepend(navigation);
  else byId("title").before(navigation);
}

/* Lay out a table on the board. */
function openTable(problem) {
  const isFirst = !table.play;
  const hadFocus = entry.box.contains(document.activeElement);
  entry.opened = problem;
  lay(false);
  const { game, number } = problem.identity;
  const kind = entryGames.find(({ name }) => name === game);
  byId("title").textContent = kind.title;
  byId("lesson").replaceChildren(...kind.lesson.map((rule) => element("p", "", printed(spoken(rule)))));
  byId("number").textContent = number ?? "";
  byId("cards").textContent = problem.identity.position;
  if (linkedMoves() === undefined) {
    history.replaceState(null, "", formatLink(problem.identity, []));
  }
  document.documentElement.classList.add("titled");
  if (isFirst) begin(problem);
  else openProblem(problem);
  drawPictures(courts);
  byId("answer").open = problem.answer.moves.length > 0;
  panels.reveal(byId("answer").open);
  table.fit(); // the stepper is there
  if (hadFocus) table.board.focus();
  window.scrollTo(0, 0);
}

/* What was found out about a table that is on the board. */
function noteAnswer(problem) {
  if (entry.opened !== problem) return;
  table.play.know(problem.answer);
  panels.openAnswer(problem.answer);
  table.render();
}

showBack();
frame.later = async () => (await loadEngine()) + (await load("hidden"));
byId("title").after(again);
byId("message").after(byId("stepper")); // the cards stay in sight while one steps
entry.box.append(navigation, heading, entryBody);
lay(true);
const view = mountEntry(entryBody, {
  games: entryGames,
  solver: new Solver(byId("engine").textContent, frame.later),
  open: openTable,
  answered: noteAnswer,
});

function followLink() {
  const text = textOfLink(location.hash);
  if (text !== null) view.read(text, true);
  else if (entry.opened && linkedMoves() !== undefined) share.fromAddress();
  else if (location.hash.length > 1) reportNone(parseLink(location.hash).p ? say`The link names no game` : say`The link has no table`);
}

/* Say that there was nothing to open, and what is there. */
function reportNone(why) {
  if (entry.opened) table.say(`${why}: ${say`this is the table as it was.`}`, true);
  else view.report(`${why}: ${say`enter the table here.`}`, true);
}

frame.follow = followLink;
followLink();
