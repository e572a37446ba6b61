/* Elements, and words in which cards are signs for the eye and names for the ear. */

import { isKnown, letterOf } from "../engine/numbers.js";

/* What came with the page; on a site each data file puts its value here. */
export const arrived = (globalThis.arrived ??= {});

export const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

const LEISURE_MS = 1500; // nothing waits longer

export const byId = (id) => document.getElementById(id);

export function element(tag, className = "", ...parts) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...parts);
  return made;
}

export function button(className, text, does) {
  const made = element("button", className, text);
  made.type = "button";
  made.addEventListener("click", does);
  return made;
}

/* When there is nothing else to do: what is not seen at first waits until then. */
export const atLeisure = () =>
  new Promise((done) => {
    if (globalThis.requestIdleCallback) requestIdleCallback(done, { timeout: LEISURE_MS });
    else setTimeout(done, 100);
  });

/* When what is there now has been seen, and there is nothing else to do. */
export const seen = () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => atLeisure().then(done))));

/* What 100cqi is, where a browser knows no container units. */
export function setInline(shown, width) {
  if (!CSS.supports("width", "1cqi")) shown.style.setProperty("--inline", `${width}px`);
}

export const shownRank = (rank) => (rank === "T" ? "10" : letterOf(rank));

/* A card as its face shows it: one without a suit is its rank. */
export const signOf = (card) =>
  isKnown(card) ? shownRank(card[0]) + (SIGNS[card[1]] ?? "") : "??";

/* Text with the apostrophes of print, and its dashes between two ranks. */
export const printed = (text) => text.replace(/'/g, "’").replace(/\b([2-9A-Z])-(10|[2-9A-Z])\b/g, "$1–$2");

/* Show text as it is printed, with every card in it, "4C", as its sign in red or black and, unseen, its
   name. What precedes a card is a part of the pattern: Safari has lookbehind since 16.4 only. */
export function write(target, text, names) {
  target.dataset.text = text;
  target.replaceChildren();
  const spelled = printed(text.replace(/\b([A2-9])-([2-9TJQK])\b/g, (_, one, other) => `${one}–${shownRank(other)}`));
  const parts = spelled.split(/(^|[^\w?])([A2-9TJQK][CDHScdhs]2?|\?\d+)(?!\w)/); // text, before, card, text ..
  parts.forEach((part, k) => {
    if (k % 3 !== 2 || !Object.hasOwn(names, part)) {
      target.append(part);
      return;
    }
    const sign = element("span", "DH".includes(part[1]) ? "sign red" : "sign", signOf(part));
    sign.setAttribute("aria-hidden", "true");
    target.append(sign, element("span", "heard", names[part]));
  });
}
