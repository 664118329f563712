"""Nothing is lost and nothing is written twice, and each bug that is planted is found.

`DEEP=1` plays 3,000 evenings of 80 steps on each database.
"""

import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.protocol.bugs import BUGS
from tests.protocol.machine import Machine
from tests.protocol.phone import Phone, phones
from tests.support.databases import on_both

pytestmark = pytest.mark.long
DEEP = "DEEP" in os.environ


def play(url: str, runs: int, steps: int, bug: str = "") -> Counter[str]:
    """So many evenings on this database, always the same ones; the figures of those played.

    The first that goes wrong is raised, made short; without shrinking where a bug is planted.
    """
    steady = settings(
        max_examples=runs,
        stateful_step_count=steps,
        database=None,
        deadline=None,
        phases=[Phase.generate] if bug else [Phase.generate, Phase.shrink],
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    parts = {"url": url, "figures": Counter[str](), "phone_made": Phone, **BUGS.get(bug, {})}
    with phones(bug if bug and not BUGS[bug] else "") as node:
        made = parts["phone_made"]
        assert isinstance(made, type)
        parts["phone_made"] = type("Phone", (made,), {"node": node})
        machine: type[Machine] = type("Evening", (Machine,), parts)
        # It also draws the constants of modules: where more are loaded the evenings are others.
        run_state_machine_as_test(seed(27)(machine), settings=steady)
    return machine.figures


@on_both
def test_three_phones_over_a_bad_network_agree(database: str) -> None:
    usual = 100 if database.startswith("sqlite") else 15
    figures = play(database, runs=3_000 if DEEP else usual, steps=80 if DEEP else 40)
    assert figures["entries"] > usual


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found(bug: str, tmp_path: Path) -> None:
    """It ends with the first evening that shows it: within 600 with any seed that was tried."""
    with pytest.raises(AssertionError):
        play(f"sqlite:///{tmp_path}/companion.sqlite3", runs=2_000, steps=40, bug=bug)
