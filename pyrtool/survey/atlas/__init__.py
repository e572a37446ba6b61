"""The atlas of the games: `page` makes it of ledgers, `said` has what others say of the games."""

from pyrtool.survey.atlas.page import AtlasError, atlas
from pyrtool.survey.atlas.said import Said, said

__all__ = ["AtlasError", "Said", "atlas", "said"]
