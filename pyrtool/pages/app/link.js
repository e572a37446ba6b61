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
export function runsOf(moves) {
  const runs = [];
  for (const move of moves) {
    const last = runs[runs.length - 1];
    if (/^deal/.test(move) && last?.[0] === move) last[1]++;
    else runs.push([move, 1]);
  }
  return runs;
}

/* Cards of two packs as the app knows them: what comes a second time is the second pack's, "KS2". */
export function asPacks(cards) {
  const seen = new Set();
  return cards.map((card) => (seen.has(card) ? `${card}2` : seen.add(card) && card));
}

/* A table in one line as a link has it. */
const packText = (text) =>
  text.replaceAll(" / ", "~").replaceAll("??", "!").replaceAll(" ", ".");

/* `identity` is {game, number, numbering, changes, position, name}: where no number names the deal a
   table in one line, or the name of a site's problem. */
export function formatLink(identity, moves) {
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
export const linkedMoves = () => /[#&]m=([^&]*)/.exec(location.hash)?.[1];

/* What a fragment says: {key: value} with its moves as `moves`, null where it has none or names
   something that is no move. */
export function parseLink(fragment) {
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
