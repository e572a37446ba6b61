/* The chance of each move for a player that does not know the hidden cards, as pyrtool/answers/hidden/chances.py
 * finds it: over every deal where there are few, else from deals drawn by chance. These are solved after each
 * move with every card known. Of those that can be won, some are played on by a player that knows what is seen,
 * and nothing of the deal. It goes on as long as one waits, and gives what it has so far.
 */

const FEW_DEALS = 1000; // the search tries all orders of the unknown cards up to this number
const QUESTIONS = 5000; // positions that are looked at for an exact chance
const DEALS_AT_ONCE = 40; // are drawn before a game of each move is played on

/* The chances of these legal moves, time and again, surer each time: {chances, deals, all, games, isDone}. A chance
   is as in app/entry/chance.js. `deals`, `games`: how many are drawn, and played on of each move, at most.
   `isLate()`: whether the time is up. */
function* tableChances(cases, moves, { deals, games, seed, isLate }) {
  const solver = new Winnable();
  const exact = exactChances(cases, moves, solver, isLate);
  if (exact) {
    yield exact;
    return;
  }
  const sampling = new Sampling(cases, moves, solver, { seed, isLate });
  for (let isDone = false; !isDone; ) {
    const isEnough = sampling.drawn >= deals && sampling.games.every((played) => played >= games);
    isDone = isEnough || !sampling.goOn(deals, games);
    yield { ...sampling.found(), isDone };
  }
}

/* The exact chances; null where there are too many deals, or that takes too long. */
function exactChances(cases, moves, solver, isLate) {
  let total = 0;
  for (const one of cases) {
    total += one.orders(FEW_DEALS);
    if (total > FEW_DEALS) return null;
  }
  const every = everyDeal(cases);
  const deals = totalOf(every);
  const play = new BestPlay(QUESTIONS, solver, isLate);
  try {
    const won = every.filter(({ sight }) => play.winnable(sight.position));
    const chances = moves.map((move) => ({ deals: every.length, exact: fraction(play.after(won, move), deals) }));
    return { chances, deals: every.length, all: true, games: 0, isDone: true };
  } catch (error) {
    if (error instanceof TooMuchError) return null;
    throw error;
  }
}

/* A fraction in lowest terms as text: [numerator, denominator]. */
function fraction(part, whole) {
  let [one, other] = [part, whole];
  while (other) [one, other] = [other, one % other];
  return [`${part / one}`, `${whole / one}`];
}

/* Every deal behind the cases, apart from suits, with how likely it is as a whole number. */
function everyDeal(cases) {
  const weights = weightsOf(cases).map(BigInt);
  const found = cases.map((one, at) => {
    const deals = [...one.each()].map(([cards, count]) => ({ sight: sightOf(one, cards, cases.length === 1), deals: count }));
    return { deals, whole: weights[at] * (totalOf(deals) || 1n) };
  });
  const scale = found.reduce((product, { whole }) => product * whole, 1n);
  return found.flatMap(({ deals, whole }) => deals.map(({ sight, deals: count }) => ({ sight, deals: (count * scale) / whole })));
}

/* What a player sees of a deal behind a case. */
function sightOf({ position, gone }, cards, counts) {
  return new Sight(withCards(position, cards), new Set(cards), new Set(gone), counts);
}

/* Deals drawn by chance, and games played on. */
class Sampling {
  constructor(cases, moves, solver, { seed, isLate }) {
    Object.assign(this, { cases, moves, solver, seed, isLate, drawn: 0 });
    this.chance = numbersFrom(seed);
    this.weights = weightsOf(cases).map((one) => 1 / one);
    this.player = new TablePlayer(solver, isLate);
    for (const name of ["winnable", "leftOpen", "games", "won"]) this[name] = moves.map(() => 0);
    this.waiting = moves.map(() => []); // deals that a move keeps winnable, and that no game was about
  }

  /* Draw some deals, and play a game of each move; false where the time is up. */
  goOn(deals, games) {
    for (let k = 0; k < DEALS_AT_ONCE && this.drawn < deals; k++) {
      if (this.isLate()) return false;
      this.draw();
    }
    let isOn = this.drawn < deals;
    for (let at = 0; at < this.moves.length; at++) {
      const [next] = this.waiting[at];
      if (next === undefined || this.games[at] >= games) continue;
      const chance = numbersFrom(this.seed + 1 + next.number); // the same for every move
      const isWon = this.player.wins(next.sight.play(this.moves[at]), this.otherCounts(next.at), chance);
      if (isWon === null) return false;
      this.waiting[at].shift();
      this.games[at]++;
      this.won[at] += isWon;
      isOn = true;
    }
    return isOn;
  }

  /* Draw a deal, and ask the solver which moves keep it winnable. */
  draw() {
    const { cases, moves, chance, solver } = this;
    const at = chosen([...cases.keys()], this.weights, chance);
    const sight = sightOf(cases[at], cases[at].draw(chance), cases.length === 1);
    const number = this.drawn++;
    if (solver.ask(sight.position) === false) return;
    moves.forEach((move, k) => {
      const answer = solver.ask(sight.position.play(move));
      this.leftOpen[k] += answer === null;
      this.winnable[k] += answer === true;
      if (answer) this.waiting[k].push({ sight, at, number });
    });
  }

  /* How many cards more lie face down in each case than in this one. */
  otherCounts(at) {
    const here = this.cases[at].position;
    return this.cases.map(({ position: { stock, waste } }) => {
      return [stock.length - here.stock.length, waste.length - here.waste.length];
    });
  }

  found() {
    const chances = this.moves.map((_, k) => ({
      deals: this.drawn,
      winnable: this.winnable[k],
      leftOpen: this.leftOpen[k],
      played: this.games[k],
      won: this.won[k],
    }));
    return { chances, deals: this.drawn, all: false, games: this.games.reduce((sum, one) => sum + one, 0) };
  }
}
