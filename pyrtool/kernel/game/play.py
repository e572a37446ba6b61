"""How cards are laid out, dealt and discarded: what kernels without sets know of the rules.

Decides nothing: `answers.kernels.build` says it once for a game, each kernel adds what only it asks for. No
compiler takes these records: their `.py` is all there is.
"""

from pyrtool.kernel.numbers.buffers import words


class Play:
    """The rules of play that these kernels share."""

    def __init__(
        self,
        covers: list[list[int]],
        *,
        draw: int,
        passes: int,
        stock_top: bool,
        tops_match: bool,
        waste_pairs: bool,
        overlap: bool,
    ) -> None:
        """`covers`: for each place of the tableau, in dealing order, those directly on it. 0
        `passes` are unlimited. `tops_match`: the turned card goes with the waste's top. All else as
        the rules have it."""
        self.covers, self.draw, self.passes = covers, draw, passes
        self.stock_top, self.tops_match = stock_top, tops_match
        self.waste_pairs, self.overlap = waste_pairs, overlap

    def masks(self) -> tuple[memoryview, memoryview, memoryview]:
        """For each place as masks: those directly on it, those directly under it, and all that
        cover it, transitively."""
        covers, covered, above = words(64), words(64), words(64)
        for i in range(len(self.covers) - 1, -1, -1):  # what lies on a card is dealt after it
            for j in self.covers[i]:
                covers[i] |= 1 << j
                covered[j] |= 1 << i
                above[i] |= 1 << j | above[j]
        return covers, covered, above


class AnyPairs:
    """A game for the general search, which knows any relation of pairs."""

    def __init__(
        self,
        play: Play,
        goes_with: list[int],
        others: int,
        *,
        dealt: bool,
        must_go: int,
        whole: bool,
        monotone: bool,
        drops_kings: bool,
        prunes: int,
    ) -> None:
        """`goes_with`: for each rank the mask of those it goes with; none where it goes alone; rank
        0 is no card's. `others`: how many cards are not laid out; where they are not `dealt`, they
        lie open. `must_go`: the mask of the places that must be cleared; where the `whole` deck must
        go, all that is not laid out too. `monotone`: removing early never hurts. `drops_kings`:
        cards of the stock that go alone are gone from the start. `prunes`: a mask of the values of
        `losing.GENERAL_PRUNES`."""
        self.play, self.goes_with, self.others, self.dealt = play, goes_with, others, dealt
        self.must_go, self.whole = must_go, whole
        self.monotone, self.drops_kings, self.prunes = monotone, drops_kings, prunes
