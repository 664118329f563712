"""Nothing is lost and nothing is written twice, and a machine that plants bugs finds each."""

from pathlib import Path

import pytest

from tests.protocol.bugs import BUGS
from tests.protocol.drill import Drill


def test_three_phones_over_a_bad_network_agree(database: str) -> None:
    sqlite = database.startswith("sqlite")
    Drill(database).run(runs=100 if sqlite else 40, steps=40)


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found(bug: str, tmp_path: Path) -> None:
    assert Drill(f"sqlite:///{tmp_path / 'companion.sqlite3'}").finds(bug, runs=300, steps=40)
