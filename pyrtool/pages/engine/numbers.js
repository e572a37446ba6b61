/* Numbers and lists in words. */

import { say } from "./say.js";

/* A number with its noun: `forms` are those for none, one, and more. */
export const counted = (count, forms) => `${count} ${forms[Math.min(count, 2)]}`;

export const listed = (words) =>
  words.length < 2 ? words.join("") : say`${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

const LETTERS = { J: say`J`, Q: say`Q`, K: say`K` };
/* The letter of a rank on cards. */
export const letterOf = (rank) => LETTERS[rank] ?? rank;

/* Minutes and seconds. */
export function timeOf(ms) {
  const seconds = Math.floor(ms / 1000);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return `${minutes}:${String(rest).padStart(2, "0")}`;
}

export const isKnown = (card) => card[0] !== "?";
