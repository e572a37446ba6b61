/* What starts the page: one problem, its table and its panels, and which control does what.
 *
 * A site with several problems has no problem in the page. Its own scripts call `begin` with the
 * first and `openProblem` with the others, and fill `frame`. There `later()` promises what else the
 * engine needs to give advice, and to search games that are not searched by sets.
 */

import { AdvicePanel, Explained, ReviewPanel } from "./answer.js";
import { listenToKeys, Pointer } from "./controls.js";
import { byId, seen } from "./dom.js";
import { linkedMoves } from "./link.js";
import { Panels } from "./panels.js";
import { Share } from "./share.js";
import { Solver } from "./solver.js";
import { store } from "./storage.js";
import { Table } from "./table.js";
import { say } from "../engine/say.js";

const CHOICES = ["suits", "palette", "light"];
const TICKS = ["open-stock", "mark-exposed", "timer-shown", "letters", "finishes", "sounds"];

const later = async () => byId("later").textContent;
export const frame = { table: null, next: null, share: null, follow: null, changed: null, reviewed: null, later };
const isTicked = (id) => byId(id).checked;
const settings = {
  openStock: () => isTicked("open-stock"),
  markExposed: () => isTicked("mark-exposed"),
  answerShown: () => byId("answer").matches("[open].shown"),
  finishes: () => isTicked("finishes"),
  sounds: () => isTicked("sounds"),
  timer: () => isTicked("timer-shown"),
};
export const panels = new Panels(settings, frame);
export const table = new Table({
  element: byId("board"),
  markWords: JSON.parse(byId("marks").textContent),
  store,
  solver: new Solver(byId("engine").textContent, () => frame.later()),
  settings,
  panels,
});
frame.table = table;
panels.review = new ReviewPanel(new Solver(byId("engine").textContent, () => frame.later()), frame);
panels.advice = new AdvicePanel(new Solver(byId("engine").textContent, () => frame.later()));
panels.explained = new Explained(table, () => panels.names);
export const share = new Share(table, store);

export function openProblem(problem) {
  if (table.play) table.begin();
  panels.open(problem);
  const link = linkedMoves();
  table.open(problem, link);
  if (table.begun !== link) share.fromAddress(); // else it was taken over, and what is kept went on from there
  panels.explained.begin();
}

/* A choice or a tick that is remembered. */
function remember(input, name, value, apply) {
  input.addEventListener("change", () => {
    store.write(name, value());
    apply();
  });
  apply();
}

for (const name of CHOICES) {
  for (const choice of document.querySelectorAll(`input[name=${name}]`)) {
    if (choice.value === store.read(name)) choice.checked = true;
    const apply = () => {
      if (choice.checked) document.documentElement.dataset[name] = choice.value;
    };
    remember(choice, name, () => choice.value, apply);
  }
}

for (const id of TICKS) {
  const kept = store.read(id);
  if (kept !== null) byId(id).checked = kept === "yes";
  remember(byId(id), id, () => (isTicked(id) ? "yes" : "no"), () => table.play && table.render());
}

const PUSHED = {
  ...{ deal: "deal", undo: "undo", redo: "redo", hint: "giveHint", restart: "restart" },
  ...{ "to-end": "toEnd", first: "restart", previous: "previous", next: "next", run: "run" },
  ...{ last: "last", "won-again": "again", "won-review": "review", "lost-back": "undo", "lost-again": "again" },
};
for (const [id, does] of Object.entries(PUSHED)) {
  byId(id).addEventListener("click", () => table[does]());
}
byId("won-next").addEventListener("click", () => frame.next?.());
byId("won-share").addEventListener("click", () => (frame.share ? frame.share() : share.give(share.result(), say`Your result`)));
byId("answer").addEventListener("toggle", () => {
  if (table.seen || table.best) panels.reveal(true);
  if (!byId("answer").open) table.stop(); // the solution does not go on by itself
  if (table.play) table.fit();
});
byId("reveal").addEventListener("click", () => {
  panels.reveal(true);
  panels.explained.close();
  if (panels.isStepping(table)) byId("sheet").close(); // the solution is stepped through on the board
  table.say(table.problem.answer.sentences[0]);
  table.fit();
  if (!byId("sheet").open) byId("answer").firstElementChild.focus(); // the button has gone
});
byId("stepper-close").addEventListener("click", () => {
  byId("answer").open = false;
  byId("sheet-open").focus();
});
window.addEventListener("resize", () => table.play && table.measure() && table.render()); // at first on phones, too
window.addEventListener("hashchange", () => (frame.follow ? frame.follow() : share.fromAddress()));
window.addEventListener("pagehide", () => table.play && table.keep());

new Pointer(table.board, {
  press: (card) => table.press(card),
  double: (card) => table.double(card),
  drop: (card, target, waste) => table.drop(card, target, waste),
});
listenToKeys(table.board, {
  ...Object.fromEntries(
    ["deal", "undo", "redo", "restart", "toEnd", "escape"].map((name) => [name, () => table.play && table[name]()]),
  ),
  next: () => (panels.isStepping(table) ? table.next() : (byId("answer").open = true)),
  hint: () => table.play && table.giveHint(),
  dealTo: (waste) => table.play?.position.rules.deal_to === "choice" && table.deal(waste),
  letters: () => isTicked("letters"),
});

/* Open the first problem; cards glide once it has been seen. */
export function begin(problem) {
  document.documentElement.classList.add("laid"); // the room is measured
  openProblem(problem);
  seen().then(() => byId("board").classList.add("ready"));
}
