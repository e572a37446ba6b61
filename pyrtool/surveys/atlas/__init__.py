"""The atlas of the games: `page` makes it of ledgers, `published_rates` has what others report."""

from pyrtool.surveys.atlas.claims import PublishedRate, published_rates
from pyrtool.surveys.atlas.page import AtlasError, atlas

__all__ = ["AtlasError", "PublishedRate", "atlas", "published_rates"]
