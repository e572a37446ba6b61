/* Home: today's problem, the days before, and what was left unfinished. */

async function openHome(diary) {
  const goingOn = diary.all().filter(({ about, progress }) => !about.won && stateOf(progress) === "begun");
  byId("going-on").hidden = !goingOn.length;
  byId("unfinished").replaceChildren(...goingOn.slice(0, 3).map(playedLine));
  if (!arrived.games.days) return;
  const today = todayHere();
  const deal = await dealOfDay(today);
  const game = await gameNamed(arrived.games.days.game);
  const cards = dealtCards(parseNumber(deal.number, "native"), game);
  byId("today-date").textContent = dayInWords(today);
  byId("today-stars").textContent = levelDots(deal.stars);
  byId("today-stars").setAttribute("aria-label", say`${deal.stars} of ${5}`);
  const known = [levelName(deal.stars), deal.level && spoken(deal.level), game.title];
  byId("today-level").textContent = known.filter(Boolean).join(" · ");
  byId("today-picture").replaceChildren(sketch(cards, game));
  const state = stateOf(store.progress(keyOf({ rules: game.rules, cards })));
  const words = { solved: say`Solved. Play again`, helped: say`Play again`, begun: say`Go on`, new: say`Play` };
  byId("today-play").textContent = words[state];
  byId("week").replaceChildren(...(await week(today, game)));
}

/* The seven days up to today as a pyramid of cards: a solved day lies face up, as the topmost card of its
   deal. Days that were solved since the last visit turn over. */
async function week(today, game) {
  const dates = Array.from({ length: 7 }, (_, k) => dayAfter(today, k - 6));
  const deals = await Promise.all(dates.map(dealOfDay));
  const seen = (store.read("turned") ?? "").split(" ");
  const solved = [];
  const items = deals.map(({ date, number, stars }) => {
    const cards = dealtCards(parseNumber(number, "native"), game);
    const isSolved = Boolean(store.progress(keyOf({ rules: game.rules, cards }))?.best);
    const item = element("li", "", dayLink(date, stars, isSolved && cards[0]));
    if (date === today) item.firstChild.setAttribute("aria-current", "date");
    if (!isSolved) return item;
    solved.push(date);
    item.className = seen.includes(date) ? "solved" : "solved turning";
    return item;
  });
  if (solved.join(" ") !== seen.join(" ")) store.write("turned", solved.join(" "));
  return items;
}

const DAYS = [say`Mon`, say`Tue`, say`Wed`, say`Thu`, say`Fri`, say`Sat`, say`Sun`];

/* A day as a card, with its `face` if it lies face up. */
function dayLink(date, stars, face) {
  const link = element("a");
  link.href = `play.html#day=${date}`;
  link.title = levelName(stars);
  const sign = element("span", "sign", face ? shownRank(face[0]) + SIGNS[face[1]] : "");
  sign.setAttribute("aria-hidden", "true");
  sign.classList.toggle("red", /[DH]/.test(face && face[1]));
  const heard = [dateInWords(date), levelName(stars), face ? say`solved` : say`not solved`].join(", ");
  const seen = element("span", "", `${DAYS[weekdayOf(date)]} `, element("strong", "", String(Number(date.slice(8)))));
  seen.setAttribute("aria-hidden", "true");
  const words = element("span", "plate", seen, element("span", "heard", heard));
  link.append(sign, words);
  return link;
}

/* A deal that was played, as a line that leads to it. */
function playedLine({ about, progress }) {
  const link = element("a", "", about.title);
  link.href = `play.html${about.link.startsWith("#") ? about.link : ""}`;
  const best = progress?.best;
  const helped = progress?.won && HELP_WORDS[progress.help];
  const ended = about.won ? say`won` : helped || say`begun`;
  const outcome = best ? say`won in ${counted(best.moves, noun`move`)}, ${timeOf(best.ms)}` : ended;
  return element("li", "", link, " ", element("span", "muted", `${spoken(about.game)}, ${outcome}`));
}
