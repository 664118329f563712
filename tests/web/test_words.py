"""The words on the pages: every language has all of them, and no page has words of its own."""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace as but
from datetime import UTC, datetime
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po
from flask import Flask

from companion import create_app
from companion.engine import log
from companion.engine.deck import encode
from companion.engine.entry import Facts
from companion.engine.log import Written
from companion.engine.replay import GAME_OVER, replay
from companion.games import GAMES
from companion.games.game_of_bluff import GAME as BLUFF
from companion.games.one_brain import GAME as BRAIN
from companion.games.the_game import GAME, words
from companion.games.the_game.entries import Command
from companion.games.the_game.forms import FORMS
from companion.games.the_game.rules import Rule
from companion.games.the_game.state import End, Ending, Rating, Reason
from companion.rulebook.book import rulebook
from companion.web import phone
from companion.web.words import CATALOGUES
from tests import pseudo
from tests.games.the_game.telling import (
    cannot,
    depth,
    end,
    holds,
    laid,
    missed,
    play,
    result,
    starter,
    turn,
)
from tests.web.actor import Phone
from tests.web.pages import Element, Page
from tests.web.routes import addresses

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
TRANSLATED = [language for language in phone.LANGUAGES if language != "en"]
NAMES = ["Cas", "Ada"]
SETUP = GAME.rules.setup(NAMES, {"extreme": True, "on_fire": True})

FILES = (
    "tables.download",
    "tables.export",
    "decks.export",
    "sharing.text",
    "files.sheet",
    "files.table",
    "install.manifest",
    "phone.token",
    "health.show",
    "install.worker",
    "live.board",
    "local.files",
    "local.keeper",
    "local.file",
    "local.show_mirror",
    "handover.bundle",
)
"""What is no page."""

NAMES_AND_SIGNS = {  # what every language says with the very words of the source, and why
    "UTC": "the name of the zone in every language",
    "The Game": "the name on the box",
    "The Game: Extreme": "the name on the box",
    "Extreme": "the name on the box",
    "Game of Bluff": "the name on the box",
    "On Fire": "the name on the box",
    "Emma": "the name on the card",
    "Ending Emma": "the name on the card",
    "Rik": "the name on the card",
    "%(cards)s; Rik: %(name)s": "two names and a colon",
    "%(what)s, %(games)s": "two parts with a comma",
    "%(card)s: %(command)s": "two words of the game with a colon",
    "%(card)s: %(action)s": "two words of the game with a colon",
    "%(name)s: %(card)s": "a name and a card with a colon",
    "%(name)s: %(action)s.": "a name and two words of the game",
    "%(name)s: %(card)s, %(pile)s, %(command)s.": "a name and three words of the game",
    "%(action)s: %(removed)s": "two words of the game with a colon",
    "%(game)s, %(level)s": "two words of the game with a comma",
    "%(label)s: %(told)s": "two things with a colon",
    "%(first)s; %(then)s": "two things with a semicolon",
    "%(result)s, %(level)s": "two words of the game with a comma",
    "CSV": "what such files are called",
    "%(minutes)s min": "the same sign everywhere",
    "%(number)s MB": "the same sign in most languages",
}
SAME = {  # and what one of them does
    "nl": {
        "stop": "the word on a road sign",
        "Expert": "the name of the rule on the box",
        "Beginner": "an English word that is in use",
        "Dummy": "what players of cards call a player who is none",
        "Esc": "what stands on the key",
        "hand": "the same word",
        "zombie": "the same word",
        "Live": "what a phone says",
        "Offline": "what a phone says",
        "Auto": "an English word that is in use",
    },
    "de": {
        "Esc": "what stands on the key",
        "Download": "what phones say",
        "Dummy": "what players of cards call a player who is none",
        "One Brain": "the name of the game, which German keeps",
        "Live": "what a phone says",
        "Offline": "what a phone says",
        "%(hours)s h %(minutes)s min": "the same signs",
    },
    "fr": {
        "stop": "the word on a road sign",
        "One Brain": "the name of the game, which French keeps",
        "Options": "the same word",
        "Action": "the same word",
        "Auto": "a short word that is in use",
        "Expert": "the same word",
        "Pile": "the same word",
        "Pile %(pile)s": "the same word",
        "Place": "the same word",
        "Points": "the same word",
        "Table": "the same word",
        "dragon": "the same word",
        "excellent": "the same word",
        "points": "the same word",
        "silence": "the same word",
        "total": "the same word",
        "zombie": "the same word",
    },
}

AS_IT_IS = {  # what nobody translates
    *("X-Forwarded-Proto", "Host", "TRUSTED_PROXIES=1"),
    *(rulebook("companion.games", slug, "en").title for slug in GAMES),
    *("E", "U"),  # keys
}
TITLE = re.compile(r"^Game of Bluff(?=\s?:)")
"""In front of a result; it reads like the English “Game 2: …” of a wrong file."""
DATE_OR_CODE = re.compile(r"\d{4}-\w+-\d+|^[2-9A-Z]{4} [2-9A-Z]{4}$")
PLACEHOLDER = re.compile(r"%\((\w+)\)[ds]")
LETTER = re.compile(r"[^\W\d_]")
SENTENCE = re.compile(r"[A-Z][a-z]")
READ_OUT = ("aria-label", "title", "placeholder", "alt")

SLIPS: dict[str, list[Facts]] = {
    Rule.STARTER_BEFORE_FIRST_CARD: [play(47, "up-1"), starter(1)],
    Rule.CARD_ONCE: [play(47, "up-1"), play(47, "up-2")],
    Rule.HAND_EMPTY: [missed(8, "up-1", 47)],
    Rule.NOTHING_OWED: [play(47, "up-1"), play(48, "up-1"), cannot()],
    Rule.MORE_THAN_THE_DECK: [holds(1, 98)],
    Rule.PILE_DIRECTION: [play(47, "up-1"), play(46, "up-1")],
    Rule.TRICK_FORBIDDEN: [play(47, "up-1", "no-trick"), play(37, "up-1")],
    Rule.SAME_PILE: [play(47, "up-1", "same-pile"), play(48, "up-2")],
    Rule.MINIMUM: [end()],
    Rule.SKULL_OPEN: [play(60, "down-1"), play(47, "up-1", "skull"), end()],
    Rule.FIRE_OPEN: [
        *(play(22, "up-1"), play(23, "up-2"), end()),
        *(play(60, "down-1"), play(59, "down-1"), end()),
    ],
    Rule.EVERY_CARD_NEEDED: [laid(2)],
    Rule.MORE_THAN_LEFT: [play(47, "up-1"), result(98)],
    GAME_OVER: [cannot(), end()],
}
"""What breaks a rule: entries of which the last one does."""

SAID = {
    Rule.STARTER_BEFORE_FIRST_CARD:
        "The game is under way: who starts can no longer change.",
    Rule.CARD_ONCE: "47 is already out.",
    Rule.HAND_EMPTY: "By our count, Cas holds 7 cards.",
    Rule.NOTHING_OWED: "Cas has laid enough: just end the turn.",
    Rule.MORE_THAN_THE_DECK: "The deck has 98 cards: there are not that many left.",
    Rule.PILE_DIRECTION: "46 does not fit on 47 going up.",
    Rule.TRICK_FORBIDDEN: "No ten back while that command is visible.",
    Rule.SAME_PILE: "All cards this turn must go on the same pile.",
    Rule.MINIMUM: "Cas still has to lay 2 cards.",
    Rule.SKULL_OPEN: "The skull is not covered: ending the turn now loses the game.",
    Rule.FIRE_OPEN: "The fire card is not covered: ending the turn now loses the game.",
    Rule.EVERY_CARD_NEEDED: "With commands or fire cards, every card has to be entered.",
    Rule.MORE_THAN_LEFT: "By our count, only 97 cards are left.",
    GAME_OVER: "The game is over. Keep playing first, then enter it.",
}  # fmt: skip
"""What is said of each, in English."""

SLIPS_BESIDES: tuple[tuple[str, list[Facts], str], ...] = (
    (
        Rule.PILE_DIRECTION,
        [play(47, "down-1"), play(58, "down-1")],
        "58 does not fit on 47 going down.",
    ),
    (
        Rule.MINIMUM,
        [play(47, "up-1", "three"), end()],
        "You must lay exactly three cards: ending the turn now loses the game.",
    ),
    (Rule.CARD_ONCE, [play(47, "up-1"), missed(2, "up-2", 47)], "47 is already out."),
)

TOLD = (
    *(starter(1), play(47, "up-1"), missed(2, "up-2", 50), end(), holds(0, 5)),
    *(laid(2), turn(3), depth("turns"), result(12), cannot()),
)


@cache
def catalogue(language: str) -> Catalog:
    with (CATALOGUES / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file)


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def forms(text: object) -> tuple[str, ...]:
    """A text of the source or of a catalogue, one form for each number that has its own."""
    return tuple(map(str, text)) if isinstance(text, list | tuple) else (str(text),)


def test_the_catalogues_are_those_of_the_languages_to_choose_from() -> None:
    assert sorted(folder.name for folder in CATALOGUES.iterdir()) == sorted(TRANSLATED)


@pytest.mark.heavy
def test_extracting_the_texts_again_changes_nothing(tmp_path: Path) -> None:
    fresh = shutil.copytree(CATALOGUES, tmp_path / "translations")
    subprocess.run([ROOT / "tools" / "words", fresh], check=True)
    for language in TRANSLATED:
        written = f"{language}/LC_MESSAGES/messages.po"
        assert (CATALOGUES / written).read_text() == (fresh / written).read_text(), (
            "run tools/words"
        )


@pytest.mark.parametrize("language", TRANSLATED)
class TestCatalogue:
    def test_every_form_of_every_text_is_translated(self, language: str) -> None:
        plurals = catalogue(language).num_plurals
        for message in messages(language):
            translated = forms(message.string)
            assert len(translated) == (plurals if message.pluralizable else 1), message.id
            assert all(form.strip() for form in translated), message.id
            assert not message.fuzzy, message.id

    def test_every_form_has_the_same_placeholders(self, language: str) -> None:
        for message in messages(language):
            source = [set(PLACEHOLDER.findall(form)) for form in forms(message.id)]
            for number, form in enumerate(forms(message.string)):
                assert set(PLACEHOLDER.findall(form)) == source[min(number, 1) if source[1:] else 0]
                assert "%" not in PLACEHOLDER.sub("", form), message.id

    def test_nothing_is_left_in_the_words_of_the_source(self, language: str) -> None:
        same = {message.id for message in messages(language) if message.id == message.string}
        assert same <= NAMES_AND_SIGNS.keys() | SAME[language].keys()
        assert SAME[language].keys() <= same, "a reason for what is not the same any more"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app with a store of its own."""
    folder = tmp_path_factory.mktemp("words")
    database = f"sqlite:///{folder / 'companion.sqlite3'}"
    made = create_app(
        {"TESTING": True, "SECRET_KEY": "k" * 32, "INSTANCE": folder, "DATABASE_URL": database}
    )
    yield made
    made.extensions["store"].close()


class TestTheGame:
    def test_every_rule_has_a_slip_here(self) -> None:
        assert set(SLIPS) == {*Rule, GAME_OVER}

    def test_a_broken_rule_is_said_in_a_sentence(self, language: str) -> None:
        for rule, told in SLIPS.items():
            *before, slip = told
            replayed = replay(GAME.rules, SETUP, told)
            assert [step.result for step in replayed.steps[:-1]] == ["recorded"] * len(before)
            assert rule in replayed.last.rules
            said = words.explain_breach(rule, replayed.before(len(before)), slip, NAMES)
            assert said.endswith("."), (rule, said)
            assert "%" not in said, (rule, said)

    def test_in_english_it_is_this_one(self, app: Flask) -> None:
        slips = [(rule, told, SAID[rule]) for rule, told in SLIPS.items()]
        with app.test_request_context(headers={"Cookie": "language=en"}):
            for rule, told, sentence in (*slips, *SLIPS_BESIDES):
                replayed = replay(GAME.rules, SETUP, told)
                assert rule in replayed.last.rules
                before = replayed.before(len(told) - 1)
                assert words.explain_breach(rule, before, told[-1], NAMES) == sentence

    def test_an_ending_is_said_in_a_sentence(self, language: str) -> None:
        endings = [End(ending, Reason.SKULL_OPEN) for ending in Ending]
        for over in endings + [End(Ending.COMMAND_BROKEN, reason) for reason in Reason]:
            said = words.explain_end(but(GAME.rules.start(SETUP), end=over), NAMES)
            assert said.endswith("."), (over, said)
            assert "%" not in said, (over, said)

    def test_every_rating_and_every_reason_has_words(self, language: str) -> None:
        assert set(words.RATINGS) == set(Rating)
        assert set(words.REASONS) == set(Reason)
        assert all(map(str, words.RATINGS.values()))

    def test_every_kind_of_entry_is_told(self, language: str) -> None:
        assert {facts["kind"] for facts in TOLD} == {entry.kind for entry in GAME.rules.known}
        now = datetime.now(UTC)
        entries = [Written(n, str(n), "phone", now, 0, facts) for n, facts in enumerate(TOLD, 1)]
        told = [
            words.describe_line(line, NAMES) for line in log.read(GAME.rules, SETUP, entries).lines
        ]
        assert len(set(told)) == len(TOLD)
        of_nobody = [facts["kind"] in ("result-entered", "depth-chosen") for facts in TOLD]
        of_players = [line for line, nobody in zip(told, of_nobody, strict=True) if not nobody]
        for line in of_players:  # the name comes first, or right behind the one word for a count
            assert re.sub("^(Nageteld|Korrigiert): ", "", line).startswith(tuple(NAMES)), line
            assert "%" not in line, line

    def test_in_english_it_is_told_so(self, app: Flask) -> None:
        entries = [
            Written(n, str(n), "phone", datetime.now(UTC), 0, facts)
            for n, facts in enumerate((*TOLD[:2], play(48, "up-1", "silence"), *TOLD[2:]), 1)
        ]
        with app.test_request_context(headers={"Cookie": "language=en"}):
            told = [
                words.describe_line(line, NAMES)
                for line in log.read(GAME.rules, SETUP, entries).lines
            ]
        assert [line.replace("\u00a0", " ") for line in told] == [
            "Ada starts",
            "Ada: 47 on ▲ 1",
            "Ada: 48 on ▲ 1, silence",
            "Ada: 2 missed cards, the last 50 on ▲ 2",
            "Ada: end of turn",
            "Cas: hand corrected to 5 cards",
            "Cas: 2 cards laid",
            "Cas: 3 cards, end of turn",
            "From here: Every turn",
            "Result: 12 cards left",
            "Cas: I cannot play",
        ]

    def test_what_cannot_be_read_is_said_for_every_field(self) -> None:
        fields = {name for form in FORMS for name in form.facts_of}
        assert set(words.MISTAKES) == fields
        assert all(hasattr(form, name) for form in FORMS for name in form.facts_of)

    def test_the_rules_page_has_a_place_for_each(self, language: str) -> None:
        named = {*Rule, *Reason, *Rating, *Ending, *Command, GAME_OVER}
        assert named - {*rulebook("companion.games", GAME.slug, language).anchors} == set()


class Bare(HTMLParser):
    """Collects what a template says in its own words, to readers and to listeners."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.said += [value for name, value in attrs if name in READ_OUT and value]

    def handle_data(self, data: str) -> None:
        self.said += [] if self.lasttag == "title" and data.strip("· \n") == "Companion" else [data]


def strings(tokens: Iterable[tuple[int, str, str]]) -> list[list[str]]:
    """The quoted texts of a template, each with the parts that stand side by side."""
    found: list[list[str]] = []
    side_by_side = False
    for _line, kind, value in tokens:
        if kind == "string" and side_by_side:
            found[-1].append(value[1:-1])
        elif kind == "string":
            found.append([value[1:-1]])
        side_by_side = kind == "string" or (kind == "whitespace" and side_by_side)
    return found


def test_no_template_has_words_of_its_own(app: Flask) -> None:
    known = {form for message in messages(TRANSLATED[0]) for form in forms(message.id)}
    assert TEMPLATES
    for template in TEMPLATES:
        tokens = list(app.jinja_env.lex(template.read_text()))
        data = "".join(value for _line, kind, value in tokens if kind == "data")
        own = [text.strip() for text in Bare(data).said if LETTER.search(text)]
        quoted = {"".join(parts) for parts in strings(tokens)}
        own += {text for text in quoted if SENTENCE.match(text)} - known
        assert own == [], template


def tour(visitor: Phone) -> Iterator[tuple[str, Page]]:
    """Every page of the app, with a game that runs and one that is over."""
    yield "an empty shelf", visitor.opens("/")
    yield "alone", visitor.starts(1)
    yield "without names", visitor.starts(3)
    yield "the start", visitor.starts(2, NAMES, aids=True)
    yield "too few", visitor.ends_turn()
    visitor.plays(47, "up-1")
    yield "no such card", visitor.plays(100, "up-1")
    yield "a slip", visitor.plays(30, "up-1")
    yield "a card twice", visitor.plays(47, "up-2")
    visitor.plays(30, "up-1", confirmed="1")
    visitor.takes_back(1)
    for at in ("while it runs", "once it is over"):
        for name, address in addresses(visitor).items():
            if not name.startswith(("static", "assets", *FILES)):
                yield f"{name}, {at}", visitor.opens(address)
        visitor.opens(visitor.game)
        visitor.enters(kind="cannot-play")
    yield from commanded(visitor)
    for seats in (5, 15):
        yield from bluffed(visitor, seats)
    for seats in (1, 3):
        yield from brained(visitor, seats)
    visitor.opens("/import")
    yield "no file", visitor.sends("/import", visitor.facts(), entry=False)
    yield "nothing", visitor.opens("/nowhere")


def commanded(visitor: Phone) -> Iterator[tuple[str, Page]]:
    """A game of Extreme and On Fire with every command in it, and the deck that it teaches."""
    start = visitor.starts(2, NAMES, tile="the-game-extreme", on_fire=True, aids=True)
    yield "the start of Extreme", start
    yield "a card that nobody knows", visitor.plays(47, "up-1")
    yield "a card without a command", visitor.plays(47, "up-1", choice="none", change=1)
    yield "a skull", visitor.plays(12, "up-2", choice="skull")
    yield "a skull left open", visitor.ends_turn()
    yield "a silence", visitor.plays(13, "up-2", choice="silence")
    yield "a fire card", visitor.plays(77, "down-1")
    yield "a fire card that is due", visitor.ends_turn()
    yield "a fire card left open", visitor.ends_turn()
    yield "draw one", visitor.plays(76, "down-1", choice="draw-one")
    yield "no ten back", visitor.plays(75, "down-2", choice="no-trick")
    yield "ten back", visitor.plays(85, "down-2")
    yield "one card drawn", visitor.ends_turn()
    yield "same pile", visitor.plays(48, "up-1", choice="same-pile")
    yield "another pile", visitor.plays(20, "up-2")
    yield "a three", visitor.plays(49, "up-1", choice="three")
    yield "a three of two", visitor.ends_turn()
    yield "a stop", visitor.plays(50, "up-1", choice="stop")
    for name, address in addresses(visitor).items():
        if name.startswith(("tables.s", "log.", "decks.show")):
            yield f"{name}, in Extreme", visitor.opens(address)
    deck = f"{visitor.table}deck/the-game/"
    skulls = {"51": "silence", "60": "skull", "61": "skull", "62": "skull"}
    for said, text in {
        "taken over": encode("the-game", skulls),
        "that differs": encode("the-game", {"51": "stop"}),
        "that is none": "junk",
    }.items():
        given = {**visitor.facts(), "deck": text}
        yield f"a deck {said}", visitor.sends(f"{deck}take-over", given, entry=False)
    given = {**visitor.facts(), "card": "51", "carries": "skull"}
    yield "a doubt on the page of the deck", visitor.sends(deck, given, entry=False)
    visitor.opens(visitor.game)
    yield "both doubts", visitor.plays(51, "up-1", choice="skull")
    visitor.plays(51, "up-1", choice="skull", confirmed="1")
    yield "a broken command", visitor.ends_turn(confirmed="1")


def bluffed(visitor: Phone, seats: int) -> Iterator[tuple[str, Page]]:
    """A game of Bluff of so many players with every page and every mistake, to its end."""

    def says(**facts: object) -> Page:
        visitor.opens(f"{visitor.game}sheet/starter")
        return visitor.enters(**facts)

    def shows(*cards: int, **more: object) -> Page:
        given = {f"cards-{seat}": card for seat, card in enumerate(cards)}
        return says(kind="round-scored", **given, **more)

    def visits() -> Iterator[tuple[str, Page]]:
        for at in ("", *(f"sheet/{name}" for name in BLUFF.pages.sheets), "log/"):
            yield at or "board", visitor.opens(f"{visitor.game}{at}")

    names = [f"Zz{seat}" for seat in range(seats)]
    up, down = range(1, seats + 1), range(seats, 0, -1)
    visited = {"the set-up": visitor.opens("/new/game-of-bluff")}
    visited["too many"] = visitor.starts(99, names, tile="game-of-bluff")
    visited["the start"] = visitor.starts(seats, names, tile="game-of-bluff", last_round=True)
    visited |= {f"{name}, empty": page for name, page in visits()}
    visited["a turn without Emma"] = says(kind="turn-taken")
    visited["nobody has a card"] = shows()
    visited["one has none"] = shows(1, *range(1, seats - 1))
    visited["one card twice"] = shows(*[1] * seats)
    visited["junk"] = shows(*down, rik="junk")
    visited["nobody sits there"] = says(kind="emma-played", player=99)
    says(kind="emma-played", player=0)
    visited |= {f"{name}, after Emma": page for name, page in visits()}
    visited["Emma twice"] = says(kind="emma-played", player=0)
    for _ in range(seats):
        visited["last turns"] = says(kind="turn-taken")
    shows(*down, rik=0)
    visited["a round"] = shows(*down)
    for place in (1, 2, seats + 2):
        visited[f"line {place}"] = visitor.opens(f"{visitor.game}log/{place}")
        visited[f"before {place}"] = visitor.opens(f"{visitor.game}log/{place}/forgotten")
    visited["a slip in a change"] = shows(*[1] * seats, change=seats + 2, back="log")
    visited["a slip in a forgotten round"] = shows(*[1] * seats, before=seats + 2, back="log")
    says(kind="game-stopped")
    visited |= {f"{name}, stopped": page for name, page in visits()}
    visitor.opens(visitor.game)
    visitor.enters(kind="taken-back", target=visitor.head)
    for cards in (down, down, up):
        shows(*cards)
    visited |= {f"{name}, over": page for name, page in visits()}
    visited["after the end"] = shows(*up)
    visited["the table"] = visitor.opens(visitor.table)
    visited["the shelf"] = visitor.opens("/")
    visited["the rules"] = visitor.opens("/rules/game-of-bluff")
    visited["the characters"] = visitor.opens("/rules/game-of-bluff/characters")
    visited["nobody of that name"] = visitor.opens("/rules/game-of-bluff/characters?q=xyzzy")
    yield from ((f"Bluff of {seats}: {name}", page) for name, page in visited.items())


def brained(visitor: Phone, seats: int) -> Iterator[tuple[str, Page]]:
    """Attempts at One Brain of so many players with every page, to a game that is won."""
    names, tile = [f"Zz{seat}" for seat in range(seats)], "one-brain"
    source = "domain" if seats == 1 else "hand"

    def lays(action: str, **more: object) -> Page:
        return visitor.enters(kind="card-played", **{"from": source}, action=action, **more)

    def visits() -> Iterator[tuple[str, Page]]:
        for at in ("", *(f"sheet/{name}" for name in BRAIN.pages.sheets), "log/"):
            yield at or "board", visitor.opens(f"{visitor.game}{at}")
        visitor.opens(visitor.game)

    visited = {"the set-up": visitor.opens(f"/new/{tile}")}
    visited["too many cards"] = visitor.starts(7, names, tile=tile, given={"hand": "6"})
    visited["the start"] = visitor.starts(seats, names, tile=tile, given={"level": "beginner"})
    visited |= {f"{name}, empty": page for name, page in visits()}
    visited["drawn too soon"] = visitor.enters(kind="card-drawn")
    visited["no action"] = lays("")
    visited["a donation"] = lays("donate", to=1, given_from=source, card="blue duck")
    visited["laid again"] = lays("cover", column=1)
    visited["the end of a turn"] = visitor.ends_turn()
    visited["nothing covered"] = lays("cover")
    visited["another action"] = lays("cover", column=1, card="blue duck")
    visited["a remover"] = lays("remove-kind", removes="cat", **{"columns-1": "y"}, card="red cat")
    visited["a look"] = visitor.enters(kind="discard-looked-at")
    visited["another look"] = visitor.enters(kind="discard-looked-at")
    visited |= {f"{name}, in the middle": page for name, page in visits()}
    for place in (1, 2, 3):
        visited[f"line {place}"] = visitor.opens(f"{visitor.game}log/{place}")
        visited[f"before {place}"] = visitor.opens(f"{visitor.game}log/{place}/forgotten")
    visitor.opens(visitor.game)
    visitor.enters(kind="attempt-given-up")
    visited |= {f"{name}, given up": page for name, page in visits()}
    visited["the shelf"] = visitor.opens("/")
    visited["the table"] = visitor.opens(visitor.table)
    visited["the rules"] = visitor.opens("/rules/one-brain")
    visited["the deck"] = visitor.opens(f"{visitor.table}deck/one-brain/")
    yield from ((f"One Brain of {seats}: {name}", page) for name, page in visited.items())


Pages = Callable[[str], dict[str, Page]]


@pytest.fixture(scope="module")
def pages(app: Flask) -> Pages:
    """Every page in a language, visited once."""

    @cache
    def visited(language: str) -> dict[str, Page]:
        visitor = Phone(app)
        visitor.client.set_cookie("language", language)
        return dict(tour(visitor))

    return visited


def texts(element: Element) -> Iterator[str]:
    """Every piece of text, as it is read or heard."""
    for each in element:
        said = [each.attributes.get(name, "") for name in READ_OUT]
        said += [child for child in each.children if isinstance(child, str)]
        yield from (" ".join(text.split()) for text in said if text.strip())


def english(without: set[str]) -> re.Pattern[str]:
    """Whatever the source says in more than three letters, with anything in its placeholders."""
    known = {form for message in messages(TRANSLATED[0]) for form in forms(message.id)} - without
    parts = [PLACEHOLDER.split(text)[::2] for text in known]
    said = [part for part in parts if len(LETTER.findall("".join(part))) > 3]
    return re.compile("|".join(".+".join(map(re.escape, part)) for part in said))


@pytest.mark.heavy
@pytest.mark.parametrize(
    "language",
    [  # all words are in the catalogues of all languages: one shows that the pages use them
        pytest.param(language, marks=pytest.mark.long if language in TRANSLATED[1:] else [])
        for language in TRANSLATED
    ],
)
def test_every_page_is_in_the_language_of_the_phone(pages: Pages, language: str) -> None:
    source = english(NAMES_AND_SIGNS.keys() | SAME[language].keys())
    here, there = pages(language), pages("en")
    assert here.keys() == there.keys()
    said: dict[str, str] = {}  # and on which page first
    for name, page in here.items():
        assert page.tree.find("html").attributes["lang"] == language
        assert page.main.text != there[name].main.text, name
        said |= dict.fromkeys(set(texts(page.tree)) - said.keys(), name)
    left = {(name, text) for text, name in said.items() if source.fullmatch(TITLE.sub("", text))}
    assert left == set()


@pytest.mark.heavy
def test_no_text_is_beyond_translation(app: Flask) -> None:
    with pytest.MonkeyPatch.context() as patch:
        pseudo.learns(patch)
        visitor = Phone(app)
        visitor.client.set_cookie("language", pseudo.LANGUAGE)
        left = {
            (word, text)
            for _name, page in tour(visitor)
            for text in texts_in(page.main, pseudo.LANGUAGE)
            for word in re.findall(r"[A-Za-z]+", DATE_OR_CODE.sub("", text))
            if re.search(r"[aeiouAEIOU]", word) and text not in AS_IT_IS and word not in NAMES
        }
    assert left == set()


def texts_in(element: Element, language: str) -> Iterator[str]:
    """What is read or heard of it, without what says that it is in another language."""
    if element.attributes.get("lang", language) != language:
        return
    said = [element.attributes.get(name, "") for name in READ_OUT]
    said += [child for child in element.children if isinstance(child, str)]
    yield from (" ".join(text.split()) for text in said if text.strip())
    for child in element.children:
        if isinstance(child, Element):
            yield from texts_in(child, language)


@pytest.mark.heavy
def test_english_pages_are_in_the_words_of_the_source(pages: Pages) -> None:
    source = english(set(NAMES_AND_SIGNS))
    for name, page in pages("en").items():
        assert any(source.fullmatch(text) for text in texts(page.tree)), name


@pytest.mark.parametrize(
    ("likes", "language"),
    [
        ("nl", "nl"),
        ("nl-BE, nl;q=0.9, en;q=0.5", "nl"),
        ("en-GB, en, nl;q=0.8", "en"),
        ("sw", "en"),
    ],
)
def test_a_new_phone_gets_what_its_browser_likes(app: Flask, likes: str, language: str) -> None:
    page = Phone(app).opens("/", {"Accept-Language": likes})
    assert page.tree.find("html").attributes["lang"] == language
