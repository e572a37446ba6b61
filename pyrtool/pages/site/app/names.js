/* What cards with a suit are called, where they are read aloud. */

const RANK_WORDS = { A: say`ace`, T: "10", J: say`jack`, Q: say`queen`, K: say`king` };
const SUIT_WORDS = {
  ...{ C: (rank) => say`${rank} of clubs`, D: (rank) => say`${rank} of diamonds` },
  ...{ H: (rank) => say`${rank} of hearts`, S: (rank) => say`${rank} of spades` },
};

const nameOf = ([rank, suit]) => SUIT_WORDS[suit](RANK_WORDS[rank] ?? rank);
