/* An explanation, one step at a time: its sentence below the board, its cards marked on it.
 *
 * That of a lost deal comes with the answer, that of a move is a reason (whys.js). While a step shows, its words
 * have the place of the message and of the buttons to play; the next thing that the player does ends it.
 */

const MOST_KEPT = 0.4; // of the window's height that is kept free for the longest sentence

class Explained {
  constructor(table, names) {
    this.table = table;
    this.names = names; // () => the names of the cards
    this.controls = byId("controls");
    this.box = element("div", "");
    this.box.id = "explained";
    this.box.hidden = true;
    this.words = element("p", "");
    this.words.setAttribute("role", "status");
    this.previous = button("", say`Previous`, () => this.go(this.at - 1));
    this.next = button("main", say`Next`, () => this.go(this.at + 1));
    this.last = button("", say`Close`, () => this.end());
    this.count = element("span", "muted");
    const steps = element("div", "stepper", this.previous, this.next, this.last, this.count);
    steps.setAttribute("role", "group");
    steps.setAttribute("aria-label", say`Step through the explanation`);
    this.box.append(steps, this.words, this.legend());
    byId("message").after(this.box);
    this.open({});
  }

  /* What the two marks mean. */
  legend() {
    const item = (kind, words) => {
      const sign = byId(`badge-${kind}`).content.cloneNode(true);
      sign.firstChild.setAttribute("class", "sign-of-mark");
      return element("li", "", sign, ` ${words}`);
    };
    return element("ul", "signs", item("step", say`what the step is about`), item("reason", say`its reasons`));
  }

  /* Another answer: offer its explanation where it has one. */
  open({ explanation }) {
    this.close();
    this.explanation = explanation ?? null;
    if (!explanation) return;
    const { steps } = explanation;
    const offer = button("explain", say`Explain it in ${counted(steps.length, noun`step`)}`, () => {
      if (this.table.play.at) this.table.restart();
      this.show(steps, byId("answer").querySelector("summary"));
    });
    byId("answer-body").append(offer);
  }

  /* The table is laid out: show the step that the problem begins with. */
  begin() {
    const { steps, at } = this.explanation ?? {};
    if (at) this.show(steps, null, at);
  }

  /* Show steps; `from` has the focus again at their end, and without it keeps what it has. */
  show(steps, from, at = 1) {
    this.steps = steps;
    this.from = from;
    this.go(at);
    if (from) (steps.length > 1 ? this.next : this.last).focus({ preventScroll: true });
  }

  go(at) {
    const { steps } = this;
    if (at < 1 || at > steps.length) return;
    const isFirst = !this.at;
    this.at = at;
    this.box.hidden = false;
    this.controls.classList.add("explaining");
    if (isFirst) this.keepRoom();
    write(this.words, steps[at - 1].words, this.names());
    this.count.textContent = say`${at} of ${steps.length}`;
    this.previous.setAttribute("aria-disabled", at === 1);
    this.next.setAttribute("aria-disabled", at === steps.length);
    if (!isFirst) return this.table.render();
    this.table.fit();
    byId("felt").scrollIntoView({ block: "nearest" });
  }

  /* Keep room for the longest sentence, so that the board stays as large from step to step. */
  keepRoom() {
    this.words.style.minHeight = "";
    const heights = this.steps.map(({ words }) => {
      write(this.words, words, this.names());
      return this.words.offsetHeight;
    });
    const most = MOST_KEPT * window.innerHeight;
    this.words.style.minHeight = `${Math.min(most, Math.max(...heights))}px`;
  }

  /* The marks of the step that shows, or null. */
  marks() {
    if (!this.at) return null;
    const { own, reasons } = this.steps[this.at - 1];
    const marked = (cards, kind) => cards.split(" ").filter(Boolean).map((card) => [card, kind]);
    return new Map([...marked(reasons, "reason"), ...marked(own, "step")]);
  }

  /* The player does something else. */
  close() {
    const isOpen = this.at > 0;
    this.at = 0;
    this.box.hidden = true;
    this.controls.classList.remove("explaining");
    if (isOpen) this.table.measure();
  }

  end() {
    this.close();
    this.table.render();
    (this.from ?? byId("answer").querySelector("summary")).focus({ preventScroll: true });
  }
}
