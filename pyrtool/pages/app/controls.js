/* Mouse, pen and finger on the board: a press picks a card, a quick second one plays it, and a
 * card that is dragged upon another goes with it.
 *
 * A press counts when the pointer leaves the card, since a browser makes no click of a slow tap. A
 * click that follows is the same press, on whatever lies there by then: a finger's falls upon the
 * buttons of a win. Keys and screen readers click without a pointer.
 */

const DRAG_PX = 7; // less is a press
const DOUBLE_MS = 350;
const CLICK_MS = 700; // a click that comes later is not of the pointer

export class Pointer {
  /* `on` has press(card), double(card) and drop(card, target, waste): the card that it fell upon or
     null, and the number of the waste that lies there, or 0. */
  constructor(board, on) {
    this.board = board;
    this.on = on;
    this.held = null; // {card, id, x, y, moved}
    this.last = { card: null, at: 0 }; // the last press
    this.upAt = -Infinity; // when the pointer was lifted from a card, and not pressed since
    const { element } = board;
    element.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.up(event));
    element.addEventListener("pointercancel", () => this.release());
    document.addEventListener("pointerdown", () => (this.upAt = -Infinity), true);
    document.addEventListener("click", (event) => this.swallow(event), true);
    element.addEventListener("click", (event) => this.click(event));
    element.addEventListener("dragstart", (event) => event.preventDefault());
    element.addEventListener("contextmenu", (event) => { // of a finger that rests
      if (event.pointerType === "touch") event.preventDefault();
    });
  }

  cardOf(event) {
    return event.target.closest?.(".card")?.dataset.card ?? null;
  }

  down(event) {
    const card = this.cardOf(event);
    if (event.button !== 0 || !event.isPrimary || card === null) return;
    this.held = { card, id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
  }

  move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    const shown = this.board.buttons.get(held.card);
    if (!held.moved) {
      if (Math.hypot(dx, dy) < DRAG_PX || !shown.classList.contains("free")) return;
      held.moved = true;
      this.board.element.setPointerCapture(held.id);
      shown.classList.add("dragged");
    }
    shown.style.setProperty("--dx", `${dx}px`);
    shown.style.setProperty("--dy", `${dy}px`);
    this.aim(this.board.cardAt(event.clientX, event.clientY, held.card));
  }

  /* Show which card the held one would go with. */
  aim(card) {
    if (this.aimed === card) return;
    this.board.buttons.get(this.aimed)?.classList.remove("aimed");
    this.board.buttons.get(card)?.classList.add("aimed");
    this.board.element.classList.toggle("aiming", card !== null);
    this.aimed = card;
  }

  up(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    const [x, y] = [event.clientX, event.clientY];
    const target = held.moved ? this.board.cardAt(x, y, held.card) : null;
    const isStill = Math.hypot(x - held.x, y - held.y) < DRAG_PX;
    this.upAt = event.timeStamp;
    this.release();
    if (held.moved) this.on.drop(held.card, target, this.board.wasteAt(x, y));
    else if (isStill) this.press(held.card, event.timeStamp);
  }

  press(card, at) {
    this.board.focused = card;
    const again = card === this.last.card && at - this.last.at < DOUBLE_MS;
    this.last = { card: again ? null : card, at };
    if (again) this.on.double(card);
    else this.on.press(card);
  }

  release() {
    if (!this.held) return;
    const shown = this.board.buttons.get(this.held.card);
    shown.classList.remove("dragged");
    shown.style.removeProperty("--dx");
    shown.style.removeProperty("--dy");
    this.aim(null);
    this.held = null;
  }

  swallow(event) { // a click of a press that was handled already
    if (event.detail === 0 || event.timeStamp - this.upAt >= CLICK_MS) return;
    event.stopPropagation();
    event.preventDefault();
  }

  click(event) {
    const card = this.cardOf(event);
    if (card === null) return;
    this.board.focused = card;
    this.on.press(card);
  }
}

/* The keyboard: arrows from card to card, letters for what the buttons do, while the board is there to be seen. */

export const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const KEYS = { d: "deal", u: "undo", r: "redo", h: "hint", n: "next", p: "undo" };
const KEYS_WITH_SHIFT = { u: "restart", r: "toEnd" };

/* `does` has a function for each of these names, and `letters()`: whether letters are keys. */
export function listenToKeys(board, does) {
  const isPlain = (event) => !(event.altKey || event.ctrlKey || event.metaKey);
  board.element.addEventListener("keydown", (event) => {
    const arrow = ARROWS[event.key];
    if (!arrow || !isPlain(event)) return;
    event.preventDefault();
    const next = board.towards(board.focused, ...arrow);
    if (next !== null) board.focus(next);
  });
  document.addEventListener("keydown", (event) => {
    if (!board.element.offsetParent) return;
    const typing = event.target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select");
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !typing && /^[yz]$/.test(key)) {
      event.preventDefault();
      does[key === "y" || event.shiftKey ? "redo" : "undo"]();
    }
    if (!isPlain(event)) return;
    if (event.key === "Escape") does.escape();
    if (/^[1-4]$/.test(key) && !typing && does.letters()) does.dealTo(Number(key));
    const name = event.shiftKey ? KEYS_WITH_SHIFT[key] : KEYS[key];
    if (!name || typing || !does.letters()) return;
    event.preventDefault();
    does[name]();
  });
}
