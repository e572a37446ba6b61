"""The plan for a game: which search answers, and which equivalences, relaxations, and prunes hold.

Decides once for each rules record which reasoning the kernels may use, with proofs.
`kernel_setup.build` hands it to them as numbers, and `kernel_setup.lines` follows it when it writes
out what they found. Longer proofs: docs/development/proofs.md.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final, Literal

from pyrtool.game.cards import PACK
from pyrtool.game.games import STOCK_FIELDS, Rules, RulesError, StockWaste
from pyrtool.game.pairs import are_simple
from pyrtool.game.position import Position
from pyrtool.kernel.constants import OTHERS, PASS
from pyrtool.kernel.numbers import PRUNES

Question = Literal["won", "shortest", "best", "fewest"]
"""The question: a verdict, the fewest moves, the most that can be done, the fewest to a target."""


@dataclass(frozen=True)
class GamePlan:
    """What the rules of a game mean for a search: which kernel answers, which prunes are sound, and
    which blocks there are. `plan_of` has the plan for a game, and each property is found once."""

    rules: Rules

    # What the kernels but `Piles` take for granted.

    @cached_property
    def is_plain(self) -> bool:
        """Return whether there is one waste whose top alone is available, so that the number of
        cards dealt says what lies where."""
        return self.rules.wastes == 1 and self.rules.waste_ends == "top"

    def check_plain(self) -> None:
        """Raise a `RulesError` if the rules have several wastes, or both ends of one."""
        if not self.is_plain:
            wastes = self.rules.wastes
            many = f"{wastes} wastes" if wastes > 1 else "both ends of the waste available"
            raise RulesError(
                f"games with {many} have no such answer: docs/reference/rules.md lists the answers"
            )

    def check_cards(self, laid_out: int, others: int) -> None:
        """Raise a `RulesError` if a search has no room for the cards, `laid_out` and `others`."""
        rules = self.rules
        beside = "lay out more"
        if rules.stock == "bouquet" and rules.tableau is None:  # a reserve lies as open
            beside = f"use reserve {rules.reserve + rules.stock_size - others}"
        for where, cards, most, remedy in (
            ("on the tableau", rules.tableau_size, laid_out, "lay out fewer"),
            ("beside it", rules.stock_size, others, beside),
        ):
            if cards > most:
                raise RulesError(f"{cards} cards {where}: at most {most} can be solved: {remedy}")

    def check_one_pack(self) -> None:
        """Raise a `RulesError` if a deck is larger than a pack: some searches have no room for it.

        >>> plan_of(Rules(rows=9, packs=2)).check_one_pack()
        Traceback (most recent call last):
        pyrtool.game.rules.RulesError: a deck of 104 cards: this is answered of at most 52
        """
        if (size := self.rules.deck_size) > PACK:
            raise RulesError(f"a deck of {size} cards: this is answered of at most {PACK}")

    # Games that ask the same.

    @cached_property
    def with_stock_top(self) -> Rules:
        """Return the same game with the stock top, which the kernels play faster, for single cards.

        If the turned card and the waste top do not match, and no two waste cards do, a turned card
        can wait: it can be discarded from the waste, once dealt, wherever it could be when turned.
        """
        rules = self.rules
        singly = rules.stock == "dealt" and rules.draw == 1 and self.is_plain
        if singly and not rules.stock_top and not rules.waste_pairs:
            return replace(rules, stock_top=True)
        return rules

    @cached_property
    def ranks_that_add(self) -> tuple[tuple[int, ...], int]:
        """Return other names for the ranks, by rank, and a total. Two ranks match if their names
        add to the total, and a rank whose name is the total is discarded alone.

        Which cards go together is all that a game knows of ranks, so the game stays the same.
        """
        rules = self.rules
        ranks = tuple(range(rules.highest_rank + 1))
        if rules.pairs is None and rules.ranks is None:
            return ranks, rules.total
        if not are_simple(rules.partners):
            return ranks, 2 * rules.highest_rank + 1  # which no two of them add to
        total = 14 if any(low == high for low, high in rules.sets) else 13
        names = [0] + [total] * rules.highest_rank
        for number, (low, high) in enumerate(rules.sets, 1):
            names[low], names[high] = (7, 7) if low == high else (number, total - number)
        return tuple(names), total

    # Games that allow more: what is lost in them is lost in the game itself.

    @cached_property
    def loosened(self) -> Rules:
        """Return the rules with single cards dealt, and matching by choice where pairs vanish.

        Every line of the given rules has a line here: a deal of several cards becomes single deals,
        and a pair that vanishes is discarded. Here removing early never hurts.
        """
        rules = self.rules
        if self.early_never_hurts:
            return rules
        match: StockWaste = "no" if rules.stock_waste == "no" else "yes"
        return plan_of(replace(rules, draw=1, stock_waste=match)).with_stock_top

    @cached_property
    def played_alone(self) -> Rules | None:
        """Return the rules by which some sets are played with every other card gone and the stock
        in its order; None if such play has no meaning, or is not searched.

        For every line of the given rules these rules have a line of those sets alone. The cards of
        the sets that lie in the waste are in the same order, and of two that are neighbours there,
        none that is gone lies between. So a card of theirs that is turned, or the waste top, or
        next to it is so here. Cards are dealt singly, as which card comes to the top of several
        depends on those that are gone; and pairs that vanish by themselves are discards by choice,
        as a card that is gone may have kept them apart: docs/development/proofs.md, "Stock blocks".
        With several wastes or both ends of one, and where a rank goes with several, such play is
        not searched. Without a stock to deal, the other blocks say all.
        """
        rules = self.rules
        if rules.stock != "dealt" or not self.searched_by_sets:
            return None
        match: StockWaste = "no" if rules.stock_waste == "no" else "yes"
        return plan_of(replace(rules, draw=1, stock_waste=match)).with_stock_top

    @cached_property
    def all_sets_are_the_game(self) -> bool:
        """Return whether all sets together, with every other card gone, are lost where the game is.

        Cards are dealt singly and match by choice in both, and the other cards are kings. A line of
        all sets becomes one of the game if each king is discarded as soon as it is available: it
        covers nothing longer than the cards on it, and on the waste nothing is dealt on it. Only
        two waste cards that go together may be kept apart, by a king that was passed by earlier.
        """
        return self.played_alone == self.with_stock_top and not self.rules.waste_pairs

    # What removing early does.

    @cached_property
    def with_open_stock(self) -> Rules:
        """Return the rules with the stock as a bouquet.

        The discards of a line under the given rules are legal here, too.
        """
        rules = self.rules
        if rules.stock != "dealt":
            return rules
        standard = Rules()
        closed = {name: getattr(standard, name) for name in STOCK_FIELDS}
        return replace(rules, stock="bouquet", scoring="none", **closed)

    @cached_property
    def early_never_hurts(self) -> bool:
        """Return whether removing a pair earlier than a line does leaves that line possible.

        In an open game a card that is gone covers nothing and is missed by its partner alone. With
        a dealt stock a card of it that is gone brings those after it forward, by a deal at most.
        That can hurt only where its absence shifts the groups of the next pass, or keeps apart or
        brings together two cards that vanish by themselves, or the two top cards of the waste.
        Cards dealt singly have no groups, and in a single pass the groups lie as they were dealt.
        Where each deal puts a card on each of several wastes, an absence shifts them to other
        wastes in the next pass. Several cards a deal and pairs in the waste: kings count as gone
        here before they can go, and a king may keep two waste cards apart:
        docs/development/proofs.md, "Dropped kings, several cards a deal, one pass".
        """
        return self.early_in_pass(last=self.rules.passes == 1)

    def early_in_pass(self, *, last: bool) -> bool:
        """Decide `early_never_hurts`, which has the reasons, with a redeal to come or without."""
        rules = self.rules
        if rules.stock != "dealt":
            return True
        if rules.wastes > 1 and rules.deal_to == "each":
            return last
        if rules.stock_waste in ("auto", "auto-on-turn"):
            return False
        return rules.draw == 1 or (last and not rules.waste_pairs)

    @cached_property
    def patience(self) -> int:
        """Return how often turning the waste over in vain may help, if passes are unlimited.

        If nothing goes in a whole pass, the next is the same. Where several cards are dealt
        together, the pass of the last discard had other groups: one more shows them all.
        """
        return 2 if self.rules.dealt_at_once > 1 else 1

    def stock_kings_go(self, question: Question) -> bool:
        """Return whether a king of the stock goes as soon as it can, at no loss to the question.

        Where removing early never hurts its absence never hurts a verdict. For the most that can be
        done it must also leave no group shorter: cards are dealt singly. In a shortest line its
        discard costs a move as dealing it does. So it goes when it is turned and the stock is dealt
        on; with pairs in the waste it might be kept to separate two cards, and that is left to the
        search. Where clearing the pyramid ends the game, those that were not turned yet would stay:
        with a redeal a line can turn them all before, as the pyramid can be cleared in the next
        pass as well.
        """
        rules = self.rules
        if not self.early_never_hurts:
            return False
        if question == "best" and rules.ends_when_cleared and rules.passes == 1:
            return False
        if question in ("shortest", "fewest"):
            return rules.stock == "dealt" and rules.stock_top and not rules.waste_pairs
        return question == "won" or rules.draw == 1

    # Which search answers.

    @cached_property
    def sets_answer(self) -> bool:
        """Return whether the searches over sets know the game: each rank goes alone or with one
        other, and the deck is one pack.

        All others are for the general search, which knows no sets.
        """
        return self.rules.packs == 1 and are_simple(self.rules.partners)

    @cached_property
    def pairs_off(self) -> bool:
        """Return whether each rank goes alone or with one rank, and the deck is one pack: the
        theorem of open games needs no more, and a matcher has room for every set of such a game."""
        return self.rules.packs == 1 and max(map(len, self.rules.partners)) <= 1

    @cached_property
    def searched_by_sets(self) -> bool:
        """Return whether the searches over sets know the game, and what lies where in its stock:
        they alone find shortest and best lines by bounds. In all other games every line is looked
        at."""
        return self.is_plain and self.sets_answer

    def check_sets(self, what: str = "such answer") -> None:
        """Raise a `RulesError` if the searches over sets, which `what` needs, do not know the game.

        >>> plan_of(Rules(pairs="same")).check_sets("best line")
        Traceback (most recent call last):
        pyrtool.game.rules.RulesError: no best line for pairs same: several ranks match themselves
        """
        rules = self.rules
        if rules.packs > 1:
            raise RulesError(
                f"no {what} for two packs: docs/reference/rules.md lists their answers"
            )
        if not self.sets_answer:
            pairs = f"pairs {rules.pairs}" if rules.pairs else f"total {rules.total}"
            raise RulesError(f"no {what} for {pairs}: {self._why_no_sets}")

    @cached_property
    def _why_no_sets(self) -> str:
        """Say why the pairs are none that the searches over sets know (`pairs.are_simple`)."""
        rules = self.rules
        if max(map(len, rules.partners)) > 1:
            return "a rank matches several"
        if sum(ways == (rank,) for rank, ways in enumerate(rules.partners)) > 1:
            return "several ranks match themselves"
        return "they make too many sets"

    def check_general(self) -> None:
        """Raise a `RulesError` if the general search does not know the game."""
        rules = self.rules
        self.check_plain()
        self.check_cards(OTHERS, PASS - 1)
        if rules.stock_waste in ("auto", "auto-on-turn"):
            why = "of two packs" if rules.packs > 1 else f"with such pairs ({self._why_no_sets})"
            raise RulesError(
                f"stock-waste {rules.stock_waste}: games {why} are not solved with it: "
                "use stock-waste yes"
            )

    def check_searched(self) -> None:
        """Raise a `RulesError` if no search knows the game.

        >>> plan_of(Rules(packs=2)).check_searched()
        Traceback (most recent call last):
        pyrtool.game.rules.RulesError: 76 cards beside it: at most 63 can be solved: lay out more
        """
        if self.is_plain and not self.searched_by_sets:
            self.check_general()

    @cached_property
    def has_blocks(self) -> bool:
        """Return whether blocks are defined: all cards of a set must go, or all of the tableau.

        With goal `pyramid` a column may keep cards, so a set that cannot go whole proves nothing.
        """
        return self.rules.goal == "all" or not self.rules.has_columns

    @cached_property
    def decided_by_matching(self) -> bool:
        """Return whether matchings answer the game: every card is open, and all in sets must go."""
        return self.rules.stock != "dealt" and self.has_blocks and self.pairs_off

    @cached_property
    def decided_in_bulk(self) -> bool:
        """Return whether kernels take numbers of deals: those over sets, or the matcher alone."""
        return self.searched_by_sets or self.decided_by_matching

    @cached_property
    def blocks_by_matching(self) -> bool:
        """Return whether the matcher finds every block of the tableau, the stock lying open. With
        several wastes, or both ends of one, it is not asked of several ranks that match
        themselves."""
        return self.sets_answer or (self.is_plain and self.has_blocks and self.pairs_off)

    @cached_property
    def count_matters(self) -> bool:
        """Return whether numbers alone can make a deal impossible: all must go, and no two stock
        cards match, so the stock may hold at most half of the cards of each set."""
        return self.rules.goal == "all" and self.rules.no_two_stock_cards_match

    @cached_property
    def tableaux_answer(self) -> bool:
        """Return whether the game is searched over a graph of tableaux: several cards are dealt at
        a time, with redeals, and the stock touches the tableau only by the ranks that it brings."""
        return self.rules.no_two_stock_cards_match and not self.early_never_hurts


@lru_cache(maxsize=256)
def plan_of(rules: Rules) -> GamePlan:
    """Return the plan for a game, which is made once."""
    return GamePlan(rules)


def early_never_hurts_from(position: Position) -> bool:
    """Return whether `early_never_hurts` from a position on: the last pass has no group to shift.

    >>> from pyrtool.game.deals import deal
    >>> from pyrtool.game.games import game
    >>> from pyrtool.game.position import DealStock, Redeal
    >>> here = Position.start(deal(16, replace(game("tut"), passes=2)))
    >>> last = here.play_all([*[DealStock()] * 8, Redeal()])
    >>> early_never_hurts_from(here), early_never_hurts_from(last)
    (False, True)
    """
    last_pass = position.pass_number == position.rules.passes
    return plan_of(position.rules).early_in_pass(last=last_pass)


def stock_kings_go_from(position: Position, question: Question) -> bool:
    """Return whether `stock_kings_go` holds from a position, where a king may have been passed by.

    A verdict asks only whether it keeps apart two waste cards that could go together; any other
    hinders nothing, as it goes when it comes to the top. For the most that can be done it may stay
    under others, and in a shortest line it need not go; where the game ends with the pyramid it may
    not be reached in the last pass. A shortest line's price for it is that of the pass in which the
    search begins: later passes would count it again.
    """
    rules = position.rules
    if not plan_of(rules).stock_kings_go(question):
        return False
    if any(rules.goes_alone(card.rank) for card in position.waste):
        return question == "won" and not rules.waste_pairs
    if question == "best" and rules.ends_when_cleared and rules.passes == position.pass_number:
        return False
    return question != "shortest" or position.pass_number == 1 or rules.passes is None


STOCK_KINGS: Final = "stock kings"
"""The part of the prune "kings" that drops the kings of the stock."""


def unsound_from(position: Position, question: Question = "won") -> frozenset[str]:
    """Find the prunes that do not hold from a position, though they do from the start of its game.

    A king of the stock never hinders if it goes as soon as it is turned. One that was passed by may
    hinder (`stock_kings_go_from`). A king that is laid out goes immediately all the same
    (`Discards.at_once`). A verdict's search may keep it, but the value of a best line counts it as
    gone where the line that `lines.moves_of` plays has discarded it: there only the kings of the
    stock stay.
    """
    went = plan_of(position.rules).stock_kings_go(question)
    if not went or stock_kings_go_from(position, question):
        return frozenset()
    return frozenset({STOCK_KINGS if question == "best" else "kings"})


ALL_PRUNES: Final = frozenset(PRUNES)

VALUE_PRUNES: Final = ALL_PRUNES - {"sets", "relaxed"}
"""The prunes that hold for the most that can be done: the other two end a line that cannot
reach the goal, though it may leave less than any other."""
