/* Words of 64 bits as two of 32, `lo` and `hi`: JavaScript has no others that are fast. */

const BELOW_LO = new Int32Array(65); // the bits below t
const BELOW_HI = new Int32Array(65);
for (let t = 1; t <= 64; t++) {
  BELOW_LO[t] = t >= 32 ? -1 : (1 << t) - 1;
  BELOW_HI[t] = t >= 64 ? -1 : t > 32 ? (1 << (t - 32)) - 1 : 0;
}

const bitLo = (b) => (b < 32 ? 1 << b : 0);
const bitHi = (b) => (b < 32 ? 0 : 1 << (b - 32));

/* The index of the lowest bit, or of the highest; the word is not 0. */
const lowestBit = (lo, hi) => (lo ? 31 - Math.clz32(lo & -lo) : 63 - Math.clz32(hi & -hi));
const highestBit = (lo, hi) => (hi ? 63 - Math.clz32(hi) : 31 - Math.clz32(lo));

function countBits(word) {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/* Byte s of a word. */
const byteOf = (lo, hi, s) => (s < 4 ? lo >>> (8 * s) : hi >>> (8 * (s - 4))) & 255;

/* For each card of set s, in four bits, the cards left that may be its partner. `ban`: four bits a
   card, the partners excluded; `alone`: the set is one rank that completes itself. */
function setChoices(lo, hi, ban, s, alone) {
  const cards = byteOf(lo, hi, s);
  if (alone) return ((cards & 15) * 0x1111) & ~ban;
  return (((cards >>> 4) * 0x1111) | (((cards & 15) * 0x1111) << 16)) & ~ban;
}
