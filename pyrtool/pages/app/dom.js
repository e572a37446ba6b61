/* Elements, and words in which cards are signs for the eye and names for the ear. */

const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

const LEISURE_MS = 1500; // nothing waits longer

const byId = (id) => document.getElementById(id);

function element(tag, className = "", ...parts) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...parts);
  return made;
}

function button(className, text, does) {
  const made = element("button", className, text);
  made.type = "button";
  made.addEventListener("click", does);
  return made;
}

/* When there is nothing else to do: what is not seen at first waits until then. */
const atLeisure = () =>
  new Promise((done) => {
    if (globalThis.requestIdleCallback) requestIdleCallback(done, { timeout: LEISURE_MS });
    else setTimeout(done, 100);
  });

/* When what is there now has been seen, and there is nothing else to do. */
const seen = () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => atLeisure().then(done))));

/* A card as its face shows it: one without a suit is its rank. */
const signOf = (card) =>
  isKnown(card) ? (card[0] === "T" ? "10" : card[0]) + (SIGNS[card[1]] ?? "") : "??";

/* Show text, with every card in it, "4C", as its sign and, unseen, its name. What precedes a
   card is a part of the pattern: Safari has lookbehind since 16.4 only. */
function write(target, text, names) {
  target.dataset.text = text;
  target.replaceChildren();
  const told = text.replace(/\b([2-9])-T\b/g, "$1-10");
  const parts = told.split(/(^|[^\w?])([A2-9TJQK][CDHScdhs]2?|\?\d+)(?!\w)/); // text, before, card, text ..
  parts.forEach((part, k) => {
    if (k % 3 !== 2 || !Object.hasOwn(names, part)) {
      target.append(part);
      return;
    }
    const sign = element("span", "sign", signOf(part));
    sign.setAttribute("aria-hidden", "true");
    target.append(sign, element("span", "heard", names[part]));
  });
}
