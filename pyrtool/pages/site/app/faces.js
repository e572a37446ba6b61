/* Cards as they are drawn when they are first needed: first the signs, then the pictures of courts.
 *
 * `arrived.faces` and `arrived.courts` are what pyrtool/pages/page/drawn.py makes. A reader can read
 * and play a card before its picture is there.
 */

const RANK_WORDS = { A: say`ace`, T: "10", J: say`jack`, Q: say`queen`, K: say`king` };
const SUIT_WORDS = {
  ...{ C: (rank) => say`${rank} of clubs`, D: (rank) => say`${rank} of diamonds` },
  ...{ H: (rank) => say`${rank} of hearts`, S: (rank) => say`${rank} of spades` },
};

const pictureless = new Map(); // faces of courts that were drawn before their pictures had come, to their cards

/* What a card with a suit is called. */
const nameOf = ([rank, suit]) => SUIT_WORDS[suit](RANK_WORDS[rank] ?? rank);

/* The picture of a court, once pictures have come. */
const pictureOf = (card) =>
  arrived.courts?.pictures[card]?.replace(/~(\w)/g, (_, k) => arrived.courts.often[parseInt(k, 36)]) ?? "";

/* The face of a card with a suit as an SVG element; null for any other card. */
function drawnFace(id) {
  const { ranks, pen, suits, places, cards } = arrived.faces;
  const card = id.slice(0, 2); // of either pack
  if (!Object.hasOwn(cards, card)) return null;
  const [rank, suit] = card;
  const signs = places[cards[card]].map(([which, x, y]) => `M${x} ${y}${suits[suit][which]}`);
  const picture = pictureOf(card);
  const made = document.createElement("template");
  made.innerHTML =
    '<svg class="face" viewBox="-120 -168 240 336" aria-hidden="true">' +
    `${picture}<path fill="currentColor" d="${signs.join("")}"/>` +
    `<path class="index" stroke-width="${pen}" d="${globalThis.inLanguage?.ranks[rank] ?? ranks[rank]}"/></svg>`;
  const face = made.content.firstChild;
  if (!picture && "JQK".includes(rank)) pictureless.set(face, card);
  return face;
}

/* Draw the pictures of the courts that lie there without one, one at a time, once the table has been seen. Of a page
 * that is left, some browsers say that the pictures cannot be read: a card is read without.
 */
async function drawPictures() {
  if (!pictureless.size) return;
  await seen();
  if (!(await load("courts").catch(() => null))) return;
  for (const [face, card] of pictureless) {
    pictureless.delete(face);
    await atLeisure();
    face.insertAdjacentHTML("afterbegin", pictureOf(card));
  }
}

table.board.draw = drawnFace;
