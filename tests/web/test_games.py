"""What the app promises of every game: its plays can be entered, and every page of them opens.

A new game is found here by its line on the shelf. What it brings for this is its module `plays`.
"""

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from flask import Flask

from companion.engine.entry import Facts, Unreadable
from companion.engine.replay import Result, replay
from companion.engine.setup import Setup
from companion.files.record import decode
from companion.games import GAMES, TILES
from companion.games.game import Game
from companion.games.plays import Play
from companion.web.static.assets import ROOT
from tests.games.pad import test_pad
from tests.support.client_phone import Phone
from tests.support.random_logs import endings_of, plays_of

NO_FIELD = (1.5, {})  # what no field of any entry takes


def each_play() -> Iterator[Any]:
    for game in GAMES.values():
        for number, play in enumerate(plays_of(game).games, 1):
            yield pytest.param(game, play, id=f"{game.slug}-{number}")


def begin(phone: Phone, game: Game[Any, Any], play: Play) -> None:
    """Set this game up as somebody does who fills in these fields."""
    tile = play.tile or game.tiles[0].slug
    page = phone.starts(len(play.names), play.names, tile=tile, given=play.switches)
    assert page.status == 200, page.said


def enter(phone: Phone, game: Game[Any, Any], facts: Facts) -> None:
    """Send one entry as the form of its kind says it, confirmed."""
    form = next(form for form in game.pages.forms if form.kind == facts["kind"])
    said = {name: value for name, value in form.fields(facts).items() if value is not None}
    sent = phone.facts(**said, confirmed="1")
    page = phone.sends(f"{phone.game}entries", sent)
    assert page.status == 200, (facts, sent, page.said)


def setup_of(app: Flask, game: Game[Any, Any], play: Play) -> Setup:
    """The set-up that the fields of a play make."""
    with app.test_request_context(method="POST", data=play.switches):
        tile = next(t for t in game.tiles if t.slug == (play.tile or game.tiles[0].slug))
        options = {**game.pages.switches(meta={"csrf": False}).options(), **tile.options}
    return game.rules.setup_of(play.names, options)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_its_plays_show_every_ending_and_every_kind_of_entry(app: Flask, game: Any) -> None:
    endings, kinds = set(), set()
    for play in plays_of(game).games:
        setup = setup_of(app, game, play)
        done = replay(game.rules, setup, [{**facts, "confirmed": True} for facts in play.entries])
        assert [step.result for step in done.steps] == [Result.RECORDED] * len(play.entries)
        endings.add(done.outcome and str(done.outcome.ending))
        kinds |= {facts["kind"] for facts in play.entries}
    assert endings == {None, *map(str, endings_of(game))}, "plays.py has to reach every ending"
    assert kinds == {entry.kind for entry in game.rules.known}, "plays.py needs these kinds too"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_switches_say_their_options(app: Flask, game: Game[Any, Any]) -> None:
    form = game.pages.switches
    for play in plays_of(game).games:
        with app.test_request_context(method="POST", data=play.switches):
            chosen = form(meta={"csrf": False}).options()
            again = form(formdata=None, data=form.fields(chosen), meta={"csrf": False})
        assert again.options() == chosen, play.switches


@pytest.mark.parametrize(("game", "play"), [*each_play()])
def test_each_field_is_read_and_named_where_it_says_nothing(
    app: Flask, game: Game[Any, Any], play: Play
) -> None:
    setup = setup_of(app, game, play)
    for facts in play.entries:
        entry = game.rules.read(setup, facts)
        for field in fields(entry):
            name = field.metadata["written_as"] or field.name
            assert getattr(entry, field.name) == facts.get(name), (facts, name)
            for nothing in NO_FIELD if field.default is None else (*NO_FIELD, None):
                with pytest.raises(Unreadable) as caught:
                    game.rules.read(setup, {**facts, name: nothing})
                assert caught.value.field == name, (facts, nothing)


@pytest.mark.parametrize("scripts", [False, True], ids=["without scripts", "with htmx"])
@pytest.mark.parametrize(("game", "play"), [*each_play()])
def test_a_play_is_entered(app: Flask, scripts: bool, game: Game[Any, Any], play: Play) -> None:
    phone = Phone(app, scripts=scripts)
    begin(phone, game, play)
    for facts in play.entries:
        enter(phone, game, facts)
    record = decode(phone.opens(f"{phone.game}record.json").answer.text)
    notes = {note.kind for note in game.rules.notes}
    shorthands = {entry.kind for entry in game.rules.shorthands}
    setup, written = setup_of(app, game, play), list[Facts]()
    done = replay(game.rules, setup, [{**facts, "confirmed": True} for facts in play.entries])
    for index, facts in enumerate(play.entries):
        if facts["kind"] in shorthands:  # which stand there spelled out
            written += game.rules.spell_out(done.before(index), game.rules.read(setup, facts))
        elif facts["kind"] not in notes:
            written.append(facts)
    found, wanted = ([known(game, facts) for facts in each] for each in (record.entries, written))
    assert found == wanted


def known(game: Game[Any, Any], facts: Any) -> dict[str, object]:
    """What an entry says in the fields of its kind, without those that say nothing."""
    kind = next(entry for entry in game.rules.entries if entry.kind == facts["kind"])
    names = ["kind", *(field.metadata["written_as"] or field.name for field in fields(kind))]
    return {name: facts[name] for name in names if facts.get(name) not in (None, [])}


COUNTING = (
    (
        "bids",
        "bid 1 0 0, bid 1 1 0, made 1 1 1 -5, made 1 0 0",
        ["Ann: Bid: 0", "Ben: Bid: 0", "Ben: Tricks: 1 −5"],
        "0 / 1 −5−15",
    ),
    (
        "grid",
        "ended 1 1, points 1 1 4, points 1 0 3",
        ["Ben: Ended: ✓", "Ben: Number: 4"],
        "✓ / 4+8",
    ),
    # So many have to play as sit down: nobody can leave.
    ("darts", "points 1 0 100, points 1 1 60", ["Ann: Number: 100"], "100−100"),
)


@pytest.mark.parametrize(("name", "said", "chips", "told"), COUNTING)
def test_a_pad_that_counts_for_itself_shows_all_said(
    app: Flask, monkeypatch: pytest.MonkeyPatch, name: str, said: str, chips: list[str], told: str
) -> None:
    pad = test_pad.PADS[name]
    game, phone = test_pad.make(pad), Phone(app)
    for shelf in (GAMES, TILES):
        monkeypatch.setitem(shelf, game.slug, game)
    seats = f"{pad.seats[0]} to {pad.seats[-1]}" if len(pad.seats) > 1 else pad.seats[0]
    assert f"Tried {seats} players" in phone.opens("/").main.text
    begin(phone, game, Play(("Ann", "Ben"), ()))
    assert "data-plain" not in phone.page.main.attributes
    assert ("±" in phone.page.main.text) is pad.signed
    *first, last = test_pad.log_of(said)
    for facts in first:
        enter(phone, game, facts)
    shown = [each.attributes.get("aria-label") for each in phone.page.main.classed("chip")]
    assert [*filter(None, shown)] == chips
    enter(phone, game, last)
    assert told in " ".join(phone.page.main.text.split())


def test_a_set_up_without_choices_unfolds_none(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    made = test_pad.make(test_pad.DARTS)
    bare = replace(made, pages=replace(made.pages, depths={}))
    for game, unfolds in ((made, 1), (bare, 0)):
        monkeypatch.setitem(TILES, game.slug, game)
        assert len(Phone(app).opens(f"/new/{game.slug}").main.classed("choices")) == unfolds


def test_what_a_game_does_not_write_itself_comes_from_the_shared_templates(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES["one-brain"]
    game = replace(game, slug="another", tiles=(replace(game.tiles[0], slug="another"),))
    monkeypatch.setitem(TILES, game.slug, game)
    numbers = Phone(app).opens("/new/another").main.classed("how-many")[0]
    assert len(numbers.picked("players")) == 1
    assert app.jinja_env.select_template(game.templates("_question")).name == "_question.html"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_each_tile_has_its_glyph_and_its_colour(game: Game[Any, Any]) -> None:
    glyphs = (ROOT / "glyphs.svg").read_text(encoding="utf-8")
    style = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "style").rglob("*.css"))
    for tile in game.tiles:
        assert f'id="g-{tile.slug}"' in glyphs, f"draw g-{tile.slug} in static/glyphs.svg"
        assert re.search(rf"\.{tile.accent}\b", style), f"there is no colour {tile.accent}"
