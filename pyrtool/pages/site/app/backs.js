/* The backs of cards. The first is everyone's; each of the others is earned by a win of its level, or of a
 * harder one, as the diary has it.
 */

import { button, byId, element } from "../../app/dom.js";
import { store } from "../../app/storage.js";
import { say } from "../../engine/say.js";

/* Show the back that was chosen. */
export function showBack() {
  const kept = store.read("back");
  if (kept && /^[a-z]+$/.test(kept)) document.documentElement.dataset.back = kept;
}

/* Offer those that are earned, and return which of them were not offered before. */
export function offerBacks(diary) {
  const choice = byId("back");
  const won = diary.all().filter(({ about }) => about.won).map(({ about }) => about.stars);
  const level = Math.max(1, ...won);
  const options = [...choice.options];
  const earned = options.filter((option, i) => option.disabled && i < level);
  options.forEach((option, i) => (option.disabled = i >= level));
  choice.value = document.documentElement.dataset.back ?? choice.options[0].value;
  choice.onchange = () => {
    store.write("back", choice.value);
    showBack();
  };
  return earned;
}

/* Say in the win which backs it earned, and offer the last of them. */
export function announceBacks(earned) {
  if (!earned.length) return;
  const names = earned.map(({ textContent }) => textContent.split(" (")[0]);
  const use = button("", say`Use ${names.at(-1)}`, () => {
    byId("back").value = earned.at(-1).value;
    byId("back").onchange();
    use.remove();
    byId("won-title").focus();
  });
  const notice = element("p", "", `${say`New card back: ${names.join(", ")}.`} `, use);
  notice.id = "earned";
  notice.setAttribute("role", "status");
  byId("won-moves").after(notice);
}
