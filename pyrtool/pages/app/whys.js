/* Why?: in the answer of a hint, the reason for its move, or against the move that left what wins; after a move of the
 * player's own, and for the selected card, why a move loses, why it is the only one, or what it opens.
 *
 * Reasons come with the answer, for the positions of its solution (pages/page/problem.py). At any other position the
 * words are what the move does there, and what a search finds out of it and of the others.
 */

import { withoutPlaces } from "./answer.js";
import { button, byId } from "./dom.js";
import { whys } from "./table.js";
import { shownCard, shownCards } from "./words.js";
import { counted } from "../engine/numbers.js";
import { hiddenCards, isDiscard } from "../engine/position.js";
import { noun, say } from "../engine/say.js";

const NODES = 1500000; // seconds

/* Whether a reason would name a card that the player does not see. */
const isUnseen = (table) => table.position.unknown().length || (table.hides() && hiddenCards(table.position).length);

/* After a hint: offer the reason, if it names no card that lies face down. */
function offerWhy(table) {
  const { problem, play, hint, panels } = table;
  if (isUnseen(table)) return;
  const isLost = problem.answer.verdict === "lost";
  if (isLost ? !panels.explained.explanation : !hint?.move && play.lastKnownWin() < 0) return;
  byId("message").append(" ", button("why", say`Why?`, () => (isLost ? panels.explained.start() : giveWhy(table))));
}

/* Offer to judge moves that could be made after the first `at`. */
function offerJudgement(table, at, moves) {
  if (!moves.length || isUnseen(table) || table.play.isKnownLost(0)) return;
  byId("message").append(" ", button("why", say`Why?`, () => judge(table, at, moves)));
}

async function judge(table, at, moves) {
  const { play, problem, solver } = table;
  const position = play.positions[at];
  const [move] = moves;
  const { why } = problem.answer;
  table.noteHint();
  const k = why ? placesOf(play).get(position.key()) : undefined;
  const losing = why?.losing[k] ?? {};
  const known = losing[move] ?? losing[turned(move)];
  if (moves.length === 1 && known) return answer(table, position, say`${moveName(move)} loses`, known);
  if (moves.length === 1 && [move, turned(move)].includes(play.solution[k]) && why.steps[why.moves[k][0]]?.[1]) {
    return answer(table, position, moveName(move), why.moves[k], losing, move);
  }
  if (play.isKnownLost(at)) return reply(table, say`No move wins any more.`);
  table.begin();
  const { turn } = table;
  table.say(say`Searching …`);
  const question = { game: play.game, limit: NODES };
  const line = play.moves.slice(0, at);
  const found = await solver.ask({ ...question, line, about: "advice" });
  const words = new Set();
  for (const one of found ? moves : []) {
    words.add(await judged(position, one, found.choices, () => solver.ask({ ...question, line: [...line, one], about: "verdict" })));
  }
  return found && table.turn === turn && reply(table, [...words].join(" "));
}

const turned = (move) => move.split("/").reverse().join("/");
const freedBy = (position, move) => position.play(move).uncoveredSince(position);

/* What a search found out of a move; `lost()` asks why it loses. */
async function judged(position, move, choices, lost) {
  const own = choices.find(({ moves }) => moves.includes(move) || moves.includes(turned(move)));
  if (own.verdict === "unknown") return say`Not known: the search reached its limit.`;
  if (!choices.some(({ verdict }) => verdict === "won")) return say`No move wins any more.`;
  if (own.verdict === "lost") return `${say`${moveName(move)} loses`}: ${(await lost())?.why ?? say`every line was searched`}.`;
  const words = `${say`${moveName(move)} keeps the win`}. ${doneBy(position, move)}`.trim();
  const others = choices.filter((one) => one !== own && one.verdict === "won").map(({ moves: [one] }) => one);
  if (!others.length) return choices.length > 1 ? `${words} ${say`Every other move loses.`}` : words;
  const [best, freed] = others
    .map((other) => [other, freedBy(position, other)])
    .reduce((one, other) => (other[1].length > one[1].length ? other : one));
  if (freed.length <= freedBy(position, move).length) return `${words} ${say`No other winning move uncovers more.`}`;
  return `${words} ${say`${moveName(best)} is as good, and uncovers more: ${shownCards(freed, position)}.`}`;
}

function giveWhy(table) {
  const { play, problem } = table;
  const { position } = play;
  const line = play.knownLine();
  const { why } = problem.answer;
  const known = why ? placesOf(play) : new Map();
  const k = known.get(position.key());
  if (line) return answer(table, position, moveName(line[0]), why?.moves[k] ?? [], k === undefined ? null : why.losing[k] ?? {}, line[0]);
  const at = play.lastKnownWin();
  const move = play.moves[at];
  const losing = why?.losing[known.get(play.positions[at].key())] ?? {};
  const found = losing[move] ?? losing[turned(move)];
  if (found && play.at === at + 1) return answer(table, position, say`${moveName(move)} loses`, found);
  const lost = play.isKnownLost(at + 1) ? say`${moveName(move)} lost the win.` : ""; // else a search left it open
  return reply(table, `${lost} ${say`Undo ${counted(play.at - at, noun`move`)}: from there it can be won.`}`.trim());
}

const moveName = (move) => (isDiscard(move) ? move.replace("/", say` with `) : say`Dealing`);

/* Show the steps of a proof, or say in words what a move does; `losing`: the moves that lose beside it, or null. */
function answer(table, position, name, numbers, losing, move) {
  const steps = numbers.map((step, n) => {
    const [words, own, reasons, order] = table.problem.answer.why.steps[step];
    return { words: n ? words : `${name}: ${words}`, own, reasons, order };
  });
  if (steps[0]?.own) return table.panels.explained.show(steps, byId("hint"));
  const given = steps[0] ? withoutPlaces(steps[0].words) : "";
  reply(table, [given, move ? doneBy(position, move, !given) : ""].filter(Boolean).join(" "));
  const many = Object.keys(losing ?? {}).length;
  if (many || (move && !losing)) {
    const words = many ? say`See the ${counted(many, noun`losing move`)}` : say`See what each move is worth`;
    byId("message").append(" ", button("", words, () => table.panels.openPanel("advice")));
  }
}

/* What a move frees, or what the cards under its cards still wait for. */
function doneBy(position, move, isAlone) {
  const after = position.play(move);
  const freed = after.uncoveredSince(position);
  if (freed.length) return say`${moveName(move)} frees ${shownCards(freed, position)}.`;
  const under = position.tableau.find((card) => card !== null && position.covering(card).some((one) => move.split("/").includes(one)));
  if (under && after.where(under) !== "gone") return say`Then ${shownCard(under, position)} waits only for ${shownCards(after.covering(under), position)}.`;
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

Object.assign(whys, { offer: offerWhy, judge: offerJudgement });
