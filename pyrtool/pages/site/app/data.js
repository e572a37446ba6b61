/* What the site's data files give: each puts one value into `arrived` under its own name.
 *
 * They are scripts, which a page that was opened from a disk may load as well.
 */

import { arrived } from "../../app/dom.js";
import { asPacks } from "../../app/link.js";
import { say, spoken } from "../../engine/say.js";

const asked = {}; // what is on its way

/* The value of a data file, "problems/7", which is asked for once; an Error if there is none. */
export function load(name) {
  if (name in arrived) return Promise.resolve(arrived[name]);
  return (asked[name] ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${name}.js`;
    script.addEventListener("load", () => resolve(arrived[name]));
    script.addEventListener("error", () => {
      delete asked[name]; // it can be asked for again
      reject(new Error(`${name} cannot be read`));
    });
    document.head.append(script);
  }));
}

/* The pictures of courts. Of a page that is left, some browsers say that they cannot be read: a card is read without. */
export const courts = () => load("courts").catch(() => null);

/* The part of the engine that searches, as text for a worker. Where there is none, the page runs it. */
export async function loadEngine() {
  const engine = await load("engine");
  globalThis.answerTo ??= (question) => engine()(question);
  const text = String(engine);
  return text.slice(text.indexOf("{") + 1, text.lastIndexOf("return"));
}

/* Records whose fields, and those of records in them, are numbers in a list of values. */
export function unpooled({ pool, records }) {
  const whole = (record) => {
    const made = {};
    for (const field in record) {
      const at = record[field];
      made[field] = typeof at === "object" ? whole(at) : pool[at];
    }
    return made;
  };
  return records.map(whole);
}

/* A game's rules, {title, subtitle, rules, deck, lesson, ...}, without its tableau; null if there is
   none of that name. */
export function rulesNamed(name) {
  const of = [arrived.games, arrived["lesson-games"]].find((some) => some && Object.hasOwn(some.games, name));
  if (!of) return null;
  const game = of.games[name];
  const lesson = game.lesson.map((k) => of.texts[k]);
  const constant = unpooled(of.constants)[game.constant];
  return { subtitle: "", game: name, changes: {}, ...game, name, constant, rules: { ...of.standard, ...game.rules }, lesson };
}

/* The same with the places of its tableau as `shape`. */
export async function gameNamed(name) {
  const game = rulesNamed(name);
  return game && { ...game, shape: await load(`shapes/${game.shape}`) };
}

export function levelName(stars) {
  const name = spoken(arrived.games.levels[stars - 1]);
  return name[0].toUpperCase() + name.slice(1);
}

export const levelDots = (stars) => "●".repeat(stars) + "○".repeat(5 - stars);

/* Cards written without spaces, "KSQC". */
export const cardsIn = (text) => asPacks(text.match(/../g) ?? []);

/* What cards with a suit are called, where they are read aloud. */

export const RANK_WORDS = { A: say`ace`, T: "10", J: say`jack`, Q: say`queen`, K: say`king` };
const SUIT_WORDS = {
  ...{ C: (rank) => say`${rank} of clubs`, D: (rank) => say`${rank} of diamonds` },
  ...{ H: (rank) => say`${rank} of hearts`, S: (rank) => say`${rank} of spades` },
};

export const nameOf = ([rank, suit]) => SUIT_WORDS[suit](RANK_WORDS[rank] ?? rank);
