"""`SOLVER_VERSION` goes up when an outcome or a node count changes: ledgers rely on it.

After such a change raise it, then ``python -m tests.surveys.test_solver_version`` records the
digests.
"""

import hashlib
import json
from dataclasses import replace

from pyrtool.base.version import SOLVER_VERSION
from pyrtool.game.games import GAMES, Rules
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.questions import solve_shard
from pyrtool.surveys.questions.verdict import unpack
from pyrtool.surveys.shards import ShardTask

from ..paths import DATA

RECORDED = DATA / "solver_version.json"
LIMITED = ("treize", "yield", "day", "apophis", "eleven-triangle", "cheops", "two-pyramids")
"""Games whose searches get 2,000 nodes."""
SAMPLES: dict[str, tuple[Rules, int]] = {
    "bouquet": (GAMES["bouquet"], 20_000),
    "bouquet, 8 rows, overlap": (replace(GAMES["bouquet"], rows=8, overlap=True), 10_000),
    "giza": (GAMES["giza"], 4_000),
    "giza, pyramid": (replace(GAMES["giza"], goal="pyramid"), 100),
    "pyramid": (GAMES["pyramid"], 400),
    "pyramid, two passes": (replace(GAMES["pyramid"], passes=2), 400),
    "auto-on-turn": (replace(GAMES["pyramid"], stock_waste="auto-on-turn"), 200),
    "elizabeth": (GAMES["elizabeth"], 400),
    "elizabeth, overlap": (replace(GAMES["elizabeth"], overlap=True), 400),
    "clear": (GAMES["clear"], 400),
    "microsoft": (GAMES["microsoft"], 400),
    "king-tut": (GAMES["king-tut"], 200),
    "king-tut, three passes": (replace(GAMES["king-tut"], passes=3), 200),
    "tut": (GAMES["tut"], 100),
    **{name: (GAMES[name], 200) for name in ("pharaohs", "dozen", "giza-triangle", "tower")},
    **{name: (GAMES[name], 200) for name in ("spanish", "alonso", "reserve", "triangle")},
    **{name: (GAMES[name], 12) for name in LIMITED},
}


def digest(rules: Rules, deals: int) -> str:
    """What names the outcomes and node counts of the first native deals."""
    limit = 2_000 if rules in map(GAMES.get, LIMITED) else None
    shard = solve_shard(ShardTask(Plan(rules, limit_nodes=limit), 1, deals))
    text = "\n".join(f"{outcome} {nodes}" for outcome, nodes in unpack(shard.packed, deals))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def test_the_solver_version_is_that_of_its_answers() -> None:
    recorded = json.loads(RECORDED.read_text())
    assert recorded["version"] == SOLVER_VERSION
    found = {name: digest(*sample) for name, sample in SAMPLES.items()}
    assert found == recorded["digests"], "the solver changed: raise SOLVER_VERSION"


if __name__ == "__main__":
    digests = {name: digest(*sample) for name, sample in SAMPLES.items()}
    recorded = {"version": SOLVER_VERSION, "digests": digests}
    RECORDED.write_text(json.dumps(recorded, indent=2) + "\n")
