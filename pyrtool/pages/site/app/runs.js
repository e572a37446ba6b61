/* Runs: deals that were won by hand, as text to be shared, in links, and beside a friend's.
 *
 * It is loaded with the first win, and where a link has a friend's run, `f=85.2.1.0a1b2c3d`: seconds, hints
 * ("s" where the solution was seen), 1 where a move was undone, and a digest of these and the deal. A run that
 * was changed, or is of another deal, is left out.
 */

import { arrived, byId, element } from "../../app/dom.js";
import { share, table } from "../../app/main.js";
import { digest, HELP_WORDS, store } from "../../app/storage.js";
import { counted, timeOf } from "../../engine/numbers.js";
import { noun, say } from "../../engine/say.js";
import { dateInWords, daysSince } from "./calendar.js";
import { levelDots } from "./data.js";
import { diary, played } from "./frame.js";

const QUARTERS = ["🟩", "🟨", "🟧", "🟥"];

/* The run that is on the table, {ms, hints, seen, undone}; null for a game that was not won by hand. */
function ownRun({ position, help, clock, aided, hints, seen, undone }) {
  if (!position.isWon() || help) return null;
  return { ms: Math.max(1000, Math.round(clock.now)), hints: aided ? Math.max(1, hints) : 0, seen, undone };
}

/* A run as links of a deal have it, and back; null for what is none of this deal. */
function formatRun({ ms, hints, seen, undone }, key) {
  const text = `${Math.floor(ms / 1000)}.${seen ? "s" : hints}.${Number(undone)}`;
  return `${text}.${digest(text + key)}`;
}

function parseRun(given, key) {
  const [, text, seconds, hints, undone, sealed] =
    /^(([1-9]\d{0,5})\.(\d{1,3}|s)\.([01]))\.([0-9a-f]{8})$/.exec(given) ?? [];
  if (!text || digest(text + key) !== sealed) return null;
  return { ms: 1000 * seconds, hints: Number(hints) || 0, seen: hints === "s", undone: undone === "1" };
}

const hintWords = ({ seen, hints }) => (seen ? say`solution seen` : hints ? counted(hints, noun`hint`) : say`no hints`);
const undoWords = ({ undone }) => (undone ? say`with undo` : say`no undo`);

/* Take over the run of a link, or the one that was kept of it: `given` is undefined where the link has none. */
function meet(stage, given) {
  if (played.stage !== stage) return;
  const name = `friend-${table.key}`;
  const run = parseRun(given ?? store.read(name), table.key);
  if (run) {
    stage.friend = run;
    if (given !== undefined) store.write(name, given);
    table.say(say`A friend won this deal in ${timeOf(run.ms)}, ${hintWords(run)}, ${undoWords(run)}.`);
    showRun();
  } else if (given !== undefined) table.say(say`The link's result is not one of this deal, and is left out.`, true);
}

/* A win beside the friend's, if there is one. */
function showRun() {
  byId("runs")?.remove();
  const [own, friend] = [ownRun(table), played.stage.friend];
  const isCompared = Boolean(own && friend);
  for (const id of ["won-facts", "won-seals"]) byId(id).hidden = isCompared; // the table says the same
  if (!isCompared) return;
  const heading = (scope, text) => Object.assign(element("th", "", text), { scope });
  const line = (name, words) =>
    element("tr", "", heading("row", name), ...[own, friend].map((run) => element("td", "", words(run))));
  const box = element("table", "", element("caption", "", gapWords(own.ms - friend.ms)));
  box.id = "runs";
  box.style.cssText = "margin:0 auto .6rem;border-spacing:.8em 0;text-align:left;line-height:1.35";
  box.append(
    element("tr", "", element("td"), heading("col", say`You`), heading("col", say`Friend`)),
    line(say`Time`, ({ ms }) => timeOf(ms)), line(say`Hints`, hintWords), line(say`Undo`, undoWords),
  );
  byId("won-facts").after(box);
}

/* Who was faster. */
function gapWords(ms) {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (!seconds) return say`You both took the same time.`;
  const gap = counted(seconds, noun`second`);
  return ms < 0 ? say`You were ${gap} faster.` : say`Your friend was ${gap} faster.`;
}

/* The rows of the pyramid, each card as the quarter of the game in which it was discarded. */
function gridOf({ play: { at, positions } }) {
  const [start] = positions;
  const gone = start.tableau.map((_, i) => positions.findIndex(({ tableau }) => tableau[i] === null));
  let first = 0;
  return start.game.piles.map(([pile, size]) => {
    const row = gone.slice(first, (first += size)).map((move) => QUARTERS[Math.ceil((4 * move) / at) - 1]);
    return pile.startsWith("Pyramid") ? row.join("") : "";
  }).filter(Boolean);
}

/* The result without a word of how: game, level, time, hints, and the link, which carries a run of the
   player's own. A game that was not played by hand from its start has no time. */
function resultOf(stage) {
  const run = ownRun(table);
  const { best, seen, help } = table;
  const hints = Math.max(diary.read(table.key)?.hints ?? 0, table.hints);
  const outcome = best ? `${timeOf(best.ms)}, ${hintWords({ seen, hints })}` : HELP_WORDS[help ?? "solution"];
  return [
    `${document.querySelector("#site .home").textContent}, ${stage.day ? dateInWords(stage.day) : stage.title}`,
    [stage.game.title, stage.stars ? levelDots(stage.stars) : "", outcome].filter(Boolean).join(" "),
    ...(run ? [...gridOf(table), say`${QUARTERS[0]} discarded early, ${QUARTERS[3]} late`] : []),
    addressOf(stage, run ? `f=${formatRun(run, table.key)}` : ""),
  ].join("\n");
}

/* The link of a problem with what it carries: a day's page has a picture to be shown with it. */
function addressOf({ link, day }, carried) {
  const { days } = arrived.games;
  const at = day && daysSince(day) - daysSince(days.first);
  const hasPage = day && at >= 0 && at < days.pages;
  const [parts, mark] = hasPage ? [`day/${day}.html`, "#"] : [`play.html${link}`, "&"];
  return new URL(parts, location.href).href + (carried && mark + carried);
}

const shareRun = () => share.give(resultOf(played.stage), say`Your result`);

arrived.runs = { meet, showRun, shareRun };
