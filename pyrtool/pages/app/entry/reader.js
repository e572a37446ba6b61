/* A table read from text: a diagram, rows separated by "/", or cards one after the other. It is as
 * pyrtool/notation/positions.py reads it, word for word in its errors.
 */

const COUNT = /^[0-9]{1,4}$/;

/* Reads one table, line by line, no further than it must. `game` is a game of `mountEntry`. */
class TableReader {
  constructor(game) {
    this.game = game;
    this.written = []; // lines of the tableau: {label, words}; a word is {place, text}
    this.piles = new Map();
    this.rest = []; // after the tableau, without a label
    this.pile = null; // the one that goes on
    this.label = ""; // of this pile
    this.anyNumber = new Set(); // the piles with any number of cards face down
    this.start = this.place = "";
    this.inRows = false; // a line had its rows parted
    this.oneLine = false;
  }

  // Lines.

  get isComplete() {
    return (this.oneLine && this.piles.size > 0) || this.held() >= this.game.deck.length;
  }

  get mayGoOn() {
    const hides = [...this.piles.values()].flat().some(({ text }) => UNKNOWN_WORDS.has(text));
    return !this.oneLine && this.piles.size > 0 && (this.game.rules.passes !== 1 || hides);
  }

  /* Whether a line belongs to this table and not to what comes after it. */
  takes(line, afterBlank) {
    const words = wordsIn(line);
    const label = words.length ? labelIn(words[0], this.game) : "";
    if (!this.start || !words.length) return true;
    if (PILE_LABELS.includes(label) || !this.hasTableau()) return true;
    if (this.oneLine || this.isComplete || label || words.includes("/")) return false;
    if (this.pile === null) return !afterBlank || !this.hasGaps();
    return !afterBlank;
  }

  /* Read a line; a ReadingError begins with `place`. */
  read(place, line) {
    const words = wordsIn(line);
    if (!words.length) return;
    this.start ||= place;
    this.place = place;
    const parted = words.includes("/");
    const { wastes } = this.game.rules;
    this.inRows ||= parted;
    let [label, number, row] = ["", 0, []];
    words.forEach((word, at) => {
      const found = labelIn(word, this.game);
      if (word === "/") {
        this.add(label, row);
        [label, row] = ["", []];
      } else if (found) {
        this.add(label, row);
        [label, row] = [found, []];
        if (label !== "waste" || wastes === 1) this.open(label);
      } else if (label === "waste" && labelIn(words[at - 1], this.game) === label && wastes > 1) {
        label = this.waste(word);
        this.open(label);
      } else if (label !== "waste" || labelIn(words[at - 1], this.game) !== label || !isWasteNumber(words.slice(at))) {
        number += 1;
        row.push({ place: say`${place}, card ${number}`, text: word });
      }
    });
    if (label === "waste" && wastes > 1) this.waste("");
    this.add(label, row);
    this.oneLine = parted && this.hasTableau();
  }

  /* The label of the waste of this number. */
  waste(word) {
    const number = word.replace(/:$/, "");
    const { wastes } = this.game.rules;
    if (/^[1-9]$/.test(number) && Number(number) <= wastes) return `waste ${number}`;
    throw new ReadingError(say`${this.place}: say which waste, waste 1 to waste ${wastes}`);
  }

  /* A label begins a pile, or a part of the tableau. */
  open(label) {
    if (!PILE_LABELS.includes(label.split(" ")[0])) return;
    if (this.piles.has(label)) throw new ReadingError(say`${this.place}: ${label} comes twice`);
    [this.pile, this.label] = [[], label];
    this.piles.set(label, this.pile);
  }

  /* Words that belong together: a row, or what a pile holds. */
  add(label, row) {
    if (this.pile !== null) {
      if (label !== "" && !PILE_LABELS.includes(label.split(" ")[0])) {
        throw new ReadingError(say`${this.place}: ${label} belongs before the piles`);
      }
      const isNumber = ["pass", "cleared"].some((name) => this.piles.get(name) === this.pile);
      const [added, isAny] = isNumber ? [row, false] : faceDown(row, this.label, this.game);
      if (!isNumber) checkWords(added, this.game);
      this.pile.push(...added);
      if (isAny) this.anyNumber.add(this.label);
      return;
    }
    if (!row.length || this.isNumbers(row)) return;
    checkWords(row, this.game);
    const missing = this.game.places.length - this.writtenCount();
    if (this.inRows || row.length <= missing) {
      if (missing <= 0) this.rest.push(...row);
      else this.written.push({ label, words: row });
      return;
    }
    if (missing) this.written.push({ label, words: row.slice(0, missing) });
    this.rest.push(...row.slice(missing));
  }

  writtenCount() {
    return this.written.reduce((sum, { words }) => sum + words.length, 0);
  }

  /* Whether a row has the numbers of columns. */
  isNumbers(row) {
    const texts = row.map(({ text }) => text);
    if (!texts.every((text) => COUNT.test(text))) return false;
    return this.game.lines.some(
      ({ numbers }) => numbers && numbers.join(" ") === texts.join(" "),
    );
  }

  /* How many places and cards were read. */
  held() {
    const cards = [...this.piles].filter(([name]) => !["pass", "cleared", "gone"].includes(name));
    return this.writtenCount() + cards.reduce((sum, [, words]) => sum + words.length, 0) + this.rest.length;
  }

  hasTableau() {
    return this.pile !== null || this.writtenCount() >= this.game.places.length;
  }

  hasGaps() {
    return this.written.some(({ words }) => words.some(({ text }) => GAP_WORDS.has(text)));
  }

  // What they hold.

  /* The whole deal or the position, as `tableOf` makes it, or a PartlySeen; a ReadingError if there is none. */
  result() {
    if (!this.start) throw new ReadingError(say`no table: there are no cards`);
    const { rules } = this.game;
    this.checkCards();
    const tableau = this.tableau();
    const [turned, stock, gone] = ["turned", "stock", "gone"].map((name) => this.cards(name));
    const wastes = wasteNames(rules).map((name) => this.cards(name));
    const bouquet = (this.piles.get("bouquet") ?? []).map(parseWord);
    const piled = bouquet.some((cell) => cell !== null) || turned.length;
    if (this.rest.length && piled) {
      throw new ReadingError(say`${this.rest[0].place}: cards that belong to no row or pile`);
    }
    if (turned.length > 1) {
      throw new ReadingError(say`${this.piles.get("turned")[1].place}: more than one turned card`);
    }
    const dealt = rules.stock === "dealt";
    const rest = this.rest.map(parseWord);
    const undealt = [...turned, ...(dealt ? rest : []), ...stock].filter((cell) => cell !== null);
    const open = [...bouquet, ...(dealt ? [] : rest)];
    const [number, cleared] = [this.number("pass"), this.number("cleared")];
    const seen = new PartlySeen(this.game, {
      tableau,
      bouquet: open,
      stock: this.anyNumber.has("stock") ? null : undealt.slice(turned.length),
      turned: turned[0] ?? null,
      wastes,
      moreBelow: this.anyNumber.has("waste"),
      passNumber: number ?? 1,
      clearedInPass: cleared,
      gone,
    });
    const where = this.start === this.place ? this.start : say`the table at ${this.start}`;
    if (this.anyNumber.size) return withoutNumber(seen, where);
    try {
      if ((number === null || number === 1) && !(turned.length && !rules.stock_top)) {
        const whole = [...tableau, ...(dealt ? undealt : open)];
        const suited = whole.filter(isSuited);
        if (whole.length === suited.length && whole.length === this.game.deck.length) {
          return dealOf(this.game, suited);
        }
      }
      return seen.position();
    } catch (error) {
      if (!(error instanceof ReadingError)) throw error;
      if (this.rest.length) throw new ReadingError(placedAt(where, error.message));
      return impossible(seen, this.piles, where, error.message);
    }
  }

  /* What lies at each place of the tableau, in dealing order. */
  tableau() {
    const { lines } = this.game;
    const fits = this.written.filter(({ words }, k) => lines[k]?.places.length === words.length).length;
    const labelled = this.written.some(({ label }) => label);
    if (this.inRows || labelled || (fits > 1 && 2 * fits >= this.written.length)) return this.ofRows();
    this.checkOrder();
    const words = this.written.flatMap((line) => line.words);
    if (words.length < this.game.places.length) this.endsEarly(words.length);
    return words.map(parseWord);
  }

  /* A ReadingError where lines have as many cards as the rows, or as those of the pyramid above all else, but
     not in their order. Lines of equal length are no rows. */
  checkOrder() {
    const { lines } = this.game;
    const sizes = lines.map(({ places }) => places.length);
    const lengths = this.written.map(({ words }) => words.length);
    const wrong = lengths.findIndex((length, at) => at < sizes.length && length !== sizes[at]);
    if (wrong < 0 || new Set(lengths.slice(0, -1)).size < 2) return;
    const above = lines.filter(({ label }) => label === lines[0].label).length;
    const sorted = (all, count) => all.slice(0, count).sort((one, other) => one - other).join(" ");
    if ([above, sizes.length].some((count) => count > 2 && sorted(lengths, count) === sorted(sizes, count))) {
      const { place } = this.written[wrong].words[0];
      const line = place.slice(0, place.lastIndexOf(","));
      const cards = counted(lengths[wrong], noun`card`);
      throw new ReadingError(
        say`${line}: ${cards}, where row ${wrong + 1} of these rules has ${sizes[wrong]}: write rows from the top down`,
      );
    }
  }

  ofRows() {
    const { lines, places, inPyramid, shapeOf } = this.game;
    const cells = new Map();
    const shapes = new Set();
    let next = 0;
    const leaveOut = (line) => { // all of columns or a reserve may be gone; a pyramid's gaps are written
      const [first] = line.places;
      if (inPyramid[first] || shapes.has(shapeOf[first])) this.endsEarly(cells.size);
      for (const i of line.places) cells.set(i, null);
    };
    for (const { label, words } of this.written) {
      let line = lines[next++];
      while (line !== undefined && label && line.label !== label) {
        leaveOut(line);
        line = lines[next++];
      }
      const place = words[0].place.slice(0, words[0].place.lastIndexOf(","));
      if (line === undefined) throw new ReadingError(say`${place}: a row more than these rules have`);
      if (line.places.length !== words.length) {
        const cards = counted(words.length, noun`card`);
        throw new ReadingError(
          say`${place}: ${cards}, where the diagram of these rules has ${line.places.length} (-- stands for a card that is gone)`,
        );
      }
      line.places.forEach((i, k) => {
        shapes.add(shapeOf[i]);
        cells.set(i, parseWord(words[k]));
      });
    }
    for (const line of lines.slice(next)) leaveOut(line);
    return places.map((_, i) => cells.get(i));
  }

  endsEarly(given) {
    const all = this.game.places.length;
    throw new ReadingError(
      say`${this.place}: the table ends after ${given} of ${all} cards of the tableau (-- stands for a card that is gone)`,
    );
  }

  cards(name) {
    return (this.piles.get(name) ?? []).map(parseWord).filter((cell) => cell !== null);
  }

  number(label) {
    const texts = this.piles.get(label)?.map(({ text }) => text);
    if (texts === undefined) return null;
    if (!texts.length || !COUNT.test(texts[0]) || (texts.length > 1 && texts[1] !== "of")) {
      throw new ReadingError(say`${this.place}: ${label} must be a number, as in ${label} 2`);
    }
    return Number(texts[0]);
  }

  /* A ReadingError for a card that comes twice, or too often, or is not the deck's. */
  checkCards() {
    const { deck, rules } = this.game;
    const seen = new Map();
    const ranks = new Map();
    const piles = [...this.piles].filter(([name]) => name !== "pass" && name !== "cleared");
    const lines = [...this.written.map(({ words }) => words), ...piles.map(([, words]) => words), this.rest];
    for (const word of lines.flat()) {
      const card = parseWord(word);
      if (card === null || card === "??") continue;
      const [rank, suit] = card;
      ranks.set(rank, (ranks.get(rank) ?? 0) + 1);
      if (!deck.some((one) => one[0] === rank && (!suit || one === card))) {
        throw new ReadingError(say`${word.place}: ${card} is not in the deck of this game`);
      }
      const id = suit && rules.packs > 1 && seen.has(card) ? twinOf(card) : card;
      if (seen.has(id)) {
        const times = rules.packs > 1 ? say`more than twice` : say`twice`;
        throw new ReadingError(say`${word.place}: ${card} appears ${times}, here and at ${seen.get(id)}`);
      }
      const most = rules.suits * rules.packs;
      if (ranks.get(rank) > most) {
        throw new ReadingError(say`${word.place}: ${card}: the deck has only ${most} of rank ${letterOf(rank)}`);
      }
      if (suit) seen.set(id, word.place);
    }
  }
}

/* A ReadingError names the first word that is no card, and says how one is written. */
function checkWords(words, game) {
  for (const { place, text } of words) {
    if (!isCell(text)) throw new ReadingError(say`${place}: ${shorten(text)} is not a card: ${cardForm(game)}`);
  }
}

/* `parseCell` of a word that was checked. */
const parseWord = ({ text }) => parseCell(text);

/* Whether the first of these words is the number of the one waste, not of cards face down. */
const isWasteNumber = ([first, second]) => /^1:?$/.test(first) && second !== "face" && second !== "card";
