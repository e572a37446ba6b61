/* What has been played: for each deal that was begun what it is called, and how it went.
 *
 * It is kept beside the moves (the page's storage.js), under the same key: {title, link, game, stars,
 * day, last, won, hints}. `last` and `won` are times in milliseconds, `won` null before; `day` is the
 * date whose deal it is, or null.
 */

class Diary {
  constructor(store) {
    this.store = store;
  }

  read(key) {
    return checkedAbout(this.store.read(`about-${key}`));
  }

  write(key, about) {
    this.store.write(`about-${key}`, JSON.stringify(about));
  }

  /* [{key, about, progress}], the deal played last first. */
  all() {
    const found = [];
    for (const key of this.store.keys("about")) {
      const about = this.read(key);
      if (about) found.push({ key, about, progress: this.store.progress(key) });
    }
    return found.sort((one, other) => other.about.last - one.about.last || (one.key < other.key ? -1 : 1));
  }
}

/* Days in a row, up to `today` or the day before, whose deals are won; and the most ever. */
function streaks(days, today) {
  const won = new Set(days);
  const lengthTo = (date) => {
    let length = 0;
    for (let at = date; won.has(at); at = dayAfter(at, -1)) length++;
    return length;
  };
  const ends = [...won].filter((date) => !won.has(dayAfter(date, 1)));
  return {
    now: lengthTo(won.has(today) ? today : dayAfter(today, -1)),
    best: Math.max(0, ...ends.map(lengthTo)),
  };
}
