/* Piles of a table that lie face down: what "18 face down" means, and which line a table lacks, as
 * pyrtool/notation/face_down.py decides and says it.
 */

/* The words of a pile, and whether it has any number of cards face down. "20 face down" are 20 unknown cards,
   and other cards may follow. Without a number, the stock and the waste have any number of them. */
function faceDown(row, label, game) {
  const texts = row.map(({ text }) => text.toLowerCase());
  const at = texts.findIndex((text, k) => text === "face" && texts[k + 1] === "down");
  if (at < 0) {
    checkNoNumber(row, texts, label);
    return [row, false];
  }
  const [{ place }] = row;
  if (label === "turned" || label === "gone") {
    throw new ReadingError(say`${place}: ${label}: name these cards, or leave the line out`);
  }
  const number = texts.slice(0, at).filter((text) => text !== "card" && text !== "cards");
  const rest = row.slice(at + 2);
  if (number.length === 1 && COUNT.test(number[0])) {
    const count = Math.min(Number(number[0]), game.deck.length + 1);
    return [[...Array(count).fill({ place, text: "??" }), ...rest], false];
  }
  if (number.length) {
    const words = row.slice(0, at).map(({ text }) => text).join(" ");
    throw new ReadingError(say`${place}: ${words} face down: write a number, as in ${label} 3 face down`);
  }
  if (label === "waste" || (label === "stock" && !rest.length)) return [rest, true];
  throw new ReadingError(say`${place}: say how many, as in ${label} 3 face down`);
}

/* A ReadingError for a stock that is a number alone. */
function checkNoNumber(row, texts, label) {
  const isAlone = texts.length === 1 || (texts.length === 2 && /^cards?$/.test(texts[1]));
  if (label !== "stock" || !isAlone || !COUNT.test(texts[0]) || isCell(texts.join(" "))) return;
  throw new ReadingError(say`${row[0].place}: for cards that nobody has seen write ${texts[0]} face down`);
}

/* The table with any number of cards face down, in the stock or the waste. */
function withoutNumber(seen, where) {
  try {
    seen.checkPossible();
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    throw new ReadingError(placedAt(where, error.message));
  }
  return seen;
}

/* A table that cannot be as it is written: the one with any number of cards in the stock, where nothing was
   said of it and that can be; else the error with what the table perhaps lacks. `piles`: as written. */
function impossible(seen, piles, where, message) {
  const { rules, deck } = seen.game;
  const passes = rules.passes === "unlimited" ? seen.passNumber : rules.passes;
  const [first] = piles.get("stock") ?? [];
  const isDown = first !== undefined && UNKNOWN_WORDS.has(first.text);
  const anyStock = new PartlySeen(seen.game, { ...seen, stock: null, found: null });
  let lacks = "";
  if (seen.passNumber > passes) {
    lacks = say` (name the game that is played in a first line, as in # a position, microsoft)`;
  } else if (rules.stock !== "dealt") {
    lacks = "";
  } else if (!piles.has("stock")) {
    lacks = say` (no stock is given: the ${counted(deck.length - seen.named(), noun`card`)} not named count as gone)`;
    if (anyStock.positions().length) return anyStock;
    if (rules.stock_top && seen.turned === null && !seen.moreBelow) {
      lacks += say`: if some lie in the stock, add the line stock face down, and name the turned card, as in turned 5C`;
    }
  } else if (rules.stock_top && !piles.has("turned") && isDown) {
    lacks = say` (no turned card is given: name it before the stock, as in turned 5C)`;
  } else if (seen.stock.every((cell) => cell === "??") && anyStock.positions().length) {
    const line = first ? first.place.slice(0, first.place.lastIndexOf(",")) : where;
    const can = possibleStocks(anyStock);
    throw new ReadingError(placedAt(line, say`${message} (with the other lines as they are, write stock ${can} face down)`));
  }
  throw new ReadingError(placedAt(where, `${message}${lacks}`));
}

/* The table in one line, as it is read. */
function formatPartlySeen(seen) {
  let text = formatPosition(seen.game, Position.start(seen.positions()[0]));
  if (seen.stock === null) text = text.replace(/stock(?: \?\?)+/, "stock face down");
  if (!seen.moreBelow) return text;
  const waste = [" waste face down", ...seen.wastes[0]].join(" ");
  text = text.replace(/ waste(?: \?\?| [A2-9TJQK][CDHS]?)+/, "");
  return text.replace(" stock ", `${waste} stock `);
}

/* Which numbers of cards the stock can have: "2, 4 or 6 to 9". */
const possibleStocks = (seen) => rangeOf(seen.positions().map(({ start }) => start.stock.length));

/* Numbers in words: "18", or "2 to 22", or "1, 3 or 5". */
function rangeOf(numbers) {
  const sorted = [...new Set(numbers)].sort((one, other) => one - other);
  const runs = [];
  for (const number of sorted) {
    const last = runs[runs.length - 1];
    if (last && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  const words = runs.map(([low, high]) => (low < high ? say`${low} to ${high}` : `${low}`));
  const last = words.pop();
  return words.length ? say`${words.join(", ")} or ${last}` : last;
}
