/* Which cards the unknown ones can be, and how likely that is, where discarded cards are unknown: the prior of
 * pyrtool/answers/unknown_cards/prior.py. Each number of stock cards that is possible is equally likely, then each
 * number of waste cards. With these numbers, each choice of the discarded cards, in pairs or alone, and each
 * order of the others is equally likely.
 */

import { isKnown } from "../numbers.js";
import { isDiscard, rankOf, RANKS, twinOf } from "../position.js";

/* A card of a table as the deck has it: one without a suit, "7c", is one of its suits. */
export const inTheDeck = (card) => card.toUpperCase();

/* The deck of the rules, by rank, then suit; a second pack after the first. */
export function deckOf(rules) {
  const highest = rules.ranks ?? Math.min(rules.total, RANKS.length);
  const pack = [...RANKS].slice(0, highest).flatMap((rank) => [..."CDHS"].slice(0, rules.suits).map((suit) => rank + suit));
  return rules.packs > 1 ? [...pack, ...pack.map(twinOf)] : pack;
}

const isAloneByRank = (game, rank) => !game.partners[rank].length;

/* The ranks of every set, as pyrtool/game/pairs.py lists them. */
function setsOf({ mates }) {
  const ranks = [...mates.keys()].slice(1);
  const pairs = ranks.filter((rank) => mates[rank] > rank).map((rank) => [rank, mates[rank]]);
  return [...pairs, ...ranks.filter((rank) => mates[rank] === rank).map((rank) => [rank, rank])];
}

/* A function that draws numbers from 0 to 1, the same each time. */
export function numbersFrom(seed) {
  let state = Math.imul(seed, 0x9e3779b1) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}

/* `count` of the cards by chance, in an order by chance. */
export function sampled(cards, count, chance) {
  const order = [...cards];
  for (let k = 0; k < count; k++) {
    const other = k + Math.floor(chance() * (order.length - k));
    [order[k], order[other]] = [order[other], order[k]];
  }
  return order.slice(0, count);
}

/* One of the values by chance, by their weights. */
export function chosen(values, weights, chance) {
  let rest = chance() * weights.reduce((sum, weight) => sum + weight, 0);
  const at = weights.findIndex((weight) => (rest -= weight) < 0);
  return values[at < 0 ? weights.findIndex((weight) => weight > 0) : at];
}

const factorial = (count) => (count < 2 ? 1 : count * factorial(count - 1));

function comb(of, count) {
  let found = 1;
  for (let k = 0; k < count; k++) found = (found * (of - k)) / (k + 1);
  return Math.round(found);
}

/* The ways to choose the cards that are gone. `free`: the cards of the deck that are neither here nor named as gone;
   `going` of them are gone. `gone`: those that are named. `gaps`: places of the tableau without a card. */
export class Hands {
  constructor(game, free, going, gone, gaps) {
    const { partners } = game;
    this.free = new Map();
    for (const card of free) {
      const rank = rankOf(card);
      if (!this.free.has(rank)) this.free.set(rank, []);
      this.free.get(rank).push(card);
    }
    this.going = going;
    this.alone = free.filter((card) => !partners[rankOf(card)].length);
    const named = new Map();
    for (const card of gone) named.set(rankOf(card), (named.get(rankOf(card)) ?? 0) + 1);
    const has = (rank) => this.free.get(rank)?.length ?? 0;
    this.sets = setsOf(game).map((ranks) => waysOf(ranks, has, (rank) => named.get(rank) ?? 0));
    this.leastAlone = 0;
    if (game.noTwoStockCardsMatch) {
      const alone = gone.filter((card) => isAloneByRank(game, rankOf(card))).length;
      this.leastAlone = going + gone.length - 2 * gaps - alone;
    }
    this.after = this.afterEach();
    this.byAlone = this.countByAlone();
    this.count = this.byAlone.reduce((sum, count) => sum + count, 0);
  }

  /* For each set, how many choices it and those after it leave for a number of gone cards. */
  afterEach() {
    const size = Math.max(this.going, 0) + 1;
    const tables = [[1, ...Array(size - 1).fill(0)]];
    for (const ways of [...this.sets].reverse()) {
      const table = Array(size).fill(0);
      for (const { cards, choices } of ways) {
        for (let k = 0; k + cards < size; k++) table[k + cards] += choices * tables[0][k];
      }
      tables.unshift(table);
    }
    return tables;
  }

  /* For each number of gone cards that went alone, how many choices there are. */
  countByAlone() {
    if (this.going < 0) return [];
    const most = Math.min(this.alone.length, this.going);
    return Array.from({ length: most + 1 }, (_, alone) =>
      alone >= this.leastAlone ? comb(this.alone.length, alone) * this.after[0][this.going - alone] : 0,
    );
  }

  /* The gone cards of a choice by chance, each as likely as the others. */
  draw(chance) {
    const alone = chosen([...this.byAlone.keys()], this.byAlone, chance);
    const gone = sampled(this.alone, alone, chance);
    let rest = this.going - alone;
    this.sets.forEach((ways, at) => {
      const fitting = ways.filter(({ cards }) => cards <= rest);
      const weights = fitting.map(({ cards, choices }) => choices * this.after[at + 1][rest - cards]);
      const way = chosen(fitting, weights, chance);
      rest -= way.cards;
      for (const [rank, count] of way.gone) gone.push(...sampled(this.free.get(rank) ?? [], count, chance));
    });
    return gone;
  }

  /* For each choice, apart from suits, how many cards of each rank are still here: [rank, count]. */
  *each() {
    const ofAlone = new Map();
    for (const card of this.alone) ofAlone.set(rankOf(card), (ofAlone.get(rankOf(card)) ?? 0) + 1);
    for (const gone of everyCount([...ofAlone].sort(([one], [other]) => one - other))) {
      const alone = gone.reduce((sum, [, count]) => sum + count, 0);
      if (alone < this.leastAlone || alone > this.going) continue;
      for (const pairs of this.eachPairs(0, this.going - alone)) {
        const left = new Map([...gone, ...pairs]);
        yield [...this.free].map(([rank, cards]) => [rank, cards.length - (left.get(rank) ?? 0)]);
      }
    }
  }

  /* How many cards of each rank go, from the set with this number on, `rest` of them. */
  *eachPairs(at, rest) {
    if (at === this.sets.length) {
      if (rest === 0) yield [];
      return;
    }
    for (const { gone, cards } of this.sets[at]) {
      if (cards > rest || !this.after[at + 1][rest - cards]) continue;
      for (const others of this.eachPairs(at + 1, rest - cards)) yield [...gone, ...others];
    }
  }
}

/* Every choice of how many cards of each rank, from none to all: lists of [rank, count]. */
function* everyCount([first, ...others]) {
  if (first === undefined) {
    yield [];
    return;
  }
  const [rank, most] = first;
  for (let count = 0; count <= most; count++) for (const rest of everyCount(others)) yield [[rank, count], ...rest];
}

/* The ways in which cards of a set are gone in pairs, those that are `named` with them: how many of each rank,
   `cards` together, and of how many `choices`. */
function waysOf([low, high], has, named) {
  const found = [];
  for (let cards = 0; cards <= has(low); cards++) {
    if (low === high) {
      if ((named(low) + cards) % 2 === 0) found.push({ gone: [[low, cards]], cards, choices: comb(has(low), cards) });
      continue;
    }
    const mates = named(low) + cards - named(high);
    if (mates < 0 || mates > has(high)) continue;
    const choices = comb(has(low), cards) * comb(has(high), mates);
    found.push({ gone: [[low, cards], [high, mates]], cards: cards + mates, choices });
  }
  return found;
}

/* A position with unknown cards, and the deals behind it. */
export class Case {
  constructor(position) {
    this.position = position;
    this.unknown = position.unknown();
    const { game } = position;
    this.gone = (game.gone ?? []).filter(isKnown).map(inTheDeck);
    const named = new Set([...position.cards().filter(isKnown).map(inTheDeck), ...this.gone]);
    this.unnamed = deckOf(game.rules).filter((card) => !named.has(card));
    const gaps = position.tableau.filter((card) => card === null).length;
    this.hands = new Hands(game, this.unnamed, this.unnamed.length - this.unknown.length, this.gone, gaps);
  }

  /* The unknown cards of a deal by chance, each deal as likely as the others. */
  draw(chance) {
    const gone = new Set(this.hands.draw(chance));
    const here = this.unnamed.filter((card) => !gone.has(card));
    return sampled(here, here.length, chance);
  }

  /* How many orders of the unknown cards there are, apart from suits; `most` + 1 for more. */
  orders(most) {
    let total = 0;
    for (const here of this.hands.each()) {
      const alike = here.reduce((product, [, count]) => product * factorial(count), 1);
      total += Math.round(factorial(this.unknown.length) / alike);
      if (total > most) return most + 1;
    }
    return total;
  }

  /* Every order of the unknown cards apart from suits, and how many deals have it, as a BigInt. */
  *each() {
    const { free } = this.hands;
    for (const here of this.hands.each()) {
      let deals = 1n;
      for (const [rank, count] of here) {
        for (let k = 0; k < count; k++) deals *= BigInt(free.get(rank).length - k);
      }
      for (const ranks of ordersOf(new Map(here))) {
        const next = new Map();
        const cards = ranks.map((rank) => {
          next.set(rank, (next.get(rank) ?? -1) + 1);
          return free.get(rank)[next.get(rank)];
        });
        yield [cards, deals];
      }
    }
  }
}

/* Every order of this many cards of each rank. */
function* ordersOf(here) {
  const ranks = [...here.keys()].filter((rank) => here.get(rank)).sort((one, other) => one - other);
  if (!ranks.length) yield [];
  for (const rank of ranks) {
    here.set(rank, here.get(rank) - 1);
    for (const others of ordersOf(here)) yield [rank, ...others];
    here.set(rank, here.get(rank) + 1);
  }
}

/* How likely each case is, before the deals behind it are looked at: one in this many. */
export function weightsOf(cases) {
  const alike = (one) => cases.filter(({ position }) => position.stock.length === one.position.stock.length).length;
  const stocks = new Set(cases.map(({ position }) => position.stock.length)).size;
  return cases.map((one) => stocks * alike(one));
}

/* The position with these cards for its unknown ones, in the order of `Position.unknown`. */
export function withCards(position, cards) {
  const names = new Map(position.unknown().map((card, k) => [card, cards[k]]));
  const known = (pile) => pile.map((card) => names.get(card) ?? card);
  const { game, tableau, bouquet, stock, turned, waste, furtherWastes } = position;
  const piles = { tableau: known(tableau), bouquet: known(bouquet), stock: known(stock), waste: known(waste) };
  const wastes = furtherWastes.map(known);
  const top = turned === null ? [] : known([turned]);
  const undealt = [...top, ...piles.stock];
  const passed = [...piles.waste, ...wastes.flat()];
  const here = new Set([...piles.tableau, ...piles.bouquet, ...passed, ...undealt].filter(Boolean).map(inTheDeck));
  const away = deckOf(game.rules).filter((card) => !here.has(card));
  const laidOut = [...piles.tableau, ...piles.bouquet].map((card) => card ?? away.pop());
  const whole = { ...game, cards: [...laidOut, ...away, ...passed, ...undealt], gone: [] };
  return position.but({ ...piles, furtherWastes: wastes, turned: top[0] ?? null, game: whole });
}

/* What a player comes to see while it plays on from a table with hidden cards, as
 * pyrtool/answers/unknown_cards/prior.py decides: what lies exposed, the turned card, the tops of the wastes, and all
 * that were dealt. What was seen stays known.
 */

/* A position with every card known, and which of its cards the player has not seen. `gone`: the discarded
   cards that it knows, as the deck has them. `counts`: it knows how many cards lie face down. */
export class Sight {
  constructor(position, unseen, gone, counts) {
    Object.assign(this, { position, unseen, gone, counts });
  }

  /* The legal moves, without those that discard a card that was not seen. */
  get moves() {
    const isSeen = (move) => !isDiscard(move) || !move.split("/").some((card) => this.unseen.has(card));
    return this.position.legalMoves().filter(isSeen);
  }

  /* What is seen after a move. */
  play(move) {
    const [before, after] = [this.position, this.position.play(move)];
    const here = new Set(after.cards());
    const away = before.cards().filter((card) => !here.has(card));
    const gone = new Set([...this.gone, ...away.map(inTheDeck)]);
    const undealt = new Set([after.turned, ...after.stock]);
    const dealt = [before.turned, ...before.stock].filter((card) => !undealt.has(card));
    const shown = new Set([...after.available(), ...dealt, ...away]);
    const unseen = new Set([...this.unseen].filter((card) => !shown.has(card)));
    return new Sight(after, unseen, gone, this.counts);
  }

  /* All that is seen, apart from suits: two positions with one key look alike. */
  get key() {
    const { tableau, bouquet, wastes, turned, stock, passNumber, clearedInPass } = this.position;
    const piles = [this.ranks(tableau), [...this.ranks(bouquet)].sort().join(""), ...wastes.map((pile) => this.pile(pile))];
    return [...piles, this.ranks([turned]), this.pile(stock), passNumber, clearedInPass].join("|");
  }

  ranks(cards) {
    return cards.map((card) => (card === null ? "-" : this.unseen.has(card) ? "?" : card[0])).join("");
  }

  /* A pile; of one whose cards the player does not count, unseen neighbours are one. */
  pile(cards) {
    return this.counts ? this.ranks(cards) : this.ranks(cards).replace(/\?+/g, "?");
  }
}

/* The rank at every place, apart from suits. */
export function ranksOf(position) {
  const ranks = (cards) => cards.map((card) => (card === null ? "-" : card[0])).join("");
  const { tableau, bouquet, wastes, turned, stock, passNumber, clearedInPass } = position;
  const open = [...ranks(bouquet)].sort().join("");
  return [ranks(tableau), open, ...wastes.map(ranks), ranks([turned, ...stock]), passNumber, clearedInPass].join("|");
}
