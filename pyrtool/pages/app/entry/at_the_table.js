/* Advice at a table with unknown cards in words: what was assumed, and a chance for each move, as
 * pyrtool/cli/words/at_the_table.py says it. A chance is that of pyrtool/answers/hidden/chance.py: {deals,
 * winnable, leftOpen, played, won}, or {deals, exact: [numerator, denominator]}.
 */

const ERRORS = 1.959963984540054; // standard errors of an interval of 95%
const SURER_ERRORS = 2.241402727604947; // of one of 97.5 %: two of them make 95 % together

const shareOf = (hits, deals) => (deals ? hits / deals : 0);

const exactValue = ([part, whole]) => Number(part) / Number(whole);

/* The chance, 0 to 1; 0 where nothing is known but the interval. */
function valueOfChance({ deals, winnable, played, won, exact }) {
  return exact ? exactValue(exact) : shareOf(winnable, deals) * shareOf(won, played);
}

/* Whether nothing is known but the interval: no game is played on yet. */
const isOpenChance = ({ deals, winnable, played, exact }) => !exact && (!deals || (winnable > 0 && !played));

/* Wilson's interval for a share. */
function wilson(hits, deals, errors) {
  if (!deals) return [0, 1];
  const square = errors * errors;
  const share = hits / deals;
  const spread = 1 + square / deals;
  const centre = (share + square / (2 * deals)) / spread;
  const half = (errors * Math.sqrt((share * (1 - share)) / deals + square / (4 * deals * deals))) / spread;
  return [hits ? Math.max(0, centre - half) : 0, hits < deals ? Math.min(1, centre + half) : 1];
}

/* An interval for a chance, from those for its two shares. */
function intervalOf(chance) {
  const { deals, winnable, leftOpen, played, won, exact } = chance;
  if (exact) return [exactValue(exact), exactValue(exact)];
  if (played === winnable) return [wilson(won, deals, ERRORS)[0], wilson(won + leftOpen, deals, ERRORS)[1]];
  const [low, high] = wilson(won, played, SURER_ERRORS);
  return [wilson(winnable, deals, SURER_ERRORS)[0] * low, wilson(winnable + leftOpen, deals, SURER_ERRORS)[1] * high];
}

/* A share in hundredths, with one digit more; a tie goes to the even one, as Python has it. */
function hundredths(share) {
  const number = 100 * share;
  const tenths = Math.floor(10 * number);
  const isTie = Math.abs(4 * number) % 2 === 1;
  const rounded = isTie ? (tenths + (tenths % 2)) / 10 : number;
  return rounded.toFixed(1).replace(".", say`0.5`[1]);
}

const percent = (share) => say`${hundredths(share)}%`;

/* The choices in the order of `Advice`: kings that go at no loss, then the best chance. */
function bestFirst(choices, position) {
  const ranking = ["won", "depends", "unknown", "lost"];
  const never = ({ moves }) => moves.some((move) => isFreeKing(move, position));
  const order = ({ chance, verdict, line }) => [
    valueOfChance(chance), chance.winnable ?? 0, -ranking.indexOf(verdict), -(line?.length ?? 0),
  ];
  return [...choices].sort((one, other) => {
    const [before, after] = [[never(one), ...order(one)], [never(other), ...order(other)]];
    const at = before.findIndex((value, k) => value !== after[k]);
    return at < 0 ? 0 : after[at] - before[at];
  });
}

/* Name the best move: "best KD, 12.0%; ..". `named`: the words for the moves of a choice. */
function tableAnswer({ verdict, choices: [first] }, named) {
  if (verdict === "lost") return say`lost whatever the unknown cards are`;
  const best = bestChance(named(first), first.chance);
  return verdict === "won" ? say`${best}; ${say`winnable whatever the unknown cards are`}` : best;
}

/* The best move and its chance. */
function bestChance(moves, chance) {
  const most = percent(intervalOf(chance)[1]);
  if (isOpenChance(chance)) return say`best ${moves}, at most ${most}`;
  const value = valueOfChance(chance);
  if (!value && !chance.exact) return say`best ${moves}, at most ${most}: none of the deals drawn was won`;
  return say`best ${moves}, ${percent(value)}`;
}

/* What was assumed: which counts, and how likely each deal is. */
function assumedWords({ stock, waste, gone, unnamed, unknown }) {
  const words = [say`${rangeOf(stock)} in the stock`, say`${rangeOf(waste)} in the waste`];
  let what = say`every order of the ${unnamed} unknown cards`;
  if (unknown.some((count) => count !== unnamed)) {
    words.push(say`${rangeOf(gone)} gone, in pairs or alone`);
    what = say`every choice of these and every order of the others`;
  } else {
    words.push(say`${rangeOf(gone)} gone`);
  }
  if (stock.length > 1 || waste.length > 1) what = say`every number, ${what}`;
  return say`assumed: ${words.join(", ")}; ${what} equally likely`;
}

/* How the chances were found, so far. */
function howFound({ all, deals, games }) {
  if (all) return say`chances of the best closed player: exact, over all ${counted(deals, noun`deal`)}`;
  if (!deals) return "";
  const drawn = counted(deals, noun`deal`);
  return say`chances of a closed player: from ${drawn} drawn, ${counted(games, noun`game`)} played on`;
}

/* The chance of a move, its interval, and what holds whatever the unknown cards are. */
function chanceWords({ chance, verdict }) {
  const [low, high] = intervalOf(chance).map(hundredths);
  const words = [isOpenChance(chance) ? say`open` : percent(valueOfChance(chance))];
  if (!chance.exact) words.push(`(${say`${low} to ${high}%`})`);
  else if (verdict === "depends" || verdict === "unknown") words.push(`(${say`exact`})`);
  const holds = { won: say`keeps the win whatever they are`, lost: say`loses whatever they are` }[verdict];
  return [...words, ...(holds ? [holds] : [])];
}
