/* What the site's data files give: each puts one value into `arrived` under its own name.
 *
 * They are scripts, which a page that was opened from a disk may load as well.
 */

const arrived = (globalThis.arrived ??= {});

const asked = {}; // what is on its way

/* The value of a data file, "problems/7", which is asked for once; an Error if there is none. */
function load(name) {
  if (name in arrived) return Promise.resolve(arrived[name]);
  return (asked[name] ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${name}.js`;
    script.addEventListener("load", () => resolve(arrived[name]));
    script.addEventListener("error", () => {
      delete asked[name]; // it can be asked for again
      reject(new Error(`${name} cannot be read`));
    });
    document.head.append(script);
  }));
}

/* The pictures of courts. Of a page that is left, some browsers say that they cannot be read: a card is read without. */
const courts = () => load("courts").catch(() => null);

/* The part of the engine that searches, as text for a worker. Where there is none, the page runs it. */
async function loadEngine() {
  const engine = await load("engine");
  globalThis.answerTo ??= (question) => engine()(question);
  const text = String(engine);
  return text.slice(text.indexOf("{") + 1, text.lastIndexOf("return"));
}

/* Records whose fields, and those of records in them, are numbers in a list of values. */
function unpooled({ pool, records }) {
  const whole = (record) => {
    const made = {};
    for (const field in record) {
      const at = record[field];
      made[field] = typeof at === "object" ? whole(at) : pool[at];
    }
    return made;
  };
  return records.map(whole);
}

/* A game's rules, {title, subtitle, rules, deck, lesson, ...}, without its tableau; null if there is
   none of that name. */
function rulesNamed(name) {
  const of = [arrived.games, arrived["lesson-games"]].find((some) => some && Object.hasOwn(some.games, name));
  if (!of) return null;
  const game = of.games[name];
  const lesson = game.lesson.map((k) => of.texts[k]);
  const constant = unpooled(of.constants)[game.constant];
  return { subtitle: "", game: name, changes: {}, ...game, name, constant, rules: { ...of.standard, ...game.rules }, lesson };
}

/* The same with the places of its tableau as `shape`. */
async function gameNamed(name) {
  const game = rulesNamed(name);
  return game && { ...game, shape: await load(`shapes/${game.shape}`) };
}

function levelName(stars) {
  const name = spoken(arrived.games.levels[stars - 1]);
  return name[0].toUpperCase() + name.slice(1);
}

const levelDots = (stars) => "●".repeat(stars) + "○".repeat(5 - stars);

/* Cards written without spaces, "KSQC". */
const cardsIn = (text) => asPacks(text.match(/../g) ?? []);
