/* The reasons of a problem, which come when it has been seen; it is loaded with the first of them. */

import "../../app/whys.js";
import { arrived } from "../../app/dom.js";
import { panels } from "../../app/main.js";
import { spoken, spokenWords } from "../../engine/say.js";
import { load } from "./data.js";
import { played } from "./frame.js";
import { loadReasonWords, unpacked } from "./problem.js";

async function addReasons(stage) {
  const { file, month, listed } = stage.reasons; // those of a problem, or of a day in its month
  const [of] = await Promise.all([load(`reasons/${file ?? month}`), loadReasonWords()]);
  const { why, pool, reasoning, words } = month ? of[listed] : of;
  const { answer } = stage.problem;
  if (answer.why) return; // it was opened before
  Object.assign(spokenWords, words?.[document.documentElement.lang]);
  const steps = why.steps.map(([text, ...cards]) => [unpacked(pool, text), ...cards]);
  answer.why = { ...why, steps };
  if (reasoning) answer.sentences.push(spoken(reasoning));
  if (played.stage === stage) panels.openAnswer(answer);
}

arrived.reasons = addReasons;
