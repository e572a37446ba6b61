"""The scripts of the pages say again what Python says: a twin bears the name of the function,
method or class there, in camel case."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import pyrtool
from pyrtool.pages import __path__ as page_folders

PACKAGE = Path(pyrtool.__file__).parent
PAGES = Path(next(iter(page_folders)))

TWINS = {
    "engine/position.js": (
        "game",
        """Position IllegalMoveError goTogether wastes passed undealt cards cardsLeft unknown
        pyramidLeft isWon isOver rowsCleared discardsMade score covering exposed available where
        pileOf wasteName candidates legalMoves deals allows play whyNot whyNotDeal whyNotDiscard
        whyNoMatch overlaps wasteNeighbours whyUnavailable remove noteClearing deal dealToWastes
        turn whyNoPair topsMatch vanish""",
    ),
    "engine/bits.js": ("kernel", "lowestBit highestBit countBits setChoices"),
    "engine/hash_table.js": ("kernel", "allot full find write grow"),
    "engine/sets.js": (
        "kernel",
        """SetTables loadCards keepSets demand banStatically buildSetTables buildSetTable""",
    ),
    "engine/state.js": (
        "kernel",
        """State levelOf copyLevel take vanish remove wasteTop turned canonical stockCardsMatch
        topsMatch nextPosition""",
    ),
    "engine/discards.js": (
        "kernel",
        """Discards addPair listPairs listOverlaps listStockPairs listTurnedPairs listWith allowed
        choices partners exclude forgetPass force stuck setStuck""",
    ),
    "engine/search.js": (
        "kernel",
        """Search search begin take closeUp line trueLine run hopeless noteAlive failed enter
        someStuck askRelaxed tooLate tablePosition seen markSeen advance advanceToEvent
        stockEvents""",
    ),
    "engine/shortest.js": (
        "kernel",
        """Shortest buildLengthTable search begin line atLeast run enter list advance dealtBefore
        tableStart key known note""",
    ),
    "engine/best.js": (
        "kernel",
        """Best findBeneath atLeast canClear withMates enter twins keepFirstTwins exclude tooLate
        force free""",
    ),
    "engine/general.js": ("kernel", "General isWon run"),
    "engine/solve.js": ("answers", "solve firstPass loaded movesOf"),
    "engine/blocks.js": ("answers", "simpleBlock"),
    "engine/advice.js": ("answers", "advise choicesOf settled onlyChoice oneChoice"),
    "engine/known.js": ("", "noTwoStockCardsMatch isFreeKing"),
    "engine/hidden/prior.js": ("answers", "Hands Case draw orders weightsOf withCards"),
    "engine/hidden/sight.js": ("answers", "Sight moves play key ranksOf"),
    "engine/hidden/winnable.js": ("answers", "Winnable ask"),
    "engine/hidden/exact.js": (
        "answers",
        "BestPlay TooMuchError after winnable ask played value best earlyNeverHurtsFrom",
    ),
    "engine/hidden/playing.js": (
        "answers",
        "TablePlayer wins choose thatFit hiddenPiles",
    ),
    "engine/hidden/chances.js": ("answers", "tableChances everyDeal draw otherCounts found"),
    "engine/hidden/table.js": ("answers", "judgeTable judgeOrders needsNoOrder isNeverWon"),
    "engine/numbers.js": ("base", "counted"),
    "app/link.js": ("notation", "formatMoves parseMoves"),
    "app/words.js": ("pictures", "describe"),
    "app/entry/cells.js": (
        "notation",
        "cardForm parseCell isCell beginsTable isSecondRow isWholeLine",
    ),
    "app/entry/reader.js": (
        "notation",
        """TableReader takes read waste open add isNumbers held hasTableau hasGaps result
        tableau checkOrder ofRows endsEarly cards number isWasteNumber""",
    ),
    "app/entry/partly_seen.js": (
        "game",
        "PartlySeen positions checkPossible lacks position named",
    ),
    "app/entry/face_down.js": (
        "notation",
        """faceDown checkNoNumber withoutNumber impossible formatPartlySeen
        possibleStocks""",
    ),
    "app/entry/tables.js": (
        "game",
        "whyNoTable wrongStock wrongPairs wrongs unpaired",
    ),
    "app/entry/at_the_table.js": ("cli", "tableAnswer"),
    "app/entry/events.js": ("notation", "happenings"),
    "app/entry/text.js": ("notation", "peek areMoves ofText isApex table ofRecord anyTable"),
    "site/app/shuffle.js": ("game", "parseNumber"),
}
"""Script -> the room of its twins in the package, and their names."""

IN_PYTHON = re.compile(r"^\s*(?:def|class) _*(\w+)", re.MULTILINE)
IN_SCRIPT = re.compile(
    r"^(?:function\*? |class )(\w+)|^const (\w+) = \(|^  (?:get )?(\w+)\(.*\) \{$", re.MULTILINE
)


@cache
def named_in(room: str) -> set[str]:
    """What a room's files define, as scripts write it."""
    return {
        re.sub(r"_(.)", lambda found: found[1].upper(), name)
        for file in (PACKAGE / room).rglob("*.py")
        for name in IN_PYTHON.findall(file.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("script", TWINS)
def test_twins_bear_the_same_name(script: str) -> None:
    room, names = TWINS[script]
    text = (PAGES / script).read_text(encoding="utf-8")
    in_script = {name for found in IN_SCRIPT.findall(text) for name in found if name}
    twins = set(names.split())
    assert twins - in_script == set(), "a script has another name for its twin"
    assert twins - named_in(room) == set(), f"pyrtool/{room} has another name for its twin"


def test_scripts_name_files_that_there_are() -> None:
    """In their comments, where they say whose twin they are."""
    named = {
        (file.name, found)
        for file in PAGES.rglob("*.js")
        for found in re.findall(r"\bpyrtool/[\w/]+\.py\b", file.read_text(encoding="utf-8"))
    }
    assert len(named) > 20
    assert {one for one in named if not (PACKAGE.parent / one[1]).exists()} == set()
