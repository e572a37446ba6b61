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
function drawing(seed) {
  let state = seed;
  return (size) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * size);
  };
}

/* The same orders each time, whatever the true one is: a function that shuffles. */
function shuffler(seed) {
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
