/* The reasons of a problem, which come when it has been seen; it is loaded with the first of them. */

async function addReasons(stage) {
  const { file, date } = stage.reasons;
  const of = await load(`reasons/${file}`);
  const { why, reasoning } = date ? of[date] : of;
  const { answer } = stage.problem;
  if (answer.why) return; // it was opened before
  answer.why = why;
  if (reasoning) answer.sentences.push(reasoning);
  if (played.stage === stage) panels.openAnswer(answer);
}
