/* What moves and sounds when a move is made. Nothing waits for it, only transforms and opacity change,
 * and readers who want less motion have none of it. Nothing is measured: that would have all laid out twice.
 */

const FLIGHT_MS = 300;
const DEAL_MS = 600;
const MOST_FLYING = 4; // more are discarded when the table jumps to another move
const NOTES = { discard: [660, 880], deal: [440], won: [523, 659, 784, 1047] }; // hertz
const NOTE_S = 0.09;
const BUZZ_MS = 10;

export class Motion {
  /* `isHeard()`: whether the reader wants sounds. */
  constructor(board, isHeard) {
    Object.assign(this, { board, isHeard });
    const less = matchMedia("(prefers-reduced-motion: reduce)");
    this.isLess = less.matches; // to ask for it later would have the page laid out
    less.addEventListener("change", ({ matches }) => { this.isLess = matches; });
    this.audio = null;
    this.flights = new Map(); // cards to their last flights
  }

  get isReady() {
    return !this.isLess && this.board.element.classList.contains("ready");
  }

  animate(card, frames, options) {
    return this.board.buttons.get(card).animate(frames, options);
  }

  /* Another position is shown: `gone` are [card, its last spot], `bared` the cards that became available, and
     `pile` is where discarded cards go. */
  changed(gone, bared, pile) {
    for (const [card, flight] of this.flights) {
      if (this.board.cards.has(card)) this.land(card, flight);
    }
    if (!this.isReady) return;
    if (gone.length && gone.length <= MOST_FLYING) this.fly(gone, pile);
    for (const card of bared) this.animate(card, { translate: ["0 0", "0 -7%", "0 0"] }, { duration: FLIGHT_MS, easing: "ease-out" });
  }

  /* Discarded cards go to each other in an arc, and on to their pile. */
  fly(gone, pile) {
    const mean = (name) => gone.reduce((sum, [, spot]) => sum + spot[name], 0) / gone.length;
    const [x, y] = [mean("x"), mean("y") - 0.25];
    for (const [card, from] of gone) {
      const side = gone.length > 1 ? 0.3 * Math.sign(from.x - x || from.y - y) : 0;
      const at = (left, top, turn, size, more) => ({
        transform: `translate(calc(${left} * var(--u)), calc(${top} * var(--u))) rotate(${turn * side}deg) scale(${size})`,
        opacity: 1,
        ...more,
      });
      const frames = [
        at(from.x, from.y, 0, 1, { easing: "ease-out" }),
        at((from.x + x + side) / 2, (from.y + y) / 2 - 0.2, 10, 1.04, { easing: "linear" }),
        at(x + side, y, 20, 1.04, { easing: "ease-in" }),
        at((x + 2 * pile.x) / 3, (y + 2 * pile.y) / 3 - 0.2, 40, 0.75, { easing: "ease-out" }),
        at(pile.x, pile.y, 20, 0.55, { opacity: pile.isShown ? 1 : 0 }),
      ];
      this.over(card, frames, FLIGHT_MS);
    }
  }

  /* Cards that lie over all others while they move. */
  over(card, frames, duration) {
    this.board.buttons.get(card).classList.add("flying");
    const flight = this.animate(card, frames, { duration });
    this.flights.set(card, flight);
    flight.onfinish = () => this.land(card, flight);
  }

  /* A flight is over, or its card is back on the table before that. */
  land(card, flight) {
    flight.cancel();
    if (this.flights.get(card) !== flight) return;
    this.flights.delete(card);
    this.board.buttons.get(card).classList.remove("flying");
  }

  /* The cards that lie there come one after the other, from one pile at the lower edge. */
  dealIn() {
    if (this.isLess) return;
    const { cards } = this.board;
    const step = DEAL_MS / 2 / cards.size;
    const at = (left, top) => ({ transform: `translate(calc(${left} * var(--u)), calc(${top} * var(--u)))` });
    [...cards].forEach(([card, { x, y }], k) => {
      const frames = [at("(var(--width) - 1) / 2", "(var(--height) - 1.4)"), at(x, y)];
      this.animate(card, frames, { duration: DEAL_MS / 2, delay: k * step, fill: "backwards", easing: "ease-out" });
    });
  }

  /* Sound as synthesised notes, and a short buzz. */
  sound(kind) {
    if (this.isLess || !this.isHeard()) return;
    navigator.vibrate?.(BUZZ_MS);
    if (typeof AudioContext !== "function") return;
    this.audio ??= new AudioContext();
    this.audio.resume();
    const start = this.audio.currentTime;
    NOTES[kind].forEach((hertz, k) => {
      const [note, volume] = [this.audio.createOscillator(), this.audio.createGain()];
      const at = start + k * NOTE_S;
      note.type = "triangle";
      note.frequency.value = hertz;
      volume.gain.setValueAtTime(0.12, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + 2 * NOTE_S);
      note.connect(volume).connect(this.audio.destination);
      note.start(at);
      note.stop(at + 2 * NOTE_S);
    });
  }
}
