/* Whether a position can be won with every card known, without the moves that win it, as
 * pyrtool/answers/hidden/winnable.py asks. One chance takes thousands of deals, so that a search is used again
 * for the positions of one deal, and no line is written out.
 */

const QUESTION_NODES = 30000; // a question that takes more is left open
const FIRST_NODES = 400; // most questions take fewer, and no game that allows more is asked

class Winnable {
  constructor() {
    this.nodes = 0;
    this.forget(null);
  }

  forget(game) {
    this.game = game;
    this.search = this.quick = null;
  }

  /* True, false, or null where that is left open. */
  ask(position) {
    if (position.isWon()) return true;
    const { game, rules } = position;
    if (!game.bySets || (rules.waste_pairs && hasPassedKing(position))) {
      const found = solve(position, QUESTION_NODES);
      this.nodes += found.nodes;
      return { won: true, lost: false, unknown: null }[found.answer];
    }
    if (this.game !== game) this.forget(game);
    if (game.monotone && !this.search) {
      this.quick ??= new Search(game, relaxed(game, "loosened"), { monotone: true, budget: { nodes: 0 } });
      const answer = this.run(this.quick, position, FIRST_NODES);
      if (answer !== null) return answer;
    }
    this.search ??= searchFor(position, { nodes: 0 });
    return this.run(this.search, position, QUESTION_NODES);
  }

  /* What a search was proved of a deal holds for its other positions, where removing early never hurts: there
     only the levels of a line that wins were noted as lost, on the way. */
  run(search, position, limit) {
    const { budget } = search;
    budget.nodes = limit;
    search.asking = search.monotone;
    const answer = search.search(...loaded(search, position));
    this.nodes += limit - Math.max(0, budget.nodes);
    if (search.monotone && answer === "won") search.noteAlive();
    else if (!search.monotone || answer === "unknown") search.table = new HashTable();
    return { won: true, lost: false, unknown: null }[answer];
  }
}
