/* The moves of a game in play as a record has them, one event each: {discard: [{card, from}]}, {deal: cards},
 * {redeal: count}, {auto: [card, card]} for a pair that went by itself. As pyrtool/notation/moves.py has them.
 */

/* The position after the events of a record. A ReadingError where an event differs from what happens,
   or is not allowed. */
function afterEvents(recorded, start) {
  let [at, made, expected] = [start, 0, []];
  const kinds = recorded.map((event, k) => kindOf(event, k + 1));
  recorded.forEach((event, k) => {
    const kind = kinds[k];
    if (kind !== "auto" && !expected.length) {
      const before = at;
      const move = kind === "discard" ? discardOf(event.discard, before) : kind + (event.to ?? "");
      made += 1;
      at = playRecorded(move, before, made);
      expected = happenings(before, move, at);
    }
    compareEvents(event, expected.shift(), made);
  });
  if (expected.length) compareEvents(null, expected[0], made);
  return at;
}

function playRecorded(move, position, number) {
  try {
    return position.play(move);
  } catch (error) {
    if (!(error instanceof IllegalMoveError)) throw error;
    throw new ReadingError(say`move ${number}: ${error.message}`);
  }
}

function kindOf(event, number) {
  const isObject = event !== null && typeof event === "object" && !Array.isArray(event);
  const [[kind, content] = [], ...more] = isObject ? Object.entries(event) : [];
  const isCards = Array.isArray(content) && content.every((card) => typeof card === "string");
  const isTo = more.length === 1 && kind === "deal" && more[0][0] === "to" && more[0][1] >= 1;
  const isWhole = {
    discard: () => Array.isArray(content) && content.length > 0 && content.every(
      (one) => typeof one?.card === "string" && typeof one.from === "string",
    ),
    deal: () => isCards,
    auto: () => isCards,
    redeal: () => Number.isInteger(content),
  };
  if ((more.length && !isTo) || !Object.hasOwn(isWhole, kind ?? "") || !isWhole[kind]()) {
    throw new ReadingError(say`event ${number}: there is no such move`);
  }
  return kind;
}

function discardOf(cards, position) {
  const named = ({ card, from }) =>
    cardsNamed(`${card}@${shortPlace(from)}`, position)[0] ?? cardIn(card) ?? card;
  return cards.map(named).join("/");
}

/* What happens on the table with a move. */
function happenings(before, move, after) {
  const events = [];
  const { rules, turned } = before;
  if (isDiscard(move)) {
    events.push({ discard: move.split("/").map((card) => ({ card: bareName(card), from: before.where(card) })) });
  } else if (move === "redeal") events.push({ redeal: before.passed.length });
  else if (rules.wastes > 1 || !rules.stock_top) {
    const to = Number(move.slice(4));
    const atOnce = rules.wastes > 1 && !to ? rules.wastes : rules.draw;
    const undealt = turned === null ? before.stock : [turned, ...before.stock];
    events.push({ deal: undealt.slice(0, atOnce).map(bareName), ...(to ? { to } : {}) });
  }
  else events.push({ deal: after.vanished.some((pair) => pair[1] === turned) ? [] : [bareName(turned)] });
  return [...events, ...after.vanished.map((pair) => ({ auto: pair.map(bareName) }))];
}

function compareEvents(recorded, seen, number) {
  const plain = (event) => JSON.stringify(event, (key, value) => {
    return typeof value === "string" && key !== "from" ? cardIn(value) ?? rankIn(value) ?? value : value;
  });
  if (recorded && seen && plain(recorded) === plain(seen)) return;
  throw new ReadingError(say`move ${number}: the record does not match the position`);
}
