/* What moves are worth at a table with unknown cards: what holds whatever they are, and chances, as
 * pyrtool/answers/advice/at_the_table.py and with_unknown_cards.py say it. Where nobody knows how many cards lie
 * face down, what does with every number holds.
 */

const MOST_ORDERS = 100; // of the unknown cards, that are tried
const LEAST_ORDERS = 2; // that are tried with each number of cards face down
const MOST_HANDS = 1000; // choices of which cards are gone, for a proof with the stock lying open

/* The worth of the moves of a table, time and again, surer each time: {verdict, choices, assumed, isDone}. A choice
   is {moves, verdict, line, chance}; `positions` are those that may lie there. `seconds`: how long it goes on. */
function* judgeTable(positions, { deals, games, seed, seconds }) {
  const begun = Date.now();
  const isAfter = (share) => () => Date.now() - begun > 1000 * share;
  const possible = positions.map((position) => new Case(position)).filter(({ hands }) => hands.count);
  const cases = possible.length ? possible : [new Case(positions[0])];
  const judged = judgeCases(cases, isAfter(Math.min(1, seconds / 4)));
  const asked = judged.verdict === "lost" ? [] : judged.choices.filter(({ verdict, line }) => verdict !== "lost" && !line);
  const moves = asked.map((choice) => choice.moves[0]);
  const whole = { chances: [], deals: 0, all: false, games: 0, isDone: true };
  const rounds = moves.length ? tableChances(cases, moves, { deals, games, seed, isLate: isAfter(seconds) }) : [whole];
  for (const found of rounds) {
    const choices = judged.choices.map((choice) => {
      const proved = { deals: 0, exact: [choice.line ? "1" : "0", "1"] };
      return { ...choice, chance: found.chances[asked.indexOf(choice)] ?? proved };
    });
    const { chances, isDone, ...counts } = found;
    yield { verdict: judged.verdict, choices, assumed: { ...assumedOf(cases), ...counts }, isDone };
  }
}

/* What holds with every number of cards face down. */
function judgeCases(cases, isLate) {
  const solver = new Winnable();
  const most = cases.length === 1 ? MOST_ORDERS : Math.max(Math.floor(MOST_ORDERS / cases.length), LEAST_ORDERS);
  const judged = [];
  for (const one of cases) {
    if (judged.length && isLate()) break;
    judged.push(judgeOrders(one, most, solver, isLate));
  }
  if (cases.length === 1) return judged[0];
  const areAll = judged.length === cases.length;
  const choices = judged[0].choices.map((choice, k) => {
    const alike = judged.map((one) => one.choices[k]);
    const isOneLine = areAll && alike.every(({ line }) => `${line}` === `${choice.line}`);
    return { ...choice, verdict: valueOf(alike, areAll), line: isOneLine ? choice.line : null };
  });
  return { verdict: valueOf(judged, areAll), choices };
}

/* What holds with every number of cards, if some or all numbers have these values. */
function valueOf(judged, areAll) {
  const values = new Set(judged.map(({ verdict }) => verdict));
  const [first] = values;
  if (values.size === 1 && first !== "unknown" && (areAll || first === "depends")) return first;
  const wins = values.has("won") || judged.some(({ isWonWith }) => isWonWith);
  const loses = values.has("lost") || judged.some(({ isLostWith }) => isLostWith);
  return values.has("depends") || (wins && loses) ? "depends" : "unknown";
}

/* {verdict, choices}: what holds with every order of the unknown cards of a case, by proof, or by trying
   all orders, or `most` of them. */
function judgeOrders(one, most, solver, isLate) {
  const { position } = one;
  const begun = (moves, at) => ({ moves, at, never: false, line: null, isOpen: false, tried: 0, isWonWith: false, isLostWith: false });
  const whole = begun([], position);
  const each = choicesOf(position).map(({ moves, after }) => begun(moves, after));
  whole.never = isNeverWon(one, position, isLate);
  for (const choice of each) choice.never = whole.never || isNeverWon(one, choice.at, isLate);
  const isSettled = ({ never, line, isOpen, isWonWith, isLostWith }) => never || line || isOpen || (isWonWith && isLostWith);
  const areAll = one.orders(most) <= most;
  let seen = 0;
  for (const cards of ordersFor(one, most, areAll)) {
    const asked = [whole, ...each].filter((choice) => !isSettled(choice));
    if (!asked.length || isLate()) break;
    seen++;
    tryOrder(asked, whole, withCards(position, cards), solver);
  }
  if (!areAll || isLate()) seen = -1;
  const value = (choice) => {
    if (choice.never) return "lost";
    if (choice.line) return "won";
    if (choice.isWonWith && choice.isLostWith) return "depends";
    if (choice.tried !== seen || !seen) return "unknown";
    return choice.isWonWith ? "won" : "lost";
  };
  whole.line ??= each.find(({ line }) => line)?.line ?? null;
  const choices = each.map((choice) => {
    const { moves, line, isWonWith, isLostWith } = choice;
    return { moves, verdict: value(choice), line: line && [moves[0], ...line], isWonWith, isLostWith };
  });
  return { verdict: value(whole), choices, isWonWith: whole.isWonWith, isLostWith: whole.isLostWith };
}

/* Every order of the unknown cards, or `most` of them by chance that are always the same. */
function* ordersFor(one, most, areAll) {
  if (areAll) {
    for (const [cards] of one.each()) yield cards;
    return;
  }
  const chance = numbersFrom(0);
  for (let k = 0; k < most; k++) yield one.draw(chance);
}

/* Ask about each of these choices with the unknown cards named. */
function tryOrder(asked, whole, named, solver) {
  const found = solve(named, QUESTION_NODES);
  for (const choice of asked) {
    let { answer, line } = found;
    if (choice !== whole && answer === "won") {
      const [move] = choice.moves;
      if (line[0] === move) line = line.slice(1);
      else ({ answer, line } = solve(named.play(move), QUESTION_NODES));
    }
    if (answer === "unknown") {
      choice.isOpen = true;
      continue;
    }
    choice.tried++;
    choice[answer === "won" ? "isWonWith" : "isLostWith"] = true;
    if (answer === "won" && needsNoOrder(choice.at, line)) choice.line = line;
  }
}

/* Whether a line that wins with one order wins with every order: so it is where the referee plays it while the
   cards are unknown. Where pairs vanish by themselves an unknown card may take another one with it. */
function needsNoOrder(start, line) {
  if (start.rules.stock_waste.startsWith("auto")) return false;
  try {
    return line.reduce((at, move) => at.play(move), start).isWon();
  } catch (error) {
    if (error instanceof IllegalMoveError) return false;
    throw error;
  }
}

/* Whether no order wins, as games that allow more are lost: for each choice of which cards are unknown, with all that
   is not in the tableau lying open (pyrtool/answers/advice/possible_cards.py). */
function isNeverWon({ hands }, position, isLate) {
  const { game, tableau } = position;
  if (!game.bySets || tableau.some((card) => card !== null && !isKnown(card))) return false;
  const rules = relaxed(game, "withOpenStock");
  let tried = 0;
  for (const here of hands.each()) {
    if (tried++ === MOST_HANDS || isLate()) return false;
    const named = withCards(position, here.flatMap(([rank, count]) => hands.free.get(rank).slice(0, count)));
    const search = new Search(named.game, rules, { monotone: true, budget: { nodes: QUESTION_NODES } });
    if (named.isWon() || search.search(...loaded(search, named).slice(0, 4), 0) !== "lost") return false;
  }
  return tried > 0;
}

/* What is assumed of the table: how many cards lie in the stock and in the waste or are gone, each number that is
   possible; `unknown` of the `unnamed` cards lie somewhere. */
function assumedOf(cases) {
  const numbers = (of) => [...new Set(cases.map(of))].sort((one, other) => one - other);
  return {
    stock: numbers(({ position }) => position.stock.length),
    waste: numbers(({ position }) => position.passed.length),
    gone: numbers(({ position }) => deckOf(position.rules).length - position.cardsLeft()),
    unnamed: cases[0].unnamed.length,
    unknown: numbers(({ unknown }) => unknown.length),
  };
}

/* The answer to a question about a table (worker.js): `report` is given each that is not the last. */
function adviseAtTable({ games, seconds, seed = 0, deals = 2000, played = 200 }, report) {
  let reported = Date.now();
  let last = null;
  for (const found of judgeTable(games.map((game) => Position.start(game)), { deals, games: played, seed, seconds })) {
    last = found;
    if (found.isDone || Date.now() - reported < REPORT_MS) continue;
    reported = Date.now();
    report(found);
  }
  return last;
}

const REPORT_MS = 400;
