/* The board: the cards as buttons at their places, their marks, and the focus among them.
 *
 * It is one stop of the Tab key; arrow keys lead from card to card. What a press on a card does
 * is view.js's.
 */

const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const byId = (id) => document.getElementById(id);

function element(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function place(shown, [x, y]) {
  shown.style.setProperty("--x", x);
  shown.style.setProperty("--y", y);
}

/* Show text, with every card in it, "4C", as its sign for the eye and its name for the ear. */
function write(target, text, names) {
  target.dataset.text = text;
  target.textContent = "";
  const told = text.replace(/\b([2-9])-T\b/g, "$1-10");
  for (const part of told.split(/\b([A2-9TJQK][CDHS])\b/)) {
    if (!names[part]) {
      target.append(part);
      continue;
    }
    const rank = part[0] === "T" ? "10" : part[0];
    const shown = element("span", "sign", rank + SIGNS[part[1]]);
    shown.setAttribute("aria-hidden", "true");
    target.append(shown, element("span", "heard", names[part]));
  }
}

class Board {
  constructor(data) {
    this.data = data;
    this.element = byId("board");
    this.element.style.setProperty("--height", data.layout.height);
    this.buttons = new Map();
    for (const button of this.element.querySelectorAll(".card")) {
      this.buttons.set(button.dataset.card, button);
    }
    this.slot = element("div", "slot");
    this.element.prepend(this.slot);
    this.cards = new Map(); // where the cards are that are left
    this.focused = data.game.cards[0];
  }

  /* `marks`: a Map of cards to kinds of marks; `selected`: a card or null. */
  show(position, marks, selected) {
    const { names } = this.data;
    const { cards, labels, slot } = arrange(position, this.data.layout);
    const available = position.available();
    this.cards = cards;
    for (const [card, button] of this.buttons) {
      const spot = cards.get(card);
      button.classList.toggle("gone", !spot);
      this.mark(button, spot ? marks.get(card) ?? null : null);
      if (card === selected) button.setAttribute("aria-pressed", "true");
      else button.removeAttribute("aria-pressed");
      if (!spot) continue;
      place(button, spot);
      button.style.setProperty("--shown", spot[2]);
      button.classList.toggle("fanned", spot[2] < 0.5);
      button.classList.toggle("free", available.includes(card));
      const marked = marks.has(card) ? `, ${this.data.marks[marks.get(card)]}` : "";
      button.setAttribute("aria-label", cardLabel(position, card, names) + marked);
    }
    this.slot.hidden = !slot;
    if (slot) place(this.slot, slot);
    this.label(labels);
    this.keepFocus(available);
  }

  label(labels) {
    for (const label of this.element.querySelectorAll(".label")) label.remove();
    for (const [words, ...spot] of labels) {
      const label = element("p", "label", words);
      label.setAttribute("aria-hidden", "true");
      place(label, spot);
      this.element.prepend(label);
    }
  }

  mark(button, kind) {
    if ((button.dataset.mark ?? null) === kind) return;
    button.querySelector(".badge")?.remove();
    delete button.dataset.mark;
    if (kind === null) return;
    button.dataset.mark = kind;
    button.append(byId(`badge-${kind}`).content.cloneNode(true));
  }

  /* Shake a card that cannot go. */
  shake(card) {
    const button = this.buttons.get(card);
    if (!button) return;
    button.classList.remove("shaken");
    void button.offsetWidth; // so that the animation starts anew
    button.classList.add("shaken");
  }

  // Focus.

  /* When the focused card has gone, the nearest one that is available has the focus. */
  keepFocus(available) {
    const had = this.element.contains(document.activeElement);
    if (this.cards.size && !this.cards.has(this.focused)) {
      const { style } = this.buttons.get(this.focused);
      const [x, y] = ["--x", "--y"].map((name) => Number(style.getPropertyValue(name)));
      const far = (card) => Math.hypot(this.cards.get(card)[0] - x, this.cards.get(card)[1] - y);
      const open = available.length ? available : [...this.cards.keys()];
      this.focused = open.reduce((best, card) => (far(card) < far(best) ? card : best));
    }
    this.setTabStop();
    if (had && document.activeElement.dataset.card !== this.focused) {
      this.buttons.get(this.focused).focus({ preventScroll: true });
    }
  }

  focus(card) {
    this.focused = card;
    this.setTabStop();
    this.buttons.get(card).focus();
  }

  setTabStop() {
    for (const [card, button] of this.buttons) button.tabIndex = card === this.focused ? 0 : -1;
  }

  towards(card, dx, dy) {
    return neighbour(this.cards, card, dx, dy);
  }
}
