/* Problems in a grid: small pictures as they come into sight, what is solved, and the choice of some. */

function pictured(items, list) {
  const draw = async (item) => {
    const { cards, game } = list.find(({ name }) => name === item.dataset.name);
    item.querySelector(".picture").replaceChildren(sketch(cardsIn(cards), await gameNamed(game)));
  };
  const watch = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting) continue;
      watch.unobserve(target);
      draw(target).catch(() => {}); // of a page that is left, some browsers say so: its place stays empty
    }
  }, { rootMargin: "300px" });
  for (const item of items) watch.observe(item);
}

/* What is kept of a listed problem: {moves, at, ms, best} or null. */
function progressOf({ game, cards }) {
  return store.progress(keyOf({ rules: rulesNamed(game).rules, cards: cardsIn(cards) }));
}

function markSolved(items, list) {
  let count = 0;
  if (!store.keys("game").length) return count;
  for (const item of items) {
    const progress = progressOf(list.find(({ name }) => name === item.dataset.name));
    const state = stateOf(progress);
    item.dataset.state = state;
    count += state === "solved";
    const words = { solved: say`solved`, helped: say`with help`, begun: say`begun`, new: "" }[state];
    if (words) item.querySelector("a").append(element("span", "state", words));
  }
  return count;
}

function openGrid(list) {
  const items = [...document.querySelectorAll(".grid:not(.deals) > li")];
  const solved = markSolved(items, list);
  pictured(document.querySelectorAll(".grid > li"), list);
  byId("solved").textContent = say`${solved} of ${items.length} solved.`;
  const choices = ["by-game", "by-level", "by-reasoning", "by-state"].map(byId).filter(Boolean);
  const choose = () => {
    const [game, level, reasoning, state] = choices.map((choice) => choice.value);
    let count = 0;
    for (const item of items) {
      const { game: own, stars, reasoning: needed, state: now } = item.dataset;
      const isWanted = (!game || own === game) && (!level || stars === level)
        && (!reasoning || needed === reasoning) && (!state || (state === "solved") === (now === "solved"));
      item.hidden = !isWanted;
      count += isWanted;
    }
    byId("none").hidden = count > 0;
    byId("shown").textContent = choices.some(({ value }) => value) ? say`${counted(count, noun`problem`)} shown.` : "";
  };
  for (const choice of choices) choice.addEventListener("change", choose);
  if (choices.length) choose();
}
