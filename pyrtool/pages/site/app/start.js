/* Starts the page that is open. */

document.addEventListener("DOMContentLoaded", () => {
  translate();
  const diary = new Diary(store);
  const pages = {
    index: () => openHome(diary),
    problems: () => openGrid(arrived.catalogue),
    lessons: () => openGrid(arrived.lessons),
    numbers: () => openNumbers(),
    statistics: () => {
      openStatistics(diary);
      openKeeping(diary);
    },
  };
  offerLooks();
  offerBacks(diary);
  offerLanguages(byId("language"));
  const filled = Promise.resolve(pages[document.body.dataset.page]?.());
  filled.finally(() => document.documentElement.classList.add("filled")); // and is seen from now on
});
