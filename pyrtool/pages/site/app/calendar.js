/* Days and their deals. A date is its text, "2026-11-22". */

const DAY_MS = 86400000;
const MONTHS = [
  ...[say`January`, say`February`, say`March`, say`April`, say`May`, say`June`],
  ...[say`July`, say`August`, say`September`, say`October`, say`November`, say`December`],
];
const WEEKDAYS = [
  ...[say`Monday`, say`Tuesday`, say`Wednesday`, say`Thursday`],
  ...[say`Friday`, say`Saturday`, say`Sunday`],
];

const daysSince = (date) => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
const dateOf = (days) => new Date(days * DAY_MS).toISOString().slice(0, 10);
const dayAfter = (date, days) => dateOf(daysSince(date) + days);
const weekdayOf = (date) => (((daysSince(date) + 3) % 7) + 7) % 7; // 0 for Monday; 1970 began on a Thursday

/* The reader's date. */
function todayHere() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function isDate(text) {
  const at = /^[1-9]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text); // no 30 February
}

/* "Sunday, 22 November". */
function dayInWords(date) {
  const [, month, day] = date.split("-").map(Number);
  return say`${WEEKDAYS[weekdayOf(date)]}, ${day} ${MONTHS[month - 1]}`;
}

/* "Sunday, 22 November 2026". */
function dateInWords(date) {
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
async function dealOfDay(date) {
  if (!arrived.games.days) return null;
  const listed = calendarDay(date);
  const month = listed.slice(0, 7);
  const days = await load(`days/${month}`);
  return { date, listed, month, ...days[listed] };
}
