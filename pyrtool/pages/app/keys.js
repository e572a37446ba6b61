/* The keyboard: arrows from card to card, letters for what the buttons do, while the board is there to be seen. */

const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const KEYS = { d: "deal", u: "undo", r: "redo", h: "hint", n: "next", p: "undo" };
const KEYS_WITH_SHIFT = { u: "restart", r: "toEnd" };

/* `does` has a function for each of these names, and `letters()`: whether letters are keys. */
function listenToKeys(board, does) {
  const isPlain = (event) => !(event.altKey || event.ctrlKey || event.metaKey);
  board.element.addEventListener("keydown", (event) => {
    const arrow = ARROWS[event.key];
    if (!arrow || !isPlain(event)) return;
    event.preventDefault();
    const next = board.towards(board.focused, ...arrow);
    if (next !== null) board.focus(next);
  });
  document.addEventListener("keydown", (event) => {
    if (!isPlain(event) || !board.element.offsetParent) return;
    if (event.key === "Escape") does.escape();
    const typing = event.target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select");
    const key = event.key.toLowerCase();
    if (/^[1-4]$/.test(key) && !typing && does.letters()) does.dealTo(Number(key));
    const name = event.shiftKey ? KEYS_WITH_SHIFT[key] : KEYS[key];
    if (!name || typing || !does.letters()) return;
    event.preventDefault();
    does[name]();
  });
}
