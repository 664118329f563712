"""What each game reads, does, shows and says: its `FIELDS`, and the tables beside it."""

from dataclasses import fields
from pathlib import Path

import pytest

from companion.engine.entry import Unreadable
from companion.engine.names import settle
from companion.engine.replay import GAME_OVER, replay
from companion.games import GAMES, SHELF
from companion.rulebook.book import rulebook
from tests.games.telling import FACTS_OF, FIELDS, LOG_OF, OPTIONS, PLAYERS
from tests.games.the_game import telling as the_game
from tests.support.random_logs import endings_of, plays_of, rules_of
from tests.support.rulings import find_wrong, find_wrong_values, read_rulings, read_table
from tests.support.submitted_log import read_story

FOLDER = Path(__file__).parent
RECORD_FORMAT = FOLDER.parents[1] / "docs" / "record.md"


@pytest.mark.parametrize("slug", FACTS_OF)
def test_each_ruling_holds(slug: str) -> None:
    file = FOLDER / GAMES[slug].folder / "rulings.txt"
    assert find_wrong(slug, file, FACTS_OF[slug], PLAYERS[slug]) == []


def test_a_ruling_that_does_not_hold_says_what_holds_instead() -> None:
    [ruling] = read_rulings("40 up-1, 39 up-1 | recorded, hands 5 7 | down a pile up")
    assert (ruling.line, ruling.shows) == (1, "down a pile up")
    found = find_wrong_values("the-game", ruling, the_game.facts_of, 2)
    assert list(found) == ["['recorded', 'ask pile-direction']", "hands 6 7"]


@pytest.mark.parametrize("slug", FIELDS)
def test_each_field_takes_what_it_takes_and_is_named_for_all_else(slug: str) -> None:
    """Every field of every entry is told, at a table of three."""
    rules, told = GAMES[slug].rules, FIELDS[slug]
    written = {
        (entry.kind, field.metadata["written_as"] or field.name): field.name
        for entry in rules.known
        for field in fields(entry)
    }
    assert {(facts["kind"], name) for facts, name, _takes, _not in told} == written.keys()
    setup = rules.setup(["Ann", "Ben", "Cas"], OPTIONS[slug])
    for facts, name, takes, refuses in told:
        for value in takes:
            entry = rules.read(setup, {**facts, name: value})
            assert getattr(entry, written[facts["kind"], name]) == value, (facts, name)
        for value in refuses:
            with pytest.raises(Unreadable) as caught:
                rules.read(setup, {**facts, name: value})
            assert caught.value.field == name, (facts, name, value)


@pytest.mark.parametrize("slug", FACTS_OF)
def test_each_state_shows_its_paragraphs(slug: str) -> None:
    """All entries are confirmed, and recorded; no two of the paragraphs are one."""
    game, book = GAMES[slug], rulebook(SHELF, slug, "en")
    text = (FOLDER / game.folder / "paragraphs.txt").read_text(encoding="utf-8")
    for ruling in read_rulings(text):
        options = dict(ruling.options)
        setup = game.rules.setup(["Ann"] * options.pop("players", PLAYERS[slug]), options)
        entries = [facts for said in ruling.said for facts in FACTS_OF[slug](said)]
        played = replay(game.rules, setup, [{**each, "confirmed": True} for each in entries])
        assert {str(step.result) for step in played.steps} <= {"recorded"}, ruling
        found = [*map(str, game.rule_book.relevant(played.state))]
        assert found == ruling.holds[0].split(), ruling
        passages = [book.passage(anchor) for anchor in found]
        assert None not in passages, f"no paragraph of the rules: {ruling}"
        assert len(set(passages)) == len(passages), f"two stand in one paragraph: {ruling}"


@pytest.mark.parametrize("slug", GAMES)
def test_whatever_can_be_named_has_its_paragraph(slug: str) -> None:
    game, book = GAMES[slug], rulebook(SHELF, slug, "en")
    kinds = game.rule_of
    assert kinds.keys() == {entry.kind for entry in game.rules.known}
    named = (GAME_OVER, *rules_of(game), *endings_of(game), *plays_of(game).named, *kinds.values())
    lacking = {str(name) for name in named if not book.passage(str(name))}
    assert not lacking, f"{game.folder}/rules.en.md needs these {{#...}}, no chapter (##)"


@pytest.mark.parametrize("slug", GAMES)
def test_the_record_format_names_its_options_and_entries(slug: str) -> None:
    game, text = GAMES[slug], RECORD_FORMAT.read_text(encoding="utf-8")
    written = dict(part.split("\n", 1) for part in text.split("\n## "))
    section = "`any-game`" if game.scoring else f"`{slug}`"
    named = {option.name for option in game.rules.options}
    named |= set() if game.scoring else {entry.kind for entry in game.rules.entries}
    lacking = {name for name in named if f"`{name}`" not in written.get(section, "")}
    assert not lacking, f"docs/record.md needs these below `## {section}`"


def test_ways_to_enter_the_same_have_one_paragraph() -> None:
    rule_of = GAMES["the-game"].rule_of
    assert {rule_of[kind] for kind in ("cards-laid", "turn-laid", "depth-chosen")} == {"by-turns"}
    assert rule_of["result-entered"] == "result-only"


NAMES = ["Cas", "Ben", "Ann"]
EVERY_GAME = pytest.mark.parametrize("slug", LOG_OF)


def read_words(slug: str, name: str) -> list[list[str]]:
    """The rows below this heading in `words.txt` of the game."""
    return read_table(f"{Path(__file__).parent / GAMES[slug].folder / 'words.txt'}", name)


@EVERY_GAME
def test_a_broken_rule_is_said_in_a_sentence(slug: str, language: str) -> None:
    slips = read_words(slug, "SLIPS")
    setup = GAMES[slug].rules.setup(NAMES[: PLAYERS[slug]], OPTIONS[slug])
    assert {rule for rule, *_ in slips} == {*rules_of(GAMES[slug]), GAME_OVER}
    for rule, said, english in slips:
        *_, last = told = LOG_OF[slug](said)
        replayed = replay(GAMES[slug].rules, setup, told)
        assert rule in replayed.last.rules, f"{said}: {replayed.last.result} of {setup.players}"
        before = replayed.before(len(told) - 1)
        sentence = GAMES[slug].words.explain_breach(rule, before, last, NAMES)
        assert (sentence == english) is (language == "en"), sentence
        assert (sentence[-1] in ".?", "%" in sentence) == (True, False), sentence


@EVERY_GAME
def test_every_kind_of_entry_is_told(slug: str, language: str) -> None:
    told = read_words(slug, "TOLD")
    entries = [facts for said, _ in told for facts in LOG_OF[slug](said)]
    found = read_story(slug, *entries, players=PLAYERS[slug], **OPTIONS[slug]).lines
    assert {line.kind for line in found} == {entry.kind for entry in GAMES[slug].rules.known}
    sentences = [settle(GAMES[slug].describe_line(line, NAMES)) for line in found]
    assert len({*sentences}) == len(found)
    assert not [sentence for sentence in sentences if "%" in sentence]
    english = [sentence.replace("\u00a0", " ") for sentence in sentences]
    assert (english == [line for _, line in told]) is (language == "en"), english
