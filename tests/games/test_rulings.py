"""What each game does and shows, a line each in its `rulings.txt` and `paragraphs.txt`."""

from pathlib import Path

from companion.engine.replay import replay
from companion.games import GAMES
from companion.games.the_game.relevant import RULE_OF
from companion.rulebook.book import rulebook
from tests.games.game_of_bluff import telling as bluff
from tests.games.one_brain import telling as brain
from tests.games.the_game import telling as the_game
from tests.support.rulings import find_wrong, find_wrong_values, read_rulings

FOLDER = Path(__file__).parent
TOLD = {
    "the-game": (the_game.facts_of, 2),
    "one-brain": (brain.facts_of, 2),
    "game-of-bluff": (bluff.facts_of, 3),
}
"""How the entries of each game are read, and how many play unless it is said."""


def test_each_ruling_holds() -> None:
    for slug, (facts_of, players) in TOLD.items():
        file = FOLDER / GAMES[slug].folder / "rulings.txt"
        assert find_wrong(slug, file, facts_of, players) == []


def test_a_ruling_that_does_not_hold_says_what_holds_instead() -> None:
    [ruling] = read_rulings("40 up-1, 39 up-1 | recorded, hands 5 7 | down a pile up")
    assert (ruling.line, ruling.shows) == (1, "down a pile up")
    found = find_wrong_values("the-game", ruling, the_game.facts_of, 2)
    assert list(found) == ["['recorded', 'ask pile-direction']", "hands 6 7"]


def test_each_state_shows_its_paragraphs() -> None:
    """All entries are confirmed, and recorded; no two of the paragraphs are one."""
    for slug, (facts_of, players) in TOLD.items():
        game, book = GAMES[slug], rulebook("companion.games", slug, "en")
        text = (FOLDER / game.folder / "paragraphs.txt").read_text(encoding="utf-8")
        for ruling in read_rulings(text):
            options = dict(ruling.options)
            setup = game.rules.setup(["Ann"] * options.pop("players", players), options)
            entries = [facts for said in ruling.said for facts in facts_of(said)]
            played = replay(game.rules, setup, [{**each, "confirmed": True} for each in entries])
            assert {str(step.result) for step in played.steps} <= {"recorded"}, ruling
            found = [*map(str, game.rule_book.relevant(played.state))]
            assert found == ruling.holds[0].split(), ruling
            passages = [book.passage(anchor) for anchor in found]
            assert None not in passages, ruling
            assert len(set(passages)) == len(passages), ruling


def test_every_kind_of_entry_has_a_paragraph() -> None:
    rules = GAMES["the-game"].rules
    assert RULE_OF.keys() == {entry.kind for entry in rules.known}
    assert {RULE_OF[kind] for kind in ("cards-laid", "turn-laid", "depth-chosen")} == {"by-turns"}
    assert RULE_OF["result-entered"] == "result-only"
