"""Whose turn it is at One Brain, who may draw and until when, playing alone, and corrections."""

from typing import Any

import pytest

from tests.games.one_brain.telling import (
    RECORDED,
    case,
    draws,
    draws_late,
    ends,
    gives_up,
    holds,
    lays,
    left,
    middle,
    refuses,
    starter,
    told,
    turns,
)

PLAIN = lays("remove-kind")
"""A card that asks nothing: a remover that finds nothing."""
TOO_LATE = refuses("too-late-to-draw")


class TestTurn:
    @pytest.mark.parametrize(
        ("entries", "turn"),
        [
            case("the first seat begins", [], (0, "play")),
            case("once the card lies, a draw is next", [PLAIN], (0, "draw")),
            case("a draw passes the turn", [PLAIN, draws()], (1, "play")),
            case("so does ending it", [PLAIN, ends()], (1, "play")),
            case("the last seat is followed by the first", turns(PLAIN, PLAIN, PLAIN), (0, "play")),
            case("a late draw passes nothing", [PLAIN, ends(), draws_late()], (1, "play")),
            case("a correction passes nothing", [PLAIN, holds(0, 9)], (0, "draw")),
            case("nor does one of another seat", [PLAIN, ends(), holds(0, 9)], (1, "play")),
            case("the starter begins", [starter(2)], (2, "play")),
            case("after the starter the one to the left", [starter(2), PLAIN, ends()], (0, "play")),
            case("who has no cards may draw, and waits", [holds(0, 0), draws()], (1, "play")),
            case("who has no cards may end the turn", [holds(0, 0), ends()], (1, "play")),
            case("nobody is passed by", [holds(1, 0), PLAIN, ends()], (1, "play")),
        ],
    )  # fmt: skip
    def test_whose_it_is(self, entries: list[object], turn: tuple[int, str]) -> None:
        assert told(*entries, players=3).turn == turn

    @pytest.mark.parametrize("players", range(2, 8))
    def test_it_goes_round(self, players: int) -> None:
        seen = []
        for number in range(players + 1):
            itself = [lays("remove-kind", columns=[card]) for card in range(1, number + 1)]
            one = told(starter(players - 1), *turns(*itself), players=players)
            seen.append(one.turn[0])
        assert seen == [players - 1, *range(players)]


class TestDraw:
    def test_a_drawn_card_comes_into_the_hand(self) -> None:
        one = told(holds(0, 3, 2), lays("remove-kind", "domain"), draws())
        assert (one.held, one["draw_pile"]) == ([(4, 1), (5, 0)], 25)

    def test_who_has_no_cards_draws_one(self) -> None:
        one = told(holds(0, 0), draws())
        assert (one.held, one["draw_pile"]) == ([(1, 0), (5, 0)], 30)
        one = told(holds(0, 0), draws(), PLAIN, ends())
        assert one.turn == (0, "play")
        assert told(*one.entries, ends()).verdict == refuses("play-first")

    def test_the_last_card_of_the_pile(self) -> None:
        one = told(*left(2, 2, draw=1), PLAIN, draws())
        assert (one.held, one["draw_pile"]) == ([(2, 0), (2, 0)], 0)
        assert told(*one.entries, PLAIN, draws()).verdict == refuses("draw-pile-empty")
        assert told(*one.entries, PLAIN, ends()).turn == (0, "play")


class TestLateDraw:
    """003:249: a forgotten card may be drawn until the left neighbour has laid one."""

    NEIGHBOUR_OUT: tuple[dict[str, Any], ...] = (holds(1, 0), PLAIN, ends())

    @pytest.mark.parametrize(
        ("entries", "late"),
        [
            case("nobody at first", [], None),
            case("who ended the turn", [PLAIN, ends()], 0),
            case("until it is drawn", [PLAIN, ends(), draws_late()], None),
            case("until the next card is laid", [PLAIN, ends(), PLAIN], None),
            case("then who laid that one", [PLAIN, ends(), PLAIN, ends()], 1),
            case("until a neighbour without cards draws", [*NEIGHBOUR_OUT, draws()], None),
            case("a neighbour without cards who only ends", [*NEIGHBOUR_OUT, ends()], 1),
            case("who had no cards and ended the turn", [holds(0, 0), ends()], 0),
            case("still, after a correction", [PLAIN, ends(), holds(1, 9)], 0),
            case("still, after one's own correction", [PLAIN, ends(), holds(0, 4)], 0),
            case("nobody, with an empty pile", [*left(2, 2, 2), PLAIN, ends()], None),
            case("who left the last card of it", [*left(2, 2, 2, draw=1), PLAIN, ends()], 0),
            case(
                "nobody, that having been the last one",
                [*left(2, 2, 2, draw=1), PLAIN, draws(), PLAIN, ends()],
                None,
            ),
            case("nobody, had the pile been filled afterwards", [
                *left(2, 2, 2), PLAIN, ends(), holds(2, 1)
            ], None),
        ],
    )  # fmt: skip
    def test_who_may_still_draw(self, entries: list[object], late: int | None) -> None:
        one = told(*entries, players=3)
        assert one["late_draw"] == late
        expected = TOO_LATE if late is None else RECORDED
        assert told(*entries, draws_late(), players=3).verdict == expected

    def test_it_comes_into_the_hand_of_who_forgot_it(self) -> None:
        one = told(PLAIN, ends(), draws_late())
        assert (one.held, one["draw_pile"]) == ([(5, 0), (5, 0)], 25)

    def test_a_pile_that_was_corrected_away_has_nothing_to_draw(self) -> None:
        entries = [PLAIN, ends(), holds(1, 31)]
        assert told(*entries)["draw_pile"] == 0
        one = told(*entries, draws_late())
        assert (one.verdict, one.changed) == (TOO_LATE, False)


class TestSolo:
    """003:136: whoever plays alone plays for a virtual seat too, all cards open."""

    def told(self, *entries: object) -> Any:
        return told(*entries, players=1)

    def test_five_open_cards_each(self) -> None:
        one = self.told()
        assert (one.held, one["draw_pile"]) == ([(0, 5), (0, 5)], 26)

    @pytest.mark.parametrize(
        ("entries", "turn"),
        [
            case("oneself begins", [], (0, "play")),
            case("then the virtual seat", turns(lays("cover", "domain")), (1, "play")),
            case("the virtual seat may begin", [starter(1)], (1, "play")),
        ],
    )
    def test_whose_turn_it_is(self, entries: list[object], turn: tuple[int, str]) -> None:
        assert self.told(*entries).turn == turn

    def test_a_drawn_card_comes_into_the_domain(self) -> None:
        card = lays("remove-kind", "domain")
        one = self.told(card, draws(), card, draws())
        assert (one.held, one["draw_pile"]) == ([(0, 5), (0, 5)], 24)

    def test_so_does_one_drawn_late(self) -> None:
        one = self.told(lays("remove-kind", "domain"), ends())
        assert one["late_draw"] == 0
        one = self.told(*one.entries, draws_late())
        assert (one.held, one["draw_pile"]) == ([(0, 5), (0, 5)], 25)

    def test_a_gift_to_the_virtual_seat_and_back(self) -> None:
        entries = [lays("donate", "domain", to=1, given_from="domain"), ends()]
        assert self.told(*entries).held == [(0, 3), (0, 6)]
        back = lays("donate", "domain", to=0, given_from="domain")
        assert self.told(*entries, back).held == [(0, 4), (0, 4)]
        to_itself = lays("donate", "domain", to=1, given_from="domain")
        assert self.told(*entries, to_itself).verdict == refuses("to-another-seat")

    def test_there_is_no_hand_to_lay_from(self) -> None:
        assert self.told(PLAIN).verdict == refuses("no-such-card")
        from_hand = lays("extra", "domain", extra_from="hand")
        assert self.told(from_hand).verdict == refuses("no-such-card")

    def test_what_is_taken_back_comes_into_the_domain(self) -> None:
        one = self.told(*turns(lays("cover", "domain")), lays("take-back", "domain", column=1))
        assert one.held == [(0, 4), (0, 5)]

    def test_the_virtual_seat_is_corrected_too(self) -> None:
        one = self.told(holds(1, 0, 7))
        assert (one.held, one["draw_pile"]) == ([(0, 5), (0, 7)], 24)
        assert self.told(holds(1, 0, 31)).verdict == RECORDED
        assert self.told(holds(1, 0, 32)).verdict == refuses("more-than-the-deck")


class TestCorrected:
    @pytest.mark.parametrize(
        ("entries", "held", "draw_pile"),
        [
            case("fewer", [holds(0, 3)], (3, 0), 28),
            case("more", [holds(0, 8)], (8, 0), 23),
            case("none", [holds(0, 0)], (0, 0), 31),
            case("some of them open", [holds(0, 3, 2)], (3, 2), 26),
            case("more, in both", [holds(0, 7, 4)], (7, 4), 20),
            case("of hand for domain", [holds(0, 1, 4), holds(0, 4, 1)], (4, 1), 26),
            case("while a card lies", [PLAIN, holds(0, 5)], (5, 0), 25),
            case("out of one's turn", [PLAIN, ends(), holds(0, 5)], (5, 0), 25),
        ],
    )
    def test_the_difference_goes_to_or_comes_from_the_pile(
        self, entries: list[object], held: tuple[int, int], draw_pile: int
    ) -> None:
        one = told(*entries)
        assert (one.held, one["draw_pile"]) == ([held, (5, 0)], draw_pile)
        assert (one["discarded"], one["flags"]) == (0, [])

    @pytest.mark.parametrize(
        ("before", "most"),
        [
            case("with cards in the middle", middle(4), 29),
            case("with cards in a domain", [holds(0, 3, 6)], 31),
            case("with cards removed", turns(lays("remove-kind", columns=[1])), 30),
            case("with an empty pile", [*left(3, 2)], 3),
            case("with nothing at all", [*left(0, 2)], 0),
        ],
    )
    @pytest.mark.parametrize("open_cards", [False, True])
    def test_no_more_than_the_deck_has(
        self, before: list[object], most: int, open_cards: bool
    ) -> None:
        start = told(*before)
        assert sum(start.held[0]) + start["draw_pile"] == most
        for count in (most - 1, most, most + 1):
            if count < 0:
                continue
            held = (count // 2, count - count // 2) if open_cards else (count, 0)
            one = told(*before, holds(0, *held))
            if count > most:
                assert (one.verdict, one.changed) == (refuses("more-than-the-deck"), False)
            else:
                assert (one.held[0], one["draw_pile"]) == (held, most - count)

    def test_it_ends_nothing_by_itself(self) -> None:
        one = told(holds(0, 0), holds(1, 0))
        assert (one["outcome"], one.turn, one["must_draw"]) == (None, (0, "play"), True)
        one = told(*left(1, 1), PLAIN, holds(1, 0))
        assert (one["outcome"], one.turn, one["draw_pile"]) == (None, (0, "draw"), 1)

    def test_who_has_no_card_any_more_may_draw_or_end(self) -> None:
        for entry in (draws(), ends()):
            assert told(holds(0, 0), entry).turn == (1, "play")
            assert told(holds(0, 0), holds(0, 1), entry).verdict == refuses("play-first")


class TestMustDraw:
    """003:100: nobody holds a card, and the pile does."""

    @pytest.mark.parametrize(
        ("entries", "must"),
        [
            case("one holds cards", [holds(0, 0)], False),
            case("nobody does", [holds(0, 0), holds(1, 0)], True),
            case("one has a domain", [holds(0, 0), holds(1, 0, 1)], False),
            case("somebody drew", [holds(0, 0), holds(1, 0), draws()], False),
            case("nobody drew", [holds(0, 0), holds(1, 0), ends(), ends()], True),
            case("drawn late", [holds(0, 0), holds(1, 0), ends(), draws_late()], False),
            case("the last card laid", [holds(1, 0), holds(0, 1), PLAIN], True),
            case("one card left in the pile", [*left(1, 0, draw=1), PLAIN], True),
            case("the attempt given up", [holds(0, 0), holds(1, 0), gives_up()], False),
        ],
    )  # fmt: skip
    def test_it_says_so(self, entries: list[object], must: bool) -> None:
        assert told(*entries)["must_draw"] is must
