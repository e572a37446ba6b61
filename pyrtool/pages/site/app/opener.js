/* What a link names, as a stage: a problem and the words around it.
 *
 * `#problem=7` is a listed problem, `#day=2026-11-22` a day's, `#g=giza&n=2` a deal by its number, with `w=1` the
 * first one from there on that can be won. Every link may carry moves, `m=`. Where nothing is named that could be
 * looked for, today's problem is opened, or the first one, and labelled so.
 */

import { arrived, printed } from "../../app/dom.js";
import { formatLink, parseLink } from "../../app/link.js";
import { answerOf, UNANSWERED, wonAnswer } from "../../app/verdicts.js";
import { Position } from "../../engine/position.js";
import { say, spoken, spokenWords } from "../../engine/say.js";
import { dayAfter, dayInWords, dealOfDay, isDate, todayHere } from "./calendar.js";
import { cardsIn, gameNamed, load } from "./data.js";
import { explainedAnswer, loadReasonWords, numberOf, problemOf } from "./problem.js";
import { anyNumber, dealtCards, formatNumber, NUMBERINGS, parseNumber, whyNoDeals } from "./shuffle.js";

const MOST_TRIES = 500; // deals looked at for one that can be won

export class NothingThere extends Error {}

export class Opener {
  /* `solver`: one of its own; `report`: shows how a search goes. */
  constructor(solver, report) {
    this.solver = solver;
    this.report = report;
  }

  /* The stage of a fragment; null when it was given up for another. */
  async open(fragment) {
    this.solver.stop();
    const asked = parseLink(fragment);
    if (asked.problem) return this.listed(asked.problem);
    if (asked.day) return this.ofDay(asked.day);
    if (asked.g && asked.n) {
      if (asked.r) await load("lesson-games");
      return this.numbered(asked);
    }
    const { days, problems } = arrived.games;
    const stage = await (days ? this.ofDay(todayHere()) : this.listed(problems[0]));
    const isLink = fragment.length > 1;
    const notice = isLink ? `${lackOf(asked)}: ${days ? say`this is today's problem.` : say`this is the first problem.`}` : null;
    return { ...stage, notice };
  }

  async listed(name) {
    if (!arrived.games.problems.includes(name)) {
      throw new NothingThere(say`There is no problem ${name.slice(0, 40)}.`);
    }
    const item = await load(`problems/${name}`);
    if (item.explanation) await loadReasonWords();
    Object.assign(spokenWords, item.words[document.documentElement.lang]);
    const isLesson = name.startsWith("lesson-");
    if (isLesson) await load("lesson-games");
    const game = await gameNamed(item.game);
    const number = item.number === null ? null : parseNumber(item.number, item.numbering);
    const known = item.explanation ? explainedAnswer(item) : wonAnswer(item.moves.split(" "), item.shortest);
    const answer = item.exchange ? UNANSWERED : known; // the deal itself is lost
    const task = item.exchange ? `${say`Exchange two cards so that this deal can be won.`} ` : "";
    const linked = (other) => other && { link: `#problem=${other[0]}`, title: spoken(other[1]) };
    return {
      problem: problemOf(game, cardsIn(item.cards), answer, number, name),
      game,
      link: `#problem=${name}`,
      title: spoken(item.title),
      over: isLesson ? say`Lesson ${name.replace(/^\D+/, "")}` : say`Problem ${name.replace(/^\D+/, "")}`,
      subtitle: isLesson ? "" : gameWords(game),
      stars: item.stars,
      level: item.level && spoken(item.level),
      reasons: item.reasons && !item.exchange && { file: name },
      exchange: item.exchange && { solution: item.exchange, count: item.exchanges, answer: known },
      caption: task + spoken(item.teaser),
      back: isLesson ? "lessons" : "problems",
      kind: isLesson ? "Lessons" : null, // what statistics count it as, if not as its game
      before: linked(item.before),
      after: linked(item.after),
      day: null,
    };
  }

  async ofDay(date) {
    if (!isDate(date)) throw new NothingThere(say`${date.slice(0, 40)} is no date.`);
    const found = await dealOfDay(date);
    if (!found) throw new NothingThere(say`This site has no problems of the day.`);
    const game = await gameNamed(arrived.games.days.game);
    const number = parseNumber(found.number, "native");
    const moves = found.moves.split(" ");
    return {
      problem: problemOf(game, dealtCards(number, game), wonAnswer(moves, true), number),
      game,
      link: `#day=${date}`,
      title: dayInWords(date),
      over: date === todayHere() ? say`Today’s problem` : say`Problem of the day`,
      subtitle: gameWords(game),
      stars: found.stars,
      level: found.level && spoken(found.level),
      reasons: found.listed <= arrived.games.days.reasons && found,
      caption: "",
      back: "index",
      before: { link: `#day=${dayAfter(date, -1)}`, title: say`the day before` },
      after: date < todayHere() ? { link: `#day=${dayAfter(date, 1)}`, title: say`the day after` } : null,
      day: date,
    };
  }

  async numbered({ g, n, r, w }) {
    const game = await gameOfLink(g, r);
    if (game && !w) {
      const known = arrived.games.known[`${game.name}#${n}`];
      if (known) return this.listed(known);
    }
    if (!game) throw new NothingThere(say`This site does not know the game of the link.`);
    const first = numberOf(n);
    if (!first) throw new NothingThere(say`${n.slice(0, 40)} is no deal number.`);
    const none = whyNoDeals(first.numbering, game);
    if (none) throw new NothingThere(none);
    const [number, answer] = w ? await this.winnable(first, game) : [first, UNANSWERED];
    if (!number) return null;
    const next = { ...number, value: number.value + 1n };
    const previous = { ...number, value: number.value - 1n };
    const linkTo = (other, more) => {
      if (!parseNumber(formatNumber(other), other.numbering)) return null;
      const identity = { ...game, number: formatNumber(other), numbering: other.numbering, name: null };
      return { link: formatLink(identity, []) + more, title: say`deal ${formatNumber(other)}` };
    };
    const { title } = NUMBERINGS[number.numbering];
    return {
      problem: problemOf(game, dealtCards(number, game), answer, number),
      game,
      link: linkTo(number, w ? "&w=1" : "").link,
      title: say`${game.title}, deal ${formatNumber(number)}`,
      over: number.numbering === "native" ? say`Deal by number` : printed(say`${title}'s numbering`),
      subtitle: "",
      stars: 0,
      caption: "",
      back: "numbers",
      before: w ? null : linkTo(previous, ""),
      after: linkTo(next, w ? "&w=1" : ""),
      fresh: () => linkTo({ ...number, value: BigInt(anyNumber()) }, "&w=1").link,
      day: null,
      hides: true,
    };
  }

  /* [number, answer] of the first deal from a number on that can be won; [null] when given up. */
  async winnable(first, game) {
    let number = first;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      this.report(say`Looking for a deal that can be won: ${formatNumber(number)} …`);
      const answer = await this.answer(problemOf(game, dealtCards(number, game), UNANSWERED, number), game);
      if (!answer) return [null];
      if (answer.verdict === "won") return [number, answer];
      number = { ...number, value: number.value + 1n };
    }
    throw new NothingThere(say`None of ${MOST_TRIES} deals from ${formatNumber(first)} on is known to be winnable.`);
  }

  /* The verdict on a problem's deal, with a line of the fewest moves if that is soon found; null when
     given up. */
  async answer({ game, identity }, kind) {
    const answer = await answerOf(this.solver, game, async (block) => {
      const start = Position.start(game);
      const { marksOf, stepsOf } = await load("marks").catch(() => ({ marksOf: () => ({}), stepsOf: () => null }));
      const marks = marksOf(start, block);
      const known = (await load("explained").catch(() => ({})))[`${kind.name}#${identity.number}`]; // in a lesson
      const steps = known ? null : stepsOf(start, block);
      if (!known) return { marks, ...(steps && { explanation: { steps, at: 0 } }) };
      const [item] = await Promise.all([load(`problems/${known}`), loadReasonWords()]);
      return { marks, explanation: { ...explainedAnswer(item).explanation, at: 0 } };
    });
    const command = answer?.verdict === "lost" && !answer.explanation && commandOf(identity);
    if (command) answer.sentences.push(say`On the command line, this prints the reasons: ${command}`);
    return answer;
  }
}

/* The command that explains a deal by its number, or null. */
function commandOf({ game, number, numbering, changes }) {
  if (number === null || Object.keys(changes ?? {}).length) return null;
  return `pyrtool explain ${number} -g ${game}${numbering === "native" ? "" : ` --numbering ${numbering}`}`;
}

/* What a link that leads nowhere does not say. */
function lackOf({ problem, day, g, n }) {
  if (problem !== undefined) return say`The link names no problem`;
  if (day !== undefined) return say`The link names no date`;
  if (g) return say`The link has no deal number`;
  return n ? say`The link names no game` : say`The link names no deal`;
}

/* The game of a link with its changed rules, if the site knows it. */
function gameOfLink(named, rules) {
  const all = { ...arrived.games.games, ...arrived["lesson-games"]?.games };
  const isIt = (key) => {
    const { game = key, changes = {} } = all[key];
    return game === named && parseLink(formatLink({ game, number: null, changes }, [])).r === rules;
  };
  const name = Object.keys(all).find(isIt);
  return name === undefined ? null : gameNamed(name);
}

const gameWords = ({ title, subtitle }) => [title, spoken(subtitle).toLowerCase()].filter(Boolean).join(", ");
