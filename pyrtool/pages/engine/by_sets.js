/* Games of sets: which search is asked what, and the answer as moves of the game.
 *
 * As pyrtool/answers/kernel_setup/build.py builds the searches and kernels/lines.py writes out what they found; which
 * reasoning is sound under which rules pyrtool/answers/plan.py says, as data.
 */

import { searches } from "./answers.js";
import { blockOf } from "./blocks.js";
import { IllegalMoveError, isAlone } from "./position.js";
import { Search } from "./search.js";
import { bitHi, bitLo, byteOf, VALID_SUBSETS } from "./sets.js";
import { findShortest } from "./shortest.js";

/* Rules of games that allow more or ask the same, by the name of what makes them in Python:
   `withStockTop`, `loosened` of those, or `withOpenStock` (page/problem.py). */
export const relaxed = (game, name) => ({ ...game.rules, ...game.relaxed[name] });

/* The pass that the searches count as 0. */
const firstPass = (start) => (start.rules.passes === "unlimited" ? start.passNumber : 1);

/* A position as the searches take it: the cards left, those in the stock, and how far it is dealt. */
export function loaded(order, position) {
  const [lo, hi, stockLo, stockHi] = [0, 1, 2, 3];
  const words = [0, 0, 0, 0, 64 * (position.passNumber - firstPass(position))];
  position.game.cards.forEach((card, i) => {
    if (position.where(card) === "gone") return;
    words[lo] |= bitLo(order.bitAt[i]);
    words[hi] |= bitHi(order.bitAt[i]);
    const k = i - order.tableau;
    if (k < 0 || !order.dealt) return;
    words[stockLo] |= bitLo(k);
    words[stockHi] |= bitHi(k);
    if (card === position.wasteTop) words[4] += k + 1;
  });
  return words;
}

/* The search for these rules. It asks a chain of games that allow more: turned singly and matching by
   choice where the rules differ, then with ever fewer sets, the orderSets ones. */
export function searchFor(position, budget) {
  const { game } = position;
  const owner = loosest(game, budget);
  // A king that was passed by keeps apart two waste cards that could go together.
  const singles = !(game.rules.waste_pairs && hasPassedKing(position));
  if (game.monotone && singles) return owner;
  const rules = relaxed(game, "withStockTop");
  const asked = game.monotone ? owner.relaxed : owner;
  return new Search(game, rules, { monotone: game.monotone, singles, budget, relaxed: asked });
}

export const hasPassedKing = (position) => position.waste.some((card) => isAlone(position, card));

/* The search of the rules that allow more, or of these if they do, which asks those with fewer sets.
   `wanted`: see `SetTables`. */
export function loosest(game, budget, wanted = null) {
  const rules = relaxed(game, "loosened");
  const how = { monotone: true, budget, wanted };
  const owner = new Search(game, rules, how);
  const order = orderSets(owner);
  let smaller = null;
  // Where tableaux answer, the others cost more than they save.
  for (let kept = 2; kept < owner.sets && !game.tableauxAnswer; kept++) {
    const sets = order.slice(0, kept).reduce((mask, s) => mask | (1 << s), 0);
    smaller = new Search(game, rules, { ...how, sets, owner, relaxed: smaller });
  }
  owner.relaxed = smaller;
  return owner;
}

/* The sets, those whose choices of cards are dead soonest first. */
function orderSets(order) {
  const alive = Array.from({ length: order.sets }, (_, s) => {
    const full = byteOf(order.allLo, order.allHi, s);
    return VALID_SUBSETS.filter((sub) => !(sub & ~full)).reduce(
      (sum, sub) => sum + Math.min(order.lastAlive[256 * s + sub], 64 * order.passes),
      0,
    );
  });
  return [...alive.keys()].sort((a, b) => alive[a] - alive[b] || a - b);
}

/* {answer: "won", "lost" or "unknown", line: moves or null, nodes}. */
function solveBySets(position, limit) {
  const budget = { nodes: limit };
  const search = searchFor(position, budget);
  const answer = search.search(...loaded(search, position));
  const line = answer === "won" ? movesOf(search.line(), search, position) : null;
  if (answer === "won" && line === null) return { answer: "unknown", line, nodes: limit };
  return { answer, line, nodes: limit - Math.max(0, budget.nodes) };
}

/* The search's discards as moves, with the deals and redeals between them; null if they do not
   win. `shortest`: the line is one of the fewest moves, in which kings go no sooner than needed.
   `best`: it need not win, and is dealt on until no king is left in the stock that goes. */
export function movesOf(found, order, start, { shortest = false, kingsGo = true, best = false } = {}) {
  const { rules, monotone } = start.game;
  const cardOf = new Map([...order.bitOf].map(([card, bit]) => [bit, card]));
  const optional = shortest && rules.goal === "pyramid";
  let position = start;
  const moves = [];
  const play = (move) => {
    moves.push(move);
    position = position.play(move);
  };
  const goesAtOnce = (card) => {
    if (!isAlone(start, card)) return false;
    const i = start.game.cards.indexOf(card);
    if (i >= order.tableau && rules.stock === "dealt") return monotone && kingsGo && !shortest;
    return !optional || (i < order.tableau && start.game.inPyramid[i]);
  };
  const playSingles = () => {
    while (!position.isWon()) {
      const single = position.available().find(goesAtOnce);
      if (!single) return;
      play(single);
    }
  };
  const stockPosition = () => {
    const top = position.wasteTop;
    const t = top === null ? 0 : start.game.cards.indexOf(top) - order.tableau + 1;
    return 64 * (position.passNumber - firstPass(start)) + t;
  };
  const dealOn = () => {
    const king = position.turned !== null && isAlone(start, position.turned);
    if (shortest && kingsGo && king) play(position.turned);
    else play(position.allows("deal") ? "deal" : "redeal");
    playSingles();
  };
  try {
    playSingles();
    for (const [a, b, when] of found) {
      if (a === null) {
        do dealOn(); while (!position.vanished.length);
        continue;
      }
      const move = [...new Set([cardOf.get(a), cardOf.get(b)])].join("/");
      if (a === b && goesAtOnce(move)) continue;
      while (monotone ? !position.allows(move) : stockPosition() !== when) dealOn();
      play(move);
      playSingles();
    }
    const kingsWait = () => kingsGo && [position.turned, ...position.stock].some((card) => card && isAlone(start, card));
    while (best ? kingsWait() : !position.isWon()) dealOn();
  } catch (error) {
    if (error instanceof IllegalMoveError) return null;
    throw error;
  }
  return moves;
}

searches.bySets = { solve: solveBySets, shortest: findShortest, block: blockOf };
