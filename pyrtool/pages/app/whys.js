/* Why?, in the answer of a hint: the reason for its move, or against the move that left what wins.
 *
 * Reasons come with the answer, for the positions of its solution (pages/page/problem.py). At any other position the
 * words are what the move does there, and what was found out of the others.
 */

import { withoutPlaces } from "./answer.js";
import { button, byId } from "./dom.js";
import { whys } from "./table.js";
import { shownCard } from "./words.js";
import { counted } from "../engine/numbers.js";
import { hiddenCards, isDiscard } from "../engine/position.js";
import { noun, say } from "../engine/say.js";

/* After a hint: offer the reason, if it names no card that lies face down. */
function offerWhy(table) {
  const { position, problem, play, hint, panels } = table;
  if (position.unknown().length || (table.hides() && hiddenCards(position).length)) return;
  const isLost = problem.answer.verdict === "lost";
  if (isLost ? !panels.explained.explanation : !hint?.move && play.lastKnownWin() < 0) return;
  byId("message").append(" ", button("why", say`Why?`, () => (isLost ? panels.explained.start() : giveWhy(table))));
}

function giveWhy(table) {
  const { play, problem } = table;
  const line = play.knownLine();
  const { why } = problem.answer;
  const known = why ? placesOf(play) : new Map();
  const k = known.get(play.position.key());
  if (line) return answer(table, moveName(line[0]), why?.moves[k] ?? [], k === undefined ? null : why.losing[k] ?? {}, line[0]);
  const at = play.lastKnownWin();
  const move = play.moves[at];
  const losing = why?.losing[known.get(play.positions[at].key())] ?? {};
  const found = losing[move] ?? losing[move.split("/").reverse().join("/")];
  if (found && play.at === at + 1) return answer(table, say`${moveName(move)} loses`, found);
  const back = play.at - at;
  return reply(table, `${say`${moveName(move)} lost the win.`} ${say`Undo ${counted(back, noun`move`)}: from there it can be won.`}`);
}

const moveName = (move) => (isDiscard(move) ? move.replace("/", say` with `) : say`Dealing`);

/* Show the steps of a proof, or say in words what a move does; `losing`: the moves that lose beside it, or null. */
function answer(table, name, numbers, losing, move) {
  const steps = numbers.map((step, n) => {
    const [words, own, reasons] = table.problem.answer.why.steps[step];
    return { words: n ? words : `${name}: ${words}`, own, reasons };
  });
  if (steps[0]?.own) return table.panels.explained.show(steps, byId("hint"));
  const given = steps[0] ? withoutPlaces(steps[0].words) : "";
  reply(table, [given, move ? doneBy(table.position, move, !given) : ""].filter(Boolean).join(" "));
  const many = Object.keys(losing ?? {}).length;
  if (many || (move && !losing)) {
    const words = many ? say`See the ${counted(many, noun`losing move`)}` : say`See what each move is worth`;
    byId("message").append(" ", button("", words, () => table.panels.openPanel("advice")));
  }
}

/* What a move frees, or what the cards under its cards still wait for. */
function doneBy(position, move, isAlone) {
  const after = position.play(move);
  const named = (cards) => cards.map((card) => shownCard(card, position)).join(say` and `);
  const freed = after.exposed().filter((card) => position.covering(card).length);
  if (freed.length) return say`${moveName(move)} frees ${named(freed)}.`;
  const under = position.tableau.find((card) => card !== null && position.covering(card).some((one) => move.split("/").includes(one)));
  if (under && after.where(under) !== "gone") return say`Then ${named([under])} waits only for ${named(after.covering(under))}.`;
  return isAlone ? say`${moveName(move)} keeps the win, and covers nothing.` : "";
}

function reply(table, words) {
  table.say(words);
  byId("hint").focus({ preventScroll: true }); // the button has gone
}

/* Which move of the solution comes next, by the positions on it. */
function placesOf({ positions, solution }) {
  let [position] = positions;
  const places = new Map();
  solution.forEach((move, k) => {
    places.set(position.key(), k);
    position = position.play(move);
  });
  return places;
}

whys.offer = offerWhy;
