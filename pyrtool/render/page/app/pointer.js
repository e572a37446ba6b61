/* Mouse, pen and finger on the board: a press picks a card, a second one at once plays it, and a
 * card that is dragged upon another goes with it.
 */

const DRAG_PX = 7; // less is a press
const DOUBLE_MS = 350;

class Pointer {
  /* `on` has press(card), double(card) and drop(card, target), whose target may be null. */
  constructor(board, on) {
    this.board = board;
    this.on = on;
    this.held = null; // {card, id, x, y, moved}
    this.last = { card: null, at: 0 };
    const { element } = board;
    element.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.up(event));
    element.addEventListener("pointercancel", () => this.release());
    element.addEventListener("click", (event) => this.click(event));
    element.addEventListener("dragstart", (event) => event.preventDefault());
  }

  cardOf(event) {
    return event.target.closest?.(".card")?.dataset.card ?? null;
  }

  down(event) {
    const card = this.cardOf(event);
    if (event.button !== 0 || !event.isPrimary || card === null) return;
    this.dragged = false;
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
    this.aimed = card;
  }

  up(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    const target = held.moved ? this.board.cardAt(event.clientX, event.clientY, held.card) : null;
    this.release();
    if (!held.moved) return;
    this.dragged = true; // the click that may follow is none
    setTimeout(() => { this.dragged = false; });
    this.on.drop(held.card, target);
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

  click(event) {
    const card = this.cardOf(event);
    if (card === null || this.dragged) return;
    this.board.focused = card;
    const isKey = event.detail === 0;
    const again = !isKey && card === this.last.card && event.timeStamp - this.last.at < DOUBLE_MS;
    this.last = { card: again || isKey ? null : card, at: event.timeStamp };
    if (again) this.on.double(card);
    else this.on.press(card);
  }
}
