/* The pages of a site that are read: home, problems and lessons, deals by number, statistics. The look that was
 * chosen comes first, before anything is seen of another.
 */

import "./menu.js";
import { arrived, byId, element, shownRank, SIGNS } from "../../app/dom.js";
import { formatLink } from "../../app/link.js";
import { HELP_WORDS, isProgressText, keyOf, stateOf, store, UNKEPT } from "../../app/storage.js";
import { counted, timeOf } from "../../engine/numbers.js";
import { noun, say, spoken } from "../../engine/say.js";
import { offerBacks, showBack } from "./backs.js";
import { dateHere, dateInWords, dayAfter, dayInWords, dealOfDay, Diary, streaks, todayHere, weekdayOf } from "./calendar.js";
import { cardsIn, gameNamed, levelDots, levelName, rulesNamed } from "./data.js";
import { anyNumber, dealtCards, formatNumber, NUMBERINGS, parseNumber, whyNoDeals } from "./shuffle.js";
import { sketch } from "./sketch.js";
import { offerLanguages, translate } from "./translate.js";

const LOOKS = ["palette", "light", "suits"];

for (const name of LOOKS) {
  const kept = store.read(name);
  if (kept && /^[\w-]+$/.test(kept)) document.documentElement.dataset[name] = kept;
}

showBack();

/* The settings, which boards have, too. */
function openSettings(diary) {
  for (const name of LOOKS) {
    const choice = byId(name);
    choice.value = document.documentElement.dataset[name];
    choice.addEventListener("change", () => {
      document.documentElement.dataset[name] = choice.value;
      store.write(name, choice.value);
    });
  }
  for (const tick of document.querySelectorAll("main [type=checkbox]")) {
    tick.checked = store.read(tick.id) === "yes";
    tick.addEventListener("change", () => store.write(tick.id, tick.checked ? "yes" : "no"));
  }
  offerBacks(diary);
  offerLanguages(byId("language"));
}

/* Home: today's problem, the days before, and what was left unfinished. */

async function openHome(diary) {
  const goingOn = diary.all().filter(({ about, progress }) => !about.won && stateOf(progress) === "begun");
  byId("going-on").hidden = !goingOn.length;
  byId("first").hidden = diary.all().length > 0 || !arrived.games.problems.includes("1");
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
  const { now } = streaksOf(diary);
  const said = [now > 1 && say`${now} days in a row`, state === "solved" && say`The next one comes at midnight`];
  byId("streak").textContent = said.filter(Boolean).join(" · ");
  byId("streak").hidden = !byId("streak").textContent;
  byId("week").replaceChildren(...(await week(today, game)));
}

const streaksOf = (diary) =>
  streaks(diary.all().filter(({ about }) => about.won && about.day).map(({ about }) => about.day), todayHere());

/* The seven days up to today as a row of cards: a solved day lies face up, as the topmost card of its
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
  const sign = element("span", face ? `sign suit-${face[1]}` : "sign", face ? shownRank(face[0]) + SIGNS[face[1]] : "");
  sign.setAttribute("aria-hidden", "true");
  const heard = [dateInWords(date), levelName(stars), face ? say`solved` : say`not solved`].join(", ");
  const seen = element("span", "", DAYS[weekdayOf(date)], element("strong", "", String(Number(date.slice(8)))));
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

/* Problems in a grid: small pictures as they come into sight, what is solved, and the choice of some. */

function pictured(items, list) {
  const draw = async (item) => {
    const { cards, game } = list.find(({ name }) => name === item.dataset.name);
    item.querySelector(".picture").replaceChildren(sketch(cardsIn(cards), await gameNamed(game)));
  };
  const watch = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting) continue;
      watch.unobserve(target);
      draw(target).catch(() => {}); // of a page that is left, some browsers say so: its place stays empty
    }
  }, { rootMargin: "300px" });
  for (const item of items) watch.observe(item);
}

/* What is kept of a listed problem: {moves, at, ms, best} or null. */
function progressOf({ game, cards }) {
  return store.progress(keyOf({ rules: rulesNamed(game).rules, cards: cardsIn(cards) }));
}

function markSolved(items, list) {
  let count = 0;
  if (!store.keys("game").length) return count;
  for (const item of items) {
    const progress = progressOf(list.find(({ name }) => name === item.dataset.name));
    const state = stateOf(progress);
    item.dataset.state = state;
    count += state === "solved";
    const words = { solved: say`solved`, helped: say`with help`, begun: say`begun`, new: "" }[state];
    if (words) item.querySelector("a").append(element("span", "state", words));
  }
  return count;
}

/* The problems of each level in a group that opens. */
function byLevel(items) {
  const grid = items[0].parentElement;
  const groups = [...new Set(items.map(({ dataset }) => dataset.stars))].sort().map((stars) => {
    const own = items.filter(({ dataset }) => dataset.stars === stars);
    const name = Number(stars) ? `${levelName(stars)} ${levelDots(stars)}` : say`Not rated`;
    const head = element("summary", "", `${name} `, element("span", "count"));
    return element("details", "", head, element("ul", "grid", ...own));
  });
  grid.replaceWith(...groups);
  return groups;
}

function openGrid(list) {
  const items = [...document.querySelectorAll(".grid:not(.deals) > li")];
  const solved = markSolved(items, list);
  pictured(document.querySelectorAll(".grid > li"), list);
  byId("solved").textContent = say`${solved} of ${items.length} solved.`;
  const choices = ["by-game", "by-level", "by-reasoning", "by-state"].map(byId).filter(Boolean);
  const groups = choices.length ? byLevel(items) : [];
  const choose = () => {
    const [game, level, reasoning, state] = choices.map((choice) => choice.value);
    let count = 0;
    for (const item of items) {
      const { game: own, stars, reasoning: needed, state: now } = item.dataset;
      const isWanted = (!game || own === game) && (!level || stars === level)
        && (!reasoning || needed === reasoning) && (!state || (state === "solved") === (now === "solved"));
      item.hidden = !isWanted;
      count += isWanted;
    }
    const isChosen = choices.some(({ value }) => value);
    const unsolved = groups.find((group) => group.querySelector('li:not([data-state="solved"])')) ?? groups[0];
    for (const group of groups) {
      const shown = group.querySelectorAll("li:not([hidden])").length;
      group.querySelector(".count").textContent = `(${shown})`;
      group.hidden = !shown;
      group.open = isChosen || group === unsolved;
    }
    byId("none").hidden = count > 0;
    byId("shown").textContent = isChosen ? say`${counted(count, noun`problem`)} shown.` : "";
  };
  for (const choice of choices) choice.addEventListener("change", choose);
  if (choices.length) choose();
}

/* Deals by number: what is typed is checked and pictured, and leads to the board. */

function openNumbers() {
  const [form, game, numbering, number] = ["choose", "game", "numbering", "number"].map(byId);
  const linkOf = (found) => {
    const identity = { game: game.value, number: formatNumber(found), numbering: found.numbering };
    return `play.html${formatLink(identity, [])}${byId("winnable").checked ? "&w=1" : ""}`;
  };
  const show = async () => {
    const found = parseNumber(number.value, numbering.value);
    const { title, first, last } = NUMBERINGS[numbering.value];
    const kind = await gameNamed(game.value);
    if (kind.name !== game.value) return; // another was chosen meanwhile
    const none = whyNoDeals(numbering.value, kind);
    const isDealt = found && !none;
    byId("wrong").textContent = isDealt ? "" : none ?? say`${title} has deals ${first} to ${last}.`;
    number.setAttribute("aria-invalid", String(!isDealt));
    byId("preview").replaceChildren(...(isDealt ? [sketch(dealtCards(found, kind), kind)] : []));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const found = parseNumber(number.value, numbering.value);
    if (found && number.getAttribute("aria-invalid") === "false") location.href = linkOf(found);
    else number.focus();
  });
  byId("any").addEventListener("click", () => {
    number.value = String(anyNumber());
    show();
  });
  for (const input of [game, numbering, number]) input.addEventListener("input", show);
  show();
}

/* Statistics, of what is kept in this browser; and its progress as text. */

const RECENT = 12;
const REVIEWED = 20; // games whose accuracy is shown

function openStatistics(diary) {
  const all = diary.all();
  const won = all.filter(({ about }) => about.won);
  const { now, best } = streaksOf(diary);
  const share = all.length ? `${Math.round((100 * won.length) / all.length)}%` : "–";
  const tiles = [
    [all.length, all.length === 1 ? say`deal played` : say`deals played`], [won.length, say`won`], [share, say`of them won`],
    [won.filter(({ about }) => !about.hints).length, say`without a hint`],
    [now, now === 1 ? say`day in a row` : say`days in a row`],
    [best, best === 1 ? say`day in the longest run` : say`days in the longest run`],
  ];
  const reviewed = all.filter(({ about }) => about.judged).slice(0, REVIEWED);
  const total = (of) => reviewed.reduce((sum, { about }) => sum + about[of], 0);
  const accuracy = Math.floor((100 * (total("judged") - total("faults"))) / total("judged"));
  if (reviewed.length) tiles.push([`${accuracy}%`, say`of moves without a mistake, last ${counted(reviewed.length, noun`game`)}`]);
  byId("tiles").replaceChildren(...tiles.map(([value, words]) =>
    element("li", "", element("strong", "", String(value)), element("span", "", words))));
  fillTable("by-games", all, ({ about }) => spoken(about.game));
  const names = arrived.games.levels.map((_, k) => levelName(k + 1));
  fillTable("by-levels", all.filter(({ about }) => about.stars), ({ about }) => levelName(about.stars),
    (one, other) => names.indexOf(one) - names.indexOf(other));
  byId("recent").replaceChildren(...all.slice(0, RECENT).map(playedLine));
  byId("days").replaceChildren(...Array.from({ length: 35 }, (_, k) => dayPlayed(dayAfter(todayHere(), k - 34), all)));
  byId("nothing").hidden = all.length > 0;
  for (const part of document.querySelectorAll(".of-played")) part.hidden = !all.length;
}

/* A day as a square that is darker the more was won on it. */
function dayPlayed(date, all) {
  const on = (ms) => ms && dateHere(ms) === date;
  const won = all.filter(({ about }) => on(about.won)).length;
  const isPlayed = all.some(({ about }) => on(about.last));
  const item = element("li", "", String(Number(date.slice(8))), element("span", "heard", `, ${won} ${say`won`}`));
  item.title = `${dateInWords(date)}: ${won} ${say`won`}`;
  item.dataset.won = won ? Math.min(3, won) : isPlayed ? 0 : "";
  return item;
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
  });
}

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
    settings: () => openSettings(diary),
  };
  const filled = Promise.resolve(pages[document.body.dataset.page]?.());
  filled.finally(() => document.documentElement.classList.add("filled")); // and is seen from now on
});
