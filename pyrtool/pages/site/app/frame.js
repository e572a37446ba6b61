/* The site's frame around the app: opens what the address names, says what it is, keeps the diary. */

const diary = new Diary(store);
const played = { stage: null, hints: 0, hinted: null };
const opener = new Opener(new Solver(byId("engine").textContent, () => frame.later()), (words) => {
  if (!played.stage) say("", words);
  else table.say(words);
});

function say(title, subtitle) {
  byId("title").textContent = title;
  byId("subtitle").textContent = subtitle;
  byId("subtitle").hidden = !subtitle;
  document.documentElement.classList.add("told");
}

/* Open what the address names; `m=` is taken over once, and leaves the address. */
async function follow() {
  const { hash } = location;
  if (parseLink(hash).p) { // a table, not a deal
    location.replace(`solve.html${hash}`);
    return;
  }
  try {
    const stage = await opener.open(hash);
    if (stage && location.hash === hash) show(stage);
  } catch (error) {
    if (!(error instanceof NothingThere)) throw error;
    if (played.stage) table.say(error.message, true);
    else {
      say("Nothing here", error.message);
      const home = element("a", "", "All problems and deals");
      home.href = "index.html";
      byId("subtitle").append(" ", home);
      document.documentElement.classList.add("nothing");
    }
  }
}

function show(stage) {
  const isFirst = !played.stage;
  Object.assign(played, { stage, hinted: null, hints: diary.read(keyOf(stage.problem.game))?.hints ?? 0 });
  describeStage(stage);
  // Problems are solved with every card seen; deals are played as at a table.
  if (store.read("open-stock") === null) byId("open-stock").checked = !stage.hides;
  if (stage.notice) history.replaceState(null, "", stage.link); // moves would be those of another deal
  if (isFirst) begin(stage.problem);
  else {
    openProblem(stage.problem);
    window.scrollTo(0, 0);
  }
  history.replaceState(null, "", stage.link);
  if (stage.notice) table.say(stage.notice, true);
  drawPictures();
  if (stage.problem.answer === UNANSWERED) settle(stage);
}

/* Find out whether the deal can be won, while it is played. */
async function settle(stage) {
  await seen();
  if (played.stage !== stage) return;
  const answer = await opener.answer(stage.problem, stage.game);
  if (!answer || played.stage !== stage) return;
  stage.problem.answer = answer;
  table.play.know(answer);
  panels.openAnswer(answer);
  table.render();
}

/* All that is said around the board. */
function describeStage(stage) {
  const { game, title, subtitle, stars, caption, over } = stage;
  document.title = `${title} · ${document.querySelector("#site .home").textContent}`;
  say(title, [over, subtitle].filter(Boolean).join(" · "));
  byId("stars").hidden = !stars;
  byId("stars").textContent = starSigns(stars);
  byId("stars").setAttribute("aria-label", stars ? `${levelName(stars)}, ${stars} of 5 stars` : "");
  byId("caption").hidden = !caption;
  byId("caption").textContent = caption;
  byId("lesson").replaceChildren(...game.lesson.map((told) => element("p", "", told)));
  const { number, numbering } = stage.problem.identity;
  byId("number").textContent = number === null ? "" : `Number ${number} (${numbering}). `;
  byId("cards").textContent = stage.problem.game.cards.join(" ");
  for (const opened of document.querySelectorAll("#more details[open]")) opened.open = false;
  step("before", stage.before, "Back to");
  step("after", stage.after, "On to");
  frame.next = stage.after && (() => (location.hash = stage.after.link));
  for (const link of document.querySelectorAll("#site a")) {
    if (link.getAttribute("href") === `${stage.back}.html`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  byId("won-share").hidden = !stage.day;
}

function step(id, to, words) {
  const link = byId(id);
  link.toggleAttribute("hidden", !to);
  if (!to) return;
  link.href = to.link;
  link.setAttribute("aria-label", `${words} ${to.title}`);
}

/* Note what is played, once a move was made. */
function note(table) {
  const { stage } = played;
  if (!stage || table.problem !== stage.problem || !table.play.moves.length) return;
  if (table.hint && played.hinted !== table.hint.at) {
    played.hinted = table.hint.at;
    played.hints++;
  }
  const before = diary.read(table.key);
  const won = table.position.isWon() && !table.isTold ? Date.now() : null;
  diary.write(table.key, {
    ...{ title: stage.title, link: stage.link, game: stage.kind ?? stage.game.title, stars: stage.stars },
    ...{ day: stage.day ?? before?.day ?? null, hints: played.hints },
    last: Date.now(),
    won: before?.won ?? won,
  });
}

/* The result of a day without a word of how: game, level, time, hints, and the link. */
function resultOf(stage) {
  const hints = played.hints ? counted(played.hints, "hint") : "no hints";
  return [
    `${document.querySelector("#site .home").textContent}, ${dateInWords(stage.day)}`,
    `${stage.game.title} ${starSigns(stage.stars)} ${timeOf(table.best?.ms ?? table.clock.now)}, ${hints}`,
    location.href.split("#")[0] + stage.link,
  ].join("\n");
}

const wonShare = button("main", "Share", () => {
  share.give(resultOf(played.stage), "Your result");
});
wonShare.id = "won-share";
byId("won-again").before(wonShare);

frame.later = () => load("best");
frame.changed = note;
frame.follow = () => {
  if (location.hash.split("&m=")[0] === played.stage?.link) share.fromAddress();
  else follow();
};
follow();
