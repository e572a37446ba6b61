"""The type of JSON objects."""

from __future__ import annotations

from typing import Any

JsonObject = dict[str, Any]
"""An object of JSON. Its values are of every type: a reader checks each before it is used."""
