/* The deals and positions in a text, as pyrtool/notation/files.py reads a file: one deal a line, diagrams,
 * tables in rows, cards one below the other, or JSON records. Each may say its game in a heading.
 *
 * The caller decides what a number alone names. Rules that no game of the list has are rejected.
 */

const MOST_TABLES = 200; // of one text
const TABLE_HEADING = new RegExp(
  "^#\\s*(?:deal ((?:ms)?[0-9]{1,40}) \\((native|freecell|pysolfc)\\)|(a deal|a position)" +
    "|deals \\((native|freecell|pysolfc)\\)), ([^:]*?)(?:, after ([^:]*))?(?:: ?(.*))?$",
);
const REPEATED = /^(deal[1-9]?|redeal)(\*[0-9]{1,4})?$/;

/* What is in a text: [{place, game, position, seen}], `game` one of `games`, the one called `name` where no game is
   named. `seen` is a PartlySeen where it is not known how many cards lie face down, else null. `dealt(number,
   numbering, game)` gives the cards of a deal by its number, null if there is none. A ReadingError names line
   and card. */
function readText(text, games, name, dealt = () => null) {
  return [...new TextReader(text, games, name, dealt).read()];
}

class TextReader {
  constructor(text, games, name, dealt) {
    this.games = games;
    this.dealt = dealt;
    this.own = games.find((game) => game.name === name);
    this.items = itemsIn(text.split(/\r\n|\r|\n/), (line, place) => this.heading(line, place));
    this.ahead = undefined; // looked at, and not taken yet
    this.next = null; // the heading of the table that comes next, and where it stands
    this.list = null; // that of all that follow
    this.last = null; // that of the last table, whose moves may follow
  }

  *read() {
    let count = 0;
    for (let item = this.take(); item; item = this.take()) {
      if (item.heading) {
        yield* this.named();
        this.last = null;
        if (item.heading.ofAll) [this.list, this.next] = [item.heading, null];
        else this.next = item.heading;
      } else if (item.text === null) {
        yield* this.named();
        yield this.ofRecord(item);
      } else if (this.areMoves(item.text)) {
        yield* this.named();
      } else {
        yield this.ofText(item);
      }
      if (++count > MOST_TABLES) throw new ReadingError(say`more than ${MOST_TABLES} tables and lines`);
    }
    yield* this.named();
  }

  take() {
    const item = this.peek();
    this.ahead = undefined;
    return item;
  }

  /* What comes next, and stays there. */
  peek() {
    this.ahead ??= this.items.next().value;
    return this.ahead;
  }

  /* The deal of a heading that has no cards below it, but moves or nothing. */
  *named() {
    const heading = this.next;
    if (!heading) return;
    this.next = null;
    const { number, numbering, game, place } = heading;
    if (number === null) throw new ReadingError(say`${place}: the deal of this heading is missing`);
    this.last = heading;
    const start = Position.start(this.numbered(number, numbering, game, place));
    yield { place, game, position: afterMoves(heading, start), seen: null };
  }

  /* The deal with a number. */
  numbered(number, numbering, game, place) {
    const cards = this.dealt(number, numbering, game);
    if (cards) return { ...game.constant, cards };
    throw new ReadingError(say`${place}: deal ${number.slice(0, 24)}: its cards are wanted here`);
  }

  /* What a line that begins with "#" says; null for a comment. */
  heading(line, place) {
    const found = TABLE_HEADING.exec(line);
    if (!found) return null;
    const [, number, ofOne, , ofAll, named, after] = found;
    try {
      const game = this.gameNamed(named.trim());
      const numbering = ofOne ?? ofAll ?? "native";
      const fields = { number: number ?? null, numbering, ofAll: ofAll !== undefined, after: after ?? "" };
      return { game, place, ...fields };
    } catch (error) {
      throw new ReadingError(placedAt(place, error.message));
    }
  }

  gameNamed(text) {
    const [name, ...changes] = text.split(",").map((part) => part.trim());
    const called = ({ name: own, aliases, title }) => [own, ...aliases, title];
    const plain = (one) => one.toLowerCase().replace(/[^a-z0-9]/g, "");
    const isNamed = (one) => called(one).some((other) => other === name || plain(other) === plain(name));
    const game = this.games.find(isNamed);
    if (!game) throw new ReadingError(say`unknown game ${shorten(name)} here`);
    if (changes.length) throw new ReadingError(say`rules that are changed (${changes[0]}) are not read here`);
    return game;
  }

  /* Whether a line is the moves of the deal that the last heading is about. */
  areMoves(text) {
    const heading = this.next ?? this.last;
    if (!heading || (heading === this.next && heading.number === null)) return false;
    const words = text.replaceAll(",", " ").toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.includes("/") && words.some((word) => word.includes("/") || REPEATED.test(word))) return true;
    if (words.length === heading.game.deck.length || !words.every((word) => cardIn(word))) return false;
    return !beginsTable(text, heading.game) || !this.peek()?.text;
  }

  ofText(item) {
    const heading = this.next ?? this.list;
    const game = heading?.game ?? this.own;
    let made;
    if (/^(ms)?[0-9]+$/.test(item.text) && !this.isApex(item.text, game)) {
      made = this.numbered(item.text, heading?.numbering ?? "native", game, item.place);
    } else if (isWholeLine(item.text, game)) made = dealIn(item.text, game, item.place);
    else made = this.table(item, game);
    if (heading && heading === this.next) [this.last, this.next] = [heading, null];
    const [start, seen] = anyTable(made);
    return { place: item.place, game, position: heading ? afterMoves(heading, start) : start, seen };
  }

  /* Whether a line with a number is the first of a table of ranks, not a deal's number. */
  isApex(text, game) {
    return beginsTable(text, game) && isSecondRow(this.peek()?.text ?? "", game);
  }

  /* The table that begins with this line. */
  table(item, game) {
    const reader = new TableReader(game);
    reader.read(item.place, item.text);
    while (!reader.isComplete || reader.mayGoOn) {
      const after = this.peek();
      if (!after?.text || !reader.takes(after.text, after.afterBlank)) break;
      reader.read(after.place, after.text);
      this.take();
    }
    return reader.result();
  }

  ofRecord({ place, value }) {
    const isRecord = value !== null && typeof value === "object" && !Array.isArray(value);
    if (!isRecord || !("cards" in value || "position" in value)) {
      const kind = isRecord ? say`a record without the field 'cards'` : say`not a record`;
      throw new ReadingError(say`${place}: ${say`${kind}: ${shorten(JSON.stringify(value))}`}`);
    }
    const game = this.gameOf(value, place);
    const [start, seen] = anyTable(tableIn(value, game, place));
    const moves = value[value.reason === "unfinished" ? "moves" : "after"] ?? [];
    if (!Array.isArray(moves)) throw new ReadingError(say`${place}: the moves must be a list of moves`);
    try {
      return { place, game, position: afterEvents(moves, start), seen };
    } catch (error) {
      if (!(error instanceof ReadingError)) throw error;
      throw new ReadingError(placedAt(place, error.message));
    }
  }

  gameOf(record, place) {
    const { game: name, rules } = record;
    if (name === undefined && rules === undefined) return this.own;
    const byName = (one) => one.name === (name ?? "pyramid") || one.aliases.includes(name);
    const game = this.games.find(byName);
    if (!game) throw new ReadingError(placedAt(place, say`unknown game ${shorten(String(name))} here`));
    if (rules === undefined) return game;
    if (rules === null || typeof rules !== "object" || Array.isArray(rules)) {
      throw new ReadingError(say`${place}: the field 'rules' cannot be ${shorten(String(rules)).slice(1, -1)}`);
    }
    const standard = this.games.find((one) => one.name === "pyramid").rules;
    const asked = { ...standard, ...rules };
    const isSame = (one) => Object.keys(asked).every((key) => asked[key] === one.rules[key]);
    const found = [game, ...this.games].find(isSame);
    if (!found) throw new ReadingError(say`${place}: rules that are changed are not read here`);
    return found;
  }
}

/* Lines that are not blank, headings, and JSON values: {place, text, afterBlank}, {heading} or {place, value}. */
function* itemsIn(lines, headingOf) {
  let afterBlank = false;
  for (let at = 0; at < lines.length; at++) {
    const text = lines[at].trim();
    const place = say`line ${at + 1}`;
    if (!text) afterBlank = true;
    else if (text.startsWith("#")) {
      const heading = headingOf(text, place);
      if (heading) yield { place, text: null, heading };
    } else if (text[0] !== "[" && text[0] !== "{") {
      yield { place, text, afterBlank };
      afterBlank = false;
    } else {
      const { value, end } = jsonFrom(lines, at);
      if (Array.isArray(value)) {
        for (const [k, one] of value.entries()) yield { place: say`record ${k + 1}`, text: null, value: one };
      } else yield { place, text: null, value };
      at = end;
    }
  }
}

/* The JSON value that begins in a line, and the line in which it ends. */
function jsonFrom(lines, at) {
  let text = "";
  for (let end = at; end < lines.length; end++) {
    text += `${lines[end]}\n`;
    if (!/[}\]]\s*$/.test(lines[end])) continue;
    try {
      return { value: JSON.parse(text), end };
    } catch {
      // it goes on
    }
  }
  throw new ReadingError(say`line ${at + 1}: not JSON that can be read`);
}

function dealIn(text, game, place) {
  try {
    const words = text.replace(/[,;|\t\u00a0]/g, " ").split(/\s+/).filter(Boolean);
    const cards = words.map((word, k) => {
      const card = cardIn(word);
      if (!card) throw new ReadingError(say`card ${k + 1}: ${shorten(word)} is not a card: ${cardForm(game)}`);
      return card;
    });
    return dealOf(game, cards);
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    throw new ReadingError(placedAt(place, error.message));
  }
}

/* The deal in the field `cards` of a record, or the position in its field `position`. */
function tableIn(record, game, place) {
  const { cards, position } = record;
  if ((cards ?? null) === null && typeof position === "string") {
    try {
      return tableAlone(position, game);
    } catch (error) {
      if (!(error instanceof ReadingError)) throw error;
      const wrong = error.message.replace(new RegExp(`^${say`line ${1}`}(, |\\s?: )`), "");
      throw new ReadingError(placedAt(place, say`position: ${wrong}`));
    }
  }
  if (typeof cards !== "string") {
    throw new ReadingError(say`${place}: the field 'cards' must be a deal as one string`);
  }
  if ((position ?? null) !== null) {
    throw new ReadingError(say`${place}: 'cards' and 'position' exclude each other`);
  }
  return dealIn(cards, game, say`${place}, cards`);
}

/* The one table that a text is, as `parse_position` reads it. */
function tableAlone(text, game) {
  const reader = new TableReader(game);
  let afterBlank = false;
  text.split(/\r\n|\r|\n/).forEach((line, at) => {
    if (!line.trim()) afterBlank = true;
    else if (!line.trim().startsWith("#")) {
      if (!reader.takes(line, afterBlank)) throw new ReadingError(say`line ${at + 1}: the table above is whole`);
      reader.read(say`line ${at + 1}`, line);
      afterBlank = false;
    }
  });
  return reader.result();
}

/* The position that begins a game, and what is seen of a table with any number of cards face down. */
function anyTable(made) {
  const isAny = made instanceof PartlySeen;
  return [Position.start(isAny ? made.positions()[0] : made), isAny ? made : null];
}

function afterMoves({ after, place }, start) {
  try {
    return parseMoves(after, start).reduce((at, move) => at.play(move), start);
  } catch (error) {
    if (!(error instanceof IllegalMoveError)) throw error;
    throw new ReadingError(placedAt(place, error.message));
  }
}
