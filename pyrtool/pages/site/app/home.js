/* Home: today's problem, the days before, and what was left unfinished. */

async function openHome(diary) {
  const goingOn = diary.all().filter(({ about, progress }) => !about.won && progress?.moves.length);
  byId("going-on").hidden = !goingOn.length;
  byId("unfinished").replaceChildren(...goingOn.slice(0, 3).map(playedLine));
  if (!arrived.games.days) return;
  const today = todayHere();
  const deal = await dealOfDay(today);
  const game = await gameNamed(arrived.games.days.game);
  const cards = dealtCards(parseNumber(deal.number, "native"), game);
  byId("today-date").textContent = dateInWords(today).replace(/ \d+$/, "");
  byId("today-stars").textContent = starSigns(deal.stars);
  byId("today-stars").setAttribute("aria-label", `${deal.stars} of 5 stars`);
  byId("today-level").textContent = `${levelName(deal.stars)} · ${game.title}`;
  byId("today-picture").replaceChildren(sketch(cards, game));
  const progress = store.progress(keyOf({ rules: game.rules, cards }));
  const isBegun = progress?.moves.length && !progress.best;
  byId("today-play").textContent = progress?.best ? "Solved. Play again" : isBegun ? "Go on" : "Play";
  byId("week").replaceChildren(...(await week(today, game)));
}

/* The seven days up to today, each with its level and whether it is solved. */
async function week(today, game) {
  const dates = Array.from({ length: 7 }, (_, k) => dayAfter(today, k - 6));
  const deals = await Promise.all(dates.map(dealOfDay));
  return deals.map(({ date, number, stars }) => {
    const cards = dealtCards(parseNumber(number, "native"), game);
    const isSolved = Boolean(store.progress(keyOf({ rules: game.rules, cards }))?.best);
    const link = element("a", "");
    link.href = `play.html#day=${date}`;
    const tick = element("span", "tick", isSolved ? "✓" : "");
    tick.setAttribute("aria-hidden", "true");
    const more = `${dateInWords(date).replace(/^.*? \d+/, "")}, ${levelName(stars)}${isSolved ? ", solved" : ""}`;
    link.append(
      element("span", "day", WEEKDAYS[weekdayOf(date)].slice(0, 3)), " ",
      element("span", "date", String(Number(date.slice(8)))), element("span", "heard", more), tick,
    );
    link.title = levelName(stars);
    const item = element("li", isSolved ? "solved" : "", link);
    if (date === today) link.setAttribute("aria-current", "date");
    return item;
  });
}

/* A deal that was played, as a line that leads to it. */
function playedLine({ about, progress }) {
  const link = element("a", "", about.title);
  link.href = `play.html${about.link.startsWith("#") ? about.link : ""}`;
  const best = progress?.best;
  const told = best ? `won in ${counted(best.moves, "move")}, ${timeOf(best.ms)}` : about.won ? "won" : "begun";
  return element("li", "", link, " ", element("span", "muted", `${about.game}, ${told}`));
}
