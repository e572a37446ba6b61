/* Statistics, of what is kept in this browser; and its progress as text. */

const RECENT = 12;

function openStatistics(diary) {
  const all = diary.all();
  const won = all.filter(({ about }) => about.won);
  const days = won.filter(({ about }) => about.day).map(({ about }) => about.day);
  const { now, best } = streaks(days, todayHere());
  const share = all.length ? `${Math.round((100 * won.length) / all.length)}%` : "–";
  const tiles = [
    [all.length, all.length === 1 ? say`deal played` : say`deals played`], [won.length, say`won`], [share, say`of them won`],
    [won.filter(({ about }) => !about.hints).length, say`without a hint`],
    [now, now === 1 ? say`day in a row` : say`days in a row`],
    [best, best === 1 ? say`day in a row at most` : say`days in a row at most`],
  ];
  byId("tiles").replaceChildren(...tiles.map(([value, words]) =>
    element("li", "", element("strong", "", String(value)), element("span", "", words))));
  fillTable("by-games", all, ({ about }) => spoken(about.game));
  const names = arrived.games.levels.map((_, k) => levelName(k + 1));
  fillTable("by-levels", all.filter(({ about }) => about.stars), ({ about }) => levelName(about.stars),
    (one, other) => names.indexOf(one) - names.indexOf(other));
  byId("recent").replaceChildren(...all.slice(0, RECENT).map(playedLine));
  byId("nothing").hidden = all.length > 0;
  for (const part of document.querySelectorAll(".of-played")) part.hidden = !all.length;
}

/* A row for each group: played, won, the fewest moves and the least time. */
function fillTable(id, all, groupOf, order = undefined) {
  const groups = new Map();
  for (const one of all) groups.set(groupOf(one), [...(groups.get(groupOf(one)) ?? []), one]);
  const least = (numbers, words) => (numbers.length ? words(Math.min(...numbers)) : "–");
  const rows = [...groups.keys()].sort(order).map((name) => {
    const group = groups.get(name);
    const results = group.map(({ progress }) => progress?.best).filter(Boolean);
    const cells = [
      group.length, group.filter(({ about }) => about.won).length,
      least(results.map(({ moves }) => moves), String), least(results.map(({ ms }) => ms), timeOf),
    ];
    const heading = element("th", "", name);
    heading.scope = "row";
    return element("tr", "", heading, ...cells.map((cell) => element("td", "", String(cell))));
  });
  byId(id).replaceChildren(...rows);
  byId(id).closest("table").hidden = !rows.length;
}

function openKeeping(diary) {
  const text = byId("share-text");
  byId("export").addEventListener("click", async () => {
    text.value = store.exported();
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
      byId("kept").textContent = say`All progress is copied.`;
    } catch {
      byId("kept").textContent = say`All progress is here, to be copied.`;
    }
  });
  byId("import").addEventListener("click", () => {
    const count = isProgressText(text.value) ? store.imported(text.value) : 0;
    byId("kept").textContent = count
      ? `${say`Progress of ${counted(count, noun`game`)} imported`}.${store.isRefused ? ` ${UNKEPT}` : ""}`
      : say`Nothing was imported: this is not progress that a site exported.`;
    openStatistics(diary);
    offerBacks(diary);
  });
}
