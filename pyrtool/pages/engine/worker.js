/* Questions about a game, answered here or in a worker that runs the same code.
 *
 * A question is {about, game, line, limit}: the game as in position.js, the moves that were made, and
 * how many nodes it may cost. `about` has one of these values, each with its answer:
 * - "verdict": {answer, line, why};
 * - "shortest", with `most`, the most moves that are of interest: {answer, line};
 * - "advice": {verdict, choices, why} (advice.js);
 * - "closed": {move, wins, orders} (closed.js).
 */

function answerTo({ about, game, line, limit, most }) {
  const position = line.reduce((at, move) => at.play(move), Position.start(game));
  if (about === "shortest") return fewestMoves(position, most, limit);
  if (about === "closed") return closedHint(position, limit);
  const found = about === "advice" ? advise(position, limit) : solve(position, limit);
  const isLost = (found.answer ?? found.verdict) === "lost";
  const why = isLost && game.bySets ? whyLost(position, limit) : null;
  return { ...found, why };
}

if (typeof document === "undefined") {
  self.addEventListener("message", ({ data }) => {
    self.postMessage({ id: data.id, ...answerTo(data) });
  });
}
