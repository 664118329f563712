"""How much a table enters: each card, a number of cards a turn, or only the result."""

from tests.support.client_phone import BOTH_WAYS, Phone, answers, nothing_written

ENDED = {"kind": "turn-ended"}


def laid(cards: int) -> dict[str, object]:
    return {"kind": "cards-laid", "cards": cards}


def depth(phone: Phone) -> str:
    """What is chosen on the screen where a game is set up."""
    chosen = [each for each in phone.page.main.all("input", name="depth") if "checked" in
              each.attributes]  # fmt: skip
    return chosen[0].attributes["value"]


def numbers(phone: Phone) -> list[str]:
    """The numbers of cards that one tap enters."""
    phone.opens(phone.game)
    rows = phone.page.main.classed("laid-numbers")
    return [button.text for row in rows for button in row.all("button")]


class TestTurns:
    @BOTH_WAYS
    def test_a_tap_is_a_whole_turn(self, phone: Phone) -> None:
        phone.starts(2, given={"depth": "turns"})
        assert numbers(phone) == list("1234567")
        phone.taps("2")
        assert phone.record()["entries"] == [laid(2), ENDED]
        tops = [face.find("b").text for face in phone.opens(phone.game).main.having("data-pile")]
        assert tops == ["?"] * 4

        phone.starts(2, given={"depth": "turns", "expert": "y"})
        with nothing_written(phone):
            phone.opens(phone.game)
            answers(phone.taps("1"), 422, "Player 1 still has to lay 2 cards.")
        phone.taps("Enter it")
        assert phone.record()["entries"] == [laid(1), {**ENDED, "confirmed": True}]

    def test_a_table_goes_on_as_it_began_until_it_says_otherwise(self, phone: Phone) -> None:
        phone.starts(2)
        phone.opens(f"{phone.game}sheet/result")
        phone.taps("Every turn")
        assert numbers(phone)
        phone.enters(kind="card-played", card=40, pile="up-1")
        assert numbers(phone) == [f"+{more}" for more in range(1, 7)]
        phone.enters(kind="result-entered", left=0)
        phone.opens(phone.game)
        phone.taps("Play again")
        phone.game = str(phone.page.answer.request.path)
        assert numbers(phone)
        phone.opens("/new/the-game")
        assert depth(phone) == "turns"
        phone.opens("/new/the-game-extreme")
        assert depth(phone) == "cards"

    def test_a_line_can_have_another_number_and_a_turn_before_it(self, phone: Phone) -> None:
        phone.starts(2, given={"depth": "turns"})
        phone.enters(kind="turn-laid", cards=2)
        phone.opens(f"{phone.game}log/1")
        phone.taps("4")
        phone.opens(f"{phone.game}log/1/forgotten")
        whole = phone.page.main.classed("numbers")[0]
        phone.sends(whole.attributes["action"], {**whole.values(), "cards": 3})
        assert phone.record()["entries"] == [laid(3), ENDED, laid(4), ENDED]


class TestResult:
    @BOTH_WAYS
    def test_the_pad_takes_it_in_two_steps(self, phone: Phone) -> None:
        page = phone.starts(2, given={"depth": "result", "extreme": "y"}, tile="the-game-extreme")
        assert "How many cards were left" in page.said or "How many" in page.main.text
        form, key = phone.page.form_of("3")
        phone.sends(key.attributes["formaction"], {**form.values(key), "lost": "y"}, entry=False)
        page = phone.taps("1")
        assert "Only the result was entered." in page.main.text
        assert phone.record()["entries"] == [{"kind": "result-entered", "left": 31, "lost": True}]
        for made_up in ("turn", "Ten back", "Cards per turn", "The biggest jumps", "cards laid"):
            assert made_up not in page.main.text, made_up
        assert "only the result" in phone.opens(phone.table).main.text
        said = phone.opens(f"{phone.table}statistics").main.text
        assert "Of 1 game only the result was entered." in said

        phone.starts(2)
        phone.plays(40, "up-1")
        phone.opens(f"{phone.game}sheet/result")
        with nothing_written(phone):
            page = phone.enters(kind="result-entered", left=98)
            assert (page.status, page.said) == (422, "By our count, only 97 cards are left.")
            assert page.main.classed("pad")
