/* What takes no search: what follows from the rules and the table, and all choices of some. */

const isAlone = (position, card) => goTogether(position.game, [card]);

/* Kings that go immediately are no choice. */
function isFreeKing(move, position) {
  if (!isDiscard(move) || move.includes("/") || !isAlone(position, move)) return false;
  return position.game.monotone || position.tableau.includes(move);
}

/* The rules have cards that a player may choose not to see. */
const canHide = (rules) => rules.stock === "dealt" || rules.face_down === "covered";

/* Whether a stock card can only go alone or with a card of the tableau. */
function noTwoStockCardsMatch(rules) {
  const apart = rules.waste_ends === "top" && !rules.waste_pairs && !rules.waste_match;
  return apart && rules.stock === "dealt" && rules.stock_waste === "no";
}

/* The cards that such a player does not know: covered cards, where the rules lay them face down, and
   the stock until the first pass is over. */
function hiddenCards(position) {
  const { rules, stock, tableau, passNumber } = position;
  const isCovered = (card) => card !== null && position.covering(card).length > 0;
  const covered = rules.face_down === "covered" ? tableau.filter(isCovered) : [];
  return passNumber === 1 ? [...covered, ...stock] : covered;
}

/* Every choice of `count` members, in their order. */
function* choices(members, count, from = 0) {
  if (count === 0) yield [];
  for (let i = from; count > 0 && i <= members.length - count; i++) {
    for (const rest of choices(members, count - 1, i + 1)) yield [members[i], ...rest];
  }
}
