/* What is kept across reloads: settings, and of every deal the moves, the time and the best result.
 *
 * Where the browser forbids it, or has no room left, what is written lasts as long as the page is open.
 */

import { say } from "../engine/say.js";

const PREFIX = "pyrtool-";
const HEADING = "# pyrtool progress";
export const UNKEPT = say`The browser’s storage is full or blocked: new results are lost when you close this page.`;

class Store {
  constructor() {
    this.memory = new Map(); // what the browser did not take
    try {
      this.kept = window.localStorage;
      this.kept.getItem(PREFIX);
    } catch {
      this.kept = null;
    }
  }

  read(name) {
    try {
      return this.memory.get(name) ?? this.kept?.getItem(PREFIX + name) ?? null;
    } catch {
      return null;
    }
  }

  write(name, text) {
    this.memory.set(name, text);
    try {
      this.kept.setItem(PREFIX + name, text);
      this.memory.delete(name);
    } catch {
      // Full, or forbidden.
    }
  }

  /* Whether the browser did not take something. */
  get isRefused() {
    return this.memory.size > 0;
  }

  /* {moves, at, ms, best, begun, help, hints, seen, undone, aided, won}, or null: what is not of that form is passed over.
     `begun`: the moves of the link with which the game began, or after how many of the solution; null for
     neither. `help`: see HELP_WORDS; `hints` and `seen`: those of the deal, until it was won (table.js);
     `undone`, `aided`: whether a move of this game was undone, or shown; `won`: whether the moves made reach the goal. */
  progress(key) {
    return checkedProgress(this.read(`game-${key}`));
  }

  keep(key, progress) {
    this.write(`game-${key}`, JSON.stringify(progress));
  }

  /* The keys of what is kept of a kind, "game" or "about". */
  keys(kind) {
    const names = new Set(Object.keys(this.kept ?? {}));
    for (const name of this.memory.keys()) names.add(PREFIX + name);
    const own = `${PREFIX}${kind}-`;
    return [...names].filter((name) => name.startsWith(own)).map((name) => name.slice(own.length)).sort();
  }

  /* Everything that is kept of games, a line for each. */
  exported() {
    const names = Object.keys(KEPT).flatMap((kind) => this.keys(kind).map((key) => `${kind}-${key}`));
    const lines = names.map((name) => `${name} ${this.read(name)}`);
    return [HEADING, ...lines, ""].join("\n");
  }

  /* Take over what `exported` wrote, the better result of each deal; how many games it has. */
  imported(text) {
    let count = 0;
    for (const line of text.split("\n")) {
      const [, kind, key, rest] = /^(game|about)-([0-9a-f]{16}) (.*)$/.exec(line.trim()) ?? [];
      const given = kind ? KEPT[kind].checked(rest) : null;
      if (!given) continue;
      const name = `${kind}-${key}`;
      const own = KEPT[kind].checked(this.read(name));
      this.write(name, JSON.stringify(own ? KEPT[kind].merged(own, given) : given));
      count += kind === "game";
    }
    return count;
  }
}

/* What a player did whose moves in a game are not all its own: such a game is no result. */
export const HELP_WORDS = { solution: say`followed the solution`, moves: say`began with given moves` };

/* How far a deal is: "solved", "helped" if it was won with moves that were not the player's, "begun" or "new". */
export function stateOf(progress) {
  if (progress?.best) return "solved";
  if (!progress?.moves.length) return "new";
  return progress.won ? "helped" : "begun";
}

export const isProgressText = (text) => text.trimStart().startsWith(HEADING);

function checkedProgress(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const isCount = (number) => Number.isInteger(number) && number >= 0;
  if (!value || !Array.isArray(value.moves) || value.moves.length > 5000) return null;
  if (!value.moves.every((move) => typeof move === "string" && move.length < 8)) return null;
  if (!isCount(value.at) || !isCount(value.ms)) return null;
  const { moves, ms } = value.best ?? {};
  const best = isCount(moves) && isCount(ms) ? { moves, ms } : null;
  const begun = typeof value.begun === "string" ? value.begun : null;
  const help = Object.hasOwn(HELP_WORDS, value.help) ? value.help : null;
  const hints = isCount(value.hints) ? value.hints : 0;
  const aids = { help, hints, seen: value.seen === true, undone: value.undone === true, aided: value.aided === true, won: value.won === true };
  return { moves: value.moves, at: value.at, ms: value.ms, best, begun, ...aids };
}

/* What a site keeps of a deal beside its moves, or null: see its diary. */
export function checkedAbout(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const isText = (part) => typeof part === "string" && part.length < 300;
  const isTime = (part) => Number.isFinite(part) && part >= 0;
  if (!value || ![value.title, value.link, value.game].every(isText) || !isTime(value.last)) return null;
  return {
    ...{ title: value.title, link: value.link, game: value.game, last: value.last },
    stars: Number.isInteger(value.stars) && value.stars > 0 && value.stars < 6 ? value.stars : 0,
    day: isText(value.day) && /^\d{4}-\d\d-\d\d$/.test(value.day) ? value.day : null,
    won: isTime(value.won) ? value.won : null,
    hints: isTime(value.hints) ? value.hints : 0,
    ...(isTime(value.judged) && value.faults <= value.judged && isTime(value.faults) ? { judged: value.judged, faults: value.faults } : {}),
  };
}

/* What is kept of games: how it is checked, and how two of one deal become one. */
const KEPT = {
  game: {
    checked: checkedProgress,
    merged: (own, given) => ({ ...given, best: betterOf(own.best, given.best) }),
  },
  about: {
    checked: checkedAbout,
    merged: (own, given) => ({
      ...(own.last > given.last ? own : given),
      won: own.won && given.won ? Math.min(own.won, given.won) : own.won ?? given.won,
      ...(own.judged ? { judged: own.judged, faults: own.faults } : {}),
    }),
  },
};

/* The result with fewer moves, or of as many the faster one. */
export function betterOf(one, other) {
  if (!one || !other) return one ?? other;
  const faster = other.ms < one.ms ? other : one;
  if (one.moves === other.moves) return faster;
  return other.moves < one.moves ? other : one;
}

/* A text as 8 digits. */
export function digest(text, start = 0x811c9dc5) {
  let value = start;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, "0");
}

/* What a deal or a position is kept under: 16 digits made of its rules and cards. */
export function keyOf({ rules, cards, start }) {
  const text = JSON.stringify([Object.entries(rules).sort(), cards, ...(start ? [start] : [])]);
  return digest(text) + digest(text, 0x5bd1e995);
}

export const store = new Store();
