"""What a copy of a table and its server learn and name apart: the server's word holds."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from companion.files.copies import Known, meet, pick_news, read_decks, row_of
from companion.files.handover import Handover, Learned
from tests.support import handovers

EMPTY = replace(handovers.table(games=1, acts=2), lessons=(), nicknames={})


def table(*lessons: str, **words: str) -> Handover:
    """The table with lessons such as "skull" of the page of the deck, or "stop other" of a game."""
    learned = []
    for minute, lesson in enumerate(lessons):
        carries, _space, game = lesson.partition(" ")
        at = handovers.BEGAN + timedelta(minutes=minute)
        learned.append(Learned("the-game", "47", carries, game, at))
    called = {"one-brain": words} if words else {}
    return replace(EMPTY, lessons=tuple(learned), nicknames=called)


def known(said: Handover) -> Known:
    return Known(
        {slug: dict(words) for slug, words in said.nicknames.items()},
        [row_of(each) for each in said.lessons],
    )


def test_what_comes_of_a_card_and_of_a_nickname() -> None:
    """`copies.txt` has each case: "-" stands for nothing, "gone" for what was taken away."""
    text = Path(__file__).with_name("copies.txt").read_text(encoding="utf-8")
    for line in filter(lambda line: line[0] != "#", text.splitlines()):
        shows, *cells = line.split(" | ")
        *said, then, other = [cell.replace("-", "").replace("gone", "") for cell in cells]
        is_told = cells[-1] != "-"
        was, ours, theirs = (table(*filter(None, each.split(", "))) for each in said)
        met = meet(known(was), ours, theirs)
        holds = table(*filter(None, then.split(", ")))
        assert sorted(map(row_of, met.lessons)) == sorted(map(row_of, holds.lessons)), shows
        assert read_decks(map(row_of, met.lessons)) == read_decks(map(row_of, holds.lessons)), shows
        assert met.known == Known({}, known(theirs).lessons, {}, met.known.other_cards), shows
        assert met.known.other_cards == ({"the-game": {"47": other}} if is_told else {}), shows
        if " " in "".join(said) or ", " in line:
            continue  # no nickname is of a game
        was, ours, theirs = (table(**({"game": each} if each else {})) for each in said)
        met = meet(known(was), ours, theirs)
        assert met.nicknames == ({"one-brain": {"game": then}} if then else {}), shows
        assert met.known.nicknames == theirs.nicknames, shows
        told = {"one-brain": {"game": other}} if is_told else {}
        assert met.known.other_nicknames == told, shows


def test_only_what_is_new_here_goes_there() -> None:
    was, ours = table("skull", "stop a", game="Cats"), table("stop a", "three b", sixth="rose")
    news = pick_news(known(was), ours)
    assert [row_of(each)[2:] for each in news.lessons] == [["three", "b"]]
    assert news.nicknames == {"one-brain": {"sixth": "rose"}}


def test_what_does_not_hold_is_told_until_it_is_read() -> None:
    """Also where nothing is known of before, as after the server was put back."""
    here, there = table("skull a", game="Cats", sixth="rose"), table("stop b", game="Dogs")
    met = meet(None, here, there)
    assert met.nicknames == {"one-brain": {"game": "Dogs", "sixth": "rose"}}
    other = ({"one-brain": {"game": "Cats"}}, {"the-game": {"47": "skull"}})
    assert (met.known.other_nicknames, met.known.other_cards) == other
    again = meet(met.known, replace(there, nicknames=met.nicknames), there).known
    assert (again.other_nicknames, again.other_cards) == other
