/* What a search finds out of a deal, as the app has answers (pyrtool/pages/page/problem.py). */

import { counted } from "../engine/numbers.js";
import { noun, say } from "../engine/say.js";

const SEARCH_NODES = 3000000; // seconds
const SHORTEN_MOST = 400000; // less than one

export const UNANSWERED = { verdict: "unknown", sentences: [say`Searching …`], moves: [], shortest: false, marks: {} };

export function wonAnswer(moves, shortest) {
  const won = say`Yes, in ${counted(moves.length, noun`move`)}.`;
  const sentences = [shortest ? `${won} ${say`No line is shorter.`}` : won];
  return { verdict: "won", sentences, moves, shortest, marks: {} };
}

/* `why`: the block in words, or null. */
function lostAnswer(why, { rules, cards }) {
  const every = say`all ${cards.length} cards`;
  const searched = rules.goal === "pyramid"
    ? say`No: every line of play was searched, and none clears the pyramid.`
    : say`No: every line of play was searched, and none discards ${every}.`;
  const sentences = [why === null ? searched : say`No: ${why}.`];
  return { verdict: "lost", sentences, moves: [], shortest: false, marks: {} };
}

/* The verdict on a deal, with a line of the fewest moves if that is soon found; null when given up. A block that makes
   it lost goes to `blocked`, which gives what else is known of the answer. */
export async function answerOf(solver, game, blocked = () => ({})) {
  const question = { game, line: [] };
  const found = await solver.ask({ ...question, about: "verdict", limit: SEARCH_NODES });
  if (!found) return null;
  if (found.answer === "lost") return { ...lostAnswer(found.why, game), ...(await blocked(found.block)) };
  if (found.answer !== "won") return { ...UNANSWERED, sentences: [say`Not known: the search reached its limit.`] };
  const most = found.line.length - 1;
  const shorter = await solver.ask({ ...question, about: "shortest", most, limit: SHORTEN_MOST });
  if (!shorter) return null;
  if (shorter.answer === "won") return wonAnswer(shorter.line, true);
  return wonAnswer(found.line, shorter.answer === "lost");
}
