/* Cards as they are drawn when they are first needed: first the signs, then the pictures of courts.
 *
 * `arrived.faces` and `arrived.courts` are what pyrtool/pages/page/drawn.py makes; alone.js or a
 * frame has them. A reader can read and play a card before its picture is there.
 */

const pictureless = new Map(); // faces of courts that were drawn before their pictures had come, to their cards

const blank = document.createElement("template"); // a face without signs

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
  if (!blank.content.firstChild) {
    blank.innerHTML =
      '<svg class="face" viewBox="-120 -168 240 336" aria-hidden="true"><path fill="currentColor"/>' +
      `<path class="index" stroke-width="${pen}"/></svg>`;
  }
  const face = blank.content.firstChild.cloneNode(true);
  face.firstChild.setAttribute("d", signs.join(""));
  face.lastChild.setAttribute("d", globalThis.inLanguage?.ranks[rank] ?? ranks[rank]);
  const picture = pictureOf(card);
  if (picture) face.insertAdjacentHTML("afterbegin", picture);
  else if ("JQK".includes(rank)) pictureless.set(face, card);
  return face;
}

/* Draw the pictures of the courts that lie there without one, one at a time, once the table has been seen.
 * `come()`: when they have come.
 */
async function drawPictures(come) {
  await seen();
  await come();
  if (!arrived.courts) return;
  for (const [face, card] of pictureless) {
    pictureless.delete(face);
    await atLeisure();
    face.insertAdjacentHTML("afterbegin", pictureOf(card));
  }
}
