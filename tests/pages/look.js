/* What tests see of a page in a browser: places, what hides what, what moves. `seen` of
 * tests/browser.py evaluates these functions there. */

/** Lay the stock open or closed. */
function layStock(isOpen) {
  byId("open-stock").checked = isOpen;
  table.fit();
}

/** End what moves: cards that are dealt in would be missed where they are while one aims. */
function comeToRest() {
  document.getAnimations().forEach((moving) => moving.finish());
}

/** Place and width of every card on the page. */
function boxes() {
  return Object.fromEntries([...table.board.buttons].map(([card, button]) => {
    const box = button.getBoundingClientRect();
    return [card, [box.x + scrollX, box.y + scrollY, box.width]];
  }));
}

/** Whether every card and slot can be scrolled into sight. */
function canBeReached() {
  return [...document.querySelectorAll(".card, .slot")].every((card) => {
    card.scrollIntoView({ block: "nearest" });
    const { top, bottom } = card.getBoundingClientRect();
    const felt = byId("felt").getBoundingClientRect();
    return Math.max(top - felt.bottom, felt.top - bottom, -top, bottom - innerHeight) < 1;
  });
}

/** What lies under something else when it has the focus, in letters of this size in percent. */
function hiddenWithFocus(text) {
  document.documentElement.style.fontSize = `${text}%`;
  table.fit();
  const all = [...document.querySelectorAll("button, summary, input")];
  const seen = all.filter((one) => one.checkVisibility({ visibilityProperty: true }));
  return seen.filter((one) => {
    one.focus();
    const box = one.getBoundingClientRect();
    const inside = (length) => Math.min(8, length / 2);
    const [x, y] = [box.x + inside(box.width), box.y + inside(box.height)];
    const top = document.elementFromPoint(x, y);
    return !(top === one || one.contains(top) || top?.closest(".card"));
  }).map((one) => one.outerHTML.slice(0, 60));
}

/** The cards of the stock whose ranks are hidden after this many moves. */
function hiddenInStock(at) {
  table.follow(at);
  comeToRest();
  return table.play.position.stock.filter((card) => {
    const button = table.board.buttons.get(card);
    const { left, top, height } = button.getBoundingClientRect();
    return document.elementFromPoint(left + 4, top + height / 2) !== button;
  });
}

/** What is out of sight in letters of this size in percent, and how wide a card is. */
function outOfSight(text) {
  document.documentElement.style.fontSize = `${text}%`;
  table.fit();
  const cards = [...table.board.cards.keys()].map((card) => table.board.buttons.get(card));
  const buttons = [...document.querySelectorAll("#controls button")];
  const isSeen = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  };
  const hidden = [...cards, ...buttons].filter((one) => one.offsetWidth && !isSeen(one));
  return [hidden.map((one) => one.id || one.dataset.card), cards[0].offsetWidth];
}

/** Note which cards light up when some do. */
function watchFlashes() {
  const { board } = table;
  board.flash = (cards) => {
    Object.getPrototypeOf(board).flash.call(board, cards);
    globalThis.lit = [...document.querySelectorAll(".flashed")].map((one) => one.dataset.card);
  };
}

/** How the piles beside the tableau lie after this many moves, and their labels. */
function piles(at) {
  table.follow(at);
  comeToRest();
  const { wastes, turned, stock } = table.position;
  const piles = [wastes[0], [turned].filter(Boolean), stock];
  const spots = piles.map((cards) => cards.map((card) => table.board.cards.get(card)));
  const stepsOf = (pile) => pile.slice(1).map(({ x, y }, k) => y === pile[k].y && x - pile[k].x);
  const steps = spots.flatMap(stepsOf);
  const tops = spots.map((pile) => pile[0]?.y - 0.08).filter(Boolean);
  const labels = [...document.querySelectorAll(".label")].reverse();
  return {
    steps: new Set(steps.filter(Boolean).map((step) => step.toFixed(2))).size,
    tops: tops.map((y) => y.toFixed(4)),
    drawn: labels.map((label) => label.style.getPropertyValue("--y")),
    words: labels.map((label) => label.textContent),
    expected: ["Waste", "Turned", "Stock"].flatMap((name, k) => {
      const many = piles[k].length;
      return many ? [many > 1 ? `${name} ${many}` : name] : [];
    }),
    height: byId("board").offsetHeight,
  };
}

/** Labels that run into the next one. */
function labelsThatMeet() {
  const all = [...document.querySelectorAll(".label")].map((label) => {
    const words = document.createRange();
    words.selectNodeContents(label);
    const { left, right, bottom } = words.getBoundingClientRect();
    return { text: label.textContent, left, right, bottom };
  });
  const meet = (one, next) =>
    Math.abs(one.bottom - next.bottom) < 8 && one.left < next.left && one.right > next.left;
  return all.filter((one) => all.some((next) => meet(one, next))).map(({ text }) => text);
}

/** States of problems that lie over their names or levels. */
function statesOverWords() {
  return [...document.querySelectorAll(".grid .state")].filter((state) => {
    const { left, bottom } = state.getBoundingClientRect();
    const all = [...state.parentElement.children];
    const others = all.filter((one) => !one.matches(".picture, .state"));
    return others.some((one) => {
      const words = document.createRange();
      words.selectNodeContents(one);
      const box = words.getBoundingClientRect();
      return box.right > left && box.top < bottom;
    });
  }).map((state) => state.textContent);
}

/** What is too small for a finger. */
function smallTargets() {
  return [...document.querySelectorAll("button:not(.card), summary, label")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => one.offsetHeight < 43.5 || one.offsetWidth < 43.5)
    .map((one) => one.outerHTML.slice(0, 80));
}

/** What moves now: the kind of animation, when it ends, and which properties it changes. */
function moving() {
  return document.getAnimations().map((one) => {
    const { duration, delay } = one.effect.getComputedTiming();
    const names = one.effect.getKeyframes().flatMap((frame) => Object.keys(frame));
    const timing = ["offset", "computedOffset", "easing", "composite"];
    const changed = names.filter((name) => !timing.includes(name));
    return [one.constructor.name, duration + delay, ...new Set(changed)];
  });
}

/** The kinds of animation of cards that fly. */
function flying() {
  return [...document.querySelectorAll(".flying")]
    .flatMap((card) => card.getAnimations())
    .map((one) => one.constructor.name);
}

/** Have all that is animated from now on take a hundred times as long: slow machines see it, too. */
function slowDown() {
  Element.prototype.animate = new Proxy(Element.prototype.animate, {
    apply(animate, element, given) {
      const made = Reflect.apply(animate, element, given);
      made.playbackRate = 0.01;
      return made;
    },
  });
}

/** Note in `heard` what would be heard and felt. */
function listen() {
  globalThis.heard = [];
  navigator.vibrate = (ms) => heard.push(ms);
  AudioContext.prototype.createOscillator = new Proxy(AudioContext.prototype.createOscillator, {
    apply(made, context) { heard.push("note"); return Reflect.apply(made, context, []); },
  });
}

/** Play the last legal move until there is none; the moves. */
function playUntilStuck() {
  for (let moves; (moves = table.position.legalMoves()).length; ) {
    table.begin();
    table.move(moves.at(-1));
  }
  return table.play.moves;
}

/** The table in words and its cards, each time that cards, buttons or keys were pressed. */
function pressed(moves) {
  return moves.map((presses) => {
    for (const press of presses) {
      if (press.length === 1) {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: press, bubbles: true }));
      } else (table.board.buttons.get(press) ?? document.querySelector(press)).click();
    }
    const lines = [...document.querySelectorAll("#words li")];
    return [lines.map((line) => line.textContent), table.position.cardsLeft()];
  });
}

/** A point of a card that no other card covers. */
function spotOf(card) {
  const button = table.board.buttons.get(card);
  button.scrollIntoView({ block: "nearest" });
  const box = button.getBoundingClientRect();
  return [box.x + 0.15 * box.width, box.y + 0.12 * box.height];
}

/** The arrow keys that lead to a card from the one that has the focus, by the page's own map. */
function wayTo(card) {
  const { board } = table;
  const ways = new Map([[board.focused, []]]);
  for (const [here, way] of ways) {
    for (const [key, [dx, dy]] of Object.entries(ARROWS)) {
      const next = board.towards(here, dx, dy);
      if (next !== null && !ways.has(next)) ways.set(next, [...way, key]);
    }
  }
  return ways.get(card) ?? null;
}

/** How wide a card is, then without the units of containers, and so in a browser without them. */
function widthsLikeSafari15() {
  const width = () => table.board.buttons.get("7H").offsetWidth;
  const before = width();
  for (const style of document.querySelectorAll("style")) {
    const text = style.textContent.replace(/@property[^}]*}/, "");
    style.textContent = text.replaceAll("cqi", "inches of a container");
  }
  const without = width();
  CSS.supports = () => false;
  table.fit();
  return [before, without, width()];
}

/** What is heard of texts that the page writes, and what else is read. */
function written([texts, names]) {
  return texts.map((text) => {
    const target = document.createElement("p");
    write(target, text, names);
    const heard = [...target.querySelectorAll(".heard")].map((one) => one.textContent);
    target.querySelectorAll(".sign").forEach((one) => one.remove());
    return [heard, target.textContent];
  });
}
