/* What is at a place of a table in text, as pyrtool/notation/cells.py reads it: a card, "4C"; a rank
 * alone, "4"; an unknown card, "??"; or null for a gap. And the words for what is wrong.
 */

import { dealOf, faceDown, impossible, isSuited, PartlySeen, withoutNumber } from "./tables.js";
import { parseMoves } from "../moves.js";
import { counted, letterOf } from "../../engine/numbers.js";
import { IllegalMoveError, Position, rankOf, RANKS, twinOf } from "../../engine/position.js";
import { noun, say } from "../../engine/say.js";

/* A text that cannot be read; its message is that of the command line. */
export class ReadingError extends Error {}

const PILE_LABELS = ["bouquet", "turned", "stock", "waste", "pass", "cleared", "gone"];
const GAP_WORDS = new Set(["--", "..", "-", "__", "_", "–", "—", "none", "empty"]);
export const UNKNOWN_WORDS = new Set(["??", "?", "？", "？？"]);
const SUITS_IN_ORDER = "CDHS";
const SUIT_OF_SIGN = { "♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S" };
const ANY_NUMBER = "[0-9]+";
const INNER_PLACE = new RegExp(
  `^(${[
    ...[say`line ${ANY_NUMBER}`, say`card ${ANY_NUMBER}`, say`move ${ANY_NUMBER}`],
  ].join("|")})(?![0-9])`,
);
export const RANK_OF_LETTER = Object.fromEntries([..."JQK"].map((rank) => [letterOf(rank), rank])); // a D of Dame is no suit

/* A message with its place before it, joined to the place that it may itself begin with. */
export function placedAt(place, message) {
  if (!place) return message;
  return INNER_PLACE.test(message) ? `${place}, ${message}` : say`${place}: ${message}`;
}

/* A text, or its beginning if it is long. */
export function cut(text, limit = 24) {
  const signs = Array.from(text);
  return signs.length <= limit ? text : `${signs.slice(0, limit - 1).join("")}…`;
}

/* A text quoted for a message: on one line, not too long, nothing in it that cannot be seen. */
function shorten(text, limit = 24) {
  const signs = Array.from(cut(text, limit));
  const quote = signs.includes("'") && !signs.includes('"') ? '"' : "'";
  const escaped = signs.map((sign) => {
    if (sign === quote || sign === "\\") return `\\${sign}`;
    if (/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(sign)) return sign;
    const known = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[sign];
    const code = sign.codePointAt(0).toString(16);
    const long = code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
    return known ?? (code.length <= 2 ? `\\x${code.padStart(2, "0")}` : long);
  });
  return quote + escaped.join("") + quote;
}

/* The words of a line; what separates rows is alone. */
function wordsIn(text) {
  return text.replace(/[,;|\t\u00a0]/g, " ").match(/\/|[^\s/]+/g) ?? [];
}

const CARD = /^[A2-9TJQK][CDHS]$/;

/* A card with the letter of its rank for the number, as Spanish cards are written. */
const byLetter = (text) => text.replace(/^(12|11|10|1)/, (number) => ({ 12: "Q", 11: "J", 10: "T", 1: "A" })[number]);

/* "TH" of TH, 10H, th, T♥ or ♥T, "QH" of 12H and, in the reader's language, of DH; null for anything else. */
function cardIn(word) {
  let plain = word.replace(/[\ufe0e\ufe0f]/g, "").replace(/[♣♦♥♠♧♢♡♤]/g, (sign) => SUIT_OF_SIGN[sign]);
  plain = plain.toUpperCase();
  const spoken = plain.replace(/^[A-Z]/, (letter) => RANK_OF_LETTER[letter] ?? letter);
  if (CARD.test(spoken)) return spoken;
  if (SUITS_IN_ORDER.includes(plain[0])) plain = plain.slice(1) + plain[0];
  plain = byLetter(plain);
  return CARD.test(plain) ? plain : null;
}

const rankIn = (word) => {
  const letter = word === "10" ? "T" : word.toUpperCase();
  const plain = RANK_OF_LETTER[letter] ?? letter;
  return /^[A2-9TJQK]$/.test(plain) ? plain : null;
};

/* How cards of the deck are written, as pyrtool/notation/diagrams.py says it: "write 7S, TD or KH", and the
   letters that are known. */
function cardForm({ deck }) {
  const high = Math.max(...deck.map(rankOf));
  const suits = new Set(deck.map((card) => card[1].toUpperCase())).size;
  const isSpanish = high === 12 && suits === 4;
  const numbers = isSpanish ? { A: "1", T: "10", J: "11", Q: "12" } : {};
  const ranks = [...new Set([Math.min(7, high), Math.min(10, Math.max(high - 1, 1)), high])].sort((one, other) => one - other);
  const cards = ranks.map((rank, at) => {
    const letter = RANKS[rank - 1];
    return `${numbers[letter] ?? letter}${"CDHS"[Math.min([3, 1, 2][at], suits - 1)]}`;
  });
  const last = cards.pop();
  const examples = cards.length ? say`${cards.join(", ")} or ${last}` : last;
  const known = isSpanish ? say`1 to 12` : [...RANKS.slice(0, high)].map(letterOf).join("");
  return say`write ${examples} (ranks ${known}, suits ${"CDHS".slice(0, suits)})`;
}

/* What lies at a place; a ReadingError for a word that is no card. */
function parseCell(word) {
  if (GAP_WORDS.has(word.toLowerCase())) return null;
  if (UNKNOWN_WORDS.has(word)) return "??";
  const cell = cardIn(word) ?? rankIn(word);
  if (cell === null) throw new ReadingError(say`${shorten(word)} is not a card`);
  return cell;
}

export const isCell = (word) => {
  try {
    parseCell(word);
    return true;
  } catch {
    return false;
  }
};

/* What the wastes are called. */
export const wasteNames = ({ wastes }) =>
  wastes > 1 ? Array.from({ length: wastes }, (_, k) => `waste ${k + 1}`) : ["waste"];

/* The label that a word is, or nothing. */
function labelIn(word, game) {
  const plain = word.replace(/:+$/, "").toLowerCase();
  return PILE_LABELS.includes(plain) || game.labels.includes(plain) ? plain : "";
}

/* A table read from text: a diagram as pyrtool prints it, its one line with rows separated by "/", or the
 * cards in dealing order. It is as pyrtool/notation/positions.py reads it, word for word in its errors. A
 * heading may say its game, and the moves that were made.
 */

const TABLE_HEADING = new RegExp(
  "^#\\s*(?:deal (?:ms)?[0-9]{1,40} \\((?:native|freecell|pysolfc)\\)|a deal|a position)" +
    ", ([^:]*?)(?:, after ([^:]*))?(?:: ?.*)?$",
);
export const COUNT = /^[0-9]{1,4}$/;

/* The table in a text: {game, isNamed, position, seen}. `game` is one of `games`, the one called `name` if the text names
   none (`isNamed`). `seen` is a PartlySeen if it is not known how many cards lie face down, else null. A ReadingError names
   line and card. */
export function readTable(text, games, name) {
  let [reader, heading] = [null, { game: games.find((game) => game.name === name), after: "", place: "" }];
  text.split(/\r\n|\r|\n/).forEach((line, at) => {
    const place = say`line ${at + 1}`;
    if (line.trim().startsWith("#")) {
      const found = headingIn(line.trim(), games, place);
      if (found && reader) throw new ReadingError(say`${place}: the table above is whole`);
      heading = found ?? heading;
    } else if (line.trim()) {
      reader ??= new TableReader(heading.game);
      reader.read(place, line);
    }
  });
  if (!reader) throw new ReadingError(say`there are no cards`);
  const made = reader.result();
  const seen = made instanceof PartlySeen ? made : null;
  const start = Position.start(seen ? seen.positions()[0] : made);
  return { game: heading.game, isNamed: heading.place !== "", position: afterMoves(heading, start), seen };
}

/* What a line that begins with "#" says; null for a comment. */
function headingIn(line, games, place) {
  const found = TABLE_HEADING.exec(line);
  if (!found) return null;
  const [name, ...changes] = found[1].split(",").map((part) => part.trim());
  const plain = (one) => one.toLowerCase().replace(/[^a-z0-9]/g, "");
  const isNamed = ({ name: own, aliases, title }) =>
    [own, ...aliases, title].some((other) => other === name || plain(other) === plain(name));
  const game = games.find(isNamed);
  if (!game) throw new ReadingError(placedAt(place, say`unknown game ${shorten(name)} here`));
  if (changes.length) {
    throw new ReadingError(placedAt(place, say`rules that are changed (${changes[0]}) are not read here`));
  }
  return { game, place, after: found[2] ?? "" };
}

function afterMoves({ after, place }, start) {
  try {
    return parseMoves(after, start).reduce((at, move) => at.play(move), start);
  } catch (error) {
    if (!(error instanceof IllegalMoveError)) throw error;
    throw new ReadingError(placedAt(place, error.message));
  }
}

/* Reads one table, line by line. `game` is a game of `mountEntry`. */
class TableReader {
  constructor(game) {
    this.game = game;
    this.written = []; // lines of the tableau: {label, words}; a word is {place, text}
    this.piles = new Map();
    this.rest = []; // after the tableau, without a label
    this.pile = null; // the one that goes on
    this.label = ""; // of this pile
    this.anyNumber = new Set(); // the piles with any number of cards face down
    this.start = this.place = "";
    this.inRows = false; // a line had its rows parted
  }

  /* Read a line; a ReadingError begins with `place`. */
  read(place, line) {
    const words = wordsIn(line);
    if (!words.length) return;
    this.start ||= place;
    this.place = place;
    const parted = words.includes("/");
    const { wastes } = this.game.rules;
    this.inRows ||= parted;
    let [label, number, row] = ["", 0, []];
    words.forEach((word, at) => {
      const found = labelIn(word, this.game);
      if (word === "/") {
        this.add(label, row);
        [label, row] = ["", []];
      } else if (found) {
        this.add(label, row);
        [label, row] = [found, []];
        if (label !== "waste" || wastes === 1) this.open(label);
      } else if (label === "waste" && labelIn(words[at - 1], this.game) === label && wastes > 1) {
        label = this.waste(word);
        this.open(label);
      } else if (label !== "waste" || labelIn(words[at - 1], this.game) !== label || !isWasteNumber(words.slice(at))) {
        number += 1;
        row.push({ place: say`${place}, card ${number}`, text: word });
      }
    });
    if (label === "waste" && wastes > 1) this.waste("");
    this.add(label, row);
  }

  /* The label of the waste of this number. */
  waste(word) {
    const number = word.replace(/:$/, "");
    const { wastes } = this.game.rules;
    if (/^[1-9]$/.test(number) && Number(number) <= wastes) return `waste ${number}`;
    throw new ReadingError(say`${this.place}: say which waste, waste 1 to waste ${wastes}`);
  }

  /* A label begins a pile, or a part of the tableau. */
  open(label) {
    if (!PILE_LABELS.includes(label.split(" ")[0])) return;
    if (this.piles.has(label)) throw new ReadingError(say`${this.place}: ${label} comes twice`);
    [this.pile, this.label] = [[], label];
    this.piles.set(label, this.pile);
  }

  /* Words that belong together: a row, or what a pile holds. */
  add(label, row) {
    if (this.pile !== null) {
      if (label !== "" && !PILE_LABELS.includes(label.split(" ")[0])) {
        throw new ReadingError(say`${this.place}: ${label} belongs before the piles`);
      }
      const isNumber = ["pass", "cleared"].some((name) => this.piles.get(name) === this.pile);
      const [added, isAny] = isNumber ? [row, false] : faceDown(row, this.label, this.game);
      if (!isNumber) checkWords(added, this.game);
      this.pile.push(...added);
      if (isAny) this.anyNumber.add(this.label);
      return;
    }
    if (!row.length || this.isNumbers(row)) return;
    checkWords(row, this.game);
    const missing = this.game.places.length - this.writtenCount();
    if (this.inRows || row.length <= missing) {
      if (missing <= 0) this.rest.push(...row);
      else this.written.push({ label, words: row });
      return;
    }
    if (missing) this.written.push({ label, words: row.slice(0, missing) });
    this.rest.push(...row.slice(missing));
  }

  writtenCount() {
    return this.written.reduce((sum, { words }) => sum + words.length, 0);
  }

  /* Whether a row has the numbers of columns. */
  isNumbers(row) {
    const texts = row.map(({ text }) => text);
    if (!texts.every((text) => COUNT.test(text))) return false;
    return this.game.lines.some(
      ({ numbers }) => numbers && numbers.join(" ") === texts.join(" "),
    );
  }

  // What they hold.

  /* The whole deal or the position, as `tableOf` makes it, or a PartlySeen; a ReadingError if there is none. */
  result() {
    if (!this.start) throw new ReadingError(say`no table: there are no cards`);
    const { rules } = this.game;
    this.checkCards();
    const tableau = this.tableau();
    const [turned, stock, gone] = ["turned", "stock", "gone"].map((name) => this.cards(name));
    const wastes = wasteNames(rules).map((name) => this.cards(name));
    const bouquet = (this.piles.get("bouquet") ?? []).map(parseWord);
    const piled = bouquet.some((cell) => cell !== null) || turned.length;
    if (this.rest.length && piled) {
      throw new ReadingError(say`${this.rest[0].place}: cards that belong to no row or pile`);
    }
    if (turned.length > 1) {
      throw new ReadingError(say`${this.piles.get("turned")[1].place}: more than one turned card`);
    }
    const dealt = rules.stock === "dealt";
    const rest = this.rest.map(parseWord);
    const undealt = [...turned, ...(dealt ? rest : []), ...stock].filter((cell) => cell !== null);
    const open = [...bouquet, ...(dealt ? [] : rest)];
    const [number, cleared] = [this.number("pass"), this.number("cleared")];
    const seen = new PartlySeen(this.game, {
      tableau,
      bouquet: open,
      stock: this.anyNumber.has("stock") ? null : undealt.slice(turned.length),
      turned: turned[0] ?? null,
      wastes,
      moreBelow: this.anyNumber.has("waste"),
      passNumber: number ?? 1,
      clearedInPass: cleared,
      gone,
    });
    const where = this.start === this.place ? this.start : say`the table at ${this.start}`;
    if (this.anyNumber.size) return withoutNumber(seen, where);
    try {
      if ((number === null || number === 1) && !(turned.length && !rules.stock_top)) {
        const whole = [...tableau, ...(dealt ? undealt : open)];
        const suited = whole.filter(isSuited);
        if (whole.length === suited.length && whole.length === this.game.deck.length) {
          return dealOf(this.game, suited);
        }
      }
      return seen.position();
    } catch (error) {
      if (!(error instanceof ReadingError)) throw error;
      if (this.rest.length) throw new ReadingError(placedAt(where, error.message));
      return impossible(seen, this.piles, where, error.message);
    }
  }

  /* What lies at each place of the tableau, in dealing order. */
  tableau() {
    const { lines } = this.game;
    const fits = this.written.filter(({ words }, k) => lines[k]?.places.length === words.length).length;
    const labelled = this.written.some(({ label }) => label);
    if (this.inRows || labelled || (fits > 1 && 2 * fits >= this.written.length)) return this.ofRows();
    this.checkOrder();
    const words = this.written.flatMap((line) => line.words);
    if (words.length < this.game.places.length) this.endsEarly(words.length);
    return words.map(parseWord);
  }

  /* A ReadingError where lines have as many cards as the rows, or as those of the pyramid above all else, but
     not in their order. Lines of equal length are no rows. */
  checkOrder() {
    const { lines } = this.game;
    const sizes = lines.map(({ places }) => places.length);
    const lengths = this.written.map(({ words }) => words.length);
    const wrong = lengths.findIndex((length, at) => at < sizes.length && length !== sizes[at]);
    if (wrong < 0 || new Set(lengths.slice(0, -1)).size < 2) return;
    const above = lines.filter(({ label }) => label === lines[0].label).length;
    const sorted = (all, count) => all.slice(0, count).sort((one, other) => one - other).join(" ");
    if ([above, sizes.length].some((count) => count > 2 && sorted(lengths, count) === sorted(sizes, count))) {
      const { place } = this.written[wrong].words[0];
      const line = place.slice(0, place.lastIndexOf(","));
      const cards = counted(lengths[wrong], noun`card`);
      throw new ReadingError(
        say`${line}: ${cards}, where row ${wrong + 1} of these rules has ${sizes[wrong]}: write rows from the top down`,
      );
    }
  }

  ofRows() {
    const { lines, places, inPyramid, shapeOf } = this.game;
    const cells = new Map();
    const shapes = new Set();
    let next = 0;
    const leaveOut = (line) => { // all of columns or a reserve may be gone; a pyramid's gaps are written
      const [first] = line.places;
      if (inPyramid[first] || shapes.has(shapeOf[first])) this.endsEarly(cells.size);
      for (const i of line.places) cells.set(i, null);
    };
    for (const { label, words } of this.written) {
      let line = lines[next++];
      while (line !== undefined && label && line.label !== label) {
        leaveOut(line);
        line = lines[next++];
      }
      const place = words[0].place.slice(0, words[0].place.lastIndexOf(","));
      if (line === undefined) throw new ReadingError(say`${place}: a row more than these rules have`);
      if (line.places.length !== words.length) {
        const cards = counted(words.length, noun`card`);
        throw new ReadingError(
          say`${place}: ${cards}, where the diagram of these rules has ${line.places.length} (-- is a card that is gone, ?? an unknown one)`,
        );
      }
      line.places.forEach((i, k) => {
        shapes.add(shapeOf[i]);
        cells.set(i, parseWord(words[k]));
      });
    }
    for (const line of lines.slice(next)) leaveOut(line);
    return places.map((_, i) => cells.get(i));
  }

  endsEarly(given) {
    const all = this.game.places.length;
    throw new ReadingError(
      say`${this.place}: the table ends after ${given} of ${all} cards of the tableau (-- is a card that is gone, ?? an unknown one)`,
    );
  }

  cards(name) {
    return (this.piles.get(name) ?? []).map(parseWord).filter((cell) => cell !== null);
  }

  number(label) {
    const texts = this.piles.get(label)?.map(({ text }) => text);
    if (texts === undefined) return null;
    if (!texts.length || !COUNT.test(texts[0]) || (texts.length > 1 && texts[1] !== "of")) {
      throw new ReadingError(say`${this.place}: ${label} must be a number, as in ${label} 2`);
    }
    return Number(texts[0]);
  }

  /* A ReadingError for a card that comes twice, or too often, or is not the deck's. */
  checkCards() {
    const { deck, rules } = this.game;
    const seen = new Map();
    const ranks = new Map();
    const piles = [...this.piles].filter(([name]) => name !== "pass" && name !== "cleared");
    const lines = [...this.written.map(({ words }) => words), ...piles.map(([, words]) => words), this.rest];
    for (const word of lines.flat()) {
      const card = parseWord(word);
      if (card === null || card === "??") continue;
      const [rank, suit] = card;
      ranks.set(rank, (ranks.get(rank) ?? 0) + 1);
      if (!deck.some((one) => one[0] === rank && (!suit || one === card))) {
        throw new ReadingError(say`${word.place}: ${card} is not in the deck of this game`);
      }
      const id = suit && rules.packs > 1 && seen.has(card) ? twinOf(card) : card;
      if (seen.has(id)) {
        const times = rules.packs > 1 ? say`more than twice` : say`twice`;
        throw new ReadingError(say`${word.place}: ${card} appears ${times}, here and at ${seen.get(id)}`);
      }
      const most = rules.suits * rules.packs;
      if (ranks.get(rank) > most) {
        throw new ReadingError(say`${word.place}: ${card}: the deck has only ${most} of rank ${letterOf(rank)}`);
      }
      if (suit) seen.set(id, word.place);
    }
  }
}

/* A ReadingError names the first word that is no card, and says how one is written. */
function checkWords(words, game) {
  for (const { place, text } of words) {
    if (!isCell(text)) throw new ReadingError(say`${place}: ${shorten(text)} is not a card: ${cardForm(game)}`);
  }
}

/* `parseCell` of a word that was checked. */
const parseWord = ({ text }) => parseCell(text);

/* Whether the first of these words is the number of the one waste, not of cards face down. */
const isWasteNumber = ([first, second]) => /^1:?$/.test(first) && second !== "face" && second !== "card";
