/* Starts the page that is open. */

document.addEventListener("DOMContentLoaded", () => {
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
  pages[document.body.dataset.page]?.();
});
