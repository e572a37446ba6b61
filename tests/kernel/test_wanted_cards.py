"""Some cards of a rank are wanted, others are not; `tests.bruteforce` asks it of all games."""

from pyrtool import Card, Deal, Position, Rules

from ..bruteforce.wanted import Wanted


def named(text: str) -> list[Card]:
    return list(map(Card.parse, text.split()))


def test_a_wanted_ace_goes_though_another_lies_in_the_reserve() -> None:
    rules = Rules(rows=3, total=5, suits=2, reserve=2, goal="pyramid")
    cards = named("3C 3D 4D 4C 2C 5C AC AD 2D 5D")
    known = Wanted(cards, Position.start(Deal.of(cards, rules)), 6_000)
    assert known.check(named("AC")) and known.check(named("AD"))
    assert not known.check(named("AC AD"))


def test_wanted_cards_of_an_open_stock_differ_from_others() -> None:
    """Only 4D of the fours can go: 4C lies under 2C, on which both threes lie."""
    rules = Rules(rows=3, total=5, suits=2, stock="bouquet")
    cards = named("4C 2C 2D 3C 3D 4D AC AD 5C 5D")
    known = Wanted(cards, Position.start(Deal.of(cards, rules)), 6_000)
    assert known.check(named("AC")) and known.check(named("AD"))
    assert not known.check(named("AC AD"))
    for n in range(1 << len(cards)):
        known.check([card for i, card in enumerate(cards) if n >> i & 1])
