/* Moves as words: `4C/9H KC deal*3 deal2 redeal`, as `pyrtool verify` reads them. */

import { runsOf } from "./link.js";
import { isKnown } from "../engine/numbers.js";
import { IllegalMoveError, isDiscard, twinOf } from "../engine/position.js";

export function formatMoves(moves) {
  return runsOf(moves).map(([move, times]) => (times > 1 ? `${move}*${times}` : move)).join(" ");
}

export const shortPlace = (place) =>
  place.replace(/^pyramid /, "").replace("column ", "col").replaceAll(" ", "");

/* A move in words: a card without a suit is its rank and its place, "7@7.2". */
export function wordOf(move, position) {
  if (!isDiscard(move)) return move;
  return move.split("/").map((card) => placedCard(card, position)).join("/");
}

/* A card in words: its place is named where it has no suit, or where the same card of the other pack may be
   discarded too, from elsewhere. */
export function placedCard(card, position) {
  if (!isKnown(card)) return card;
  const place = position.where(card);
  const name = /[cdhs]/.test(card[1]) ? card[0] : card.slice(0, 2);
  const isApart = position.rules.packs > 1 && position.candidates().includes(twinOf(card));
  const needsPlace = name.length < 2 || (isApart && position.where(twinOf(card)) !== place);
  return needsPlace ? `${name}@${shortPlace(place)}` : name;
}

/* The moves from a position in words. */
export function wordsOf(moves, position, words = wordOf) {
  let at = position;
  return moves.map((move) => {
    const word = words(move, at);
    at = at.play(move);
    return word;
  });
}

/* The moves that words name from a position; an IllegalMoveError has the number of one that is none. */
export function parseMoves(text, position) {
  const each = (word) => {
    const [, deal, times] = /^(deal\d?)\*([1-9]\d?)$/i.exec(word) ?? [];
    return times ? Array(Number(times)).fill(deal) : [word];
  };
  let at = position;
  return text.split(/[\s,]+/).filter(Boolean).flatMap(each).map((word, k) => {
    return numbered(k + 1, () => {
      const move = moveNamed(word, at);
      at = at.play(move);
      return move;
    });
  });
}

function moveNamed(word, position) {
  if (/^(deal\d?|redeal)$/i.test(word)) return word.toLowerCase();
  const cards = word.split("/").map((card) => cardsNamed(card, position));
  if (cards.length < 3 && cards.every((meant) => meant.length)) return discardNamed(cards, word, position);
  throw new IllegalMoveError(`${word.slice(0, 20)}: no move`);
}

/* What `done` gives; an IllegalMoveError in it has the number of the move, from 1 on. */
export function numbered(number, done) {
  try {
    return done();
  } catch (error) {
    throw error instanceof IllegalMoveError ? new IllegalMoveError(`move ${number}: ${error.message}`) : error;
  }
}

/* The cards of a position that a word can mean: one without a suit is known by its place. */
function cardsNamed(word, position) {
  const [, name, place] = /^([^@]*)(?:@(.+))?$/.exec(word) ?? [];
  const card = (name ?? "").toUpperCase().replace("10", "T");
  const isSuited = /^[A2-9TJQK][CDHS]$/.test(card);
  if (place === undefined && !isSuited) return [];
  const isThere = (one) => place === undefined || shortPlace(position.where(one)) === shortPlace(place.toLowerCase());
  const reads = (one) => (isSuited ? one.slice(0, 2) : /[cdhs]/.test(one[1]) && one[0]) === card;
  const found = position.cards().filter((one) => isKnown(one) && reads(one) && isThere(one));
  return found.length || !isSuited || place !== undefined ? found : [card]; // it is gone, as the referee says
}

/* The discard that is meant: the legal one; an IllegalMoveError where there are several that differ in words. */
function discardNamed(cards, name, position) {
  const [ones, others] = cards;
  const withOthers = (one) => others.filter((other) => other !== one).map((other) => `${one}/${other}`);
  const meant = others ? ones.flatMap(withOthers) : ones;
  const legal = meant.filter((move) => position.allows(move));
  const words = [...new Set(legal.map((move) => wordOf(move, position)))];
  if (words.length > 1) throw new IllegalMoveError(`${name}: which? ${words.join(" or ")}`);
  return legal[0] ?? meant[0] ?? cards.flat().join("/");
}
