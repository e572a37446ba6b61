/* Deal numbers to cards, as pyrtool/kernel/shuffle.py and pyrtool/game/deals.py have it.
 *
 * docs/reference/deal-numbers.md says what each numbering is. Whole numbers beyond 2^53 are BigInts.
 */

import { asPacks } from "../../app/link.js";
import { say } from "../../engine/say.js";

const SUIT_LETTERS = "CDHS";
const PYSOLFC_SUITS = "CSHD";
const RANK_LETTERS = "A23456789TJQK";
const MICROSOFT_BELOW = 32000n; // of PySolFC's numbers
const MICROSOFT_LAST = 8589934591n;

export const NUMBERINGS = {
  native: { title: "pyrtool", first: 0n, last: (1n << 64n) - 1n },
  freecell: { title: "FreeCell", first: 1n, last: (1n << 31n) - 1n },
  pysolfc: { title: "PySolFC", first: 1n, last: 10n ** 20n },
};

const byRank = (suits, ranks) =>
  [...RANK_LETTERS.slice(0, ranks)].flatMap((rank) => [...suits].map((suit) => rank + suit));

const bySuit = (suits) => [...suits].flatMap((suit) => [...RANK_LETTERS].map((rank) => rank + suit));

/* {numbering, value, prefix} of a number as it is written, "12" or "ms40000"; null if it names no
   deal. */
export function parseNumber(text, numbering) {
  const [, prefix, digits] = /^(ms)?([0-9]{1,21})$/.exec(text.trim()) ?? [];
  if (!digits || !Object.hasOwn(NUMBERINGS, numbering) || (prefix && numbering === "native")) return null;
  const value = BigInt(digits);
  const isMicrosoft = prefix && numbering === "pysolfc";
  const { first } = NUMBERINGS[numbering];
  const last = isMicrosoft ? MICROSOFT_LAST : NUMBERINGS[numbering].last;
  if (value < first || value > last) return null;
  return { numbering, value, prefix: isMicrosoft && value >= MICROSOFT_BELOW ? prefix : "" };
}

const MOST_DRAWN = 1000000; // numbers that one is drawn from

export const anyNumber = () => 1 + Math.floor(Math.random() * MOST_DRAWN);

export const formatNumber = ({ prefix, value }) => `${prefix}${value}`;

/* Why a numbering has no deals of a game, or null. */
export function whyNoDeals(numbering, { rules, deck }) {
  const deals = numbering === "pysolfc" ? 52 * rules.packs : 52;
  return numbering === "native" || deck === deals ? null : say`This numbering deals ${deals} cards, the deck has ${deck}.`;
}

/* The cards of a deal in dealing order; `game` as gameNamed gives it. */
export function dealtCards({ numbering, value, prefix }, game) {
  const { total, ranks, suits, packs } = game.rules;
  const places = game.shape?.places ?? [];
  const columns = game.shape?.rectified ?? []; // each place's column, 0 where it is not rectified
  const twice = (pack) => (packs > 1 ? [...pack, ...pack] : pack);
  if (numbering === "native") {
    const pack = byRank(SUIT_LETTERS.slice(0, suits), ranks ?? Math.min(total, 13));
    return asPacks(rectified(shuffled(twice(pack), splitMix(value)), columns));
  }
  const deck = byRank(SUIT_LETTERS, 13);
  if (numbering === "freecell") return rectified(freecellShuffle(deck, value), columns);
  const isMicrosoft = prefix !== "" || value < MICROSOFT_BELOW;
  const pack = isMicrosoft && packs === 1 ? deck : twice(bySuit(PYSOLFC_SUITS));
  const below = isMicrosoft ? microsoft(value) : mersenne(value);
  const cards = rectifiedBySwaps(shuffled(pack, below), columns, below);
  return asPacks(asPysolfcDeals(cards, places, columns.length > 0));
}

/* The pack as it is dealt: a card whose rank lies in its column goes to the bottom, unless that holds
   of every card left. */
function rectified(cards, columns) {
  const pack = [...cards];
  const ranks = {};
  return cards.map((_, i) => {
    const there = (ranks[columns[i] ?? 0] ??= new Set());
    for (let tries = pack.length; columns[i] && tries > 0 && there.has(pack[0][0]); tries--) pack.push(pack.shift());
    there.add(pack[0][0]);
    return pack.shift();
  });
}

/* PySolFC's Nestor: while a column, these being the first cards of the deck, has two cards of a rank,
   the first of them changes places with a card behind the column, at most 1000 times. */
function rectifiedBySwaps(deck, columns, below) {
  const cards = [...deck];
  const names = columns.filter((column) => column > 0);
  const depth = names.length / new Set(names).size;
  for (let end = depth; end <= names.length && end < cards.length; end += depth) {
    for (let tries = 0; tries < 1000; tries++) {
      const ranks = cards.slice(end - depth, end).map((card) => card[0]);
      const twin = ranks.findIndex((rank, i) => ranks.indexOf(rank) < i);
      if (twin < 0) break;
      const i = end - depth + ranks.indexOf(ranks[twin]);
      const j = end + below(cards.length - end);
      [cards[i], cards[j]] = [cards[j], cards[i]];
    }
  }
  return cards;
}

/* Fisher and Yates, from the end; `below(n)` draws a whole number below n. */
function shuffled(deck, below) {
  const cards = [...deck];
  for (let n = cards.length; n > 1; n--) {
    const j = below(n);
    [cards[n - 1], cards[j]] = [cards[j], cards[n - 1]];
  }
  return cards;
}

/* SplitMix64, and unbiased bounded numbers. */
function splitMix(seed) {
  const mask = (1n << 64n) - 1n;
  const word = (1n << 32n) - 1n;
  let state = seed;
  return (n) => {
    const size = BigInt(n);
    for (;;) {
      state = (state + 0x9e3779b97f4a7c15n) & mask;
      let z = ((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
      z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
      const product = ((z ^ (z >> 31n)) >> 32n) * size;
      if ((product & word) >= (word + 1n) % size) return Number(product >> 32n);
    }
  };
}

/* Microsoft FreeCell: the card drawn is replaced by the last one left. */
function freecellShuffle(deck, number) {
  const left = [...deck];
  const cards = [];
  let state = Number(number);
  while (left.length) {
    state = (Math.imul(state, 214013) + 2531011) & 0x7fffffff;
    const j = (state >>> 16) % left.length;
    cards.push(left[j]);
    left[j] = left[left.length - 1];
    left.pop();
  }
  return cards;
}

/* Microsoft's generator in PySolFC's shuffle, with seeds of more than 31 bits. */
function microsoft(seed) {
  const wide = 1n << 32n;
  let state = Number(BigInt.asUintN(32, seed));
  return (n) => {
    state = (Math.imul(state, 214013) + 2531011) >>> 0;
    let value = (state >>> 16) & 0x7fff;
    if (seed >= wide) value = (state >>> 16) + 1;
    else if (seed >= wide >> 1n) value = (state >>> 16) | 0x8000;
    return value % n;
  };
}

/* Python's random(): the Mersenne Twister, seeded by an array of words, which it renews one by one. */
function mersenne(seed) {
  const key = [];
  for (let rest = seed; rest || !key.length; rest >>= 32n) key.push(Number(BigInt.asUintN(32, rest)));
  const words = new Uint32Array(624);
  const mixed = (i, factor) => words[i] ^ Math.imul(words[i - 1] ^ (words[i - 1] >>> 30), factor);
  words[0] = 19650218;
  for (let k = 1; k < 624; k++) {
    words[k] = Math.imul(words[k - 1] ^ (words[k - 1] >>> 30), 1812433253) + k;
  }
  let i = 1;
  const goOn = () => {
    if (++i < 624) return;
    words[0] = words[623];
    i = 1;
  };
  for (let k = 0, j = 0; k < 624; k++, j = (j + 1) % key.length) {
    words[i] = mixed(i, 1664525) + key[j] + j;
    goOn();
  }
  for (let k = 0; k < 623; k++) {
    words[i] = mixed(i, 1566083941) - i;
    goOn();
  }
  words[0] = 0x80000000;
  let at = 0;
  const next = () => {
    const joined = (words[at] & 0x80000000) | (words[(at + 1) % 624] & 0x7fffffff);
    let y = words[(at + 397) % 624] ^ (joined >>> 1) ^ (joined & 1 ? 0x9908b0df : 0);
    words[at] = y;
    at = (at + 1) % 624;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  };
  return (n) => {
    const [a, b] = [next() >>> 5, next() >>> 6];
    return Math.floor(((a * 67108864 + b) / 9007199254740992) * n);
  };
}

/* PySolFC deals from the deck's end, and the columns before the pyramid, all of them row by row.
   Rectified columns it deals from the deck's beginning, one after the other. */
function asPysolfcDeals(deck, places, isRectified) {
  const counts = {};
  const turns = places.map((place, i) => {
    const [kind, number] = place.split(" ");
    if (kind !== "column") return [1, 0, 0, i];
    const row = (counts[place] = (counts[place] ?? 0) + 1);
    return isRectified ? [0, Number(number), row, i] : [0, row, Number(number), i];
  });
  turns.sort((a, b) => a.reduce((sign, n, k) => sign || n - b[k], 0));
  const cards = Array(deck.length);
  for (let at = 0; at < deck.length; at++) {
    cards[turns[at]?.at(-1) ?? at] = deck[isRectified ? at : deck.length - 1 - at];
  }
  return cards;
}
