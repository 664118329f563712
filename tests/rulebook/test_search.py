"""Looking something up in the rules: what people ask, and the passage that they must find first."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.games import SHELF
from companion.rulebook.excerpt import LONGEST, cut, mark
from companion.rulebook.index import fold
from companion.rulebook.search import find
from companion.web.safety.phone import LANGUAGES
from tests.support.rulings import read_table

SLUGS = {"t": "the-game", "b": "one-brain", "g": "game-of-bluff", "a": "any-game"}
"""The games that these queries are about: in the rules of another one the same words may stand."""

ORDER = ("en", "nl", "de", "fr")


def queries() -> Iterator[tuple[str, str, set[tuple[str, str]]]]:
    """Language, query, and the passages of which one has to be first.

    A line of `queries.txt` has these passages (their games as in `SLUGS`), and then a query in
    English, Dutch, German and French, or one in the language that it names.
    """
    lines = Path(__file__).with_name("queries.txt").read_text(encoding="utf-8").splitlines()
    for line in filter(None, lines):
        written, *said = (cell.strip() for cell in line.split("|"))
        pairs = (each.split(":") for each in written.split())
        places = {(SLUGS[game], anchor) for game, anchor in pairs}
        if len(said) == 1:
            language, _, query = said[0].partition(": ")
            yield language, query, places
        else:
            yield from ((*each, places) for each in zip(ORDER, said, strict=True))


def looked_up(
    query: str, language: str = "en", here: str = "", slugs: Iterable[str] = SLUGS.values()
) -> list[tuple[str, str]]:
    """The game and the passage of each hit."""
    found = find(SHELF, slugs, LANGUAGES, query, language=language, here=here)
    return [(hit.slug, hit.passage.anchor) for hit in found]


def test_everyday_words_lead_to_the_right_passage() -> None:
    """In all rules at once, as from the shelf, also with slips: 200 queries a language and more."""
    asked = list(queries())
    assert all(sum(spoken == each for spoken, *_ in asked) >= 200 for each in LANGUAGES)
    found = [(looked_up(query, said)[:1], query, said, places) for said, query, places in asked]
    assert [each for each in found if not set(each[0]) & each[-1]] == []


def test_the_words_of_one_language_find_the_passage_in_another() -> None:
    for language, query, slug, anchor in read_table(__file__, "IN_ITS_GAME"):
        assert looked_up(query, language, slugs=[slug])[0] == (slug, anchor), query
    found = find(SHELF, ["the-game"], LANGUAGES, "doodshoofd", language="en")
    assert (found[0].passage.title, found[0].chapter) == ("Skull", "Extreme")


def test_accents_and_case_do_not_matter_and_half_a_word_is_enough() -> None:
    for text, same in (("Één", "een"), ("STRASSE", "straße"), ("ｅｍｍａ", "emma")):
        assert fold(text) == fold(same)
    for query in ("EMMA", "Émmà", "e\u0301mma", " emma  ", "ｅｍｍａ"):
        assert looked_up(query) == looked_up("emma")
    for typed in ("sk", "sku", "skul"):
        assert looked_up(typed, slugs=["the-game"])[0] == ("the-game", "skull")
    for query in ("", "   ", "?!", "xyzzy", "qqqq zx", "laz", "<script>", "\x00"):
        assert looked_up(query) == []


def test_what_has_every_word_and_the_game_somebody_comes_from_go_first() -> None:
    both = looked_up("sofie gemma")
    assert both[0][1] in {"shaking-sofie", "gambeling-gemma"}
    assert set(looked_up("emma xyzzy")) == set(looked_up("emma"))
    for slug in ("the-game", "one-brain"):
        for query in ("talking", "draw pile", "hand", "last card"):
            assert looked_up(query, here=slug)[0][0] == slug
    for language, query in (("en", "may I talk"), ("nl", "mag ik praten"), ("fr", "parler")):
        found = looked_up(query, language, here="the-game")[:3]
        assert {("the-game", "talking"), ("the-game", "silence")} <= set(found)
    for language, query, slug, anchor in (
        ("en", "negative points", "any-game", "a-round"),
        ("nl", "foute score", "any-game", "entered-once"),
        ("de", "Nachzügler", "any-game", "who-plays"),
        ("fr", "joueur en retard", "any-game", "who-plays"),
        ("nl", "eerder stoppen", "any-game", "stopped"),  # which Game of Bluff has as a title
        ("en", "stacking cards", "one-brain", "cover"),
        ("de", "mit wie vielen Punkten starten", "any-game", "setup"),
        ("fr", "oublié de prendre une carte", "the-game", "situations-minimum"),  # in bold
        ("en", "no card works", "the-game", "stuck"),  # “works” says little, and is no slip
        ("nl", "kaart omgedraaid laten liggen", "game-of-bluff", "stays-open"),  # from “omdraaien”
        ("nl", "zwijgplicht", "the-game", "silence"),  # from “zwijgen”
        ("de", "tauschen mit Mitspieler", "game-of-bluff", "a-turn"),  # not “nicht tauschen”
    ):
        assert looked_up(query, language, here=slug)[0] == (slug, anchor), query


def test_an_excerpt_is_of_where_most_of_the_words_stand() -> None:
    text = f"One tree. {'And so on. ' * 20}A tree beside a Pondé. {'The end. ' * 20}"
    shown = cut(text, {"tree", "ponde"})
    assert (shown[0], shown[-1], len(shown) <= LONGEST + 2) == ("…", "…", True)
    assert [piece for piece, said in mark(shown, {"tree", "ponde"}) if said] == ["tree", "Pondé"]
    assert "".join(piece for piece, _ in mark(shown, {"tree"})) == shown
    assert cut("A tree.", set()) == "A tree."
