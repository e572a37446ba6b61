/* What is seen of a table. Perhaps nobody knows how many of its cards lie face down: which numbers can lie in
 * the stock and under the waste, as pyrtool/game/partly_seen.py decides. Each makes a position with unknown cards.
 */

/* `fields` are those that `tableOf` takes. `stock` is null where some cards lie face down in it, nobody knows
   how many; `moreBelow`: any number of cards lies face down in the first waste, under those of it. */
class PartlySeen {
  constructor(game, fields) {
    Object.assign(this, { game, moreBelow: false, found: null }, fields);
  }

  /* Every game that can begin so, fewer cards in the stock first, then fewer in the waste. */
  positions() {
    if (this.found) return this.found;
    this.found = [];
    for (const [stock, below] of this.lacks() ? [] : this.numbers()) {
      try {
        this.found.push(this.position(stock, below));
      } catch (error) {
        if (!(error instanceof ReadingError)) throw error;
      }
    }
    return this.found;
  }

  /* A ReadingError where no number of cards can be: what is wrong with the most. */
  checkPossible() {
    if (this.positions().length) return;
    const lacks = this.lacks();
    if (lacks) throw new ReadingError(lacks);
    for (const [stock, below] of [...this.numbers()].reverse()) this.position(stock, below);
    throw new ReadingError(say`stock: no card is left that can lie face down`);
  }

  /* What the player sees that is not given. */
  lacks() {
    const { rules } = this.game;
    if (this.stock === null && rules.stock_top && this.turned === null) {
      return say`the turned card is unknown: name it before the stock: turned 5C`;
    }
    if (this.moreBelow && rules.waste_ends === "both") {
      return say`the bottom card of the waste is available: say how many cards lie on it`;
    }
    return "";
  }

  /* The game with this many cards in a stock of any number, and `below` the waste. */
  position(stock = 0, below = 0) {
    const [first, ...others] = this.wastes;
    return tableOf(this.game, {
      ...this,
      stock: this.stock ?? Array(stock).fill("??"),
      wastes: [[...Array(below).fill("??"), ...first], ...others],
    });
  }

  /* How many cards are named, here or gone. */
  named() {
    const { tableau, bouquet, stock, turned, wastes, gone } = this;
    const here = [...tableau, ...bouquet, ...(stock ?? []), turned, ...wastes.flat(), ...gone];
    return here.filter((cell) => cell !== null && cell !== "??").length;
  }

  /* How many cards may lie in the stock and under the waste, by the size of the stock. */
  *numbers() {
    const piled = this.wastes.flat().length + (this.turned === null ? 0 : 1);
    const room = Math.max(this.game.deck.length - this.game.places.length - piled, 0);
    const isAny = this.stock === null;
    for (let stock = isAny ? 1 : this.stock.length; stock <= (isAny ? room : this.stock.length); stock++) {
      for (let below = 0; below <= (this.moreBelow ? Math.max(room - stock, 0) : 0); below++) yield [stock, below];
    }
  }
}
