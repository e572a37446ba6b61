/* Why?, in the answer of a hint: the reason for the next move, or against the move that left the solution.
 *
 * Reasons come with the answer, for the positions of its solution (pages/page/explanations.py). From any other position
 * the way leads back to where one is known.
 */

import { button, byId } from "./dom.js";
import { whys } from "./table.js";
import { counted } from "../engine/numbers.js";
import { hiddenCards, isDiscard } from "../engine/position.js";
import { noun, say } from "../engine/say.js";

/* After a hint: offer the reason, if it names no card that lies face down. */
function offerWhy(table) {
  const { position } = table;
  if (table.hides() && hiddenCards(position).length) return;
  byId("message").append(" ", button("why", say`Why?`, () => giveWhy(table)));
}

function giveWhy(table) {
  const { play, problem, panels } = table;
  const { why, moves } = problem.answer;
  const known = placesOf(play);
  let at = play.at;
  while (!known.has(play.positions[at].key())) at--;
  const back = play.at - at;
  const k = known.get(play.positions[at].key());
  const move = back ? play.moves[at] : moves[k];
  const losing = why.losing[k] ?? {};
  const answer = back ? losing[move] ?? losing[move.split("/").reverse().join("/")] : why.moves[k];
  const to = (moves) => ` ${say`Undo ${counted(moves, noun`move`)}: there Hint has the reason.`}`;
  const reply = (words) => {
    table.say(words);
    byId("hint").focus({ preventScroll: true }); // the button has gone
  };
  if (!answer) return reply(say`This position is not on the page's solution.` + to(back));
  const name = isDiscard(move) ? move.replace("/", say` with `) : say`Dealing`;
  if (back > 1) return reply(say`${name} lost the win.` + to(back - 1));
  const head = `${back ? say`${name} loses` : name}: `;
  const steps = answer.map((step, n) => {
    const [words, own, reasons] = why.steps[step];
    return { words: n ? words : head + words, own, reasons };
  });
  return steps[0].own ? panels.explained.show(steps, byId("hint")) : reply(steps[0].words);
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
