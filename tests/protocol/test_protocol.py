"""Nothing is lost and nothing is written twice; that bugs are found is the drill's business."""

import pytest

from tests.protocol.drill import Drill


@pytest.mark.long
def test_three_phones_over_a_bad_network_agree(database: str) -> None:
    sqlite = database.startswith("sqlite")
    Drill(database).run(runs=100 if sqlite else 40, steps=40)
