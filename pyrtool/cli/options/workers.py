"""The workers of long runs: the options, and the pool that they mean."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from pyrtool.cli.options.panels import WORK
from pyrtool.cli.options.together import Excludes
from pyrtool.surveys.work import pools
from pyrtool.surveys.work.pools import Pool

Workers = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="Processes",
        show_default="all cores",
        rich_help_panel=WORK,
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Dask scheduler, tcp://HOST:PORT, instead of processes of this machine",
        show_default=False,
        rich_help_panel=WORK,
    ),
]

ONE_POOL: Final = Excludes("--workers", "--cluster", "a cluster has its own workers")


def pool_of(workers: int | None, cluster: str | None = None) -> Pool:
    """Make the pool: a cluster, or processes of this machine, by default one a core."""
    if cluster is None:
        return pools.LocalPool(workers or pools.cores())
    return pools.Cluster(cluster)
