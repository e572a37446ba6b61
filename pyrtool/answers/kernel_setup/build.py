"""Build the kernel for each question under given rules, from the rules as numbers.

`game` turns rules and layouts into one record of numbers, and the other functions make kernels of
it, once for each rules record in each thread. What is sound under which rules is for `plan`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from pyrtool.answers.plan import ALL_PRUNES, STOCK_KINGS, VALUE_PRUNES, plan_of
from pyrtool.base.threads import per_thread
from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.kernel.game import AnyGame, Game
from pyrtool.kernel.numbers import PRUNES, STOCK_WASTE
from pyrtool.kernel.pairing import DEDUCTIONS, Pairing, pairs_up
from pyrtool.kernel.verdict import Matcher

if TYPE_CHECKING:  # each is imported where one is made: all of them take longer than solving a deal
    from pyrtool.kernel.best import Best
    from pyrtool.kernel.bulk import BlockFinder, Bulk
    from pyrtool.kernel.check import Checker
    from pyrtool.kernel.closed_players import ClosedPlayer
    from pyrtool.kernel.game import Play
    from pyrtool.kernel.groups import Grouped
    from pyrtool.kernel.random_players import Chances, Playouts, SinglyChances, StockChances
    from pyrtool.kernel.shortest import Shortest
    from pyrtool.kernel.verdict import Search
    from pyrtool.kernel.without_sets import General, Piles

    AnyChances = Chances | SinglyChances | StockChances
    """A kernel for exact chances."""


def game(rules: Rules) -> Game:
    """Return the record from which every kernel that reasons with sets is made for these rules."""
    plan_of(rules).check_sets()
    record = _game(rules)
    assert isinstance(record, Game)
    return record


@per_thread(64)
def _game(rules: Rules) -> AnyGame:
    """Return `game`, or what the matcher alone takes if that has no room for the sets or cards."""
    layout, plan = Layout.of(rules), plan_of(rules)
    ranks, total = plan.ranks_that_add
    return (Game if plan.sets_answer else AnyGame)(
        ranks=bytes(ranks[card.rank] if card in rules.deck else 0 for card in Card.EVERY),
        suits=rules.suits,
        total=total,
        bit_of=_bits(rules),
        self_set=bytes(low == high for low, high in rules.sets),
        covers=[list(on_it) for on_it in layout.covers],
        in_pyramid=bytes(layout.in_pyramid),
        dealt=rules.stock == "dealt",
        draw=rules.draw,
        passes=rules.passes or 0,
        stock_waste=STOCK_WASTE[rules.stock_waste],
        stock_top=rules.stock_top,
        waste_pairs=rules.waste_pairs,
        overlap=rules.overlap,
        goal_pyramid=rules.goal == "pyramid",
        monotone=plan.early_never_hurts,
        has_blocks=plan.has_blocks,
        counted=plan.count_matters,
        ends=rules.ends_when_cleared,
    )


def stock_game(rules: Rules) -> Game:
    """Return `game`, for kernels that know one waste only; raise a `RulesError` if there are
    more."""
    plan_of(rules).check_plain()
    return game(rules)


def _bits(rules: Rules) -> bytes:
    """Return for each card code its bit in set order (`kernel.levels`); an own rank has four
    bits."""
    bit_of, at = bytearray(len(Card.EVERY)), 0
    alone = [rank for rank in range(1, rules.highest_rank + 1) if rules.goes_alone(rank)]
    first: dict[int, int] = {}  # the bit of each rank's first card
    for low, high in rules.sets:
        first |= {high: at + 4, low: at}
        at += 4 if low == high else 8
    at = 8 * len(rules.sets) if plan_of(rules).sets_answer else at
    first |= {rank: at + 4 * k for k, rank in enumerate(alone)}
    for card in rules.deck:
        bit_of[card] = first[card.rank] + card.suit
    return bytes(bit_of)


@per_thread(64)
def matcher(rules: Rules) -> Matcher:
    """Build the matching kernel for this tableau; all that is not laid out lies open."""
    return Matcher(_game(rules))


@per_thread(64)
def search(rules: Rules, without: frozenset[str] = frozenset()) -> "Search":
    """Build the search kernel for these rules, with all prunes but those named in `without`.

    It asks a chain of games that allow more: singly and matching by choice where the rules are
    otherwise, then with ever fewer sets. Where the groups of the stock matter, another one answers.
    """
    from pyrtool.kernel.verdict import chooses_partners

    rules = plan_of(rules).with_stock_top
    prunes, sets = _mask(ALL_PRUNES - without), len(rules.sets)
    if plan_of(rules).tableaux_answer and not without & {"tableaux", "kings"}:
        return _grouped(rules, prunes)
    chooses = chooses_partners(stock_game(rules), prunes)
    return _asking(rules, without, lambda relaxed: _search(rules, sets, prunes, relaxed, chooses))


_S = TypeVar("_S", bound="Search")


def _asking(rules: Rules, without: frozenset[str], make: "Callable[[Search | None], _S]") -> _S:
    """Build the search that `make` makes, so that it asks the games that allow more."""
    if "relaxed" in without:
        return make(None)
    sets = len(rules.sets)
    relaxed = plan_of(rules).loosened
    everything = _mask(ALL_PRUNES - (without & {"doubt"}))
    chain: list[Search] = []
    for kept in range(2, sets):
        chain.append(_search(relaxed, kept, everything, chain[-1] if chain else None))
    last = chain[-1] if chain else None
    owner = _search(relaxed, sets, everything, last) if relaxed != rules else None
    top = make(owner or last)
    for smaller in chain:
        smaller.share_tables(owner or top)
    return top


def _mask(prunes: frozenset[str]) -> int:
    return sum(PRUNES[name] for name in prunes)


@per_thread(64)
def pairing(rules: Rules, without: frozenset[str] = frozenset()) -> Pairing | None:
    """Build the search over partners for these rules, with all deductions but those named in
    `without`; None where another search answers."""
    numbers = stock_game(plan_of(rules).with_stock_top)
    if not pairs_up(numbers):
        return None
    return Pairing(numbers, sum(bit for name, bit in DEDUCTIONS.items() if name not in without))


@per_thread(16)
def search_of_sets(rules: Rules) -> "Search":
    """Build the search kernel for some of the sets alone, the stock lying open."""
    rules = plan_of(rules).with_open_stock
    return _search(rules, len(rules.sets), _mask(ALL_PRUNES), None)


@per_thread(16)
def search_in_order(rules: Rules) -> "Pairing | Search | None":
    """Build the kernel for some of the sets alone, the stock in its order
    (`GamePlan.played_alone`)."""
    alone = plan_of(rules).played_alone
    if alone is None:
        return None
    return pairing(alone) or _search(alone, len(rules.sets), _mask(ALL_PRUNES), None)


def _search(
    rules: Rules, kept_sets: int, prunes: int, relaxed: "Search | None", chooses: bool = False
) -> "Search":
    from pyrtool.kernel.verdict import Search

    return Search(stock_game(rules), prunes, kept_sets, relaxed, chooses=chooses)


def _grouped(rules: Rules, prunes: int) -> "Grouped":
    from pyrtool.kernel.groups import Grouped, Tableaux

    judging, excluding = bool(prunes & PRUNES["relaxed"]), bool(prunes & PRUNES["excluded"])
    return Grouped(stock_game(rules), prunes, Tableaux(stock_game(rules), judging, excluding))


def play(rules: Rules) -> "Play":
    """Return what kernels without sets know of the rules."""
    from pyrtool.kernel.game import Play

    piles = range(-1, rules.wastes + 1)  # the turned card, no pile, the wastes
    return Play(
        [list(on_it) for on_it in Layout.of(rules).covers],
        draw=rules.draw,
        passes=rules.passes or 0,
        stock_top=rules.stock_top,
        waste_pairs=rules.waste_pairs,
        overlap=rules.overlap,
        wastes=rules.wastes,
        choice=rules.deal_to == "choice",
        both_ends=rules.waste_ends == "both",
        meets=[
            sum(
                1 << k
                for k, two in enumerate(piles)
                if (min(one, two), max(one, two)) not in rules.apart
            )
            for one in piles
        ],
    )


@per_thread(16)
def general(rules: Rules, without: frozenset[str] = frozenset()) -> "General":
    """Build the kernel that knows no sets, with all prunes but those named in `without`."""
    from pyrtool.kernel.without_sets import GENERAL_PRUNES, General

    layout, plan = Layout.of(rules), plan_of(rules)
    plan.check_general()
    whole = rules.goal == "all"
    return General(
        play(rules),
        [sum(1 << other for other in ways) for ways in rules.partners],
        rules.stock_size,
        dealt=rules.stock == "dealt",
        must_go=(1 << len(layout.places)) - 1 if whole else layout.pyramid,
        whole=whole,
        monotone=plan.early_never_hurts and "earlier" not in without,
        drops_kings=plan.stock_kings_go("won") and "kings" not in without,
        prunes=sum(bit for name, bit in GENERAL_PRUNES.items() if name not in without),
    )


@per_thread(16)
def shortest(
    rules: Rules,
    kings_go: bool = True,
    without: frozenset[str] = frozenset(),
    discards: bool = False,
) -> "Shortest":
    """Build the kernel for shortest lines under these rules, or for the fewest moves to a number of
    `discards`; `kings_go` is what `plan.stock_kings_go_from` says of the position at which the
    lines begin. `without`: prunes that are switched off."""
    from pyrtool.kernel.shortest import Shortest

    kings_go = kings_go and plan_of(rules).stock_kings_go("shortest")
    prunes = _mask(ALL_PRUNES - without)
    return Shortest(stock_game(rules), kings_go, prunes, discards=discards)


@per_thread(8)
def chances(rules: Rules, kings_in_waste: bool = False) -> "AnyChances | None":
    """Build the kernel for exact chances of random players; return None if positions have no key.
    `kings_in_waste`: in the position at which play begins there are some."""
    from pyrtool.kernel.random_players import MOST_PASSES, Chances, SinglyChances, StockChances
    from pyrtool.kernel.verdict import turns_singly

    if rules.passes is not None and rules.passes > MOST_PASSES:
        return None
    if rules.stock != "dealt":
        return Chances(stock_game(rules))
    if kings_in_waste or not turns_singly(stock_game(rules), _mask(ALL_PRUNES)):
        return StockChances(stock_game(rules))
    return SinglyChances(stock_game(rules), _judge(rules))


def _judge(rules: Rules) -> "Search | None":
    """Build a search that finds whether a position of a deal is lost, where passes are so few that
    it takes less time than it saves."""
    if rules.passes is None or rules.passes > 2:
        return None
    prunes, sets = _mask(ALL_PRUNES), len(rules.sets)
    judge = _asking(rules, frozenset(), lambda relaxed: _search(rules, sets, prunes, relaxed))
    judge.asking = True
    return judge


@per_thread(8)
def playouts(rules: Rules) -> "Playouts":
    """Build the kernel that plays games out at random."""
    from pyrtool.kernel.random_players import Playouts

    return Playouts(stock_game(rules))


@per_thread(16)
def closed_player(rules: Rules, player: str, orders: int, look: int = 0) -> "ClosedPlayer":
    """Build the kernel of a player that does not see the stock.

    A plain one looks some moves further ahead; the sampler and the strongest imagine orders for a
    move. The strongest keeps 3 of 20 winning orders.
    """
    from pyrtool.kernel.closed_players import FORESIGHT, PLAIN, ROOM, PlainPlayer, Planner, Sampler

    rows, down = list(Layout.of(rules).pyramid_rows), rules.face_down == "covered"
    plan_of(rules).check_sets("player")
    record = stock_game(rules)
    if player in PLAIN:
        return PlainPlayer(record, PLAIN[player], rows, down, look)
    if player == "strongest":
        pool = max(1, orders * 3 // 20)
        return Planner(
            record, search(rules), rows, down, orders, pool, FORESIGHT, ROOM, pairing(rules)
        )
    return Sampler(record, search(rules), rows, down, orders, pairs=pairing(rules))


@per_thread(16)
def best(
    rules: Rules, by: str, points: tuple[int, ...], without: frozenset[str] = frozenset()
) -> "Best":
    """Build the kernel for the most that can be done. `by` is ``pyramid`` for the fewest cards left
    there first, ``all`` for the fewest in all, or ``score`` for the best score. `points`: those for
    a pyramid cleared in each pass. `without`: prunes that do not hold (`plan.unsound_from`).
    """
    from pyrtool.kernel.best import VALUES, Best

    rules = plan_of(rules).with_stock_top
    prunes = _mask(VALUE_PRUNES - without)
    drop_kings = _drops_kings(rules, without)
    return Best(stock_game(rules), prunes, drop_kings, VALUES[by], list(points))


def _drops_kings(rules: Rules, without: frozenset[str]) -> bool:
    """Return whether a search for the most that can be done leaves out the kings of the stock."""
    kept = not without.isdisjoint({"kings", STOCK_KINGS})
    return plan_of(rules).stock_kings_go("best") and not kept


@per_thread(16)
def fewest_left(rules: Rules) -> "Grouped":
    """Build the kernel for the fewest cards left, if the search over tableaux answers."""
    return _grouped(plan_of(rules).with_stock_top, _mask(ALL_PRUNES - {"sets"}))


@per_thread(16)
def most(rules: Rules, without: frozenset[str] = frozenset()) -> "Best":
    """Build the kernel for the most discards of some sets. `without`: prunes that are switched off,
    or do not hold (`plan.unsound_from`)."""
    from pyrtool.kernel.best import VALUES, Best

    rules = plan_of(rules).with_stock_top
    numbers, prunes = stock_game(rules), _mask(ALL_PRUNES - without)
    drop_kings = _drops_kings(rules, without) and "earlier" not in without
    by = VALUES["discards"]
    return _asking(
        rules, without, lambda relaxed: Best(numbers, prunes, drop_kings, by, [], relaxed)
    )


@per_thread(16)
def bulk(rules: Rules) -> "Bulk":
    """Build the kernel for many deals of these rules."""
    from pyrtool.kernel.bulk import Bulk

    matched = plan_of(rules).decided_by_matching
    pairs = None if matched else pairing(rules)
    searching = None if pairs or matched else search(rules)
    return Bulk(_game(rules), matcher(rules), searching, checker(rules), pairs)


@per_thread(16)
def piles(rules: Rules, without: frozenset[str] = frozenset()) -> "Piles":
    """Build the search kernel for games with several wastes, or both ends of one, with all prunes
    but those named in `without`."""
    from pyrtool.kernel.without_sets import Piles

    plan_of(rules).check_one_pack()
    return Piles(rules.deck_size, play(rules), prunes=_mask(ALL_PRUNES - without))


@per_thread(64)
def checker(rules: Rules) -> "Checker":
    """Build the table on which the wins of these rules are checked."""
    from pyrtool.kernel.check import Checker

    plan_of(rules).check_plain()
    return Checker(_game(rules))


@per_thread(16)
def block_finder(rules: Rules) -> "BlockFinder":
    """Build the kernel that finds which block a deal has."""
    from pyrtool.kernel.bulk import BlockFinder

    return BlockFinder(_game(rules), matcher(rules))
