/* Questions about a game, answered here or in a worker that runs the same code.
 *
 * A question is {about, game, line, limit}: the game as in position.js, the moves that were made, and
 * how many nodes it may cost. `about` has one of these values, each with its answer:
 * - "verdict": {answer, line, why};
 * - "shortest", with `most`, the most moves that are of interest: {answer, line};
 * - "advice": {verdict, choices, why} (advice.js);
 * - "closed": {move, wins, orders} (closed.js);
 * - "table", with the `games` that may begin so and `seconds` for `game`, `line` and `limit`: {verdict,
 *   choices, assumed, isDone} (hidden/table.js), also while it goes on.
 */

function answerTo(question, report = () => {}) {
  const { about, game, line, limit, most } = question;
  if (about === "table") return adviseAtTable(question, report);
  const position = line.reduce((at, move) => at.play(move), Position.start(game));
  if (about === "shortest") return fewestMoves(position, most, limit);
  if (about === "closed") return closedHint(position, limit);
  const found = about === "advice" ? advise(position, limit) : solve(position, limit);
  const isLost = (found.answer ?? found.verdict) === "lost";
  const block = isLost && game.bySets ? blockOf(position, limit) : null;
  return { ...found, why: block?.words ?? null, block };
}

if (typeof document === "undefined") {
  self.addEventListener("message", ({ data: { id, ...question } }) => {
    const report = (found) => self.postMessage({ id, isPartial: true, ...found });
    self.postMessage({ id, ...answerTo(question, report) });
  });
}
