"""What numbers of The Game are, of which six burn and most have a card ten back, and commands."""

import pytest

from companion.games.the_game.entries import Pile
from companion.games.the_game.state import ten_back
from tests.games.the_game.telling import end, missed, play, sure
from tests.support.rulings import tell


@pytest.mark.parametrize(
    ("pile", "top", "card"),
    [
        ("up-1", 1, None), ("up-1", 11, None), ("up-2", 12, 2), ("up-2", 99, 89),
        ("down-1", 100, None), ("down-1", 90, None), ("down-2", 89, 99), ("down-2", 2, 12),
    ],
)  # fmt: skip
def test_start_cards_have_no_card_ten_back(pile: str, top: int, card: int | None) -> None:
    assert ten_back(Pile(pile), top) == card


def test_six_cards_are_fire() -> None:
    def burns(card: int) -> bool:
        told = tell("the-game", [play(card, "up-1"), sure(end())], 2, on_fire=True)
        return bool(told["state"]["turn"]["cover"])

    assert [card for card in range(2, 100) if burns(card)] == [22, 33, 44, 55, 66, 77]


def test_a_command_on_another_kind_is_a_further_key() -> None:
    plain = [missed(2, "up-1", 47), end()]
    carrying = [{**facts, "command": "stop"} for facts in plain]
    assert tell("the-game", carrying, 2) == tell("the-game", plain, 2)
