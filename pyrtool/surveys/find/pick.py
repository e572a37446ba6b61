"""A few problems out of all that were found: evenly spread in difficulty, and unlike each other.

Decides which deals make a sheet. The difficulties that are aimed at lie at equal distances, from
the middle of the easiest level to the middle of the hardest. Of the deals near each, the one is
picked that is most unlike those picked before.
"""

from collections.abc import Sequence

from pyrtool.answers.rating.scale import LEVELS, level_named
from pyrtool.surveys.find.query import Found, easiest_first, span_of_level

Features = tuple[float, float, float]


def pick(found: Sequence[Found], count: int, easiest: str, hardest: str) -> list[Found]:
    """Pick at most `count` of the deals, the easier first.

    `easiest` and `hardest` name the levels of the ends. The hardest aim is served first, since hard
    deals are rare. Near an aim is a quarter of the distance to the next one; where nothing is near,
    the nearest deal that is left is picked.
    """
    aims = _aims(count, easiest, hardest)
    near = (aims[1] - aims[0]) / 4 if count > 1 else 0.25
    features = _features(found)
    left = dict(enumerate(found))
    picked: list[int] = []
    for aim in reversed(aims):
        if not left:
            break
        away = {i: abs(one.hardness - aim) for i, one in left.items()}
        candidates = [i for i in left if away[i] <= near]
        if candidates:
            chosen = max(
                candidates,
                key=lambda i: (
                    min((unlikeness(features[i], features[j]) for j in picked), default=0.0),
                    -away[i],
                    -left[i].number,
                ),
            )
        else:
            chosen = min(left, key=lambda i: (away[i], left[i].number))
        picked.append(chosen)
        del left[chosen]
    return sorted((found[i] for i in picked), key=easiest_first)


def unlikeness(one: Features, other: Features) -> float:
    """Return how unlike two deals are, 0 to 3: the sum of three differences.

    Those in the number of only moves, in the number of first moves, and in the share of first moves
    that lose; each divided by the greatest such difference among all deals that were found.
    """
    return sum(abs(mine - its) for mine, its in zip(one, other, strict=True))


def _features(found: Sequence[Found]) -> list[Features]:
    """Return what `unlikeness` compares, each scaled to 0 to 1; 0 where a limit left it open."""
    raw: list[Features] = []
    for one in found:
        rating = one.rating
        first = 0 if rating is None else rating.first_moves or 0
        losing = 0 if rating is None else rating.losing_first_moves or 0
        only = 0 if rating is None else rating.only_moves or 0
        raw.append((float(only), float(first), losing / first if first else 0.0))
    columns = list(zip(*raw, strict=True))
    low = [min(column) for column in columns]
    wide = [max(column) - min(column) or 1.0 for column in columns]
    return [
        ((only - low[0]) / wide[0], (first - low[1]) / wide[1], (share - low[2]) / wide[2])
        for only, first, share in raw
    ]


def _aims(count: int, easiest: str, hardest: str) -> list[float]:
    """List the difficulties to aim at, the least first."""
    low, high = _middle(easiest), _middle(hardest)
    if count == 1:
        return [(low + high) / 2]
    if low == high:
        begins, ends = span_of_level(easiest)
        ends = min(ends, 2 * high - begins)
        low, high = begins + (ends - begins) / (2 * count), ends - (ends - begins) / (2 * count)
    return [low + i * (high - low) / (count - 1) for i in range(count)]


def _middle(level: str) -> float:
    """Return the middle of a level; the last one is taken to be as wide as the one before."""
    number = level_named(level) - 1
    begins = LEVELS[number][1]
    if number + 1 < len(LEVELS):
        return (begins + LEVELS[number + 1][1]) / 2
    return begins + (begins - LEVELS[number - 1][1]) / 2
