/* Tables made of what was read: a deal, or a position that play can have led to; what cannot be is rejected
 * with the reason, as pyrtool/game/position.py and unknown_cards.py do. And a table as text, in one line.
 */

import { COUNT, cut, isCell, placedAt, ReadingError, UNKNOWN_WORDS } from "./reader.js";
import { shownRank } from "../dom.js";
import { asPacks } from "../link.js";
import { counted, isKnown } from "../../engine/numbers.js";
import { hasPyramid, placeWords, Position, rankOf, RANKS } from "../../engine/position.js";
import { noun, say } from "../../engine/say.js";

const MOST_PASSES = 2 ** 31;

export const isSuited = (cell) => cell !== null && cell !== "??" && cell.length > 1;

/* Cells that distinguish the cards of two packs. */
function cellsApart(cells, { rules }) {
  const ofPacks = rules.packs > 1 ? asPacks(cells.filter(isSuited)) : null;
  return ofPacks ? cells.map((cell) => (isSuited(cell) ? ofPacks.shift() : cell)) : cells;
}

/* A game that begins with this deal; a ReadingError if the cards are not its deck. */
export function dealOf(game, cells) {
  const cards = cellsApart(cells, game);
  const twice = game.rules.packs > 1 ? say`more than twice` : say`twice`;
  const seen = new Map();
  const each = new Set(cards);
  if (cards.length !== game.deck.length || !game.deck.every((card) => each.has(card))) {
    cards.forEach((card, k) => {
      if (seen.has(card)) {
        throw new ReadingError(say`card ${k + 1}: ${cells[k]} appears ${twice}, at ${seen.get(card)} and ${k + 1}`);
      }
      if (!game.deck.includes(card)) {
        throw new ReadingError(say`card ${k + 1}: ${cells[k]} is not in the deck of this game`);
      }
      seen.set(card, k + 1);
    });
    const missing = game.deck.filter((card) => !seen.has(card));
    const named = missing.slice(0, 4).map(bareName).join(" ") + (missing.length > 4 ? " .." : "");
    throw new ReadingError(
      say`${counted(cards.length, noun`card`)}: the deck has ${game.deck.length}; missing ${named}`,
    );
  }
  return { ...game.constant, cards };
}

/* A game that begins at the table. Cells as in cells.js; a ReadingError says why there is no
   such table. */
function tableOf(game, { tableau, bouquet, stock, turned, wastes, passNumber, clearedInPass, gone }) {
  const { rules, deck } = game;
  const size = deck.length - game.places.length;
  const dealt = rules.stock === "dealt";
  const held = [...tableau, ...bouquet, ...wastes.flat(), turned, ...stock];
  const { here, codes, named } = inDeck(held, gone, game);
  const left = here.splice(tableau.length);
  const open = left.splice(0, bouquet.length);
  while (!dealt && open.length < size) open.push(null);
  const piled = left.filter((card) => card !== null);
  const [passed, ...furtherWastes] = wastes.map((waste) => piled.splice(0, waste.length));
  const isTurned = turned !== null || (rules.stock_top && piled.length > 0);
  const start = {
    tableau: here,
    bouquet: open,
    stock: isTurned ? piled.slice(1) : piled,
    turned: isTurned ? piled[0] : null,
    waste: passed,
    furtherWastes,
    passNumber,
    clearedInPass,
  };
  const wrong = whyNoTable(game, start, size);
  if (wrong) throw new ReadingError(wrong);
  const isCleared = start.tableau.every((card, i) => card === null || !game.inPyramid[i]);
  if (clearedInPass === null && isCleared && hasPyramid(game)) start.clearedInPass = passNumber;
  const away = deck.filter((card) => !codes.has(card));
  const position = new Position({ game: { ...game.constant, cards: [] }, ...start, vanished: [] });
  for (const reason of wrongs(game, position, away)) throw new ReadingError(reason);
  const free = [...away];
  const fill = (pile) => pile.map((card) => card ?? free.pop());
  const laidOut = [...fill(start.tableau), ...fill(start.bouquet)];
  const undealt = start.turned === null ? start.stock : [start.turned, ...start.stock];
  const cards = [...laidOut, ...free, ...passed, ...furtherWastes.flat(), ...undealt];
  return { ...game.constant, cards, start, gone: named };
}

/* The cards that are here, null for gaps, each with a name of its own ("7c", "?1"); which cards of the deck
   they take; and where some are unknown, the cards that are named as gone. */
function inDeck(held, gone, game) {
  const every = cellsApart([...held, ...gone], game);
  const codes = new Set(every.filter(isSuited));
  const give = (cell) => {
    if (cell === null || isSuited(cell) || cell === "??") return cell;
    const free = game.deck.find((card) => card[0] === cell && !codes.has(card));
    if (!free) throw new ReadingError(tooMany([...held, ...gone], game));
    codes.add(free);
    return free[0] + free[1].toLowerCase() + free.slice(2);
  };
  const here = every.slice(0, held.length).map(give);
  const given = every.slice(held.length).map(give);
  const away = given.map((card) => (card === "??" ? card : card.toUpperCase()));
  const unknown = here.filter((card) => card === "??").length;
  if (!unknown) {
    for (const card of away) codes.delete(card);
    return { here, codes, named: [] };
  }
  const gaps = here.slice(0, game.places.length).filter((card) => card === null).length;
  const fitting = fittingCards(unknown, away.filter((card) => card !== "??"), codes, game, gaps);
  for (const card of away) codes.delete(card);
  for (const card of fitting.slice(0, unknown)) codes.add(card);
  let number = 0;
  const named = here.map((card) => (card === "??" ? `?${++number}` : card));
  return { here: named, codes, named: given };
}

/* A rank with more cards than the deck has, in words, if there is one. */
export function tooMany(cells, game) {
  const ranks = new Map();
  for (const cell of cells) {
    if (cell !== null && cell !== "??") ranks.set(cell[0], (ranks.get(cell[0]) ?? 0) + 1);
  }
  const has = (rank) => game.deck.filter((card) => card[0] === rank).length;
  const [rank, count] = [...ranks].find(([one, many]) => many > has(one)) ?? [];
  return rank && say`${shownRank(rank)}: ${counted(count, noun`card`)}, the deck has ${has(rank)}`;
}

/* Choose a number of cards that are not taken, so that all others can have gone in pairs. Each set
   loses as many pairs as it can, before cards that go alone. Where no two cards of the stock match, a
   set loses no more pairs than the tableau has gaps, while there are others. */
function fittingCards(unknown, gone, codes, game, gaps) {
  if (!game.sets) throw new ReadingError(say`unknown cards (??) are allowed only in games whose ranks pair two by two`);
  const free = new Map([...RANKS].map((rank) => [rank, []]));
  for (const card of game.deck) if (!codes.has(card)) free.get(card[0]).push(card);
  const goneOf = new Map([...RANKS].map((rank) => [rank, gone.filter((card) => card[0] === rank).length]));
  let going = [...free.values()].flat().length - unknown;
  if (going < 0) {
    throw new ReadingError(
      say`${counted(unknown, noun`card`)} unknown, but only ${unknown + going} of the deck are not named`,
    );
  }
  for (const [low, high] of game.sets) { // first, those whose partners are named
    for (const [rank, mate] of [[low, high], [high, low]]) {
      const more = Math.max(goneOf.get(mate) - goneOf.get(rank), 0);
      const lacking = low === high ? goneOf.get(mate) % 2 : more;
      if (lacking > free.get(rank).length || lacking > going) {
        throw new ReadingError(say`gone: ${shownRank(mate)} cannot have gone without partners`);
      }
      free.get(rank).splice(0, lacking);
      goneOf.set(rank, goneOf.get(rank) + lacking);
      going -= lacking;
    }
  }
  const goesAlone = (rank) => !game.constant.partners[RANKS.indexOf(rank) + 1]?.length;
  const alone = [...RANKS].filter(goesAlone).map((rank) => free.get(rank));
  let mayGo = Math.floor(going / 2);
  if (game.constant.noTwoStockCardsMatch) {
    const inPairs = [...goneOf].filter(([rank]) => !goesAlone(rank)).reduce((sum, [, count]) => sum + count, 0);
    const least = Math.floor((going - alone.flat().length + 1) / 2);
    mayGo = Math.min(mayGo, Math.max(gaps - Math.floor(inPairs / 2), least));
  }
  for (const [low, high] of game.sets) {
    const [lows, highs] = [free.get(low).length, free.get(high).length];
    const most = low === high ? Math.floor(lows / 2) : Math.min(lows, highs);
    const pairs = Math.min(most, mayGo);
    for (const rank of [low, high]) free.get(rank).splice(0, pairs);
    mayGo -= pairs;
    going -= 2 * pairs;
  }
  if (going > alone.flat().length) {
    throw new ReadingError(
      say`${counted(going, noun`card`)} too many are neither here nor unknown, nor gone in pairs`,
    );
  }
  for (const cards of alone) going -= cards.splice(0, going).length;
  return [...free.values()].flat();
}

/* Piles that the rules do not have, or have in another size. */
function whyNoTable(game, start, size) {
  const { rules } = game;
  const dealt = rules.stock === "dealt";
  for (const [name, room] of [["tableau", game.places.length], ["bouquet", dealt ? 0 : size]]) {
    const places = start[name].length;
    if (places !== room) return say`${name}: ${counted(places, noun`place`)}, the rules have ${room}`;
  }
  if (!dealt && (start.stock.length || start.waste.length || start.turned)) {
    return say`stock: these rules deal none`;
  }
  if (!rules.stock_top && start.turned !== null) return say`turned: no card is turned under these rules`;
  const passed = [start.waste, ...start.furtherWastes].flat();
  const inStock = passed.length + start.stock.length + (start.turned === null ? 0 : 1);
  if (inStock > size) return say`stock: ${counted(inStock, noun`card`)}, only ${size} are not laid out`;
  for (const [name, number] of [["pass", start.passNumber], ["cleared_in_pass", start.clearedInPass]]) {
    if (number !== null && !(number >= 1 && number < MOST_PASSES)) {
      return say`${name} ${number}: must be 1 to ${MOST_PASSES - 1}`;
    }
  }
  return null;
}

/* A card of a table as messages name it. */
export const bareName = (card) => (isKnown(card) ? card.slice(0, /[cdhs]/.test(card[1]) ? 1 : 2) : "??");

/* What no play leads to. */
function* wrongs(game, position, away) {
  const { rules } = game;
  for (const [i, card] of position.tableau.entries()) {
    const cover = game.constant.covers[i].map((k) => position.tableau[k]).find((one) => one !== null);
    if (card === null && cover !== undefined) {
      yield say`${placeWords(game.places[i])}: the card is gone, and ${bareName(cover)} still lies on it`;
    }
  }
  yield* wrongStock(game, position);
  const { passNumber: number, clearedInPass: cleared } = position;
  const passes = rules.passes === "unlimited" ? number : rules.passes;
  if (number > passes || (rules.stock !== "dealt" && number > 1)) {
    const most = rules.passes === "unlimited" ? 1 : rules.passes;
    yield most === 1 ? say`pass ${number}: the rules have 1 pass` : say`pass ${number}: the rules have ${most} passes`;
  }
  const left = position.pyramidLeft();
  if ((cleared === null) !== (left > 0 || !hasPyramid(game)) || (cleared ?? 0) > number) {
    yield say`cleared_in_pass ${cleared ?? "None"}: in pass ${number}, with ${counted(left, noun`pyramid card`)} left`;
  }
  yield* wrongPairs(game, position, away);
}

function* wrongStock({ rules, deck, places }, position) {
  if (rules.stock_top && position.stock.length && position.turned === null) {
    yield say`turned: the next card of the stock lies turned under these rules`;
  }
  const most = deck.length - places.length - position.stock.length;
  const isEach = rules.wastes > 1 && rules.deal_to === "each";
  for (const [k, waste] of isEach ? position.wastes.entries() : []) {
    const usual = Math.floor((most - k - 1) / rules.wastes) + 1;
    if (waste.length > usual) yield say`waste ${k + 1}: ${counted(waste.length, noun`card`)}, at most ${usual} dealt`;
  }
  if (rules.stock_top || !position.stock.length) return;
  const draw = isEach ? rules.wastes : rules.draw;
  const least = position.passNumber === 1 ? most : position.passed.length;
  if (Math.floor(most / draw) * draw < least) {
    const dealt = least === most ? `${least}` : say`${least} to ${most}`;
    const left = counted(position.stock.length, noun`card`);
    yield say`stock: ${left} left, so ${dealt} were dealt in pass ${position.passNumber}, which ${draw} at a time never are`;
  }
}

function* wrongPairs({ constant: { partners, noTwoStockCardsMatch } }, position, away) {
  const ranks = new Map();
  for (const card of away) ranks.set(rankOf(card), [...(ranks.get(rankOf(card)) ?? []), card]);
  const withoutSuits = position.cards().some((card) => !/^[A2-9TJQK][CDHS]/.test(card));
  for (const [rank, cards] of [...ranks].sort(([a], [b]) => a - b)) {
    const count = cards.length;
    const ways = partners[rank];
    const names = withoutSuits ? "" : ` (${cards.map(bareName).join(" ")})`;
    const shown = shownRank(RANKS[rank - 1]);
    const name = (count === 1 ? say`1 of rank ${shown} is gone` : say`${count} of rank ${shown} are gone`) + names;
    const isOnly = (other, ofIt) => other.length === 1 && other[0] === ofIt;
    const [mate] = ways;
    const mates = ranks.get(mate)?.length ?? 0;
    if (isOnly(ways, rank) && count % 2) yield say`${name}: they are discarded in pairs`;
    else if (ways.length === 1 && mate !== rank && isOnly(partners[mate], rank) && count !== mates) {
      yield say`${name}, but ${mates} of rank ${shownRank(RANKS[mate - 1])}: as many of each must be gone`;
    }
  }
  const wrong = unpaired(partners, new Map([...ranks].map(([rank, cards]) => [rank, cards.length])));
  if (wrong) yield say`gone: ${wrong}: they cannot be discarded in pairs`;
  const pairs = Math.floor(away.filter((card) => partners[rankOf(card)].length).length / 2);
  const gaps = position.tableau.filter((card) => card === null).length;
  if (noTwoStockCardsMatch && pairs > gaps) {
    const gone = counted(gaps, noun`tableau card`);
    yield say`${counted(pairs, noun`pair`)} are gone, but only ${gone}: no two cards of the stock match under these rules`;
  }
}

/* Where cards are unknown, those of which it is known that they are gone. */
export function goneOf({ deck }, position) {
  if (!position.unknown().length) return [];
  const here = new Set(position.cards());
  const away = Position.start(position.game).cards().filter((card) => !here.has(card));
  const code = (card) => deck.indexOf(card.toUpperCase());
  return [...(position.game.gone ?? []), ...away].sort((one, other) => code(one) - code(other)).map(bareName);
}

/* Ranks whose cards cannot all go in pairs, as pyrtool/game/pairs.py says it; null if they can. */
function unpaired(partners, counts) {
  const number = (ranks) => ranks.reduce((all, rank) => all + counts.get(rank), 0);
  const isLonely = ([rank, ...more]) => !more.length && !partners[rank].includes(rank);
  const groupsOf = (ranks) => {
    const rest = new Set(ranks);
    return ranks.reduce((found, first) => {
      if (!rest.delete(first)) return found;
      const group = [first];
      for (const rank of group) group.push(...partners[rank].filter((other) => rest.delete(other)));
      return [...found, group.sort((one, other) => one - other)];
    }, []);
  };
  const oddGroups = (ranks) =>
    groupsOf(ranks).reduce((all, group) => all + (isLonely(group) ? number(group) : number(group) % 2), 0);
  const fallsApart = (ranks) => {
    for (let some = 0; some < 2 ** ranks.length - 1; some++) {
      const away = number(ranks.filter((_, at) => (some >> at) & 1));
      if (2 * away < number(ranks) && oddGroups(ranks.filter((_, at) => !((some >> at) & 1))) > away) return true;
    }
    return false;
  };
  const place = (group) => (isLonely(group) ? 0 : group.length > 1 ? 1 : 2);
  const ranks = [...counts.keys()].sort((one, other) => one - other).filter((rank) => partners[rank].length);
  const wrong = groupsOf(ranks).sort((one, other) => place(one) - place(other)).find(fallsApart);
  return wrong ? wrong.map((rank) => say`${counts.get(rank)} of ${shownRank(RANKS[rank - 1])}`).join(", ") : null;
}

/* The table in one line, as pyrtool/notation/diagrams.py writes it. */
export function formatPosition(game, position) {
  const wordFor = (card) => (card === null ? "--" : bareName(card));
  const words = [];
  for (const { label, places, first } of game.lines) {
    if (words.length && !(label && first)) words.push("/");
    if (label && first) words.push(label);
    words.push(...places.map((i) => wordFor(position.tableau[i])));
  }
  const { bouquet, turned, stock, passNumber, clearedInPass } = position;
  if (bouquet.some((card) => card !== null)) words.push("bouquet", ...bouquet.map(wordFor));
  if (turned !== null) words.push("turned", wordFor(turned));
  if (stock.length) words.push("stock", ...stock.map(wordFor));
  position.wastes.forEach((waste, k) => {
    if (waste.length) words.push(position.wasteName(k + 1), ...waste.map(wordFor));
  });
  const gone = goneOf(game, position);
  if (gone.length) words.push("gone", ...gone);
  const { passes } = game.rules;
  if (passNumber > 1) words.push("pass", passes === "unlimited" ? `${passNumber}` : `${passNumber} of ${passes}`);
  if (clearedInPass !== null && clearedInPass !== passNumber) words.push("cleared", `${clearedInPass}`);
  return words.join(" ");
}

/* What is seen of a table. Perhaps nobody knows how many of its cards lie face down: which numbers can lie in
 * the stock and under the waste, as pyrtool/game/partly_seen.py decides. Each makes a position with unknown cards.
 */

/* `fields` are those that `tableOf` takes. `stock` is null where some cards lie face down in it, nobody knows
   how many; `moreBelow`: any number of cards lies face down in the first waste, under those of it. */
export class PartlySeen {
  constructor(game, fields) {
    Object.assign(this, { game, moreBelow: false, found: null }, fields);
  }

  /* Every game that can begin so, fewer cards in the stock first, then fewer in the waste. */
  positions() {
    if (this.found) return this.found;
    this.found = [];
    for (const [stock, below] of this.lacks() ? [] : this.numbers()) {
      try {
        this.found.push(this.position(stock, below));
      } catch (error) {
        if (!(error instanceof ReadingError)) throw error;
      }
    }
    return this.found;
  }

  /* A ReadingError where no number of cards can be: what is wrong with the most. */
  checkPossible() {
    if (this.positions().length) return;
    const lacks = this.lacks();
    if (lacks) throw new ReadingError(lacks);
    for (const [stock, below] of [...this.numbers()].reverse()) this.position(stock, below);
    throw new ReadingError(say`stock: no card is left that can lie face down`);
  }

  /* What the player sees that is not given. */
  lacks() {
    const { rules } = this.game;
    if (this.stock === null && rules.stock_top && this.turned === null) {
      return say`the turned card is unknown: name it before the stock: turned 5C`;
    }
    if (this.moreBelow && rules.waste_ends === "both") {
      return say`the bottom card of the waste is available: say how many cards lie on it`;
    }
    return "";
  }

  /* The game with this many cards in a stock of any number, and `below` the waste. */
  position(stock = 0, below = 0) {
    const [first, ...others] = this.wastes;
    return tableOf(this.game, {
      ...this,
      stock: this.stock ?? Array(stock).fill("??"),
      wastes: [[...Array(below).fill("??"), ...first], ...others],
    });
  }

  /* How many cards are named, here or gone. */
  named() {
    const { tableau, bouquet, stock, turned, wastes, gone } = this;
    const here = [...tableau, ...bouquet, ...(stock ?? []), turned, ...wastes.flat(), ...gone];
    return here.filter((cell) => cell !== null && cell !== "??").length;
  }

  /* How many cards may lie in the stock and under the waste, by the size of the stock. */
  *numbers() {
    const piled = this.wastes.flat().length + (this.turned === null ? 0 : 1);
    const room = Math.max(this.game.deck.length - this.game.places.length - piled, 0);
    const isAny = this.stock === null;
    for (let stock = isAny ? 1 : this.stock.length; stock <= (isAny ? room : this.stock.length); stock++) {
      for (let below = 0; below <= (this.moreBelow ? Math.max(room - stock, 0) : 0); below++) yield [stock, below];
    }
  }
}

/* Piles of a table that lie face down: what "18 face down" means, and which line a table lacks, as
 * pyrtool/notation/face_down.py decides and says it.
 */

/* The words of a pile, and whether it has any number of cards face down. "20 face down" are 20 unknown cards,
   and other cards may follow. Without a number, the stock and the waste have any number of them. */
export function faceDown(row, label, game) {
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
    throw new ReadingError(say`${place}: ${cut(words)} face down: write a number, as in ${label} 3 face down`);
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
export function withoutNumber(seen, where) {
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
export function impossible(seen, piles, where, message) {
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
export function formatPartlySeen(seen) {
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
export function rangeOf(numbers) {
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
