"""What each legal move is worth: `advise`. docs/advice.md defines every word."""

from pyrtool.advice.advise import advise
from pyrtool.advice.worth import Advice, Orders, Value, Worth

__all__ = ["Advice", "Orders", "Value", "Worth", "advise"]
