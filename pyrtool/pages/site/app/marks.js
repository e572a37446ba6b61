/* Which cards of a lost deal are marked, and how: those that are stuck, and those that they wait for; and its block as an
 * explanation in steps.
 *
 * The argument is that of pyrtool/answers/blocks/certificate.py, and its line that of standstill.py: how
 * far the sets of the block can be discarded with every other card gone. Masks have a bit a card.
 */

import { arrived } from "../../app/dom.js";
import { capital, either } from "../../app/words.js";
import { listed } from "../../engine/numbers.js";
import { choices, goTogether, rankOf } from "../../engine/position.js";
import { say } from "../../engine/say.js";

const bitOf = (i) => 1n << BigInt(i);
const isIn = (mask, i) => (mask & bitOf(i)) !== 0n;
const isOne = (mask) => mask !== 0n && (mask & (mask - 1n)) === 0n;

/* {card: "stuck" or "waits"}; `block` is what `blockOf` found (engine/blocks.js), or null. */
function blockMarks(position, block) {
  if (!block?.card && !block?.sets) return {};
  const { held, holding } = block.card ? { held: [block.card], holding: block.mates } : argumentOf(position, block);
  return Object.fromEntries([...holding.map((card) => [card, "waits"]), ...held.map((card) => [card, "stuck"])]);
}

/* The steps of an explanation: how many pairs of the sets can be discarded, and what waits for what then; null where the
   argument is another one. `own` and `reasons` are cards. */
function blockSteps(position, block) {
  if (block?.card) return [{ words: `${capital(block.words)}.`, own: block.card, reasons: block.mates.join(" ") }];
  if (!block?.sets || block.isCount) return null;
  const chosen = new ChosenCards(position, block.sets.flat());
  const left = standStill(chosen);
  const { waits, lies } = knot(chosen, left);
  if (chosen.aim !== null || !waits?.every(([, mates]) => mates.length)) return null;
  const pairs = chosen.cards.length / 2;
  const gone = pairs - chosen.membersOf(left).length / 2;
  let most = say`No pair at all can be discarded`;
  if (gone === 1) most = say`At most one of the ${pairs} pairs of ${block.names} can be discarded`;
  else if (gone) most = say`At most ${gone} of the ${pairs} pairs of ${block.names} can be discarded`;
  const named = (some) => some.map((i) => chosen.cards[i]);
  const step = (words, i, others) => ({ words, own: chosen.cards[i], reasons: named(others).join(" ") });
  const steps = [
    { words: most, own: named(chosen.membersOf(left)).join(" "), reasons: "" },
    ...waits.map(([i, mates]) => step(say`the ${chosen.cards[i]} waits for the ${either(named(mates))}`, i, mates)),
    ...lies.map(([i, on]) => step(say`the ${chosen.cards[i]} lies under the ${listed(named(on))}`, i, on)),
  ];
  return steps.map((one, k) => ({ ...one, words: `${k + 1}. ${capital(one.words)}.` }));
}

function argumentOf(position, { sets, isCount }) {
  const chosen = new ChosenCards(position, sets.flat());
  if (isCount) {
    const inStock = chosen.cards.filter((card) => !position.tableau.includes(card));
    return { held: inStock, holding: chosen.cards.filter((card) => !inStock.includes(card)) };
  }
  const left = standStill(chosen);
  const isSetBlock = sets.length === 1 && chosen.aim === null;
  return (isSetBlock && (tooManyCovers(chosen) ?? tooFewPartners(chosen))) || knot(chosen, left);
}

/* The cards of some ranks, with every other card gone. */
class ChosenCards {
  constructor(position, ranks) {
    const { game, tableau } = position;
    this.game = game;
    this.overlap = game.rules.overlap;
    this.cards = position.cards().filter((card) => ranks.includes(rankOf(card)));
    const indices = [...this.cards.keys()];
    this.all = this.maskOf(() => true);
    const places = this.cards.map((card) => tableau.indexOf(card));
    this.direct = places.map((at) => this.maskOf((i) => game.covers[at]?.includes(places[i])));
    this.above = places.map((at) => {
      const covers = new Set();
      const add = (place) => game.covers[place].forEach((one) => covers.add(one) && add(one));
      if (at >= 0) add(at);
      return this.maskOf((i) => covers.has(places[i]));
    });
    this.mates = indices.map((i) => this.maskOf((j) => i !== j && goTogether(game, [this.cards[i], this.cards[j]])));
    const isAim = (i) => places[i] >= 0 && game.inPyramid[places[i]];
    this.aim = game.rules.goal === "all" || game.inPyramid.every(Boolean) ? null : this.maskOf(isAim);
    this.must = this.aim ?? this.all;
  }

  maskOf(test) {
    return this.cards.reduce((mask, _, i) => (test(i) ? mask | bitOf(i) : mask), 0n);
  }

  membersOf(mask) {
    return [...this.cards.keys()].filter((i) => isIn(mask, i));
  }

  exposed(left) {
    return this.maskOf((i) => isIn(left, i) && !(this.above[i] & left));
  }

  /* The ranks that go only with one other, as pairs of masks, both ways. */
  sides() {
    const { mates, partners } = this.game;
    const only = (rank, other) => partners[rank].length === 1 && partners[rank][0] === other;
    return [...new Set(this.cards.map(rankOf))].sort((a, b) => a - b)
      .filter((rank) => mates[rank] && only(rank, mates[rank]) && only(mates[rank], rank))
      .map((rank) => [rank, mates[rank]].map((one) => this.maskOf((i) => rankOf(this.cards[i]) === one)));
  }

  /* All discards of what is left. */
  pairs(left) {
    const exposed = this.exposed(left);
    return this.membersOf(this.overlap ? left : exposed).flatMap((i) => {
      if (isIn(exposed, i)) return this.membersOf(this.mates[i] & exposed).filter((j) => j > i).map((j) => [i, j]);
      const onIt = this.above[i] & left;
      return isOne(onIt) && onIt & this.direct[i] & this.mates[i] ? [[i, ...this.membersOf(onIt)]] : [];
    });
  }

  /* A pair that can go at once, as isolated_sets.py proves; null if there is none. */
  freePair(left) {
    const exposed = this.exposed(left);
    const covering = this.membersOf(left).reduce((mask, i) => mask | (this.above[i] & left), 0n);
    for (const [mask, other] of this.sides()) {
      const [x, y] = [mask & left, other & left];
      if (!(x & exposed) || y & ~exposed || y & covering) continue;
      const [ones, others] = [this.membersOf(x), this.membersOf(y)];
      if (mask === other) {
        if (ones.length > 1 && [0n, x].includes(x & this.must)) return ones.slice(0, 2);
      } else if (ones.length <= others.length) {
        return [this.membersOf(x & exposed)[0], this.membersOf(y & this.must || y)[0]];
      }
    }
    return null;
  }
}

/* What a longest line of discards leaves: as few as can be of the cards that must go, then of all. */
function standStill(chosen) {
  const seen = new Set();
  let best = { left: chosen.all, worth: [Infinity, Infinity] };
  const without = (left, pair) => pair.reduce((mask, i) => mask & ~bitOf(i), left);
  const explore = (from) => {
    for (let left = from; !seen.has(left); ) {
      seen.add(left);
      const worth = [left & chosen.must, left].map((mask) => chosen.membersOf(mask).length);
      if (worth[0] < best.worth[0] || (worth[0] === best.worth[0] && worth[1] < best.worth[1])) best = { left, worth };
      const pair = chosen.freePair(left);
      if (pair) left = without(left, pair);
      else for (const one of chosen.pairs(left)) explore(without(left, one));
    }
  };
  explore(chosen.all);
  return best.left;
}

/* Cards of a rank, each under more complements than the rank has others; null if there are none. */
function tooManyCovers(chosen) {
  const { cards, above, direct, overlap } = chosen;
  for (let number = 1; number < cards.length; number++) {
    for (const [same, mates] of chosen.sides().map((side) => side.map((mask) => chosen.membersOf(mask)))) {
      if (same[0] === mates[0]) continue;
      const onIt = (i) => mates.filter((mate) => isIn(above[i], mate));
      const needs = (i) => onIt(i).length - (overlap && onIt(i).some((mate) => isIn(direct[i], mate)) ? 1 : 0);
      const held = same.filter((i) => needs(i) > same.length - number);
      if (held.length < number) continue;
      const holding = mates.filter((mate) => held.some((i) => isIn(above[i], mate)));
      return { held: held.map((i) => cards[i]), holding: holding.map((i) => cards[i]) };
    }
  }
  return null;
}

/* Cards of a rank that have fewer possible partners than they are; null if there are none. */
function tooFewPartners(chosen) {
  const { cards, above, direct, overlap } = chosen;
  const mayPair = (one, other) => {
    const [lower, upper] = isIn(above[one], other) ? [one, other] : [other, one];
    return !isIn(above[lower], upper) || (overlap && isIn(direct[lower], upper));
  };
  for (let number = 1; number < cards.length; number++) {
    for (const [same, mates] of chosen.sides().map((side) => side.map((mask) => chosen.membersOf(mask)))) {
      if (same[0] === mates[0]) continue;
      for (const some of choices(same, number)) {
        const others = mates.filter((mate) => some.some((i) => mayPair(i, mate)));
        if (others.length >= number) continue;
        const holding = mates.filter((mate) => !others.includes(mate));
        return { held: some.map((i) => cards[i]), holding: holding.map((i) => cards[i]) };
      }
    }
  }
  return null;
}

/* The fewest exposed cards of a standstill whose complements all lie under some of them. */
function knot(chosen, left) {
  const { cards, above, direct, overlap, must, aim } = chosen;
  const wanted = chosen.membersOf(aim === null ? left : left & must);
  const exposed = chosen.membersOf(chosen.exposed(left));
  const matesOf = (i) => chosen.membersOf(chosen.mates[i] & left);
  const isHeld = (i, among) => {
    const onIt = chosen.membersOf(above[i] & among);
    if (onIt.length === 1 && overlap && matesOf(i).includes(onIt[0])) {
      const between = chosen.membersOf(above[i] & left).filter((one) => one !== onIt[0]);
      if (!between.some((one) => above[one] & among)) return !isIn(direct[i], onIt[0]); // they can go before
    }
    return onIt.length > 0;
  };
  for (let size = 1; size <= exposed.length; size++) {
    for (const some of choices(exposed, size)) {
      const among = some.reduce((mask, i) => mask | bitOf(i), 0n);
      const held = new Set(some.flatMap(matesOf));
      const own = wanted.filter((i) => some.includes(i));
      const stuck = own.length ? own : wanted.filter((i) => above[i] & among);
      if (!stuck.length || ![...held].every((i) => isHeld(i, among))) continue;
      if (!held.size && !some.includes(stuck[0])) held.add(stuck[0]);
      const onThem = new Set([...held].flatMap((i) => chosen.membersOf(above[i] & among)));
      const marked = held.size ? [...held] : some;
      const holding = [...onThem].filter((i) => !marked.includes(i));
      const waits = some.map((i) => [i, matesOf(i)]);
      const lies = [...held].map((i) => [i, chosen.membersOf(above[i] & among)]);
      return { held: marked.map((i) => cards[i]), holding: holding.map((i) => cards[i]), waits, lies };
    }
  }
  return { held: [], holding: [] };
}

arrived.marks = { marksOf: blockMarks, stepsOf: blockSteps };
