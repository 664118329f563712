"""A result told elsewhere: as text, and as the play that BG Stats makes of the link."""

import json
import re
from typing import Any
from urllib.parse import unquote

import pytest
from babel.dates import format_date

from companion.engine.names import bare
from companion.engine.table import StoredGame
from companion.store.database import schema
from companion.web.pages.playing import Playing
from companion.web.table import sharing
from tests.games.game_of_bluff.telling import rounds, starter, stop
from tests.games.pad.test_pad import points
from tests.games.the_game.telling import cannot, end, late, play
from tests.games.the_game.telling import starter as begins
from tests.support.client_phone import Phone
from tests.support.finished_games import BEATEN, EVENINGS, LOST_BY_THREE, Evening
from tests.support.page import Page
from tests.web.test_history import fills

FAMILY = "👩🏽‍👩🏽‍👧🏽‍👦🏽"  # one sign of eleven code points
LINK = "https://app.bgstatsapp.com/createPlay.html?data="


@pytest.fixture
def over(plain: Phone) -> Phone:
    """A phone at a game that is over: Ben could not play, and 14 cards were left."""
    return ends(plain, Evening("the-game", (*late(4, 7, draw=3), cannot())))


def ends(phone: Phone, evening: Evening) -> Phone:
    """The phone sees this game of the same people, and where it stands."""
    phone.starts(len(evening.names), evening.names, tile="game-of-bluff" if
                 evening.slug == "game-of-bluff" else "the-game")  # fmt: skip
    fills(phone, [evening])
    phone.game = f"{phone.table}{newest(phone).id}/"
    phone.opens(phone.game)
    return phone


def newest(phone: Phone) -> StoredGame:
    store, me = phone.store, phone.id
    return store.games.find_all(me, phone.ids[0])[0]


def shared(page: Page) -> str:
    """The text that the phone's own sheet is given."""
    [link] = page.main.having("data-share")
    return link.attributes["data-share"]


def play_of(phone: Phone) -> dict[str, Any]:
    """What BG Stats reads out of the link, which lies with the files of the game."""
    page = phone.opens(f"{phone.game}record")
    [link] = [a for a in page.main.all("a") if a.attributes.get("rel")]
    assert len(link.attributes["href"]) <= 8_000
    assert link.attributes["href"].startswith(LINK)
    data = link.attributes["href"].removeprefix(LINK)
    assert set(data) <= set(map(chr, range(33, 127))) - set("&#+ \"'<>")
    return json.loads(unquote(data, errors="strict"))


def today(phone: Phone, language: str) -> str:
    return str(format_date(newest(phone).made_at, "long", locale=language))


def test_it_says_how_it_ended_in_the_language_of_the_phone(over: Phone) -> None:
    said = shared(over.page)
    assert said == f"The Game, 14 cards left. Ann and Ben. 2 turns. {today(over, 'en')}."
    [link] = over.page.main.having("data-share")
    assert "download" in link.attributes
    answer = over.client.get(link.attributes["href"])
    assert (answer.mimetype, answer.text) == ("text/plain", said + "\n")
    field = over.page.main.find("noscript").find("textarea")
    assert ("readonly" in field.attributes, field.text) == (True, said)
    scripts = [script.attributes for script in over.page.tree.all("script")]
    assert ["defer" in each for each in scripts if "/ending-" in each["src"]] == [True]
    assert Phone(over.app).opens(f"{over.game}result.txt").status == 404
    over.client.set_cookie("language", "nl")
    said = shared(over.opens(over.game))
    assert said == f"The Game: 14 kaarten over. Ann en Ben. 2 beurten. {today(over, 'nl')}."


class TestPlay:
    """Names and ids as they are here are what BG Stats knows a play again by: for ever."""

    def test_the_game_in_every_language(self, over: Phone) -> None:
        game = newest(over)
        named = {"name": "The Game", "sourceGameId": "the-game", "bggId": 173090}
        figures, seats = {"winner": False, "score": "14"}, (("Ann", True), ("Ben", False))
        play = {
            "sourceName": "Companion",
            "sourcePlayId": game.id,
            "playDate": game.made_at.strftime("%Y-%m-%d %H:%M:%S"),
            "game": {**named, "highestWins": False, "noPoints": False},
            "players": [
                {"name": name, "sourcePlayerId": person.id, "startPlayer": first, **figures}
                for (name, first), person in zip(seats, game.people, strict=True)
            ],
            "comments": "2 turns.",
        }
        for language in ("en", "nl"):
            over.client.set_cookie("language", language)
            assert play_of(over) == play

    def test_who_won_and_by_what(self, plain: Phone) -> None:
        on = {"extreme": True, "on_fire": True, "expert": True}
        by_command, both = Evening("the-game", LOST_BY_THREE, options=on), ("Ann", "Ben")
        bluff = [("Ann", "12", 3, False), ("Ben", "4", 1, True), ("Cas", "8", 2, False)]
        for evening, name, slug, board, players in (
            (Evening("the-game", BEATEN), "The Game", "the-game", None,
             [(each, "0", None, True) for each in both]),
            (by_command, "The Game: Extreme", "the-game-extreme", "Expert, On Fire",
             [(each, None, None, False) for each in both]),
            (EVENINGS[14], "One Brain", "one-brain", "Advanced",
             [(each, "30", None, False) for each in both]),
            (EVENINGS[15], "Game of Bluff", "game-of-bluff", None, bluff),
            (Evening("any-game", (points(1, 0, 5), points(1, 1, 7), stop())), "Any other game",
             "any-game", None, [("Ann", "5", 2, False), ("Ben", "7", 1, True)]),
        ):  # fmt: skip
            told = play_of(ends(plain, evening))
            game = told["game"]
            assert (game["name"], game["sourceGameId"], told.get("board")) == (name, slug, board)
            assert ("bggId" in game) is (slug == "the-game")
            assert game["highestWins"] is (slug == "any-game")
            keys = ("name", "score", "rank", "winner")
            assert [tuple(map(each.get, keys)) for each in told["players"]] == players

    def test_who_began_says_so_by_name_or_as_who_it_is_in_english(self, plain: Phone) -> None:
        three = ("Ann", "Ben", "Cas")
        bluff = (starter(2), *rounds("213"), starter(0), stop())
        for evening, first in (
            (Evening("the-game", (begins(1), play(47, "up-1"), end(), cannot())), "Ben"),
            (EVENINGS[15], "Ann"),
            (Evening("game-of-bluff", bluff, three), "Cas"),
        ):
            told = play_of(ends(plain, evening))
            assert [each["name"] for each in told["players"] if each["startPlayer"]] == [first]
        plain.starts(2)
        plain.client.set_cookie("language", "nl")
        plain.opens(plain.game)
        plain.enters(kind="cannot-play")
        assert [each["name"] for each in play_of(plain)["players"]] == ["Player 1", "Player 2"]

    def test_how_long_it_was_is_in_minutes(self, over: Phone) -> None:
        with over.store.database._writer.begin() as connection:
            later = schema.entries.c.place * 90_000
            of_game = schema.entries.c.game == newest(over).id
            connection.execute(schema.entries.update().values(at=later).where(of_game))
        game = over.store.games.find(over.id, over.ids[0], newest(over).id)
        with over.app.test_request_context():
            play = json.loads(unquote(sharing.as_play(Playing(game)).removeprefix(LINK)))
        assert play["durationMin"] == round((len((*late(4, 7, draw=3), cannot())) - 1) * 1.5)
        over.app.extensions["boards"].clear()
        assert re.search(r"2 turns, \d min", over.opens(over.game).main.text)


def test_fifteen_of_the_longest_names_fit_a_link(plain: Phone) -> None:
    for sign in ("😀", "é", "漢", FAMILY):
        names = [sign * 22 + f"{seat:02}" for seat in range(15)]
        scored = {"kind": "round-scored", "cards": list(range(1, 16))}
        plain.starts(1)  # the names are too long for one form
        game = plain.store.games.start(plain.id, "game-of-bluff", {}, names)
        plain.game = f"/t/{game.table}/{game.id}/"
        fills(plain, [Evening("game-of-bluff", (scored, stop()), names)])
        plain.game = f"/t/{game.table}/{newest(plain).id}/"
        for name, each in zip(names, play_of(plain)["players"], strict=True):
            cut = each["name"].removesuffix("…")
            assert name.startswith(cut)
            assert cut == name or len(cut) % len(sign) == 0  # no sign is cut in two


def test_a_picture_is_told_what_the_end_says_and_a_game_that_goes_on_has_none(over: Phone) -> None:
    for page in (over.page, over.opens(f"{over.game}about/")):
        [button] = page.main.having("data-picture")
        told = json.loads(button.attributes["data-picture"])
        assert [bare(name) for name in told["names"]] == ["Ann", "Ben"]
        assert (told["figure"], told["says"]) == ("14", "cards left")
        assert (told["figures"], told["called"], told["ranks"]) == ([84, 0], "cards laid", [])
        assert (len(told["rows"]), told["length"]) == (2, "2 turns")
        kept = over.client.get("/sw.js?told").text  # for a phone without network
        assert button.attributes["data-by"] in kept
    over.starts(2, ["Ann", "Ben"])
    over.plays(47, "up-1")
    assert not over.opens(f"{over.game}about/").main.having("data-picture")
    assert not over.opens(f"{over.game}record").main.having("rel")
