"""Boards at which anything happens: as those drawn anew, and what they say aloud."""

import re
from html import unescape
from random import Random

import pytest
from flask import Flask

from companion.web.pages.pieces import PLACE
from companion.web.play.announcing import NEWEST
from companion.web.play.boards import BoardCache
from tests.support.client_phone import Phone
from tests.support.random_examples import choose
from tests.web.anything import TABLES, Evening

ACTS = choose(few=12, many=60, deep=150)


@pytest.mark.parametrize("kind", TABLES)
def test_a_board_with_kept_pieces_reads_like_one_drawn_anew(app: Flask, kind: str) -> None:
    random = Random(7)
    tables = [Evening(app, kind, random) for _ in range(2)]
    for _ in range(ACTS):
        for table in tables:
            table.act()
            kept = table.boards()
            with pytest.MonkeyPatch.context() as patch:  # another process has drawn no board yet
                patch.setitem(app.extensions, "boards", BoardCache())
                anew = table.boards()
            assert not any(PLACE in board for board in anew)
            assert kept == anew, f"after {table.acts} acts"


HEARD = 60  # acts


def spoken(board: str) -> list[list[str]]:
    """Each entry that this board says: its place, its mark, and its sentences."""
    [said] = re.findall('data-spoken="([^"]*)"', board)
    return [line.split("\t") for line in unescape(said).split("\n")] if said else []


def test_a_board_says_its_newest_entries(game: Phone) -> None:
    for card in (50, 60, 70):
        game.plays(card, "up-1")
    said = spoken(game.opens(game.game).answer.text)
    assert [int(place) for place, *_ in said] == [2, 3, 4]
    assert len({mark for _place, mark, *_ in said}) == NEWEST == len(said)
    assert said[-1][2:] == ["Ann laid 70 on pile A."]

    game.takes_back(4)
    game.plays(75, "up-1")
    said = [sentences for _place, _mark, *sentences in spoken(game.opens(game.game).answer.text)]
    assert said == [["Undone: Ann laid 70 on pile A."], ["Ann laid 75 on pile A."]]
    game.starts(2, ["Ann", "Ben"])
    assert spoken(game.opens(game.game).answer.text) == []


@pytest.mark.parametrize("kind", TABLES)
def test_an_entry_reads_alike(app: Flask, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Evening(app, kind, Random(3))
    monkeypatch.setattr(table, "renames", lambda: None)  # who is called otherwise is said so
    known: dict[tuple[int, str, str], list[str]] = {}
    for _ in range(HEARD):
        table.act()
        for phone, board in enumerate(table.boards()):
            for place, mark, *sentences in spoken(board):
                assert known.setdefault((phone, place, mark), sentences) == sentences, place
    assert len(known) > HEARD / 4


def corrected(board: str) -> list[str]:
    """What this board says of a correction: its sentence, and the place of its line."""
    said = re.findall('data-corrected="([^"]*)"', board)
    return unescape(said[0]).split("\t")[2:] if said else []


def test_a_board_says_what_was_corrected_further_back(game: Phone) -> None:
    game.plays(50, "up-1")
    game.plays(60, "up-2")
    first = game.opens(game.game).answer.text
    assert corrected(first) == []
    for card, said in (("55", "50 → 55"), ("54", "55 → 54")):
        game.plays(card, "up-1", change=2, confirmed="1")
        board = game.opens(game.game).answer.text
        assert corrected(board) == [f"Another phone changed entry 2: {said} on ▲ A", "2"]
    game.plays(61, "up-2")
    game.takes_back(6)
    assert corrected(game.opens(game.game).answer.text) == corrected(board)
    game.plays(62, "up-2")
    game.takes_back(2)
    board = game.opens(game.game).answer.text
    assert corrected(board) == ["Another phone undid: Ann: 54 on ▲ A", "2"]
