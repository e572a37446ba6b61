/* The site's frame around the app: opens what the address names, says what it is, keeps the diary. */

import "./menu.js";
import { drawPictures } from "../../app/board.js";
import { button, byId, element, printed, seen } from "../../app/dom.js";
import { parseLink } from "../../app/link.js";
import { begin, frame, openProblem, panels, share, table } from "../../app/main.js";
import { Solver } from "../../app/solver.js";
import { store } from "../../app/storage.js";
import { whys } from "../../app/table.js";
import { UNANSWERED } from "../../app/verdicts.js";
import { isAlone } from "../../engine/position.js";
import { say, spoken } from "../../engine/say.js";
import { announceBacks, offerBacks, showBack } from "./backs.js";
import { Diary, streaks, todayHere } from "./calendar.js";
import { courts, levelDots, levelName, load, loadEngine } from "./data.js";
import { NothingThere, Opener } from "./opener.js";
import { offerSettings } from "./settings.js";
import { translate } from "./translate.js";

export const diary = new Diary(store);
export const played = { stage: null };
const opener = new Opener(new Solver(byId("engine").textContent, () => frame.later()), (words) => {
  if (!played.stage) entitle("", words);
  else table.say(words);
});

function entitle(title, subtitle) {
  byId("title").textContent = title;
  byId("subtitle").textContent = subtitle;
  byId("subtitle").hidden = !subtitle;
  document.documentElement.classList.add("titled");
}

translate();
offerSettings();

/* Open what the address names; `m=` is taken over once, and leaves the address. */
async function follow() {
  const { hash } = location;
  const { p, f, c } = parseLink(hash);
  if (p) { // a table, not a deal
    location.replace(`solve.html${hash}`);
    return;
  }
  try {
    const stage = await opener.open(hash);
    if (stage && location.hash === hash) show(stage, f, c);
  } catch (error) {
    if (!(error instanceof NothingThere)) throw error;
    if (played.stage) table.say(error.message, true);
    else {
      entitle(say`Nothing here`, error.message);
      const home = element("a", "", say`All problems and deals`);
      home.href = "index.html";
      byId("subtitle").append(" ", home);
      document.documentElement.classList.add("nothing");
    }
  }
}

let lessons = []; // what a newcomer should know, each shown until it was read
let movesMade = 0;

/* `run`: the friend's run of the link, if it has one; `isFirstGame`: whether the player is to be told how. */
function show(stage, run, isFirstGame) {
  const isFirst = !played.stage;
  played.stage = stage;
  describeStage(stage);
  // Problems are solved with every card seen; deals are played as at a table.
  if (store.read("open-stock") === null) byId("open-stock").checked = !stage.hides;
  if (stage.notice) history.replaceState(null, "", stage.link); // moves would be those of another deal
  table.exchange = null;
  byId("exchange")?.remove();
  byId("controls").classList.remove("exchanging");
  if (stage.exchange) {
    const answered = (problem) => opener.answer(problem, stage.game);
    load("exchange").then((beginExchange) => {
      if (played.stage === stage) beginExchange(stage.problem, stage.exchange, answered, () => played.stage === stage);
    }).catch(() => {});
  }
  if (isFirst) begin(stage.problem);
  else {
    openProblem(stage.problem);
    window.scrollTo(0, 0);
  }
  history.replaceState(null, "", stage.link);
  if (stage.notice) table.say(stage.notice, true);
  else if (run !== undefined || store.read(`friend-${table.key}`)) withRuns(({ meet }) => meet(stage, run));
  lessons = isFirstGame ? coaching(table.position) : [];
  if (isFirstGame) panels.explained.show(lessons, byId("hint"));
  drawPictures(courts);
  if (stage.problem.answer === UNANSWERED) settle(stage);
  if (stage.reasons) seen().then(() => load("reasons")).then((addReasons) => addReasons(stage)).catch(() => {});
}

/* The first things to know, each with its cards. */
function coaching(position) {
  const [pair] = position.legalMoves().filter((move) => move.includes("/"));
  const free = position.available().filter((card) => isAlone(position, card));
  const kings = free.length ? free : position.cards().filter((card) => isAlone(position, card));
  const covered = position.tableau.find((card) => position.covering(card).length > 1);
  return [
    { words: say`Press two cards that add to 13: the ace is 1, J 11, Q 12. Both are discarded.`, own: pair.replace("/", " "), reasons: "" },
    { words: say`A king is 13, and is discarded alone.`, own: kings.join(" "), reasons: "" },
    { words: say`A card is free when no card lies on it any more. Discard all cards to win.`, own: covered, reasons: position.covering(covered).join(" ") },
  ];
}

/* A move was made: show the next lesson that was not read. */
function teach(shown) {
  const made = shown.play.at;
  if (made > movesMade && !panels.explained.at) {
    const next = lessons.findIndex(({ isRead }) => !isRead);
    if (next >= 0) queueMicrotask(() => panels.explained.show(lessons, null, next + 1));
  }
  movesMade = made;
}

/* Find out whether the deal can be won, while it is played. */
async function settle(stage) {
  await seen();
  if (played.stage !== stage) return;
  const answer = await opener.answer(stage.problem, stage.game);
  if (!answer || played.stage !== stage) return;
  stage.problem.answer = answer;
  table.play.know(answer);
  panels.openAnswer(answer);
  table.render();
  if (answer.verdict !== "lost" || table.play.at || stage.exchange) return;
  table.say(say`This deal cannot be won, whatever is played.`);
  if (stage.fresh && !byId("tally").offsetParent) byId("message").append(" ", fresh(stage)); // else it is beside the board
  if (answer.explanation) load("reasons").then(() => played.stage === stage && whys.offer(table)).catch(() => {});
}

/* All words around the board. */
function describeStage(stage) {
  const { game, title, subtitle, stars, level, caption, over } = stage;
  const words = (...known) => known.filter(Boolean);
  document.title = `${title} · ${document.querySelector("#site .home").textContent}`;
  entitle(title, words(over, subtitle).join(" · "));
  byId("stars").hidden = !stars;
  byId("stars").textContent = stars ? words(`${levelName(stars)} ${levelDots(stars)}`, level).join(" · ") : "";
  const rated = stars ? words(levelName(stars), say`${stars} of ${5}`, level) : [];
  byId("stars").setAttribute("aria-label", rated.join(", "));
  byId("caption").hidden = !caption;
  byId("caption").textContent = caption;
  byId("lesson").replaceChildren(...game.lesson.map((rule) => element("p", "", printed(spoken(rule)))));
  const { number, numbering } = stage.problem.identity;
  byId("number").textContent = number === null ? "" : `${say`Number ${number} (${numbering}).`} `;
  byId("cards").textContent = stage.problem.game.cards.join(" ");
  for (const opened of document.querySelectorAll("#more details[open]")) opened.open = false;
  for (const old of document.querySelectorAll(".fresh")) old.remove();
  if (stage.fresh) {
    byId("tally").prepend(fresh(stage));
    byId("lost-again").after(fresh(stage));
  }
  step("before", stage.before, (title) => say`Back to ${title}`);
  step("after", stage.after, (title) => say`On to ${title}`);
  frame.next = stage.after && (() => (location.hash = stage.after.link));
  for (const link of document.querySelectorAll("#site a")) {
    if (link.getAttribute("href") === `${stage.back}.html`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/* A button that deals any other deal that can be won. */
const fresh = (stage) => button("fresh", say`New deal`, () => (location.hash = stage.fresh()));

function step(id, to, words) {
  const link = byId(id);
  link.toggleAttribute("hidden", !to);
  if (!to) return;
  link.href = to.link;
  link.setAttribute("aria-label", words(to.title));
}

/* Do what needs runs.js, unless it cannot be read. */
const withRuns = (does) => load("runs").then(does, () => {});

/* Note what is played, once a move was made. */
function note(table) {
  const { stage } = played;
  if (!stage || table.problem !== stage.problem || !table.play.moves.length) return;
  const before = diary.read(table.key);
  const won = table.position.isWon() && !table.help ? Date.now() : null;
  diary.write(table.key, {
    ...{ title: stage.title, link: stage.link, game: stage.kind ?? stage.game.title, stars: stage.stars },
    ...{ day: stage.day ?? before?.day ?? null, hints: Math.max(before?.hints ?? 0, table.hints) },
    ...(before?.judged && { judged: before.judged, faults: before.faults }),
    last: Date.now(),
    won: before?.won ?? won,
  });
}

/* The first review of a deal counts. */
frame.reviewed = (judged, faults) => {
  const about = diary.read(table.key);
  if (about && !about.judged) diary.write(table.key, { ...about, judged, faults });
};

frame.share = () => withRuns(({ shareRun }) => shareRun());

/* How many days in a row are solved, with this one. */
frame.streak = () => {
  if (!played.stage.day) return 0;
  const won = diary.all().filter(({ about }) => about.won && about.day);
  return streaks(won.map(({ about }) => about.day), todayHere()).now;
};
frame.later = loadEngine;
showBack();
offerBacks(diary);
frame.changed = (shown) => {
  note(shown);
  teach(shown);
  if (!shown.position.isWon()) {
    byId("earned")?.remove();
    return;
  }
  announceBacks(offerBacks(diary));
  withRuns(({ showRun }) => showRun());
};
frame.follow = () => {
  if (location.hash.split("&m=")[0] === played.stage?.link) share.fromAddress();
  else follow();
};
follow();
