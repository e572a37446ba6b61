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
function choicesOf(position) {
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
  const hasBest = position.game.bySets && typeof bestLeft === "function"; // it comes later than this script
  const lost = choices.filter(({ verdict }) => hasBest && verdict === "lost");
  rest = limit;
  lost.forEach((choice, k) => {
    choice.best = bestLeft(choice.after, Math.floor(rest / (lost.length - k)));
    rest -= choice.best.nodes;
  });
  const ranking = ["won", "unknown", "lost"];
  const order = ({ verdict, line, best }) =>
    1e6 * ranking.indexOf(verdict) + (line?.length ?? 0) + (best ? lessIsBetter(best, position) : 0);
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
