"""The atlas of the games: `page` makes it of ledgers, `said` has what others say of the games."""

from pyrtool.surveys.atlas.claims import Said, said
from pyrtool.surveys.atlas.page import AtlasError, atlas

__all__ = ["AtlasError", "Said", "atlas", "said"]
