"""Random examples: few in each run, many in the long one, fewer still in the quick one.

Where many run, the few among them are no case of their own (`tests/conftest.py`).
"""

import inspect
import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

FEW = 20
FEW_ID = re.compile(r"(?<=[\[-])few(?=[\]-])")
"""What the name of a case says whose parameter is the first of `few_or_many`."""

Test = Callable[..., Any]


def at_most(examples: int, **others: Any) -> settings:
    """Settings of a test with so many examples; with fewer where the profile says so.

    `./test --quick` has such a profile (`tests/conftest.py`).
    """
    return settings(max_examples=min(examples, settings().max_examples), **others)


def choose_depth(usual: int, deep: int) -> int:
    """How many steps a long random test takes: `deep` with `DEEP=1`, as before a release."""
    return deep if os.environ.get("DEEP") else usual


def few_or_many(name: str, few: int, many: int) -> pytest.MarkDecorator:
    """A parameter of this name: few steps or examples in each run, many in the long one."""
    cases = [pytest.param(few, id="few"), pytest.param(many, id="many", marks=pytest.mark.long)]
    return pytest.mark.parametrize(name, cases)


def often(*drawn: Any, many: int = 100, **named: Any) -> Callable[[Test], Test]:
    """As hypothesis' `given`, for a test that is a case of few examples and a long one of many."""

    def made(test: Test) -> Test:
        tests: dict[int, Test] = {
            FEW: at_most(FEW)(given(*drawn, **named)(test)),
            many: settings(max_examples=many)(given(*drawn, **named)(test)),
        }

        def run(*fixtures: Any, examples: int, **others: Any) -> None:
            tests[examples](*fixtures, **others)

        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        asked = inspect.signature(tests[FEW])
        own = inspect.Parameter("examples", inspect.Parameter.KEYWORD_ONLY)
        run.__signature__ = asked.replace(  # type: ignore[attr-defined]
            parameters=[*asked.parameters.values(), own]
        )
        marked: Test = few_or_many("examples", FEW, many)(run)
        return marked

    return made
