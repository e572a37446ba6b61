/* What the page says of games and positions, for test_rules.py to compare: each function takes and
 * gives what JSON can hold. */

/** What differs from what the referee says, at the first position at which anything does. */
function compared(cases) {
  const LOOKS = [true, false].flatMap((open) => [true, false].map((beside) => ({ open, beside })));
  const reachesAll = (cards) => {  // with the arrow keys, from the first card
    const reached = new Set([...cards.keys()].slice(0, 1));
    for (const card of reached) {
      for (const [dx, dy] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
        const next = neighbour(cards, card, dx, dy);
        if (next !== null) reached.add(next);
      }
    }
    return reached.size === cards.size;
  };
  const wrong = [];
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const plain = (text) =>  // cards as the referee writes them, without what tells them apart
    text?.replace(/(?<![\w?])(?:([A2-9TJQK])[cdhs]|([A2-9TJQK][CDHS]))2?(?!\w)|\?\d+/g,
      (_, rank, card) => rank ?? card ?? "??") ?? null;
  for (const { game, layout, names, steps } of cases) {
    let position = Position.start(game);
    for (const step of steps) {
      if (step.move !== null) position = position.play(step.move);
      const looks = step.spots === null ? [] : LOOKS.map((look) => arrange(position, layout, look));
      const found = {
        legal: position.legalMoves(),
        reasons: step.tried.map((move) => plain(position.whyNot(move))),
        numbers: [position.cardsLeft(), position.pyramidLeft(), position.isWon(), position.score()],
        vanished: position.vanished,
        words: describe(position, names),
      };
      for (const { cards, width, height } of looks) {
        const seen = new Map([...cards].filter(([, spot]) => spot.state !== "under"));
        if (!reachesAll(seen)) wrong.push(["unreachable", position.key()]);
        const isWhole = cards.size === position.cardsLeft();
        const fits = (at, size, whole) => at >= 0 && at + size <= whole + 1e-6;
        const inside = ({ x, y }) => fits(x, 1, width) && fits(y, 1.4, height);
        const isInside = isWhole && [...cards.values()].every(inside);
        if (!isInside) wrong.push(["outside", game.rules, step.move]);
        // The tableau lies as on the pictures, moved as a whole; if cards are gone, rows of pictures
        // close up, so that what is below them lies higher than on the page.
        const moved = step.spots.map(([card, x, y]) => {
          const spot = cards.get(card);
          return [spot.x - x, spot.y - y];
        });
        const isFar = ([x, y], i) => {
          const closed = i && step.hasGone ? y - moved[i - 1][1] : Math.abs(y - moved[0][1]);
          return Math.abs(x - moved[0][0]) > 0.0004 || (step.hasGone ? closed < -0.0004 : closed > 0.0004);
        };
        if (moved.some(isFar)) wrong.push(["moved", game.rules, step.move]);
      }
      for (const what of Object.keys(found)) {
        if (!same(found[what], step[what])) {
          wrong.push([what, game.rules, step.move, found[what], step[what]]);
        }
      }
      if (wrong.length) return wrong;
    }
  }
  return wrong;
}

/** The answer of the search after a line of play; a line that wins is played to its end. */
function searched(cases) {
  return cases.map(({ game, line, limit }) => {
    let position = Position.start(game);
    for (const move of line) position = position.play(move);
    const found = solve(position, limit);
    if (found.answer !== "won") return found.answer;
    for (const move of found.line) position = position.play(move);
    return position.isWon() ? "won" : "a line that does not win";
  });
}

/** The answer of the search to each deal of a game, and why one is lost. */
function judged([constant, deals, limit]) {
  return deals.map((cards) => {
    const start = Position.start({ ...constant, cards });
    const { answer, line } = solve(start, limit);
    const end = (line ?? []).reduce((at, move) => at.play(move), start);
    if (answer === "won" && !end.isWon()) return ["a line that does not win", null];
    return [answer, answer === "lost" ? blockOf(start, limit)?.words ?? null : null];
  });
}

/** The same of positions, whose cards are written as the library writes them. */
function judgedFrom(games) {
  return games.map((game) => {
    const start = Position.start(game);
    const { answer, line } = solve(start, 1e5);
    const end = (line ?? []).reduce((at, move) => at.play(move), start);
    if (answer === "won" && !end.isWon()) return ["a line that does not win", null];
    const why = answer === "lost" ? blockOf(start, 1e5)?.words ?? null : null;
    return [answer, why?.replace(/(?<!\w)([A2-9TJQK])[cdhs](?!\w)/g, "$1") ?? null];
  });
}

/** The verdict on each position, and what its choices are worth. */
function advised(games) {
  return games.map((game) => {
    const start = Position.start(game);
    const { verdict, choices } = advise(start, 3e5);
    for (const { line, moves } of choices) {
      if (line && !line.reduce((at, move) => at.play(move), start).isWon()) throw Error(moves);
    }
    return [verdict, choices.map(({ line, moves, ...worth }) => ({
      ...worth, moves, moves_to_end: line && line.length,
    }))];
  });
}

/** The best that is left at each position, also in words. */
function bestOf(cases) {
  return cases.map(([game, limit]) => {
    const best = bestLeft(Position.start(game), limit);
    return { ...best, words: bestWords(best, game) };
  });
}

/** The fewest moves that win each deal, null where the search finds none. */
function shortestOf([games, limit]) {
  return games.map((game) => {
    const start = Position.start(game);
    const { answer, line } = findShortest(start, 200, limit);
    const end = (line ?? []).reduce((at, move) => at.play(move), start);
    return answer !== "won" ? null : end.isWon() ? line.length : "a line that does not win";
  });
}

/** The fewest moves from the position after each line. */
function shortestFrom(cases) {
  return cases.map(({ game, line }) => {
    const at = line.reduce((now, move) => now.play(move), Position.start(game));
    const found = findShortest(at, 200, 1e6);
    const end = (found.line ?? []).reduce((now, move) => now.play(move), at);
    if (found.answer !== "won") return null;
    return end.isWon() ? found.line.length : "a line that does not win";
  });
}
