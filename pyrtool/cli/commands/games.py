"""``pyrtool games``: the games and their rules."""

from collections.abc import Iterator
from textwrap import fill
from typing import Final

from pyrtool.answers.blocks.find import countable_stocks
from pyrtool.answers.plan import plan_of
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import share_words
from pyrtool.cli.options.completion import COMPARE
from pyrtool.cli.output import Format, Output
from pyrtool.game.games import ALIASES, GAMES, TITLES, Rules, differences, game, name_of
from pyrtool.game.named_games import ELSEWHERE, KNOWN, WINNABLE_CHANGED, NamedGame
from pyrtool.game.rules import RULE_WORDS
from pyrtool.game.tableau import USUAL
from pyrtool.notation import format_rule
from pyrtool.notation.rules import NamedRules, parse_named_rules


def command(names: list[str] | None = None, format: Format = "text") -> int:
    """List the games and their rules.

    Without GAME, the list shows how each game differs from standard Pyramid. It begins with the
    per cent of deals that can be won when every card is known.

    With compare, a game may be a changed one, such as "giza, overlap".
    """
    if names and names[0] == COMPARE:
        return _compare(names[1:], format)
    if names and len(names) > 1:
        raise PyrtoolError(f"games: {len(names)} games: name one, or two after {COMPARE}")
    name = name_of(names[0]) if names else None
    chosen = dict(GAMES) if name is None else {name: game(name)}
    with Output(format) as output:
        if format != "text":
            for title, rules in chosen.items():
                output.record(_record(title, rules))
        elif name is None:
            width = max(map(len, chosen)) + 2
            for family in dict.fromkeys(facts.family for facts in KNOWN.values()):
                output.text(f"{family}:")
                for title, rules in chosen.items():
                    if _facts(title).family == family:
                        output.text(_difference_line(title, rules, width))
                output.text("")
            output.text(_BELOW)
        else:
            output.text(_all_rules(name, chosen[name]))
    return 0


def _compare(names: list[str], format: Format) -> int:
    """Print how two games differ; as records, the two games."""
    if len(names) != 2:
        raise PyrtoolError(f"games {COMPARE}: needs two games, not {len(names)}")
    one, other = map(parse_named_rules, names)
    with Output(format) as output:
        if format != "text":
            for named in (one, other):
                output.record(_record(named.game, named.rules))
            return 0
        for sentence in _differences(one, other):
            output.text(fill(sentence, 80, break_on_hyphens=False))
    return 0


def _differences(one: NamedRules, other: NamedRules) -> Iterator[str]:
    """Say how the first game differs from the second, a sentence a rule, then their win rates."""
    changed = differences(one.rules, other.rules)
    if not changed:
        yield f"{_quoted(one)} and {_quoted(other)} have the same rules."
    for name in changed:
        says = (RULE_WORDS[name].compared(name, named.rules) for named in (one, other))
        yield f"{_quoted(one)} {next(says)}; {_quoted(other)} {next(says)}."
    yield f"With every card known, {_rate(one)} can be won, and {_rate(other)}."


def _quoted(named: NamedRules) -> str:
    """Return the game, in quotes where its rules are changed: these contain a comma."""
    return f'"{named}"' if named.changes else str(named)


def _rate(named: NamedRules) -> str:
    share = "an unknown share" if named.changes else _winnable_words(named.game)
    for changed, percent in WINNABLE_CHANGED.items():
        if parse_named_rules(changed) == named:
            share = f"{percent}%"
    return f"{share} of deals of {_quoted(named)}"


def _winnable_words(game: str) -> str:
    """Return ``36.53%``, or where some deals are unknown ``66.69 to 66.82%``."""
    return f"{_facts(game).winnable}%"


def _winnable_percent(game: str) -> list[float]:
    """At least and at most how many per cent of the deals can be won."""
    ends = [float(end) for end in _facts(game).winnable.split(" to ")]
    return [ends[0], ends[-1]]


def _record(title: str, rules: Rules) -> JsonObject:
    facts = _facts(title)
    record: JsonObject = {"game": title, "another_name_of": ALIASES.get(title)}
    record |= {"title": TITLES[title], "also": list(facts.also), "family": facts.family}
    record["source"] = facts.source
    record["elsewhere"] = [
        {"called": list(one.called), "words": one.words, "source": one.source}
        for one in ELSEWHERE.get(ALIASES.get(title, title), ())
    ]
    if rules == GAMES[title]:
        record["winnable_percent"] = _winnable_percent(title)
    record["rules"] = rules.to_dict()
    record["differences"] = differences(rules)
    if plan_of(rules).count_matters:
        countable, stocks = countable_stocks(rules)
        record["countable_stocks"] = {"countable": countable, "of": stocks}
    return record


def _difference_line(title: str, rules: Rules, width: int) -> str:
    texts = [format_rule(name, value) for name, value in differences(rules).items()]
    line = f"  {title}".ljust(width + 2)
    if title not in ALIASES:
        line += f"{_winnable_words(title)}: "
    if title in ALIASES:
        line += f"another name of {ALIASES[title]}"
    else:
        line += ", ".join(texts) or _STANDARD
    return fill(line, 80, subsequent_indent=" " * (width + 2), break_on_hyphens=False)


_BELOW: Final = """\
The per cent of deals that can be won, every card known, is that of a survey of
each game. `pyrtool games GAME` shows all rules of a game, by any of its names;
`pyrtool games compare GAME GAME` says how two games differ."""

_STANDARD = (
    "the standard: 7 rows, the stock turned singly in one pass, the turned card and the "
    "waste top available and matching each other, all cards to be discarded; the other games "
    "differ in"
)


def _all_rules(title: str, rules: Rules) -> str:
    """List every rule, what it decides, and a star if it differs from the standard."""
    different = differences(rules)
    lines = [f"{title}: {rules.tableau_size} cards laid out, {rules.stock_size} left over"]
    if title in ALIASES:
        lines[0] += f" (another name of {ALIASES[title]})"
    facts = _facts(title)
    names = [name for name in (TITLES[title], *facts.also) if name != title]
    lines.append(fill(f"Called {', '.join(names)}. Source: {facts.source}.", 80))
    lines.append(fill(f"{_winnable_words(title)} of its deals can be won, every card known.", 80))
    lines += [
        fill(f"{one.called[0]}: {one.words} ({one.source}).", 80, subsequent_indent="  ")
        for one in ELSEWHERE.get(ALIASES.get(title, title), ())
    ]
    if facts.numbering != "native":
        lines.append(f"Its deals are numbered as in {facts.numbering}.")
    values = rules.to_dict()
    if rules.tableau is not None:
        values = {name: value for name, value in values.items() if name not in USUAL}
    for name, value in values.items():
        shown = ("yes" if value else "no") if isinstance(value, bool) else value
        shown = "none" if shown is None else shown
        star = "*" if name in different else " "
        before = f"{star} {name.replace('_', '-'):<13}{shown!s:<11}"
        line = f"{before}{' ' * (len(str(shown)) > 10)}{RULE_WORDS[name].help}"
        lines.append(fill(line, 80, subsequent_indent=" " * 26, break_on_hyphens=False))
    if plan_of(rules).count_matters:
        lines.append(_count(rules))
    if different:
        lines.append("* differs from standard Pyramid")
    return "\n".join(lines)


def _facts(title: str) -> NamedGame:
    return KNOWN[ALIASES.get(title, title)]


def _count(rules: Rules) -> str:
    countable, stocks = countable_stocks(rules)
    return fill(
        f"No two stock cards ever match, so each needs a partner in the tableau. Only "
        f"{countable:,} of {stocks:,} choices of stock cards allow that, so at most "
        f"{share_words(countable / stocks, 4)} of deals can be won.",
        80,
    )
