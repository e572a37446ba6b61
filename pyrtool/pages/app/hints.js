/* Hints, in two steps: first where to look, then what to do.
 *
 * A reader who sees every card gets the next move of a line that is known to win, or learns that
 * nothing wins any more. Any other reader gets what is best by what can be seen, and nothing else.
 */

async function giveHint(table) {
  const { play, turn, solver } = table;
  if (play.position.isWon()) return table.say(say`The game is won.`);
  const hidden = table.hides() && !play.position.unknown().length ? hiddenCards(play.position) : [];
  const isClosed = hidden.length > 0;
  let closed = null;
  if (isClosed || (!play.knownLine() && !play.isKnownLost())) {
    table.busy = true;
    table.say(say`Searching …`);
    table.render();
    closed = await (isClosed ? play.closedHint(solver) : play.search(solver));
    if (table.turn !== turn) return undefined;
    table.busy = false;
  }
  const line = isClosed ? closed && [closed.move] : play.knownLine();
  if (line && line[0] !== null) showHint(table, line[0], closed ? closedWords(closed) : "");
  else table.say(closed ? say`No hint: no move wins in any of ${closedOrders(closed)}.` : whyNoHint(table));
  if (table.problem.answer.why && table.hint?.step !== 1) offerWhy(table);
  return table.render();
}

const closedOrders = ({ orders }) => say`${counted(orders, noun`order`)} of the cards that lie face down`;

const closedWords = (closed) => (closed.orders ? ` ${say`It wins in ${closed.wins} of ${closedOrders(closed)}.`}` : "");

/* `why` is shown with the move. */
function showHint(table, move, why) {
  const { lastHint, play, position } = table;
  const again = lastHint?.move === move && lastHint.at === play.at;
  table.hint = { move, at: play.at, step: again ? 2 : 1 };
  table.selected = null;
  table.noteHint();
  if (!isDiscard(move)) return table.say(again ? `${say`Hint: ${dealWords(move)}.`}${why}` : say`Hint: look at the stock.`);
  const cards = move.split("/");
  if (!again && cards.length > 1) return table.say(say`Hint: look at ${shownCard(lookAt(table, cards), position)}.`);
  table.hint.step = 2;
  const named = cards.map((card) => shownCard(card, position));
  return table.say(`${say`Hint: discard ${named.join(say` and `)}.`}${why}`);
}

/* The card of a pair to be shown first: one of the tableau, if possible. */
function lookAt({ position }, cards) {
  return cards.find((card) => position.tableau.includes(card)) ?? cards[0];
}

function whyNoHint({ play, position, problem }) {
  if (position.unknown().length) return unjudged(position);
  if (problem.answer.verdict === "lost") {
    return say`This deal cannot be won, whatever is played.`;
  }
  const back = play.at - play.lastKnownWin();
  const undo = back <= play.at ? ` ${say`Undo ${counted(back, noun`move`)}: from there it can be won.`}` : "";
  const why = play.isKnownLost()
    ? say`From here the game cannot be won any more: ${play.whyLost() ?? say`every line was searched`}.`
    : say`No hint: the search reached its limit, and nothing is proved.`;
  return why + undo;
}
