/* The table that was chosen, before anything is seen of another. */

const store = new Store();
for (const name of ["palette", "light"]) {
  const kept = store.read(name);
  if (kept && /^[a-z]+$/.test(kept)) document.documentElement.dataset[name] = kept;
}

showBack();

/* The choices of colours at the foot of every page. */
function offerLooks() {
  for (const name of ["palette", "light"]) {
    const choice = byId(name);
    choice.value = document.documentElement.dataset[name];
    choice.addEventListener("change", () => {
      document.documentElement.dataset[name] = choice.value;
      store.write(name, choice.value);
    });
  }
}
