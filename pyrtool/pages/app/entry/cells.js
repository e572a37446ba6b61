/* What is at a place of a table in text, as pyrtool/notation/cells.py reads it: a card, "4C"; a rank
 * alone, "4"; an unknown card, "??"; or null for a gap. And the words for what is wrong.
 */

/* A text that cannot be read; its message is that of the command line. */
class ReadingError extends Error {}

const PILE_LABELS = ["bouquet", "turned", "stock", "waste", "pass", "cleared", "gone"];
const GAP_WORDS = new Set(["--", "..", "-", "__", "_", "–", "—", "none", "empty"]);
const UNKNOWN_WORDS = new Set(["??", "?", "？", "？？"]);
const SUITS_IN_ORDER = "CDHS";
const SUIT_OF_SIGN = { "♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S" };
const ANY_NUMBER = "[0-9]+";
const INNER_PLACE = new RegExp(
  `^(${[
    ...[say`line ${ANY_NUMBER}`, say`card ${ANY_NUMBER}`, say`move ${ANY_NUMBER}`],
    ...[say`event ${ANY_NUMBER}`, say`record ${ANY_NUMBER}`],
  ].join("|")})(?![0-9])`,
);
const RANK_OF_LETTER = Object.fromEntries([..."JQK"].map((rank) => [letterOf(rank), rank])); // a D of Dame is no suit

/* A message with its place before it, joined to the place that it may itself begin with. */
function placedAt(place, message) {
  if (!place) return message;
  return INNER_PLACE.test(message) ? `${place}, ${message}` : say`${place}: ${message}`;
}

/* A text quoted for a message: on one line, not too long, nothing in it that cannot be seen. */
function shorten(text, limit = 24) {
  const signs = Array.from(text);
  const cut = signs.length <= limit ? signs : [...signs.slice(0, limit - 1), "…"];
  const quote = cut.includes("'") && !cut.includes('"') ? '"' : "'";
  const escaped = cut.map((sign) => {
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

const isCell = (word) => {
  try {
    parseCell(word);
    return true;
  } catch {
    return false;
  }
};

/* What the wastes are called. */
const wasteNames = ({ wastes }) =>
  wastes > 1 ? Array.from({ length: wastes }, (_, k) => `waste ${k + 1}`) : ["waste"];

/* The label that a word is, or nothing. */
function labelIn(word, game) {
  const plain = word.replace(/:+$/, "").toLowerCase();
  return PILE_LABELS.includes(plain) || game.labels.includes(plain) ? plain : "";
}

/* Whether a line can be the first of a table with rows, by its number of cards. */
function beginsTable(text, game) {
  let words = wordsIn(text);
  if (words.includes("/")) words = words.slice(0, words.indexOf("/"));
  const size = game.lines[0].places.length;
  return words.length > 0 && words.length === size && size !== game.deck.length && isCell(words[0]);
}

/* Whether a line can follow the first of a table with rows. */
function isSecondRow(text, game) {
  const words = wordsIn(text);
  return game.lines.length > 1 && words.length === game.lines[1].places.length && words.every(isCell);
}

/* Whether a line is meant to be a whole deal, and has nothing that only tables have. */
function isWholeLine(text, game) {
  const words = wordsIn(text);
  if (4 * words.length < 3 * game.deck.length || beginsTable(text, game)) return false;
  const isOfTable = (word) =>
    word === "/" || GAP_WORDS.has(word) || UNKNOWN_WORDS.has(word) ||
    labelIn(word, game) !== "" || rankIn(word) !== null;
  return !words.some(isOfTable);
}
