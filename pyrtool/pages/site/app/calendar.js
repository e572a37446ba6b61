/* Days and their deals, and the diary of what was played. A date is its text, "2026-11-22". */

import { arrived } from "../../app/dom.js";
import { checkedAbout } from "../../app/storage.js";
import { say } from "../../engine/say.js";
import { load } from "./data.js";

const DAY_MS = 86400000;
const MONTHS = [
  ...[say`January`, say`February`, say`March`, say`April`, say`May`, say`June`],
  ...[say`July`, say`August`, say`September`, say`October`, say`November`, say`December`],
];
const WEEKDAYS = [
  ...[say`Monday`, say`Tuesday`, say`Wednesday`, say`Thursday`],
  ...[say`Friday`, say`Saturday`, say`Sunday`],
];

export const daysSince = (date) => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
const dateOf = (days) => new Date(days * DAY_MS).toISOString().slice(0, 10);
export const dayAfter = (date, days) => dateOf(daysSince(date) + days);
export const weekdayOf = (date) => (((daysSince(date) + 3) % 7) + 7) % 7; // 0 for Monday; 1970 began on a Thursday

/* The reader's date, today's or at a time. */
export const todayHere = () => dateHere(Date.now());

export function dateHere(ms) {
  const now = new Date(ms);
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export function isDate(text) {
  const at = /^[1-9]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text); // no 30 February
}

/* "Sunday, 22 November". */
export function dayInWords(date) {
  const [, month, day] = date.split("-").map(Number);
  return say`${WEEKDAYS[weekdayOf(date)]}, ${day} ${MONTHS[month - 1]}`;
}

/* "Sunday, 22 November 2026". */
export function dateInWords(date) {
  const [year] = date.split("-");
  return `${dayInWords(date)} ${year}`;
}

/* The day of the site's calendar whose deal a date has: its own, or beyond the calendar's ends one
   of the same day of the week. */
function calendarDay(date) {
  const { first, count } = arrived.games.days;
  const after = daysSince(date) - daysSince(first);
  if (after >= 0 && after < count) return date;
  const turn = count - (count % 7); // whole weeks
  return dayAfter(first, ((after % turn) + turn) % turn);
}

/* {date, listed: the day of the calendar, month, number, stars, level, moves} of a date; null where the site has no days. */
export async function dealOfDay(date) {
  if (!arrived.games.days) return null;
  const listed = calendarDay(date);
  const month = listed.slice(0, 7);
  const days = await load(`days/${month}`);
  return { date, listed, month, ...days[listed] };
}

/* What has been played: for each deal that was begun what it is called, and how it went.
 *
 * It is kept beside the moves (the page's storage.js), under the same key: {title, link, game, stars,
 * day, last, won, hints, judged, faults}. `last` and `won` are times in milliseconds, `won` null before;
 * `day` is the date whose deal it is, or null. `judged` and `faults`: of the first game that was reviewed,
 * how many moves were, and how many of them were mistakes; left out before.
 */

export class Diary {
  constructor(store) {
    this.store = store;
  }

  read(key) {
    return checkedAbout(this.store.read(`about-${key}`));
  }

  write(key, about) {
    this.store.write(`about-${key}`, JSON.stringify(about));
  }

  /* [{key, about, progress}], the deal played last first. */
  all() {
    const found = [];
    for (const key of this.store.keys("about")) {
      const about = this.read(key);
      if (about) found.push({ key, about, progress: this.store.progress(key) });
    }
    return found.sort((one, other) => other.about.last - one.about.last || (one.key < other.key ? -1 : 1));
  }
}

/* Days in a row, up to `today` or the day before, whose deals are won; and the most ever. */
export function streaks(days, today) {
  const won = new Set(days);
  const lengthTo = (date) => {
    let length = 0;
    for (let at = date; won.has(at); at = dayAfter(at, -1)) length++;
    return length;
  };
  const ends = [...won].filter((date) => !won.has(dayAfter(date, 1)));
  return {
    now: lengthTo(won.has(today) ? today : dayAfter(today, -1)),
    best: Math.max(0, ...ends.map(lengthTo)),
  };
}
