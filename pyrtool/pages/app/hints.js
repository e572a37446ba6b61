/* Hints, in two steps: first where to look, then what to do.
 *
 * A reader who sees every card gets the next move of a line that is known to win, or learns that
 * nothing wins any more. Any other reader gets what is best by what can be seen, and nothing else.
 */

async function giveHint(table) {
  const { play, turn, solver } = table;
  if (play.position.isWon()) return table.say("The game is won.");
  const hidden = table.hides() && !play.position.unknown().length ? hiddenCards(play.position) : [];
  const isClosed = hidden.length > 0;
  let closed = null;
  if (isClosed || (!play.knownLine() && !play.isKnownLost())) {
    table.busy = true;
    table.say("Searching …");
    table.render();
    closed = await (isClosed ? play.closedHint(solver) : play.search(solver));
    if (table.turn !== turn) return undefined;
    table.busy = false;
  }
  const line = isClosed ? [closed.move] : play.knownLine();
  if (line && line[0] !== null) tellHint(table, line[0], closed ? closedWords(closed) : "");
  else table.say(isClosed ? `No hint: no move wins in any of ${closedOrders(closed)}.` : whyNoHint(table));
  return table.render();
}

const closedOrders = ({ orders }) => `${counted(orders, "order")} of the cards that lie face down`;

const closedWords = (closed) => (closed.orders ? ` It wins in ${closed.wins} of ${closedOrders(closed)}.` : "");

/* `why` is said with the move. */
function tellHint(table, move, why) {
  const { lastHint, play, position } = table;
  const again = lastHint?.move === move && lastHint.at === play.at;
  table.hint = { move, at: play.at, step: again ? 2 : 1 };
  table.selected = null;
  if (!isDiscard(move)) return table.say(again ? `Hint: ${dealWords(move)}.${why}` : "Hint: look at the stock.");
  const cards = move.split("/");
  if (!again && cards.length > 1) return table.say(`Hint: look at ${saidCard(lookAt(table, cards), position)}.`);
  table.hint.step = 2;
  const said = cards.map((card) => saidCard(card, position));
  return table.say(`Hint: discard ${said.join(" and ")}.${why}`);
}

/* The card of a pair to be shown first: one of the tableau, if possible. */
function lookAt({ position }, cards) {
  return cards.find((card) => position.tableau.includes(card)) ?? cards[0];
}

function whyNoHint({ play, position, problem }) {
  const unknown = position.unknown().length;
  if (unknown) {
    return `No hint: ${counted(unknown, "card")} unknown, and nothing is searched while that is so.`;
  }
  if (problem.answer.verdict === "lost") {
    return "This deal cannot be won, whatever is played.";
  }
  const back = play.at - play.lastKnownWin();
  const undo = back <= play.at ? ` Undo ${counted(back, "move")}: from there it can be won.` : "";
  const why = play.isKnownLost()
    ? `From here the game cannot be won any more: ${play.whyLost() ?? "every line was searched"}.`
    : "No hint: the search reached its limit, and nothing is proved.";
  return why + undo;
}
