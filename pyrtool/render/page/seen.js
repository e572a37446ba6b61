/* The states that a search has been in, in a table of plain numbers without duplicates. */

class SeenStates {
  constructor() {
    this.count = 0;
    this.resize(1 << 12);
  }

  resize(size) {
    const old = this.entries;
    this.size = size;
    this.entries = new Int32Array(4 * size); // lo, hi, stage, and 1 where there is an entry
    for (let at = 0; old && at < old.length; at += 4) {
      if (!old[at + 3]) continue;
      const to = this.find(old[at], old[at + 1], old[at + 2], this.earliest);
      this.entries.set(old.subarray(at, at + 4), to);
    }
  }

  /* Whether the state is new. With `earliest`, so is one at an earlier stage than before. */
  add(lo, hi, stage, earliest) {
    this.earliest = earliest;
    const at = this.find(lo, hi, stage, earliest);
    const known = this.entries[at + 3] === 1;
    if (known && (!earliest || this.entries[at + 2] <= stage)) return false;
    this.entries[at] = lo;
    this.entries[at + 1] = hi;
    this.entries[at + 2] = stage;
    this.entries[at + 3] = 1;
    if (!known && 2 * ++this.count > this.size) this.resize(2 * this.size);
    return true;
  }

  find(lo, hi, stage, anyStage) {
    let hash = Math.imul(lo, 0x9e3779b1) ^ Math.imul(hi ^ (hi >>> 15), 0x85ebca6b);
    if (!anyStage) hash ^= Math.imul(stage + 1, 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
    let at = 4 * ((hash ^ (hash >>> 15)) & (this.size - 1));
    const { entries } = this;
    while (
      entries[at + 3] &&
      (entries[at] !== lo || entries[at + 1] !== hi || (!anyStage && entries[at + 2] !== stage))
    ) {
      at = (at + 4) % entries.length;
    }
    return at;
  }
}
