/* What a player comes to see while it plays on from a table with hidden cards, as
 * pyrtool/answers/hidden/sight.py decides: what lies exposed, the turned card, the tops of the wastes, and all
 * that were dealt. What was seen stays known.
 */

/* A position with every card known, and which of its cards the player has not seen. `gone`: the discarded
   cards that it knows, as the deck has them. `counts`: it knows how many cards lie face down. */
class Sight {
  constructor(position, unseen, gone, counts) {
    Object.assign(this, { position, unseen, gone, counts });
  }

  /* The legal moves, without those that discard a card that was not seen. */
  get moves() {
    const isSeen = (move) => !isDiscard(move) || !move.split("/").some((card) => this.unseen.has(card));
    return this.position.legalMoves().filter(isSeen);
  }

  /* What is seen after a move. */
  play(move) {
    const [before, after] = [this.position, this.position.play(move)];
    const here = new Set(after.cards());
    const away = before.cards().filter((card) => !here.has(card));
    const gone = new Set([...this.gone, ...away.map(inTheDeck)]);
    const undealt = new Set([after.turned, ...after.stock]);
    const dealt = [before.turned, ...before.stock].filter((card) => !undealt.has(card));
    const shown = new Set([...after.available(), ...dealt, ...away]);
    const unseen = new Set([...this.unseen].filter((card) => !shown.has(card)));
    return new Sight(after, unseen, gone, this.counts);
  }

  /* All that is seen, apart from suits: two positions with one key look alike. */
  get key() {
    const { tableau, bouquet, wastes, turned, stock, passNumber, clearedInPass } = this.position;
    const piles = [this.ranks(tableau), [...this.ranks(bouquet)].sort().join(""), ...wastes.map((pile) => this.pile(pile))];
    return [...piles, this.ranks([turned]), this.pile(stock), passNumber, clearedInPass].join("|");
  }

  ranks(cards) {
    return cards.map((card) => (card === null ? "-" : this.unseen.has(card) ? "?" : card[0])).join("");
  }

  /* A pile; of one whose cards the player does not count, unseen neighbours are one. */
  pile(cards) {
    return this.counts ? this.ranks(cards) : this.ranks(cards).replace(/\?+/g, "?");
  }
}

/* The rank at every place, apart from suits. */
function ranksOf(position) {
  const ranks = (cards) => cards.map((card) => (card === null ? "-" : card[0])).join("");
  const { tableau, bouquet, wastes, turned, stock, passNumber, clearedInPass } = position;
  const open = [...ranks(bouquet)].sort().join("");
  return [ranks(tableau), open, ...wastes.map(ranks), ranks([turned, ...stock]), passNumber, clearedInPass].join("|");
}
