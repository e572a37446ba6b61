/* Problems as the page's app takes them (openProblem), made of a game, its cards and an answer. */

const CARD_NAMES = Object.fromEntries(
  [...RANKS].flatMap((rank) =>
    Object.keys(SIGNS).flatMap((suit) => ["", "2"].map((pack) => [rank + suit + pack, nameOf(rank + suit)])),
  ),
);

const UNANSWERED = { verdict: "unknown", told: ["It is being searched …"], moves: [], shortest: false, marks: {} };

function wonAnswer(moves, shortest) {
  const fewest = shortest ? " No line is shorter." : "";
  const told = [`Yes, in ${counted(moves.length, "move")}.${fewest}`];
  return { verdict: "won", told, moves, shortest, marks: {} };
}

/* `why`: the block in words, or null. */
function lostAnswer(why, { rules, deck }) {
  const goal = rules.goal === "pyramid" ? "clears the pyramid" : `discards all ${deck} cards`;
  const reason = why ?? `every line of play was searched, and none ${goal}`;
  return { verdict: "lost", told: [`No: ${reason}.`], moves: [], shortest: false, marks: {} };
}

function unknownAnswer() {
  return { ...UNANSWERED, told: ["Not known: the search reached its limit."] };
}

/* `number` is {numbering, value, prefix} or null; `name` is the problem's, for links without a number. */
function problemOf(game, cards, answer, number, name) {
  const { layout, ...places } = game.shape;
  return {
    game: { ...game.constant, rules: game.rules, cards, ...places },
    layout,
    names: CARD_NAMES,
    answer,
    after: 0,
    identity: {
      game: game.game,
      number: number && formatNumber(number),
      numbering: number && number.numbering,
      changes: game.changes,
      name,
    },
  };
}

/* The number of a listed problem or of a link, "freecell-617"; null if there is none. */
function numberOf(text, numbering = "native") {
  const [, other, digits] = /^(?:(freecell|pysolfc)-)?(.*)$/.exec(text ?? "");
  return parseNumber(digits, other ?? numbering);
}
