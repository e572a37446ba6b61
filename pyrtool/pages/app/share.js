/* The moves and the progress as text and as a link: copied out, and taken in. */

import { byId } from "./dom.js";
import { asPacks, formatLink, linkedMoves, parseLink } from "./link.js";
import { formatMoves, parseMoves, shortPlace, wordsOf } from "./moves.js";
import { isProgressText } from "./storage.js";
import { counted } from "../engine/numbers.js";
import { IllegalMoveError } from "../engine/position.js";
import { noun, say } from "../engine/say.js";

/* A changed rule as a heading has it: "stock-waste no", "no stock-top". */
function ruleWords(name, value) {
  const option = name.replaceAll("_", "-");
  if (typeof value === "boolean") return value ? option : `no ${option}`;
  return `${option} ${`${value ?? "none"}`.replaceAll(", ", " + ")}`;
}

export class Share {
  constructor(table, store) {
    this.table = table;
    this.store = store;
    this.text = byId("share-text");
    byId("share-moves").addEventListener("click", () => this.give(this.moves(), say`The moves`));
    byId("share-link").addEventListener("click", () => this.give(this.link(), say`The link`));
    byId("share-all").addEventListener("click", () => this.give(store.exported(), say`All progress`));
    byId("share-load").addEventListener("click", () => this.take());
  }

  moves() {
    const { play, problem } = this.table;
    const { game, number, numbering, changes, position } = problem.identity;
    const rules = Object.entries(changes ?? {}).map(([name, value]) => `, ${ruleWords(name, value)}`).join("");
    // The heading that `pyrtool` reads, and the table that goes with it, where the game has a name.
    const dealt = number === null ? "a position" : `deal ${number} (${numbering})`;
    const heading = game ? `${dealt}, ${game}${rules}` : number ?? "a deal";
    const words = wordsOf(play.moves.slice(0, play.at), play.positions[0]);
    const table = position ? `${game ? "" : "# "}${position}\n` : "";
    return `# ${heading}\n${table}${formatMoves(words)}\n`;
  }

  link() {
    const { play, problem } = this.table;
    const address = location.href.split("#")[0];
    return address + formatLink(problem.identity, play.moves.slice(0, play.at));
  }

  /* A win in words, with the link of the deal. */
  result() {
    const said = ["won-title", "won-facts"].map((id) => byId(id).textContent).filter(Boolean);
    return `${[byId("title").textContent, ...said].join(" · ")}\n${location.href.split("#")[0]}`;
  }

  /* Copy a text; where that is not allowed, show it to be copied. */
  async give(text, what) {
    this.text.value = text;
    try {
      await navigator.clipboard.writeText(text);
      this.say(say`${what} copied.`);
    } catch {
      this.say(say`${what} is below, to be copied.`);
      this.table.panels.openPanel("share");
      this.text.focus();
      this.text.select();
    }
  }

  /* What the board says of it. */
  repeat() {
    byId("shared").textContent = byId("message").textContent;
  }

  /* Say it below the board, and beside the text, which may lie upon it. */
  say(words, isWrong = false) {
    this.table.say(words, isWrong);
    byId("shared").textContent = words;
  }

  /* Take over the text; `begun`: the moves of the address, if it is its link. */
  take(begun = this.table.begun) {
    const { table } = this;
    const text = this.text.value;
    if (isProgressText(text)) {
      table.begin();
      const count = this.store.imported(text);
      const kept = this.store.progress(table.key);
      if (kept) {
        Object.assign(table, { best: kept.best, hints: kept.hints, seen: kept.seen });
        table.restore(kept);
      }
      table.goTo(table.play.at, say`Progress of ${counted(count, noun`game`)} imported`);
      return this.repeat();
    }
    try {
      const moves = this.movesOf(text);
      table.load(moves, say`${counted(moves.length, noun`move`)} loaded`, begun);
      this.repeat();
    } catch (error) {
      if (!(error instanceof IllegalMoveError)) throw error;
      this.say(say`Not loaded: ${error.message}`, true);
    }
  }

  movesOf(text) {
    if (text.includes("#m=") || text.includes("&m=")) return this.ofLink(text);
    return this.ofWords(/^\s*[[{]/.test(text) ? this.ofRecord(text) : text);
  }

  /* The moves of a record, as `pyrtool` writes it as JSON, in words. */
  ofRecord(text) {
    let record;
    try {
      [record] = [JSON.parse(text)].flat();
    } catch {
      throw new IllegalMoveError(say`the text is no whole JSON`);
    }
    const { cards, rules, start } = this.table.problem.game;
    const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
    const dealt = asPacks(`${record?.cards}`.split(" "));
    const isOurs = !start && same(dealt, cards) && Object.keys(rules).every((key) => same(rules[key], record.rules?.[key]));
    if (!isOurs) throw new IllegalMoveError(say`the record is of another deal`);
    return [record.moves ?? []].flat().map(wordOfEvent).join(" ");
  }

  ofWords(text) {
    const reason = this.whyNotHeaded(text.trimStart().split("\n")[0]);
    if (reason) throw new IllegalMoveError(reason);
    const { position } = this.table.problem.identity;
    const lines = text.split("\n").filter((line) => !/^\s*#/.test(line) && line.trim() !== position);
    if (lines.some((line) => line.includes(" / "))) throw new IllegalMoveError(say`the moves are of another table`);
    const words = lines.join("\n");
    const moves = parseMoves(words, this.table.play.positions[0]);
    if (!moves.length) throw new IllegalMoveError(say`there are no moves in the text`);
    return moves;
  }

  /* Why moves under such a first line, "# giza 2" or "# deal 2 (native), giza", are not of this deal;
     null if they are, or it names none. */
  whyNotHeaded(line) {
    const { game, number, numbering } = this.table.problem.identity;
    const ours = /^\s*#\s*([a-z][\w-]*)(?: (freecell|pysolfc))? ((?:ms)?\d+)\s*$/i.exec(line);
    const headed = /^\s*#\s*deal ((?:ms)?\d+) \((\w+)\), ([^,:]+)/i.exec(line);
    if (number === null || !(ours || headed)) return null;
    const [name, of, at] = ours ? [ours[1], ours[2] ?? "native", ours[3]] : [headed[3].trim(), headed[2], headed[1]];
    const named = ["deal", game ?? name].includes(name.toLowerCase());
    const same = of === numbering && at === `${number}` && named;
    return same ? null : say`the moves are of another deal, ${name} ${of === "native" ? "" : `${of} `}${at}`;
  }

  ofLink(text) {
    const found = parseLink(text.slice(text.indexOf("#")).trim());
    const reason = this.whyNotOurs(found);
    if (reason) throw new IllegalMoveError(reason);
    return found.moves;
  }

  /* Why what a link says is not of this deal; null if it is. */
  whyNotOurs(found) {
    const own = parseLink(formatLink(this.table.problem.identity, []));
    own.problem = this.table.problem.identity.name; // of a site
    const names = ["g", "n", "p", "r", "problem"];
    if (names.some((key) => found[key] !== undefined && found[key] !== own[key])) {
      return say`the link is of another deal, ${[found.g, found.n].filter(Boolean).join(" ")}`.trim();
    }
    return found.moves === null ? say`the link has no moves` : null;
  }

  /* Take over the moves of the address, if it has any. */
  fromAddress() {
    const link = linkedMoves();
    if (link === undefined) return;
    this.text.value = location.href;
    this.take(link);
  }
}

/* A move of a record in words; nothing for what went by itself. */
function wordOfEvent({ discard, deal, redeal, auto, to = "" }) {
  if (auto) return "";
  if (deal) return `deal${to}`;
  if (redeal) return "redeal";
  return [discard ?? []].flat().map(({ card, from }) => `${card}@${shortPlace(`${from}`)}`).join("/");
}
