"""Looking something up in the rules: what people ask, and the passage that they must find first."""

from collections.abc import Iterable

import pytest

from companion.games import GAMES
from companion.rulebook.search import find, fold
from companion.web.phone import LANGUAGES
from tests.rulebook.queries import queries

ASKED = [
    ("en", "skull", "the-game", "skull"),
    ("nl", "skull", "the-game", "skull"),
    ("en", "doodshoofd", "the-game", "skull"),
    ("nl", "doodshofd", "the-game", "skull"),
    ("en", "scull", "the-game", "skull"),
    ("en", "ten back", "the-game", "ten-back"),
    ("en", "backwards trick", "the-game", "ten-back"),
    ("nl", "tien terug", "the-game", "ten-back"),
    ("en", "how many cards must I lay", "the-game", "minimum"),
    ("en", "minimum", "the-game", "minimum"),
    ("en", "who starts", "the-game", "starter-before-first-card"),
    ("nl", "wie begint", "the-game", "starter-before-first-card"),
    ("en", "silence", "the-game", "silence"),
    ("en", "slience", "the-game", "silence"),
    ("nl", "zelfde stapel", "the-game", "same-pile"),
    ("en", "same pile", "the-game", "same-pile"),
    ("en", "draw one", "the-game", "draw-one"),
    ("en", "exactly three", "the-game", "three"),
    ("en", "3!", "the-game", "three"),
    ("en", "fire card", "the-game", "on-fire"),
    ("en", "on fire", "the-game", "on-fire"),
    ("en", "cards left", "the-game", "score"),
    ("en", "excellent", "the-game", "score"),
    ("en", "solo", "the-game", "solo"),
    ("en", "counting aids", "the-game", "aids"),
    ("nl", "telhulp", "the-game", "aids"),
    ("en", "cards in hand at the start", "the-game", "setup"),
    ("en", "take back", "one-brain", "take-back"),
    ("en", "donate", "one-brain", "donate"),
    ("en", "remove colour", "one-brain", "remove-colour"),
    ("en", "domain", "one-brain", "domain"),
    ("en", "discard pile look", "one-brain", "one-look"),
    ("en", "give up", "one-brain", "given-up"),
    ("en", "beginner limit", "one-brain", "levels"),
    ("en", "emma", "game-of-bluff", "ending-emma"),
    ("nl", "zwijgende sielke", "game-of-bluff", "silent-sielke"),
    ("en", "redemption", "game-of-bluff", "redemption-rik"),
    ("en", "reimer", "game-of-bluff", "reaping-riemer"),
    ("nl", "gelijkspel", "game-of-bluff", "ties"),
    ("en", "tie", "game-of-bluff", "ties"),
    ("en", "clock", "game-of-bluff", "clock"),
    ("en", "penalty points limit", "game-of-bluff", "limit"),
    ("de", "Totenkopf", "the-game", "skull"),
    ("de", "skull", "the-game", "skull"),
    ("en", "Totenkopf", "the-game", "skull"),
    ("de", "Rückwärtstrick", "the-game", "ten-back"),
    ("de", "ruckwartstrick", "the-game", "ten-back"),
    ("de", "wer fängt an", "the-game", "starter-before-first-card"),
    ("de", "Nachziehstapel leer", "the-game", "drawing"),
    ("de", "Feuerkarte", "the-game", "on-fire"),
    ("de", "Unentschieden", "game-of-bluff", "ties"),
    ("de", "Verschenken", "one-brain", "donate"),
    ("fr", "crane", "the-game", "skull"),
    ("fr", "tête de mort", "the-game", "skull"),
    ("fr", "qui commence", "the-game", "starter-before-first-card"),
    ("fr", "pioche vide", "the-game", "drawing"),
    ("fr", "retour de dix", "the-game", "ten-back"),
    ("fr", "même pile", "the-game", "same-pile"),
    ("fr", "egalite", "game-of-bluff", "ties"),
    ("fr", "couvrir", "one-brain", "cover"),
    ("fr", "essais", "one-brain", "attempts"),
    ("fr", "défausse regarder", "one-brain", "one-look"),
]
"""What somebody types, on a phone in which language, and the first passage of its game."""


def looked_up(
    query: str, language: str = "en", here: str = "", slugs: Iterable[str] = GAMES
) -> list[tuple[str, str]]:
    found = find("companion.games", slugs, LANGUAGES, query, language=language, here=here)
    return [(hit.slug, hit.passage.anchor) for hit in found]


@pytest.mark.heavy
def test_everyday_words_lead_to_the_right_passage() -> None:
    """In all rules at once, as from the shelf: 200 queries a language and more."""
    asked = list(queries())
    assert all(sum(spoken == each for spoken, *_ in asked) >= 200 for each in LANGUAGES)
    found = [
        (looked_up(query, spoken)[:1], query, spoken, places) for spoken, query, places in asked
    ]
    assert [each for each in found if not set(each[0]) & each[-1]] == []


@pytest.mark.parametrize(("language", "query", "slug", "anchor"), ASKED)
def test_what_people_ask_is_found_first(language: str, query: str, slug: str, anchor: str) -> None:
    assert looked_up(query, language, slugs=[slug])[0] == (slug, anchor)


class TestWords:
    @pytest.mark.parametrize(
        ("text", "same"),
        [
            ("Één", "een"),
            ("STRASSE", "straße"),
            ("ｅｍｍａ", "emma"),
            ("Zoe\u0308", "zoë"),
            ("Emma", "emma"),
        ],
    )
    def test_accents_and_case_do_not_matter(self, text: str, same: str) -> None:
        assert fold(text) == fold(same)

    @pytest.mark.parametrize("query", ["emma", "EMMA", "Émmà", "e\u0301mma", " emma  ", "ｅｍｍａ"])
    def test_however_it_is_typed(self, query: str) -> None:
        assert looked_up(query) == looked_up("emma")

    @pytest.mark.parametrize("typed", ["sk", "sku", "skul", "skull"])
    def test_as_it_is_typed(self, typed: str) -> None:
        assert looked_up(typed, slugs=["the-game"])[0] == ("the-game", "skull")

    @pytest.mark.parametrize("query", ["", "   ", "?!", "xyzzy", "qqqq zx", "<script>", "\x00"])
    def test_what_is_like_no_word_finds_nothing(self, query: str) -> None:
        assert looked_up(query) == []

    def test_every_language_leads_to_the_same_passage_in_the_language_asked_for(self) -> None:
        found = find("companion.games", ["the-game"], LANGUAGES, "doodshoofd", language="en")
        assert found[0].passage.title == "Skull"
        assert found[0].chapter == "Extreme"


class TestOrder:
    def test_what_has_every_word_goes_first(self) -> None:
        both = looked_up("sofie gemma")
        assert both[0][1] in {"shaking-sofie", "gambeling-gemma"}
        assert set(looked_up("emma xyzzy")) == set(looked_up("emma"))

    def test_the_game_somebody_comes_from_goes_first(self) -> None:
        for slug in ("the-game", "one-brain"):
            for query in ("talking", "draw pile"):
                assert looked_up(query, here=slug)[0][0] == slug

    @pytest.mark.parametrize(
        ("language", "query"),
        [("en", "may I talk"), ("nl", "mag ik praten"), ("de", "darf ich reden"), ("fr", "parler")],
    )
    def test_from_a_board_silence_is_near_talking(self, language: str, query: str) -> None:
        found = looked_up(query, language, here="the-game")[:3]
        assert {("the-game", "talking"), ("the-game", "silence")} <= set(found)


class TestSlips:
    @pytest.mark.parametrize(
        "query",
        ["trekstapl", "trekstaepl", "trekstappel", "trekstabel", "trkstapel", "Trekstapel"],
    )
    def test_a_letter_less_or_more_or_another_or_two_changed_round(self, query: str) -> None:
        assert looked_up(query, "nl")[0][1] == "drawing"

    @pytest.mark.parametrize(
        ("query", "anchor"), [("mrot", "skull"), ("mrt", "skull"), ("tuor", "a-turn")]
    )
    def test_in_words_of_four_letters(self, query: str, anchor: str) -> None:
        assert looked_up(query, "fr")[0][1] == anchor

    def test_a_compound_that_nobody_wrote_down_is_looked_for_in_two_halves(self) -> None:
        assert looked_up("Totenkopfregel", "de")[0] == ("the-game", "skull")
        assert looked_up("doodshofdregel", "nl")[0] == ("the-game", "skull")
