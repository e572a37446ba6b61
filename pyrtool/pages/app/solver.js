/* Asks questions about a game of a worker, so that the page never waits for an answer.
 *
 * The worker runs the page's own engine, from a Blob: nothing is requested. Where a browser has no
 * workers the page answers itself, and allows fewer nodes.
 */

const NODES_HERE = 50000; // some tenths of a second

export class Solver {
  /* `source`: the engine's code as text; `later()`: a promise of what else it needs to find the
     best that is left, and to search games that are not searched by sets, or null. Without it, the
     engine still gives advice, such games stay unknown, and nothing is said of tables with unknown cards.
     A site's page has the rules alone at first, and the whole rest is for later. */
  constructor(source, later = null) {
    this.source = source;
    this.later = later;
    this.worker = null;
    this.waiting = null; // the question that was asked last
    this.asked = 0;
    this.answersAlone = typeof globalThis.answerTo === "function";
    this.hasWorkers = typeof Worker === "function";
  }

  /* The answer (engine/answers.js), or null when another question is asked or `stop` is called
     before it is found, or where nothing can be loaded that finds one. `report` is given what a worker knows until then. */
  ask(question, report = () => {}) {
    this.stop();
    const id = ++this.asked;
    return new Promise((resolve) => {
      this.waiting = { id, question, resolve, report };
      const wantsMore = !this.answersAlone || ["advice", "split"].includes(question.about) || !question.game?.bySets;
      if (wantsMore && this.later) this.extend(id);
      else this.send();
    });
  }

  send() {
    const { id, question } = this.waiting;
    if (!this.start()) this.answerHere();
    else this.worker.postMessage({ id, ...question });
  }

  async extend(id) {
    const more = await this.later().catch(() => null);
    if (more !== null && this.later) {
      this.later = null;
      this.source += more;
      this.worker?.terminate();
      this.worker = null;
    }
    if (this.waiting?.id !== id) return;
    if (this.later && !this.answersAlone) this.settle(null); // there was nothing to be loaded
    else this.send();
  }

  stop() {
    if (!this.waiting) return;
    this.worker?.terminate();
    this.worker = null;
    this.settle(null);
  }

  settle(answer) {
    const { resolve } = this.waiting;
    this.waiting = null;
    resolve(answer);
  }

  /* Whether there is a worker. */
  start() {
    if (this.worker || !this.hasWorkers) return this.hasWorkers;
    const { inLanguage } = globalThis; // of a site
    const words = inLanguage ? `globalThis.inLanguage=${JSON.stringify(inLanguage)};` : "";
    try {
      const address = URL.createObjectURL(new Blob([words, this.source], { type: "text/javascript" }));
      this.worker = new Worker(address);
      URL.revokeObjectURL(address);
    } catch {
      this.hasWorkers = false;
      return false;
    }
    this.worker.addEventListener("message", ({ data }) => {
      if (this.waiting?.id !== data.id) return;
      if (data.isPartial) this.waiting.report(data);
      else this.settle(data);
    });
    this.worker.addEventListener("error", () => {
      this.hasWorkers = false;
      if (this.waiting) this.answerHere();
    });
    return true;
  }

  answerHere() {
    const { id, question } = this.waiting;
    setTimeout(() => {
      if (this.waiting?.id !== id) return;
      if (["table", "split"].includes(question.about)) return this.settle(null); // that takes a worker
      const limit = Math.min(question.limit, NODES_HERE);
      this.settle(globalThis.answerTo({ ...question, limit }));
    });
  }
}
