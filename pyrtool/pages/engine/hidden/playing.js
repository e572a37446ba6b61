/* A player at a table with hidden cards: it plays a deal on by what it sees. It draws what the table may hide,
 * as often as pyrtool/answers/hidden/playing.py supposes and imagines, and makes the move that wins most often.
 */

const DRAWN = 64; // what the table may hide, for each move
const SURE = 24; // after this many, it makes a move that always won
const MOST_MOVES = 400; // a game with more goes round in circles

class TablePlayer {
  /* `solver` decides whether a deal is lost already; `isLate()`: whether the time is up. */
  constructor(solver, isLate) {
    Object.assign(this, { solver, isLate });
  }

  /* Whether it reaches the goal; null where the time was up. `otherCounts`: which numbers of cards it holds
     possible, compared with what lies there: how many more in the stock, and in the waste. */
  wins(sight, otherCounts, chance) {
    let at = sight;
    for (let moves = 0; moves < MOST_MOVES; moves++) {
      if (at.position.isWon()) return true;
      const winnable = this.solver.ask(at.position);
      if (winnable === false) return false;
      if (!at.unseen.size) return winnable === true;
      const move = this.choose(at, otherCounts, chance);
      if (move === undefined) return false;
      if (move === null) return null;
      at = at.play(move);
    }
    return false;
  }

  /* The move that it makes; undefined where none is legal, null where the time is up. */
  choose(sight, otherCounts, chance) {
    const { moves } = sight;
    const king = harmlessKing(sight.position);
    if (king !== undefined && moves.includes(king)) return king;
    if (moves.length < 2) return moves[0];
    const wins = moves.map(() => 0);
    const tables = tablesOf(sight, otherCounts);
    const weights = tables.map(({ hands }) => hands.count);
    for (let drawn = 0; drawn < DRAWN; drawn++) {
      if (this.isLate()) return null;
      if (drawn >= SURE && Math.max(...wins) === drawn) break; // no other move wins more
      const { table, hands, free } = chosen(tables, weights, chance);
      const gone = new Set(hands.draw(chance));
      const here = free.filter((card) => !gone.has(card));
      const named = withCards(table, sampled(here, here.length, chance));
      if (this.solver.ask(named) === false) continue; // a move wins nothing that is lost
      moves.forEach((move, k) => {
        if (this.solver.ask(named.play(move)) === true) wins[k]++;
      });
    }
    const most = Math.max(...wins);
    const best = moves.filter((_, k) => wins[k] === most);
    return best.find((move) => /^deal/.test(move)) ?? best[0]; // what wins as often by dealing can wait
  }
}

/* What may lie there by what is seen: for each number of cards face down a position with unknown cards, and
   which cards may be gone then. */
function tablesOf(sight, otherCounts) {
  const { position, unseen } = sight;
  const { game, tableau, bouquet, stock } = position;
  const here = new Set(position.cards().filter((card) => !unseen.has(card)).map(inTheDeck));
  const free = deckOf(game.rules).filter((card) => !here.has(card) && !sight.gone.has(card));
  const gaps = tableau.filter((card) => card === null).length;
  const isCounted = sight.counts || !stock.length || !stock.every((card) => unseen.has(card));
  const found = [];
  for (const more of isCounted ? [[0, 0]] : thatFit(sight, otherCounts)) {
    const piles = hiddenPiles(sight, more);
    let going = free.length - piles.flat().filter((card) => card === null).length;
    going -= [...tableau, ...bouquet].filter((card) => unseen.has(card)).length;
    const hands = new Hands(game, free, going, [...sight.gone], gaps);
    if (hands.count) found.push({ table: unknownTable(sight, piles), hands, free });
  }
  return found;
}

/* The numbers of cards that agree with what was seen meanwhile: the stock is not empty, and of the waste no more
   cards came to light than lay there. */
function thatFit({ position: { waste, stock }, unseen }, otherCounts) {
  const below = waste.filter((card) => unseen.has(card)).length;
  return otherCounts.filter(([inStock, inWaste]) => {
    return stock.length + inStock > 0 && (waste.length ? below + inWaste >= 0 : inWaste === 0);
  });
}

/* The wastes and the stock, null for a card that was not seen, with this many more of them. */
function hiddenPiles({ position, unseen }, [inStock, inWaste]) {
  const seen = (pile) => pile.map((card) => (unseen.has(card) ? null : card));
  const [first, ...others] = position.wastes.map(seen);
  const more = (count) => Array(Math.max(count, 0)).fill(null);
  const waste = [...more(inWaste), ...first.slice(Math.max(-inWaste, 0))];
  const stock = [...more(inStock), ...seen(position.stock).slice(Math.max(-inStock, 0))];
  return [waste, ...others, stock];
}

/* The position with each card that was not seen unknown. */
function unknownTable({ position, unseen }, piles) {
  let number = 0;
  const unknown = () => `?${++number}`;
  const places = (cards) => cards.map((card) => (unseen.has(card) ? unknown() : card));
  const [tableau, bouquet] = [places(position.tableau), places(position.bouquet)];
  const [waste, ...others] = piles.map((pile) => pile.map((card) => card ?? unknown()));
  const stock = others.pop();
  return position.but({ tableau, bouquet, waste, furtherWastes: others, stock, vanished: [] });
}
