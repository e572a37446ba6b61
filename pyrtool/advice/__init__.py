"""What each legal move is worth: `advise`. docs/advice.md defines every word."""

from pyrtool.advice.advise import MOST_ORDERS, advise
from pyrtool.advice.worth import Advice, Orders, Value, Worth

__all__ = ["MOST_ORDERS", "Advice", "Orders", "Value", "Worth", "advise"]
