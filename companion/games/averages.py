"""Averages as pages show them: with one decimal, wherever one stands."""

from decimal import ROUND_HALF_UP, Decimal

from flask_babel import format_decimal


def format_average(figure: float) -> str:
    """This average in the language of the page: 2.15 is "2.2", as people round, -1 is "−1.0"."""
    rounded = Decimal(repr(figure)).quantize(Decimal("0.1"), ROUND_HALF_UP)
    return str(format_decimal(rounded, "#,##0.0")).replace("-", "−")
