/* The backs of cards. The first is everyone's; each of the others is earned by a win of its level, or of a
 * harder one, as the diary has it.
 */

/* Show the back that was chosen. */
function showBack() {
  const kept = store.read("back");
  if (kept && /^[a-z]+$/.test(kept)) document.documentElement.dataset.back = kept;
}

/* Offer those that are earned. */
function offerBacks(diary) {
  const choice = byId("back");
  const won = diary.all().filter(({ about }) => about.won).map(({ about }) => about.stars);
  const level = Math.max(1, ...won);
  [...choice.options].forEach((option, i) => (option.disabled = i >= level));
  choice.value = document.documentElement.dataset.back ?? choice.options[0].value;
  choice.onchange = () => {
    store.write("back", choice.value);
    showBack();
  };
}
