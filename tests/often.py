"""Examples at random: some of them in each run, many in the long one."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

FEW = 20

Test = Callable[..., Any]


def often(*drawn: Any, many: int = 100, **named: Any) -> Callable[[Test], Test]:
    """As hypothesis' `given`, for a test that is a case of few examples and a long one of many."""
    cases = [pytest.param(FEW, id="few"), pytest.param(many, id="many", marks=pytest.mark.long)]

    def made(test: Test) -> Test:
        tests: dict[int, Test] = {
            most: settings(max_examples=most)(given(*drawn, **named)(test)) for most in (FEW, many)
        }

        def run(*fixtures: Any, examples: int, **others: Any) -> None:
            tests[examples](*fixtures, **others)

        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        asked = inspect.signature(tests[FEW])
        own = inspect.Parameter("examples", inspect.Parameter.KEYWORD_ONLY)
        run.__signature__ = asked.replace(  # type: ignore[attr-defined]
            parameters=[*asked.parameters.values(), own]
        )
        marked: Test = pytest.mark.parametrize("examples", cases)(run)
        return marked

    return made
