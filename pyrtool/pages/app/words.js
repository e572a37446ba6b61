/* What is said: of the table, of a card, of a move, of the state of the game. */

/* The whole table, a line for each row or pile, as pyrtool/pictures/lettering/words.py says it. With a
   `closed` stock its cards are counted, not named; nor are others that lie face down. */
function describe(position, names, closed = false) {
  const hidden = closed ? hiddenCards(position) : [];
  const named = (card) =>
    card === null ? "none" : hidden.includes(card) ? "a card face down" : names[card];
  const listedCards = (cards) =>
    cards.some((card) => card !== null) ? cards.map(named).join(", ") : "empty";
  const rows = new Map();
  let at = 0;
  for (const [pile, size] of position.game.piles) {
    rows.set(pile, [...(rows.get(pile) ?? []), ...position.tableau.slice(at, (at += size))]);
  }
  const piles = position.tableau.some((card) => card !== null) ? [...rows] : [];
  if (position.bouquet.some((card) => card !== null)) piles.push(["Bouquet", position.bouquet]);
  position.wastes.forEach((waste, k) => {
    if (waste.length) piles.push([`${capital(position.wasteName(k + 1))}, the top card last`, waste]);
  });
  if (position.turned !== null) piles.push(["Turned card", [position.turned]]);
  if (position.stock.length && !closed) {
    piles.push(["Stock, in the order of dealing", position.stock]);
  }
  const told = piles.map(([pile, cards]) => `${pile}: ${listedCards(cards)}.`);
  if (position.stock.length && closed) {
    told.push(`Stock: ${counted(position.stock.length, "card")}, face down.`);
  }
  return told.length ? told : ["The table is empty."];
}

/* What a card's button is called: the card, its place, and whether it can go. */
function cardLabel(position, card, names, state) {
  const place = position.where(card);
  if (state === "down") return `Stock, ${counted(position.stock.length, "card")} face down`;
  const words = place
    .replace(/^(pyramid|triangle) (\d+)\.(\d+)$/, "$1 row $2, place $3")
    .replace(/^turned$/, "turned card");
  const isHidden = (cover) => state === "hidden" && position.covering(cover).length > 0;
  const covers = position
    .covering(card)
    .map((cover) => (isHidden(cover) ? "a card face down" : names[cover]));
  let can = "available";
  if (covers.length) can = `covered by ${covers.join(" and ")}`;
  else if (place === "stock") can = `number ${position.stock.indexOf(card) + 1} to be turned`;
  else if (position.pileOf(card) > 0) {
    const top = position.wastes[position.pileOf(card) - 1].at(-1);
    can = card === top ? "on top" : `under ${names[top]}`;
    if (place.endsWith("bottom")) can = "available";
  }
  return `${state === "hidden" ? "Face down" : names[card]}, ${words}, ${can}`;
}

/* What a move did that led from `before` to `position`. */
function accountOf(move, before, position) {
  const told = [];
  const went = position.vanished.flat();
  if (isDiscard(move)) told.push(`${move.split("/").join(" and ")} discarded.`);
  else if (move === "redeal") told.push(`Pass ${position.passNumber} begins.`);
  else {
    position.wastes.forEach((waste, k) => {
      const dealt = waste.filter((card) => !before.passed.includes(card));
      const name = position.rules.wastes > 1 ? position.wasteName(k + 1) : "the waste";
      if (dealt.length) told.push(`${dealt.join(", ")} dealt to ${name}.`);
    });
  }
  for (const pair of position.vanished) told.push(`${pair.join(" and ")} match and vanish.`);
  if (position.turned && position.turned !== before.turned) {
    told.push(`${position.turned} is turned.`);
  }
  const bared = position.exposed().filter((card) => before.covering(card).length);
  if (bared.length) told.push(`Uncovers ${bared.join(" and ")}.`);
  position.wastes.forEach((waste, k) => {
    const top = waste.at(-1);
    if (!isDiscard(move) || !top || top === before.wastes[k].at(-1) || went.includes(top)) return;
    told.push(`${top} is on ${position.rules.wastes > 1 ? position.wasteName(k + 1) : "the waste"}.`);
  });
  return told.join(" ");
}

/* A move that is no discard, as one says it. */
const dealWords = (move) => move.replace(/^deal(\d)$/, "deal to waste $1");

/* Where in the play one is. */
function statusOf(position, moves) {
  const { rules } = position;
  const parts = [counted(moves, "move"), `${counted(position.cardsLeft(), "card")} left`];
  if (rules.goal === "pyramid") parts.push(`${position.pyramidLeft()} in the pyramid`);
  if (rules.stock === "dealt" && rules.passes !== 1) {
    const of = rules.passes === "unlimited" ? "" : ` of ${rules.passes}`;
    parts.push(`pass ${position.passNumber}${of}`);
  }
  return [...parts, ...scoreOf(position)];
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/* The score, where the rules keep one. */
function scoreOf(position) {
  if (position.rules.scoring === "none") return [];
  return [`score ${String(position.score()).replace("-", "−")}`];
}

/* How a win compares with the fewest moves that are known: {stars: 1 to 3, words}. */
function comparison(moves, fewest, proved) {
  const excess = moves - fewest;
  const stars = excess <= 0 ? 3 : excess <= fewest / 10 ? 2 : 1;
  if (!fewest) return { stars: 3, words: "" };
  if (excess === 0) {
    return { stars, words: proved ? "No line is shorter." : "As short as the solution." };
  }
  if (excess < 0) return { stars, words: `${counted(-excess, "move")} fewer than the solution.` };
  const other = proved ? "the fewest possible" : "the solution";
  return { stars, words: `${counted(excess, "move")} more than ${other}, ${fewest}.` };
}
