/* The board: the cards as buttons at their places, their marks, and the focus among them.
 *
 * It is one stop of the Tab key; arrow keys lead from card to card. What a press on a card or on
 * an outline does is decided by the maker of the board.
 */

import { arrived, atLeisure, button, byId, element, seen, signOf, SIGNS } from "./dom.js";
import { Motion } from "./motion.js";
import { arrange, neighbour } from "./places.js";
import { cardLabel } from "./words.js";
import { isKnown } from "../engine/numbers.js";
import { hiddenCards, Position } from "../engine/position.js";

const FLASH_MS = 900;

function place(shown, { x, y }) {
  shown.style.setProperty("--x", x.toFixed(4));
  shown.style.setProperty("--y", y.toFixed(4));
}

/* A face that is letters alone, as pyrtool/render/page writes it. */
function lettered(sign) {
  const { namespaceURI } = document.querySelector("svg");
  const make = (tag, given) => {
    const made = document.createElementNS(namespaceURI, tag);
    for (const [name, value] of Object.entries(given)) made.setAttribute(name, value);
    return made;
  };
  const face = make("svg", { class: "face", viewBox: "-120 -168 240 336", "aria-hidden": "true" });
  face.append(make("text", { x: -78, y: -86 }), make("text", { y: 116, class: "large" }));
  for (const letters of face.children) letters.textContent = sign;
  return face;
}

export class Board {
  /* `element` has the buttons of all cards; those of the game are put into its order. */
  constructor(element, marks, isHeard) {
    this.element = element;
    this.motion = new Motion(this, isHeard);
    this.markWords = marks;
    this.faces = new Map();
    for (const card of element.querySelectorAll(".card")) {
      card.replaceChildren(); // what is read before scripts run
      this.faces.set(card.dataset.card, card);
    }
    this.buttons = new Map();
    this.cards = new Map(); // where the cards are that show
    this.spots = new Map(); // where all cards are
    this.focused = null;
    this.onSlot = () => {}; // given the number of a waste, or 0 for the stock
  }

  /* Lay out another deal. */
  open({ game, layout, names }) {
    this.layout = layout;
    this.names = names;
    const here = new Set(Position.start(game).cards()); // of a position some are gone
    const cards = game.cards.filter((card) => here.has(card));
    this.buttons = new Map(cards.map((card) => [card, this.faceOf(card)]));
    this.element.append(...this.buttons.values()); // later cards lie upon earlier ones
    this.focused = cards[0] ?? null;
    this.spots = new Map();
  }

  /* A card's button, which is made where there is none. */
  faceOf(card) {
    if (!this.faces.has(card)) {
      const kind = card[1] in SIGNS ? `suit-${card[1]}` : isKnown(card) ? "suitless" : "unknown";
      const made = button(`card ${kind}`, "", () => {});
      made.dataset.card = card;
      this.faces.set(card, made);
    }
    return this.faces.get(card);
  }

  /* Draw a card's face once it shows: what is not drawn has its rank in letters. A small card has `large` signs: "wide",
     or where little of it shows "narrow"; any other has "". */
  bare(card, shown, large) {
    const face = shown.firstElementChild?.matches(".face") ? shown.firstElementChild : null;
    if (face && ((face.dataset.large ?? "") === large || !(card.slice(0, 2) in arrived.faces.cards))) return;
    face?.remove();
    shown.prepend((large && largeFace(card, large)) || drawnFace(card) || lettered(signOf(card).replace("??", "?")));
  }

  /* `marks`: a Map of cards to kinds of marks; `selected`: a card or null; `look` as in places.js. */
  show(position, marks, selected, look) {
    const { cards, labels, slots, width, height, pile } = arrange(position, this.layout, look);
    const available = position.available();
    for (const card of look.hides ? hiddenCards(position) : []) {
      const spot = cards.get(card);
      if (spot) spot.state ??= "hidden";
    }
    this.element.style.setProperty("--width", width);
    this.element.style.setProperty("--height", height);
    this.cards = new Map([...cards].filter(([, spot]) => spot.state !== "under"));
    const wasFree = (card) => this.buttons.get(card).classList.contains("free");
    const bared = this.spots.size ? position.exposed().filter((card) => !wasFree(card)) : [];
    const gone = [...this.spots].filter(([card, { state }]) => !cards.has(card) && state !== "under");
    this.spots = cards;
    for (const [card, shown] of this.buttons) {
      const spot = cards.get(card);
      shown.classList.toggle("gone", !spot);
      shown.classList.toggle("under", spot?.state === "under");
      this.mark(shown, spot ? marks.get(card) ?? null : null);
      if (card === selected) shown.setAttribute("aria-pressed", "true");
      else shown.removeAttribute("aria-pressed");
      if (spot) this.put(position, card, shown, { ...spot, large: look.isSmall ? (spot.shown > 0.8 ? "wide" : "narrow") : "" }, available.includes(card), marks.get(card));
    }
    this.label(labels);
    this.outline(slots, position);
    this.stack(pile);
    this.keepFocus(available);
    this.motion.changed(gone, bared, pile);
  }

  put(position, card, shown, spot, isFree, mark) {
    place(shown, spot);
    shown.style.setProperty("--shown", spot.shown);
    shown.style.zIndex = spot.z + (mark && spot.shown >= 1 ? 1 : 0); // its frame lies on its neighbours, not on their indices
    shown.classList.toggle("fanned", spot.shown < 0.5);
    shown.classList.toggle("lapped", Boolean(spot.lapped));
    shown.classList.toggle("free", isFree);
    const isDown = ["down", "hidden"].includes(spot.state);
    shown.classList.toggle("down", isDown);
    if (!isDown && spot.state !== "under") this.bare(card, shown, spot.large);
    for (const state of ["passed", "waiting"]) shown.classList.toggle(state, spot.state === state);
    const marked = mark ? `, ${this.markWords[mark]}` : "";
    shown.setAttribute("aria-label", cardLabel(position, card, this.names, spot.state) + marked);
  }

  /* A label has room up to the next one beside it, in which smaller letters fit, too. */
  label(labels) {
    for (const label of this.element.querySelectorAll(".label")) label.remove();
    for (const [words, x, y] of labels) {
      const label = element("p", "label", words);
      label.setAttribute("aria-hidden", "true");
      place(label, { x, y });
      const rooms = labels.filter((one) => one[2] === y && one[1] > x).map((one) => one[1] - x);
      if (rooms.length) label.style.setProperty("--letter", Math.min(...rooms) / (words.length + 1));
      this.element.prepend(label);
    }
  }

  /* The outlines of piles; that of an empty stock deals again, as the button Redeal does. */
  outline(slots, position) {
    for (const slot of this.element.querySelectorAll(".slot")) slot.remove();
    for (const slot of slots) {
      const outline = element("div", "slot");
      const isTo = slot.to && position.allows(`deal${slot.to}`);
      if ((slot.deals && position.allows("redeal")) || isTo) {
        outline.classList.add(isTo ? "to" : "again");
        outline.addEventListener("click", () => this.onSlot(slot.to ?? 0));
      }
      if (slot.to) outline.dataset.to = slot.to;
      outline.setAttribute("aria-hidden", "true");
      place(outline, slot);
      this.element.prepend(outline);
    }
  }

  /* The pile of discarded cards, where there is room for it. */
  stack(pile) {
    this.element.querySelector(".discards")?.remove();
    if (!pile.isShown) return;
    const back = element("div", "discards");
    back.setAttribute("aria-hidden", "true");
    place(back, pile);
    this.element.prepend(back);
  }

  mark(shown, kind) {
    if ((shown.dataset.mark ?? null) === kind) return;
    shown.querySelector(".badge")?.remove();
    delete shown.dataset.mark;
    if (kind === null) return;
    shown.dataset.mark = kind;
    const badge = byId(`badge-${kind}`);
    if (badge) shown.append(badge.content.cloneNode(true));
  }

  /* Shake a card that cannot go. */
  shake(card) {
    const shown = this.buttons.get(card);
    if (!shown) return;
    shown.classList.remove("shaken");
    void shown.offsetWidth; // so that the animation starts anew
    shown.classList.add("shaken");
  }

  /* Light up for a moment what lies upon a card. */
  flash(cards) {
    for (const card of cards) {
      const { classList } = this.buttons.get(card);
      classList.add("flashed");
      setTimeout(() => classList.remove("flashed"), FLASH_MS);
    }
  }

  // Focus.

  /* When the focused card has gone, the nearest one that is available has the focus. */
  keepFocus(available) {
    const had = this.element.contains(document.activeElement);
    if (this.cards.size && !this.cards.has(this.focused)) {
      const { style } = this.buttons.get(this.focused);
      const [x, y] = ["--x", "--y"].map((name) => Number(style.getPropertyValue(name)));
      const far = (card) => Math.hypot(this.cards.get(card).x - x, this.cards.get(card).y - y);
      const open = available.filter((card) => this.cards.has(card));
      const others = open.length ? open : [...this.cards.keys()];
      this.focused = others.reduce((best, card) => (far(card) < far(best) ? card : best));
    }
    this.setTabStop();
    if (had && document.activeElement.dataset.card !== this.focused) {
      this.buttons.get(this.focused).focus({ preventScroll: true });
    }
  }

  focus(card = this.focused) {
    this.focused = card;
    this.setTabStop();
    this.buttons.get(card).focus();
  }

  setTabStop() {
    for (const [card, shown] of this.buttons) shown.tabIndex = card === this.focused ? 0 : -1;
  }

  towards(card, dx, dy) {
    return neighbour(this.cards, card, dx, dy);
  }

  /* The card that shows at a point of the window, leaving one out. */
  cardAt(x, y, but) {
    for (const found of document.elementsFromPoint(x, y)) {
      const card = found.closest?.(".card")?.dataset.card;
      if (card && card !== but && this.cards.has(card)) return card;
    }
    return null;
  }

  /* The number of the waste whose outline is at a point of the window, or 0. */
  wasteAt(x, y) {
    const slot = document.elementsFromPoint(x, y).find((found) => found.dataset?.to);
    return Number(slot?.dataset.to ?? 0);
  }
}

/* Cards as they are drawn when they are first needed: first the signs, then the pictures of courts.
 *
 * `arrived.faces` and `arrived.courts` are what pyrtool/pages/page/face_data.py makes; alone.js or a
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

/* The rank and the suit alone, as large as a small card needs them: side by side, or one below the other. */
function largeFace(id, kind) {
  const { ranks, pen, suits, cards } = arrived.faces;
  const [rank, suit] = id;
  if (!Object.hasOwn(cards, rank + suit)) return null;
  const [, index] = /^M\S+ [^m]+(m[^M]*)M/.exec(globalThis.inLanguage?.ranks[rank] ?? ranks[rank]);
  const [sign] = suits[suit];
  const made = document.createElement("template");
  const [rankAt, ...signsAt] = {
    wide: ["-68-100)scale(1.9", "38-104)scale(1.7", "0 72)scale(3"],
    narrow: ["-74-106)scale(1.5", "-74 16)scale(1.6"],
  }[kind];
  made.innerHTML =
    `<svg class="face" data-large="${kind}" viewBox="-120 -168 240 336" aria-hidden="true">` +
    `<path class="index" stroke-width="${pen}" transform="translate(${rankAt})" d="M0 0${index}"/>` +
    signsAt.map((at) => `<path fill="currentColor" transform="translate(${at})" d="M0 0${sign}"/>`).join("") +
    "</svg>";
  return made.content.firstChild;
}

/* Draw the pictures of the courts that lie there without one, one at a time, once the table has been seen.
 * `come()`: when they have come.
 */
export async function drawPictures(come) {
  await seen();
  await come();
  if (!arrived.courts) return;
  for (const [face, card] of pictureless) {
    pictureless.delete(face);
    await atLeisure();
    face.insertAdjacentHTML("afterbegin", pictureOf(card));
  }
}
