"""What each legal move is worth: `advise`. docs/how-to/judge-a-move.md defines every word."""

from pyrtool.answers.advice.advise import MOST_ORDERS, advise
from pyrtool.answers.advice.values import Advice, Assumed, Orders, Value, Worth

__all__ = ["MOST_ORDERS", "Advice", "Assumed", "Orders", "Value", "Worth", "advise"]
