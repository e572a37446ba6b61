/* Questions about a game, answered here or in a worker that runs the same code.
 *
 * A question is {about, game, line, limit}: the game as in position.js, the moves that were made, and
 * how many nodes it may cost. `about` has one of these values, each with its answer:
 * - "verdict": {answer, line, why};
 * - "shortest", with `most`, the most moves that are of interest: {answer, line};
 * - "advice": {verdict, choices, why} (`advise`);
 * - "closed": {move, wins, orders} (`closedHint`);
 * - "split", with how many `orders` are drawn each time: {steps, first, skill, luck, result} (luck.js);
 * - "table", with the `games` that may begin so and `seconds` for `game`, `line` and `limit`: {verdict,
 *   choices, assumed, isDone} (hidden/chances.js), also while it goes on.
 */

import { hiddenCards, isFreeKing, Position } from "./position.js";

/* The searches that a page has. Each adds itself: `bySets` or `generally`, whichever the game needs; others may come
   later. */
export const searches = {};

/* {answer: "won", "lost" or "unknown", line: moves or null, nodes}. */
export function solve(position, limit) {
  if (position.isWon()) return { answer: "won", line: [], nodes: 0 };
  const { bySets, generally } = searches;
  const unknown = { answer: "unknown", line: null, nodes: limit };
  return (position.game.bySets ? bySets?.solve : generally)?.(position, limit) ?? unknown;
}

/* {answer, line} with the fewest moves; unknown where only the general search knows the game. */
function fewestMoves(position, most, limit) {
  const unknown = { answer: "unknown", line: null };
  return position.game.bySets ? searches.bySets.shortest(position, most, limit) : unknown;
}

/* What each legal move of a position is worth: whether it keeps the win, and how many moves then lead
 * to the end; or that it loses, and the best that is left then. docs/how-to/judge-a-move.md defines
 * the words; pyrtool/answers/advice and pyrtool/answers/rating/only_moves.py say the same.
 */

/* The position after the kings that go immediately. */
function settled(position) {
  let at = position;
  while (!at.isWon()) {
    const king = at.available().find((card) => isFreeKing(card, at));
    if (king === undefined) break;
    at = at.play(king);
  }
  return at;
}

/* The legal moves, those together after which the same ranks lie at the same places. */
export function choicesOf(position) {
  const rank = (card) => (card === null ? "-" : card[0]);
  const found = new Map();
  for (const move of position.legalMoves()) {
    const after = position.play(move);
    const { tableau, bouquet, wastes, turned, stock, passNumber, clearedInPass } = after;
    const piles = [tableau, [...bouquet].map(rank).sort(), ...wastes, [turned, ...stock]];
    const key = JSON.stringify([piles.map((pile) => pile.map(rank)), passNumber, clearedInPass]);
    if (!found.has(key)) found.set(key, { moves: [], after });
    found.get(key).moves.push(move);
  }
  return [...found.values()];
}

/* Whether the moves that keep the win are one choice, while another loses: those moves; else none.
   `wins(position)` is true, false, or null where that is not known: then so is the answer. */
function onlyChoice(position, wins) {
  const seen = new Set();
  const winning = [];
  let loses = false;
  for (const move of position.legalMoves()) {
    const after = settled(position.play(move));
    if (seen.has(after.key())) continue;
    seen.add(after.key());
    const isWon = wins(after);
    if (isWon === null) return null;
    if (!isWon) {
      loses = true;
      continue;
    }
    for (const other of winning) {
      const together = oneChoice({ move, after }, other, wins);
      if (together === null) return null;
      if (!together) return [];
    }
    winning.push({ move, after });
  }
  return loses ? winning.map(({ move }) => move) : [];
}

/* Whether two moves can be made in either order, to the same end, which keeps the win. */
function oneChoice(one, other, wins) {
  if (!one.after.allows(other.move) || !other.after.allows(one.move)) return false;
  const ends = [settled(one.after.play(other.move)), settled(other.after.play(one.move))];
  if (ends.every((end) => end.isWon())) return true;
  return ends[0].key() === ends[1].key() ? wins(ends[0]) : false;
}

/* {verdict, choices}, the best first. Each choice is {moves, verdict, line, shortest, only, best}:
   - verdict: "won", "lost" or "unknown";
   - line: moves to the end with the first of `moves`; shortest: whether none has fewer;
   - only: whether no other choice keeps the win, null if that is not known;
   - best: what is left after a move that loses (best.js), else null.
   `limit`: nodes for all verdicts, as many again for the fewest moves, and for the best. */
function advise(position, limit) {
  const known = new Map();
  let rest = limit;
  const judged = (at) => {
    const key = at.key();
    if (!known.has(key)) {
      const found = solve(at, rest);
      rest = Math.max(0, rest - found.nodes);
      known.set(key, found);
    }
    return known.get(key);
  };
  const wins = (at) => ({ won: true, lost: false, unknown: null })[judged(at).answer];
  const choices = choicesOf(position).map(({ moves, after }) => {
    const { answer, line } = judged(after);
    return { moves, verdict: answer, line, shortest: false, only: false, best: null, after };
  });
  const won = choices.filter(({ verdict }) => verdict === "won");
  won.forEach((choice) => Object.assign(choice, fewestOf(choice, limit / won.length)));
  if (won.length && won.length < choices.length) {
    const only = onlyChoice(settled(position), wins);
    for (const choice of won) choice.only = only && choice.moves.some((move) => only.includes(move));
  }
  const hasBest = position.game.bySets && searches.best !== undefined; // it comes later than this script
  const lost = choices.filter(({ verdict }) => hasBest && verdict === "lost");
  rest = limit;
  lost.forEach((choice, k) => {
    choice.best = searches.best.left(choice.after, Math.floor(rest / (lost.length - k)));
    rest -= choice.best.nodes;
  });
  const ranking = ["won", "unknown", "lost"];
  const order = ({ verdict, line, best }) =>
    1e6 * ranking.indexOf(verdict) + (line?.length ?? 0) + (best ? searches.best.lessIsBetter(best, position) : 0);
  choices.sort((one, other) => order(one) - order(other));
  for (const choice of choices) delete choice.after;
  return { verdict: position.isWon() ? "won" : choices[0]?.verdict ?? "lost", choices };
}

/* A line from a won choice, as short as the limit lets it be proved. */
function fewestOf({ moves, after, line }, limit) {
  const { rules } = after;
  const isAnyAsLong = !line.length || (rules.stock !== "dealt" && rules.goal === "all");
  const found = isAnyAsLong ? { answer: "lost" } : fewestMoves(after, line.length - 1, limit);
  const end = found.answer === "won" ? found.line : line;
  return { line: [moves[0], ...end], shortest: found.answer !== "unknown" };
}

/* Hints for a player who does not see every card: moves are tried in many orders of those that lie face down.
 *
 * An order is one that the player cannot distinguish from the true one; the true one is not used.
 */

const CLOSED_ORDERS = 24;

/* The position with its hidden cards in another order. */
function reordered(position, hidden, order) {
  const instead = new Map(hidden.map((card, k) => [card, order[k]]));
  const laid = (pile) => pile.map((card) => instead.get(card) ?? card);
  const { game, tableau, stock } = position;
  return position.but({
    game: { ...game, cards: laid(game.cards) }, tableau: laid(tableau), stock: laid(stock),
  });
}

/* The same numbers each time: a function that draws one below its size. */
export function drawing(seed) {
  let state = seed;
  return (size) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * size);
  };
}

/* The same orders each time, whatever the true one is: a function that shuffles. */
export function shuffler(seed) {
  const below = drawing(seed);
  return (cards) => {
    const order = [...cards];
    for (let k = order.length - 1; k > 0; k--) {
      const other = below(k + 1);
      [order[k], order[other]] = [order[other], order[k]];
    }
    return order;
  };
}

/* {move, wins, orders}: the move that keeps the win in most of the `orders` that were tried, in `wins` of
   them; null where none does in any. A king that goes immediately is tried in none. `limit`: nodes. */
function closedHint(position, limit) {
  const hidden = hiddenCards(position);
  const moves = position.legalMoves().filter((move) => !move.split("/").some((card) => hidden.includes(card)));
  const king = moves.find((move) => isFreeKing(move, position));
  if (king !== undefined) return { move: king, wins: 0, orders: 0 };
  const [known, shuffled] = [[...hidden].sort(), shuffler(hidden.length)];
  const wins = moves.map(() => 0);
  let [rest, orders] = [limit, 0];
  for (; orders < CLOSED_ORDERS && rest > 0; orders++) {
    const at = reordered(position, hidden, shuffled(known));
    moves.forEach((move, k) => {
      const found = solve(at.play(move), Math.min(Math.max(rest, 0), limit / CLOSED_ORDERS));
      rest -= found.nodes;
      if (found.answer === "won") wins[k]++;
    });
  }
  const most = Math.max(0, ...wins);
  return { move: most ? moves[wins.indexOf(most)] : null, wins: most, orders };
}

function answerTo(question, report = () => {}) {
  const { about, game, line, limit, most } = question;
  if (about === "table") return searches.atTable(question, report);
  if (about === "split") return searches.split(question, report);
  const position = line.reduce((at, move) => at.play(move), Position.start(game));
  if (about === "shortest") return fewestMoves(position, most, limit);
  if (about === "closed") return closedHint(position, limit);
  const found = about === "advice" ? advise(position, limit) : solve(position, limit);
  const isLost = (found.answer ?? found.verdict) === "lost";
  const block = isLost && game.bySets ? searches.bySets.block(position, limit) : null;
  return { ...found, why: block?.words ?? null, block };
}

globalThis.answerTo = answerTo; // a page asks it if it has no worker

if (typeof document === "undefined") {
  self.addEventListener("message", ({ data: { id, ...question } }) => {
    const report = (found) => self.postMessage({ id, isPartial: true, ...found });
    self.postMessage({ id, ...answerTo(question, report) });
  });
}
