/* The words for the table, a card, a move, and the state of the game. */

import { shownRank } from "./dom.js";
import { placedCard, wordOf, wordsOf } from "./moves.js";
import { counted, isKnown } from "../engine/numbers.js";
import { goTogether, hiddenCards, isDiscard, placeWords, rankOf, RANKS } from "../engine/position.js";
import { noun, say } from "../engine/say.js";

/* The whole table, a line for each row or pile, as pyrtool/pictures/lettering/descriptions.py says it. With a
   `closed` stock its cards are counted, not named; nor are others that lie face down. */
export function describe(position, names, closed = false) {
  const hidden = closed ? hiddenCards(position) : [];
  const named = (card) =>
    card === null ? say`none` : hidden.includes(card) ? say`a card face down` : names[card];
  const listedCards = (cards) =>
    cards.some((card) => card !== null) ? cards.map(named).join(", ") : say`empty`;
  const rows = new Map();
  let at = 0;
  for (const [pile, size] of position.game.piles) {
    rows.set(pile, [...(rows.get(pile) ?? []), ...position.tableau.slice(at, (at += size))]);
  }
  const piles = position.tableau.some((card) => card !== null) ? [...rows] : [];
  if (position.bouquet.some((card) => card !== null)) piles.push(["bouquet", position.bouquet]);
  position.wastes.forEach((waste, k) => {
    if (waste.length) piles.push([position.wasteName(k + 1), waste, say`, the top card last`]);
  });
  if (position.turned !== null) piles.push(["turned", [position.turned]]);
  if (position.stock.length && !closed) {
    piles.push(["stock", position.stock, say`, in the order of dealing`]);
  }
  const lines = piles.map(([pile, cards, order = ""]) => `${pileWords(pile)}${order}: ${listedCards(cards)}.`);
  if (position.stock.length && closed) {
    lines.push(say`Stock: ${counted(position.stock.length, noun`card`)}, face down.`);
  }
  return lines.length ? lines : [say`The table is empty.`];
}

/* What a card's button is called: the card, its place, and whether it can go. */
export function cardLabel(position, card, names, state) {
  const place = position.where(card);
  if (state === "done") return names[card];
  if (state === "down") return say`Stock, ${counted(position.stock.length, noun`card`)} face down`;
  const words = place
    .replace(/^([a-z]+) (\d+)\.(\d+)$/, (_, shape, row, at) => say`${placeWords(shape)} row ${row}, place ${at}`)
    .replace(/^[a-z ]+\d*$/, placeWords);
  const isHidden = (cover) => state === "hidden" && position.covering(cover).length > 0;
  const covers = position
    .covering(card)
    .map((cover) => (isHidden(cover) ? say`a card face down` : names[cover]));
  let can = say`available`;
  if (covers.length) can = say`covered by ${covers.join(say` and `)}`;
  else if (place === "stock") can = say`number ${position.stock.indexOf(card) + 1} to be turned`;
  else if (position.pileOf(card) > 0) {
    const top = position.wastes[position.pileOf(card) - 1].at(-1);
    can = card === top ? say`on top` : say`under ${names[top]}`;
    if (place.endsWith("bottom")) can = say`available`;
  }
  return `${state === "hidden" ? say`Face down` : names[card]}, ${words}, ${can}`;
}

/* What a move did that led from `before` to `position`. */
function accountOf(move, before, position) {
  const sentences = [];
  const went = position.vanished.flat();
  if (isDiscard(move)) {
    const named = move.split("/").map((card) => (isSuitless(card) ? spelledCard(card, before) : card));
    sentences.push(say`${named.join(say` and `)} discarded.`);
  } else if (move === "redeal") sentences.push(say`Pass ${position.passNumber} begins.`);
  else {
    position.wastes.forEach((waste, k) => {
      const dealt = waste.filter((card) => !before.passed.includes(card));
      const name = wasteWords(position, k);
      if (dealt.length) sentences.push(say`${dealt.join(", ")} dealt to ${name}.`);
    });
  }
  for (const pair of position.vanished) sentences.push(say`${pair.join(say` and `)} match and vanish.`);
  if (position.turned && position.turned !== before.turned) {
    sentences.push(say`${position.turned} is turned.`);
  }
  const bared = position.uncoveredSince(before);
  if (bared.length) sentences.push(say`Uncovers ${bared.join(say` and `)}.`);
  position.wastes.forEach((waste, k) => {
    const top = waste.at(-1);
    if (!isDiscard(move) || !top || top === before.wastes[k].at(-1) || went.includes(top)) return;
    sentences.push(say`${top} is on ${wasteWords(position, k)}.`);
  });
  return sentences.join(" ");
}

/* A reason of the referee as a sentence. */
export const sentence = (reason) => `${capital(reason)}.`;

/* What keeps a card from being discarded, in a sentence. */
export function unavailableWords(card, position) {
  const covers = shownCards(position.onTopOf(card), position);
  const shown = shownCard(card, position);
  if (covers) return position.pileOf(card) > 0 ? say`${shown} lies under ${covers}.` : say`${shown} is still covered by ${covers}.`;
  if (position.where(card) === "stock") return say`${shown} is not turned yet.`;
  return sentence(position.whyUnavailable(card));
}

/* Words with "or" before the last. */
export const either = (words) =>
  words.reduce((text, one) => (one[0] === "8" ? say`${text} or ${""}${one}` : say`${text} or ${one}`)); // another in Spanish

/* Why two cards cannot be discarded together: one reason, in a sentence. */
export function refusal(cards, position) {
  const reason = position.whyNot(cards.join("/"));
  const blocked = cards.find((card) => position.whyUnavailable(card) === reason);
  if (blocked) return unavailableWords(blocked, position);
  const ranks = position.game.partners[rankOf(cards[0])];
  if (position.isOver() || !cards.every(isKnown) || !ranks || goTogether(position.game, cards)) return sentence(reason);
  const [card, other] = cards.map((one) => shownCard(one, position));
  if (!ranks.length) return say`${card} is discarded alone.`;
  return say`${card} matches ${either(ranks.map((rank) => shownRank(RANKS[rank - 1])))}, not ${other}.`;
}

/* Why neither a deal nor a redeal can be made. */
export function dealRefusal(position) {
  const { passed, rules, undealt } = position;
  const isOut = rules.stock === "dealt" && !undealt && passed.length > 0 && !position.isOver();
  return isOut ? say`The stock is empty, and no redeal is left.` : sentence(position.whyNot("deal"));
}

/* The last move of a game, and whether it ends there. */
export function lastWords({ before, position, at, moves }) {
  const sentences = at ? [accountOf(moves[at - 1], before, position)] : [];
  if (position.isWon()) sentences.push(say`Won in ${counted(at, noun`move`)}!`);
  else if (!position.legalMoves().length) sentences.push(say`No move is left.`);
  return sentences.join(" ");
}

/* A move that is no discard, as one says it. */
export const dealWords = (move) =>
  move === "deal" ? say`deal` : move === "redeal" ? say`redeal` : say`deal to waste ${move.slice(4)}`;

export const moveWords = (move) => (isDiscard(move) ? move : dealWords(move));

/* Where in the play one is. */
export function statusOf(position, moves) {
  const { rules } = position;
  const parts = [counted(moves, noun`move`), say`${counted(position.cardsLeft(), noun`card`)} left`];
  if (rules.goal === "pyramid") parts.push(say`${position.pyramidLeft()} in the pyramid`);
  if (rules.stock === "dealt" && rules.passes !== 1) {
    const { passNumber } = position;
    parts.push(rules.passes === "unlimited" ? say`pass ${passNumber}` : say`pass ${passNumber} of ${rules.passes}`);
  }
  return [...parts, ...scoreOf(position)];
}

/* A pile as a line of the table is headed. */
export const pileWords = (pile) => capital(placeWords(pile.toLowerCase()));

const wasteWords = (position, k) =>
  position.rules.wastes > 1 ? placeWords(position.wasteName(k + 1)) : say`the waste`;

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

/* The score, where the rules keep one. */
export function scoreOf(position) {
  if (position.rules.scoring === "none") return [];
  return [say`score ${String(position.score()).replace("-", "−")}`];
}

/* What a win of the player's own is sealed with. */
export function sealsOf({ help, aided, seen, undone, isFastest }) {
  if (help) return [];
  return [[!aided && !seen, say`No hint`], [!undone && !seen, say`No undo`], [isFastest, say`Best time`]].filter(([is]) => is).map(([, seal]) => seal);
}

/* How a win compares with the fewest moves that are known. */
export function comparison(moves, fewest, proved) {
  const excess = moves - fewest;
  if (!fewest) return "";
  if (excess === 0) return proved ? say`No line is shorter.` : say`As short as the solution.`;
  if (excess < 0) return say`${counted(-excess, noun`move`)} fewer than the solution.`;
  const more = counted(excess, noun`move`);
  return proved ? say`${more} more than the fewest possible, ${fewest}.` : say`${more} more than the solution, ${fewest}.`;
}

/* A move, or a card, as the page says it: where there are two packs, or a card has no suit, with its place. */
export const shownMove = (move, position) =>
  position.rules.packs > 1 ? wordOf(move, position) : move.split("/").some(isSuitless) ? spelledMove(move, position) : move;
export const shownCard = (card, position) =>
  position.rules.packs > 1 ? placedCard(card, position) : isSuitless(card) ? spelledCard(card, position) : card;
export const shownCards = (cards, position) => cards.map((card) => shownCard(card, position)).join(say` and `);

/* Whether a card's suit does not matter. */
const isSuitless = (card) => /^[A2-9TJQK][cdhs]/.test(card);

/* A discard as one says it: a card without a suit has its place, "4 in row 6, place 2". */
const spelledMove = (move, position) => move.split("/").map((card) => spelledCard(card, position)).join(say` and `);

/* A card as one says it: where it has no suit, or the other pack has it too, with its place. */
function spelledCard(card, position) {
  const placed = placedCard(card, position);
  if (!placed.includes("@")) return placed;
  const place = position.where(card);
  const [, shape, row, index] = /^(.+) (\d+)\.(\d+)$/.exec(place) ?? [];
  const isOnly = new Set(position.game.places.map((one) => one.replace(/ [\d.]+$/, ""))).size === 1;
  if (row && isOnly) return say`${card} in row ${row}, place ${index}`;
  if (row) return say`${card} in ${placeWords(shape)} row ${row}, place ${index}`;
  if (place === "turned") return say`the turned ${card}`;
  return /^waste/.test(place) ? say`${card} on the ${placeWords(place)}` : say`${card} in ${placeWords(place)}`;
}

/* The moves from a position as the page says them. */
export function shownMoves(moves, position) {
  const isPlain = position.rules.packs === 1 && !moves.some((move) => move.split("/").some(isSuitless));
  return isPlain ? moves : wordsOf(moves, position, shownMove);
}
