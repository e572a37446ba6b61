/* What a search knows of the positions that it has met: for each key, of three words, a note of two:
 * pyrtool/kernel/game.py again.
 *
 * The first two words of a key are the cards left, which are never none: a key without any is a
 * free place. What a note says is the search's business.
 */

const WORDS = 5; // key, key, key, note, note
const MOST_ENTRIES = 1 << 22;

export class HashTable {
  constructor() {
    this.count = 0;
    this.allot(1 << 10);
  }

  allot(size) {
    this.size = size;
    this.entries = new Int32Array(WORDS * size);
  }

  get full() {
    return 2 * this.count > MOST_ENTRIES;
  }

  /* Where the key is, or -1 less the place where it would. */
  find(lo, hi, more) {
    let hash = Math.imul(lo, 0x9e3779b1) ^ Math.imul(hi ^ (hi >>> 15), 0x85ebca6b);
    hash ^= Math.imul(more + 1, 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
    const { entries, size } = this;
    let place = (hash ^ (hash >>> 15)) & (size - 1);
    for (;;) {
      const at = WORDS * place;
      if (entries[at] === 0 && entries[at + 1] === 0) return -1 - at;
      if (entries[at] === lo && entries[at + 1] === hi && entries[at + 2] === more) return at;
      place = (place + 1) & (size - 1);
    }
  }

  /* Write a note; what `find` returned before then is void. */
  write(lo, hi, more, noteLo, noteHi) {
    let at = this.find(lo, hi, more);
    const { entries } = this;
    if (at < 0) {
      at = -1 - at;
      this.count++;
      entries[at] = lo;
      entries[at + 1] = hi;
      entries[at + 2] = more;
    }
    entries[at + 3] = noteLo;
    entries[at + 4] = noteHi;
    if (2 * this.count > this.size && this.size < MOST_ENTRIES) this.grow();
  }

  grow() {
    const old = this.entries;
    this.allot(4 * this.size);
    for (let at = 0; at < old.length; at += WORDS) {
      if (old[at] === 0 && old[at + 1] === 0) continue;
      const to = -1 - this.find(old[at], old[at + 1], old[at + 2]);
      for (let k = 0; k < WORDS; k++) this.entries[to + k] = old[at + k];
    }
  }
}
