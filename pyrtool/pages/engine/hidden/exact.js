/* The chance of the best player that does not know the hidden cards, over every deal there is, as
 * pyrtool/answers/hidden/exact.py finds it. Deals are {sight, deals}: what is seen, and how many are like it.
 */

class TooMuchError extends Error {}

/* The best that can be done by what is seen, within a number of `questions`: a position that the solver
   decides, or one from which play goes on. `isLate()`: whether the time is up. */
class BestPlay {
  constructor(questions, solver, isLate) {
    Object.assign(this, { questions, solver, isLate, known: new Map(), values: new Map() });
  }

  /* How many of the deals, which look alike, the best player wins that makes this move. */
  after(deals, move) {
    return this.sum(this.played(deals, deals.map(() => move)));
  }

  sum(deals) {
    return alikeOf(deals).reduce((total, alike) => total + this.value(alike), 0n);
  }

  winnable(position) {
    const key = ranksOf(position);
    if (!this.known.has(key)) {
      this.ask();
      const answer = this.solver.ask(position);
      if (answer === null) throw new TooMuchError("the solver leaves a deal open");
      this.known.set(key, answer);
    }
    return this.known.get(key);
  }

  ask() {
    this.questions--;
    if (this.questions < 0 || this.isLate()) throw new TooMuchError("more positions than may be looked at");
  }

  /* The deals after a move each; those that are lost then are left out. */
  played(deals, moves) {
    const after = deals.map(({ sight, deals: count }, k) => {
      this.ask();
      return { sight: sight.play(moves[k]), deals: count };
    });
    return after.filter(({ sight }) => this.winnable(sight.position));
  }

  /* How many of the deals, which look alike and can all be won, the best player wins. */
  value(alike) {
    const [{ sight }] = alike;
    if (alike.length === 1 || sight.position.isWon()) return totalOf(alike);
    const key = [sight.key, ...alike.map((one) => `${ranksOf(one.sight.position)} ${one.deals}`)].join("\n");
    if (!this.values.has(key)) this.values.set(key, this.best(alike));
    return this.values.get(key);
  }

  /* `value` by looking at every move; kings that cannot hurt go first. */
  best(alike) {
    const total = totalOf(alike);
    const [{ sight }] = alike;
    const each = alike.map((one) => one.sight.moves);
    let choices = sight.moves.map((_, k) => each.map((moves) => moves[k]));
    const king = harmlessKing(sight.position);
    if (king !== undefined) choices = [choices[sight.moves.indexOf(king)]];
    const after = choices.map((moves) => this.played(alike, moves));
    after.sort((one, other) => Number(totalOf(other) - totalOf(one)));
    let best = 0n;
    for (const deals of after) {
      if (totalOf(deals) > best) {
        const value = this.sum(deals);
        if (value > best) best = value;
      }
      if (best === total) break;
    }
    return best;
  }
}

const totalOf = (deals) => deals.reduce((sum, one) => sum + one.deals, 0n);

/* The deals, those together that look alike. */
function alikeOf(deals) {
  const groups = new Map();
  for (const one of deals) {
    const { key } = one.sight;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(one);
  }
  return [...groups.values()];
}

/* The first king that goes immediately at no loss (pyrtool/answers/kings.py); undefined if there is none. */
function harmlessKing(position) {
  return position.legalMoves().find((move) => isHarmlessKing(move, position));
}

function isHarmlessKing(move, position) {
  if (!isDiscard(move) || move.includes("/") || !isAlone(position, move)) return false;
  const { game, rules, tableau } = position;
  const place = tableau.indexOf(move);
  const ends = rules.scoring === "microsoft" && place >= 0; // its discard may end the game
  if (ends && game.inPyramid[place] && !game.covers.some((on) => on.includes(place))) return false;
  return place >= 0 || earlyNeverHurtsFrom(position);
}

/* `monotone` from a position on: in the last pass no group is to shift (pyrtool/answers/soundness.py). */
function earlyNeverHurtsFrom({ game, rules, passNumber }) {
  if (game.monotone || passNumber !== rules.passes) return game.monotone;
  if (rules.wastes > 1 && rules.deal_to === "each") return true;
  if (rules.stock_waste.startsWith("auto")) return false;
  return rules.draw === 1 || !rules.waste_pairs;
}
