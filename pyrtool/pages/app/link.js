/* A game as the fragment of a link, and its moves as words.
 *
 * `#g=giza&n=2&m=4C9H.KC.d3.r` has the game, the deal and the moves. The deal is a number
 * (`freecell-617` in another numbering than native), or a table, `p=QS~AS.KC~...`. Rules that differ
 * from the game's are `r=overlap.true~rows.6`. Moves are discards, deals (to the second waste `x`)
 * and redeals. In words they are what `pyrtool verify` reads: `4C/9H KC deal*3 deal2 redeal`.
 */

/* Deals and redeals in a link; to the first waste `w`, to the second `x`. */
const DEAL_LETTERS = { deal: "d", redeal: "r", deal1: "w", deal2: "x", deal3: "y", deal4: "z" };

/* Runs of deals as one: ["deal", 3]. */
function runsOf(moves) {
  const runs = [];
  for (const move of moves) {
    const last = runs[runs.length - 1];
    if (/^deal/.test(move) && last?.[0] === move) last[1]++;
    else runs.push([move, 1]);
  }
  return runs;
}

function formatMoves(moves) {
  return runsOf(moves).map(([move, times]) => (times > 1 ? `${move}*${times}` : move)).join(" ");
}

const shortPlace = (place) =>
  place.replace(/^pyramid /, "").replace("column ", "col").replaceAll(" ", "");

/* A move in words: a card without a suit is its rank and its place, "7@7.2". */
function wordOf(move, position) {
  if (!isDiscard(move)) return move;
  return move.split("/").map((card) => placedCard(card, position)).join("/");
}

/* A card in words: its place is named where it has no suit, or where the same card of the other pack may be
   discarded too, from elsewhere. */
function placedCard(card, position) {
  if (!isKnown(card)) return card;
  const place = position.where(card);
  const name = /[cdhs]/.test(card[1]) ? card[0] : card.slice(0, 2);
  const isApart = position.rules.packs > 1 && position.candidates().includes(twinOf(card));
  const needsPlace = name.length < 2 || (isApart && position.where(twinOf(card)) !== place);
  return needsPlace ? `${name}@${shortPlace(place)}` : name;
}

/* Cards of two packs as the app knows them: what comes a second time is the second pack's, "KS2". */
function asPacks(cards) {
  const seen = new Set();
  return cards.map((card) => (seen.has(card) ? `${card}2` : seen.add(card) && card));
}

/* A move, or a card, as the page says it: where there are two packs, or a card has no suit, with its place. */
const shownMove = (move, position) =>
  position.rules.packs > 1 ? wordOf(move, position) : move.split("/").some(isSuitless) ? spelledMove(move, position) : move;
const shownCard = (card, position) =>
  position.rules.packs > 1 ? placedCard(card, position) : isSuitless(card) ? spelledCard(card, position) : card;

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

/* The moves from a position in words. */
function wordsOf(moves, position, words = wordOf) {
  let at = position;
  return moves.map((move) => {
    const word = words(move, at);
    at = at.play(move);
    return word;
  });
}

/* The moves from a position as the page says them. */
function shownMoves(moves, position) {
  const isPlain = position.rules.packs === 1 && !moves.some((move) => move.split("/").some(isSuitless));
  return isPlain ? moves : wordsOf(moves, position, shownMove);
}

/* The moves that words name from a position; an IllegalMoveError has the number of one that is none. */
function parseMoves(text, position) {
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
function numbered(number, done) {
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

/* A table in one line as a link has it, and back. */
const packText = (text) =>
  text.replaceAll(" / ", "~").replaceAll("??", "!").replaceAll(" ", ".");
const unpackText = (packed) =>
  packed.replaceAll(".", " ").replaceAll("!", "??").replaceAll("~", " / ");

/* `identity` is {game, number, numbering, changes, position, name}: where no number names the deal a
   table in one line, or the name of a site's problem. */
function formatLink(identity, moves) {
  const { game, number, numbering, changes, position, name } = identity;
  const parts = [];
  if (name && number === null) parts.push(["problem", name]);
  if (game) parts.push(["g", game]);
  if (number !== null) {
    parts.push(["n", numbering === "native" ? `${number}` : `${numbering}-${number}`]);
  }
  if (number === null && position) parts.push(["p", packText(position)]);
  const rules = Object.entries(changes ?? {}).map(([name, value]) => `${name}.${value}`);
  if (rules.length) parts.push(["r", rules.join("~")]);
  const words = runsOf(moves).map(([move, times]) => {
    return (DEAL_LETTERS[move] ?? move.replace("/", "")) + (times > 1 ? times : "");
  });
  if (words.length) parts.push(["m", words.join(".")]);
  const fields = parts.map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `#${fields.join("&")}`;
}

/* The moves of the address as they are; undefined if it has none. */
const linkedMoves = () => /[#&]m=([^&]*)/.exec(location.hash)?.[1];

/* What a fragment says: {key: value} with its moves as `moves`, null where it has none or names
   something that is no move. */
function parseLink(fragment) {
  const found = Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, "")));
  const moves = [];
  for (const word of (found.m ?? "").split(".").filter(Boolean)) {
    const [, letter, deals] = /^([dwxyz])([1-9]\d?)?$/.exec(word) ?? [];
    const pair = /^([A2-9TJQK][CDHScdhs]2?)([A2-9TJQK][CDHScdhs]2?)?$/.exec(word);
    if (letter) {
      const move = Object.keys(DEAL_LETTERS).find((one) => DEAL_LETTERS[one] === letter);
      moves.push(...Array(Number(deals ?? 1)).fill(move));
    } else if (word === "r") moves.push("redeal");
    else if (pair) moves.push(pair.slice(1).filter(Boolean).join("/"));
    else return { ...found, moves: null };
  }
  return { ...found, moves: found.m === undefined ? null : moves };
}
