/* The reasons of a problem, which come when it has been seen; it is loaded with the first of them. */

async function addReasons(stage) {
  const { file, date } = stage.reasons;
  const [of] = await Promise.all([load(`reasons/${file}`), loadReasonWords()]);
  const { why, pool, reasoning, words } = date ? of[date] : of;
  const { answer } = stage.problem;
  if (answer.why) return; // it was opened before
  Object.assign(spokenWords, words?.[document.documentElement.lang]);
  const steps = why.steps.map(([text, ...cards]) => [unpacked(pool, text), ...cards]);
  answer.why = { ...why, steps };
  if (reasoning) answer.sentences.push(spoken(reasoning));
  if (played.stage === stage) panels.openAnswer(answer);
}
