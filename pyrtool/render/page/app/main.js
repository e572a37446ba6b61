/* What starts the page: the data, and which key or control does what. */

const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const KEYS = { d: "deal", u: "undo", r: "redo", h: "hint", n: "next", p: "undo" };
const SETTINGS = ["suits", "table"];

const view = new View(JSON.parse(byId("data").textContent));

function remembered(name, value) {
  try { // a page opened as a file may have no storage
    if (value === undefined) return localStorage.getItem(`pyrtool-${name}`);
    localStorage.setItem(`pyrtool-${name}`, value);
  } catch {
    return null;
  }
  return null;
}

for (const id of ["deal", "undo", "redo", "hint", "restart", "first", "next", "run", "last"]) {
  byId(id)?.addEventListener("click", () => view[id]());
}
byId("again").addEventListener("click", () => view.restart());
byId("back").addEventListener("click", () => view.undo());
byId("previous")?.addEventListener("click", () => view.undo());
document.querySelectorAll("#moves button").forEach((button, k) => {
  button.addEventListener("click", () => {
    view.begin();
    view.play.followSolution(k + 1);
    view.selected = null;
    view.say(view.account());
    view.render();
  });
});
byId("answer").addEventListener("toggle", () => view.render());
byId("mark-exposed").addEventListener("change", () => view.render());

for (const name of SETTINGS) {
  for (const choice of document.querySelectorAll(`input[name=${name}]`)) {
    if (choice.value === remembered(name)) choice.checked = true;
    const apply = () => {
      if (choice.checked) document.documentElement.dataset[name] = choice.value;
    };
    apply();
    choice.addEventListener("change", () => {
      apply();
      remembered(name, choice.value);
    });
  }
}

view.board.element.addEventListener("click", (event) => {
  const button = event.target.closest(".card");
  if (!button) return;
  view.board.focused = button.dataset.card;
  view.press(button.dataset.card);
});

view.board.element.addEventListener("keydown", (event) => {
  const arrow = ARROWS[event.key];
  if (!arrow || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const next = view.board.towards(view.board.focused, ...arrow);
  if (next !== null) view.board.focus(next);
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape" && view.selected) view.select(null);
  const typing = event.target.closest?.("input, textarea, select");
  const does = KEYS[event.key.toLowerCase()];
  if (!does || typing || !byId("letters").checked) return;
  if (does === "next" && !byId("next")) return;
  event.preventDefault();
  view[does]();
});
