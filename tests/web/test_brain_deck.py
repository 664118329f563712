"""Our deck of One Brain: its 36 cards taught, taken along and taken over, and what we call them."""

import io
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from companion.engine.deck import decode, encode
from companion.games.one_brain.deck import CARDS, CARRIED, FROM_THE_RULES, LEARNING
from companion.store.store import Store
from tests.web.actor import BOTH_WAYS, Phone
from tests.web.junk import BOOK, HOSTILE, HUGE, LONG
from tests.web.pages import Element, Page
from tests.web.test_decks import brush, key, presses, teaches
from tests.web.test_strangers import blanked

SLUG = "one-brain"
DUTCH = {"Accept-Language": "nl"}
CHOOSE_FIRST = "Choose an action first, then tap a card."
TOO_LONG = "A name can have at most 24 characters."
LISTED = {
    **{f"{colour} dragon": "donate" for colour in ("blue", "green", "purple", "red", "yellow")},
    "red cat": "remove-colour sixth",
    "sixth cat": "remove-kind frog",
}
"""Some cards as a table knows them; with the blue duck all six that donate."""


@pytest.fixture
def deck(phone: Phone) -> Phone:
    """A phone at the deck of its table, of which only the examples of the rules are known."""
    return at_its_deck(phone)


@pytest.fixture
def bare(plain: Phone) -> Phone:
    """The same without scripts, for what is the same with them."""
    return at_its_deck(plain)


def at_its_deck(phone: Phone) -> Phone:
    def sets_up() -> Page:
        phone.starts(2, ["Ann", "Ben"], tile=SLUG)
        return looks(phone)

    phone.sets_up_once(f"at the deck of {SLUG}", sets_up)
    return phone


def page_of(phone: Phone, slug: str = SLUG) -> str:
    """The address of the deck at the table of this phone."""
    return f"{phone.table}deck/{slug}/"


def looks(phone: Phone, headers: Mapping[str, str] | None = None, **asked: str) -> Page:
    return phone.opens(f"{page_of(phone)}?{urlencode(asked)}", headers)


def exported(phone: Phone) -> str:
    """The deck as it can be taken along."""
    answer = phone.client.get(f"{page_of(phone)}deck.json")
    assert answer.status_code == 200, answer.status
    return answer.text


def known(phone: Phone) -> dict[str, str]:
    return decode(exported(phone), SLUG, LEARNING)


def learned(phone: Phone) -> dict[str, str]:
    """What is known beyond the examples of the rules."""
    given = FROM_THE_RULES.items()
    return {card: said for card, said in known(phone).items() if (card, said) not in given}


@contextmanager
def unchanged(phone: Phone) -> Iterator[None]:
    """Whatever is done in here leaves the deck, and what it is called, as it was."""
    before = exported(phone), called(phone)
    yield
    assert (exported(phone), called(phone)) == before


def imports(phone: Phone, said: Mapping[str, str] | str) -> Page:
    """Choose a file with this deck, or with this text, and take it over."""
    text = encode(SLUG, said) if isinstance(said, Mapping) else said
    form, button = phone.page.form_of("Copy from file")
    file = (io.BytesIO(text.encode()), "deck.json")
    values: dict[str, Any] = {"csrf_token": phone.token, **form.values(button), "file": file}
    return phone.sends(form.attributes["action"], values, entry=False)


def calling(phone: Phone) -> Element:
    """The form in which things are named."""
    return phone.page.main.classed("calling")[0]


def typed(phone: Phone) -> dict[str, str]:
    """What stands in its fields."""
    return {name: calling(phone).values()[name] for name in ("game", "sixth")}


def names(phone: Phone, headers: Mapping[str, str] | None = None, **words: str) -> Page:
    """Type these words over those that stand there, and keep them."""
    form = calling(phone)
    values = {**form.values(form.find("button")), **words}
    if headers:
        values["csrf_token"] = phone.token
        phone.page = Page(
            phone.client.post(form.attributes["action"], data=values, headers=headers)
        )
        return phone.page
    return phone.sends(form.attributes["action"], values, form.classed("entry"))


def called(phone: Phone) -> dict[str, str]:
    """What the table of this phone calls the game and its sixth colour, as it is kept."""
    store: Store = phone.app.extensions["store"]
    table = phone.table.split("/")[2]
    found: dict[str, str] = {}
    if phone.name:
        found = store.nicknames.find(phone.name, table, SLUG)
    return found


def stays(page: Page, sentence: str) -> None:
    """The page of the deck says this, and that nothing was done."""
    assert (page.status, sentence in page.said) == (422, True), (page.status, page.said)
    assert len(page.main.classed("deck-cell")) == len(CARDS)
    assert not page.main.all("script")


class TestShown:
    @BOTH_WAYS
    def test_all_36_cards_are_there_a_row_a_colour(self, deck: Phone) -> None:
        page = looks(deck)
        assert page.status == 200
        rows = page.main.classed("deck-row")
        assert [row.label for row in rows] == [
            "blue", "green", "purple", "red", "yellow", "sixth colour"
        ]  # fmt: skip
        cells = [cell.attributes["value"] for row in rows for cell in row.classed("deck-cell")]
        assert cells == list(CARDS)
        assert len({cell.attributes["id"] for cell in page.main.classed("deck-cell")}) == 36
        assert not [c for c in page.main.classed("deck-cell") if " " in c.attributes["id"]]

    def test_only_the_examples_of_the_rules_are_known(self, deck: Phone) -> None:
        assert "6 of 36 cards known." in looks(deck).main.text
        said = {card: key(deck, card).label.partition(", ")[2] for card in CARDS}
        assert said.pop("blue duck") == "Donate"
        assert said.pop("blue frog") == "Remove kind: unicorn"
        assert sorted(said.values()).count("not known") == 30

    def test_what_a_card_carries_is_drawn_and_said(self, bare: Phone) -> None:
        cards = [card for card in CARDS if card != "sixth cat"]
        theirs = dict(zip(cards, CARRIED, strict=False))
        assert len(theirs) == len(CARRIED)
        imports(bare, theirs)
        if bare.page.main.all("button", name="differing"):
            presses(bare, name="differing", value="change")
        for card, choice in theirs.items():
            action, _space, removed = choice.partition(" ")
            drawn = [use.attributes["href"] for use in key(bare, card).all("use")]
            signs = [f"#k-{removed}"] if action == "remove-kind" else []
            assert drawn == [f"#k-{card.split()[1]}", f"#a-{action}", *signs], (card, choice)
            if action == "remove-colour":
                assert key(bare, card).classed(f"c-{removed}"), (card, choice)
            assert key(bare, card).label.startswith(f"{card}, "), (card, choice)
        assert key(bare, "sixth cat").text == "?"

    def test_the_palette_has_every_choice_with_how_many_are_known(self, bare: Phone) -> None:
        palette = bare.page.main.find("fieldset")
        offered = [radio.attributes["value"] for radio in palette.all("input", type="radio")]
        assert sorted(offered) == sorted([*CARRIED, "unknown"])
        said = {label.find("input").attributes["value"]: label.find("i").text for label in
                palette.all("label")}  # fmt: skip
        assert said["cover"] == "Cover, 2 of 6"
        assert said["remove-kind unicorn"] == "Remove kind: unicorn, 1 of 1"
        assert said["remove-colour sixth"] == "Remove colour: sixth colour, 0 of 1"
        assert said["unknown"] == "not known"
        assert brush(bare) == "donate"

    def test_a_whole_deck_says_so(self, bare: Phone) -> None:
        imports(bare, dict.fromkeys(set(CARDS) - set(FROM_THE_RULES), "cover"))
        assert "The whole deck is known." in bare.page.main.text
        assert not bare.page.main.classed("open")

    def test_it_speaks_of_cards_and_actions_and_of_nothing_else(self, bare: Phone) -> None:
        told = looks(bare).main.text
        assert not [word for word in ("number", "command") if word in told.lower()]

    def test_the_table_leads_to_it_and_it_leads_back(self, bare: Phone) -> None:
        bare.opens(bare.table)
        assert bare.taps("Our deck of One Brain").answer.request.path == page_of(bare)
        assert bare.page.title == "Our deck of One Brain · Companion"
        assert bare.taps("Back").answer.request.path == bare.table

    @pytest.mark.parametrize("name", ["brush", "took", "back", "kept"])
    def test_junk_in_its_address_changes_nothing(self, bare: Phone, name: str) -> None:
        with unchanged(bare):
            for junk in ("", "bogus", "skull", HUGE, LONG, HOSTILE):
                page = looks(bare, **{name: junk})
                assert page.status == 200, junk
                assert not page.main.all("script"), junk
                assert brush(bare) == "donate", junk


class TestTaught:
    @pytest.mark.parametrize("choice", ["extra", "remove-kind duck", "remove-colour sixth"])
    def test_an_action_and_a_card_teach_it(self, deck: Phone, choice: str) -> None:
        page = teaches(deck, "sixth unicorn", choice)
        assert (page.status, page.said) == (200, "")
        assert learned(deck) == {"sixth unicorn": choice}
        assert brush(deck) == choice

    @BOTH_WAYS
    def test_without_htmx_a_get_follows_and_with_it_comes_a_fragment(self, deck: Phone) -> None:
        said = {"card": "red cat", "carries": "remove-kind cat"}
        answer = deck.posts(page_of(deck), deck.facts(**said))
        assert answer.status == (200 if deck.scripts else 303)
        if deck.scripts:
            assert not answer.whole
        else:
            asked = urlsplit(answer.answer.location)
            assert (asked.path, parse_qs(asked.query)) == (
                page_of(deck),
                {"brush": ["remove-kind cat"]},
            )
            found = looks(deck).main.find("button", id=asked.fragment)
            assert found.attributes["value"] == "red cat"

    @BOTH_WAYS
    def test_it_can_be_forgotten(self, deck: Phone) -> None:
        teaches(deck, "red cat", "extra")
        assert teaches(deck, "red cat", "unknown").said == ""
        assert learned(deck) == {}
        assert key(deck, "red cat").label == "red cat, not known"

    @pytest.mark.parametrize("card", FROM_THE_RULES)
    def test_an_example_of_the_rules_goes_back_to_what_they_say(
        self, bare: Phone, card: str
    ) -> None:
        teaches(bare, card, "remove-colour red")
        presses(bare, name="confirmed")
        assert learned(bare) == {card: "remove-colour red"}
        for _ in range(2):
            assert teaches(bare, card, "unknown").status == 200
            assert known(bare) == FROM_THE_RULES

    @pytest.mark.heavy
    @BOTH_WAYS
    def test_what_is_no_card_or_action_is_told_and_changes_nothing(self, deck: Phone) -> None:
        said = {"card": "red cat", "carries": "cover"}
        for junk in NO_LESSONS:
            with unchanged(deck):
                page = deck.sends(page_of(deck), deck.facts(**said) | junk)
                assert (page.status, page.said) == (422, CHOOSE_FIRST), junk
        stays(page, CHOOSE_FIRST)


NO_LESSONS: list[dict[str, Any]] = [
    *({"card": card} for card in ("", "47", "duck", "blue", "Blue duck", "blue  duck")),
    *({"card": card} for card in ("orange duck", "blue dog", HUGE, BOOK, HOSTILE, None)),
    *({"carries": said} for said in ("", "skull", "none", "remove-kind", "COVER")),
    *({"carries": said} for said in ("remove-kind blue", "remove-colour cat", "cover cat")),
    *({"carries": said} for said in (BOOK, HOSTILE, None)),
    *({"confirmed": said} for said in ("1", "blue duck cover", "=", BOOK, HOSTILE)),
]
"""What is no card, no action, and no answer."""


class TestAsked:
    @BOTH_WAYS
    def test_a_second_remover_of_the_same_is_asked_about(self, deck: Phone) -> None:
        with unchanged(deck):
            page = teaches(deck, "red cat", "remove-kind unicorn")
            stays(page, "“Remove kind: unicorn” is already on blue frog. Is that right?")
            assert [each.attributes["value"] for each in page.main.classed("asked")] == ["red cat"]
            answer = page.main.find("button", name="confirmed").text
            assert answer == "red cat: Remove kind: unicorn"
        assert presses(deck, name="confirmed").status == 200
        assert learned(deck) == {"red cat": "remove-kind unicorn"}

    def test_so_is_a_seventh_of_an_action(self, deck: Phone) -> None:
        imports(deck, LISTED)
        with unchanged(deck):
            stays(teaches(deck, "sixth duck", "donate"), "There are only 6 of these: “Donate”")
        presses(deck, name="confirmed")
        assert "Donate, 7 of 6" in deck.page.main.text

    def test_and_another_action(self, deck: Phone) -> None:
        with unchanged(deck):
            page = teaches(deck, "blue duck", "cover")
            stays(page, "Blue duck was known as “Donate”; you chose “Cover”.")

    def test_it_is_left_with_no_a_slip(self, deck: Phone) -> None:
        with unchanged(deck):
            teaches(deck, "blue duck", "remove-kind cat")
            page = deck.taps("My mistake")
            assert (page.status, page.said, brush(deck)) == (200, "", "remove-kind cat")

    def test_forgetting_is_never_asked_about(self, deck: Phone) -> None:
        imports(deck, LISTED)
        assert teaches(deck, "red cat", "unknown").said == ""
        assert "red cat" not in known(deck)


class TestRest:
    @BOTH_WAYS
    def test_there_are_no_others_that_carry_none(self, deck: Phone) -> None:
        for choice in ("none", "cover", "remove-kind cat", "unknown", "", HOSTILE):
            with unchanged(deck):
                page = deck.posts(f"{page_of(deck)}rest", deck.facts(carries=choice))
                assert page.status == 404, choice

    def test_nor_is_that_offered(self, bare: Phone) -> None:
        assert not bare.page.main.classed("rest")


class TestTakenAlong:
    def test_it_is_a_file_that_reads_as_a_deck(self, bare: Phone) -> None:
        imports(bare, LISTED)
        answer = bare.client.get(bare.page.main.having("download")[0].attributes["href"])
        named = answer.headers["Content-Disposition"]
        assert named == 'attachment; filename="one-brain-deck.json"'
        assert decode(answer.text, SLUG, LEARNING) == {**FROM_THE_RULES, **LISTED}
        assert set(json.loads(answer.text)) == {"format", "game", "cards"}

    def test_what_is_new_is_learned_at_once(self, deck: Phone) -> None:
        page = imports(deck, {"blue duck": "donate", "red cat": "extra", "red duck": "cover"})
        assert (page.status, page.said) == (200, "2 cards added.")
        assert learned(deck) == {"red cat": "extra", "red duck": "cover"}
        assert imports(deck, known(deck)).said == "Nothing new: this deck already had all of it."

    @BOTH_WAYS
    def test_what_differs_is_asked_about_before_anything_is_learned(self, deck: Phone) -> None:
        imports(deck, LISTED)
        with unchanged(deck):
            page = imports(deck, {"red cat": "remove-colour blue", "red duck": "cover"})
            stays(page, "1 card differs from ours: red cat Remove colour: sixth colour → ")
            assert "→ Remove colour: blue" in page.said
            assert "add 1 new" in page.said

    @pytest.mark.parametrize(("answer", "cat"), [("keep", "extra"), ("change", "cover")])
    @BOTH_WAYS
    def test_ours_is_kept_or_theirs_is_taken(self, deck: Phone, answer: str, cat: str) -> None:
        imports(deck, {"red cat": "extra"})
        imports(deck, {"red cat": "cover", "red duck": "cover"})
        assert presses(deck, name="differing", value=answer).status == 200
        assert learned(deck) == {"red cat": cat, "red duck": "cover"}

    @pytest.mark.parametrize(
        ("cards", "sentence"),
        [
            (
                {"47": "cover"},
                "This deck has a card that does not exist. Nothing was changed. (47)",
            ),
            (
                {"red cat": "skull"},
                "This deck has an action that does not exist. Nothing was changed. (red cat)",
            ),
            (
                {"sixth cat": HOSTILE},
                "action that does not exist. Nothing was changed. (cat of the sixth colour)",
            ),
        ],
    )
    def test_a_wrong_file_changes_nothing(
        self, bare: Phone, cards: dict[str, str], sentence: str
    ) -> None:
        with unchanged(bare):
            stays(imports(bare, cards), sentence)

    def test_the_deck_of_the_game_is_another(self, bare: Phone) -> None:
        with unchanged(bare):
            theirs = encode("the-game", {"47": "skull"})
            stays(imports(bare, theirs), "This is the deck of another game.")

    def test_that_of_another_table_is_one_tap_away(self, bare: Phone) -> None:
        bare.starts(1, ["Cas"], tile=SLUG)
        looks(bare)
        imports(bare, LISTED)
        at_its_deck(bare)
        assert learned(bare) == {}
        assert bare.taps("Copy from Cas 7 cards known").said == "7 cards added."
        assert learned(bare) == LISTED

    def test_a_new_table_of_the_phone_begins_with_it(self, bare: Phone) -> None:
        imports(bare, LISTED)
        bare.starts(1, ["Cas"], tile=SLUG)
        assert learned(bare) == LISTED


class TestCalled:
    @BOTH_WAYS
    def test_the_game_and_the_sixth_colour_have_a_name_from_then_on(self, deck: Phone) -> None:
        page = names(deck, game="Breinbreker", sixth="petrol")
        assert (page.status, page.said) == (200, "")
        assert called(deck) == {"game": "Breinbreker", "sixth": "petrol"}
        assert typed(deck) == {"game": "Breinbreker", "sixth": "petrol"}
        assert page.main.find("h1").text == "Our deck of Breinbreker"
        assert page.main.classed("deck-row")[-1].label == "petrol"
        assert key(deck, "sixth duck").label == "petrol duck, not known"
        assert "Remove colour: petrol, 0 of 1" in page.main.text

    @BOTH_WAYS
    def test_without_htmx_a_get_follows_and_with_it_comes_a_fragment(self, deck: Phone) -> None:
        looks(deck, back=deck.game)
        form = calling(deck)
        values = {**form.values(form.find("button")), "sixth": "petrol"}
        answer = deck.posts(form.attributes["action"], values, form.classed("entry"))
        assert answer.status == (200 if deck.scripts else 303)
        if deck.scripts:
            assert not answer.whole
        else:
            asked = urlsplit(answer.answer.location)
            assert asked.path == page_of(deck)
            assert parse_qs(asked.query)["back"] == [deck.game]
            assert asked.fragment == form.attributes["id"]
            answer = deck.opens(str(answer.answer.location))
        assert answer.main.classed("calling")[0].find("button").text == "Saved"
        assert answer.main.find("a", aria_label="Back").attributes["href"] == deck.game
        looks(deck)
        assert calling(deck).find("button").text == "Save names"

    def test_every_page_of_the_table_says_so(self, bare: Phone) -> None:
        names(bare, game="Breinbreker", sixth="petrol")
        board = bare.opens(bare.game)
        assert "Breinbreker" in board.main.classed("bar-title")[0].text
        assert "petrol cat" in [each.label for each in board.main.all("input", name="card")]
        assert bare.opens("/").main.classed("continue-game")[0].text == "Breinbreker"
        table = bare.opens(bare.table)
        assert "Breinbreker" in table.main.classed("row-link")[0].text
        assert {"Our deck of Breinbreker", "New game: Breinbreker"} <= set(table.labels())
        assert "Our deck of The Game: Extreme" in table.labels()

    def test_what_is_asked_about_a_card_says_so(self, bare: Phone) -> None:
        names(bare, sixth="petrol")
        imports(bare, LISTED)
        stays(teaches(bare, "sixth cat", "remove-colour sixth"), "Petrol cat was known as")
        assert "“Remove colour: petrol” is already on red cat" in bare.page.said
        assert presses(bare, name="confirmed").status == 200
        assert learned(bare)["sixth cat"] == "remove-colour sixth"
        page = imports(bare, {"sixth cat": "cover"})
        stays(page, "petrol cat Remove colour: petrol → Cover")

    def test_a_name_is_kept_as_names_are(self, deck: Phone) -> None:
        names(deck, game="  Ons \t brein ", sixth=" e\u0301cru ")
        assert typed(deck) == {"game": "Ons brein", "sixth": "\u00e9cru"}

    def test_an_empty_field_gives_the_usual_name_back(self, deck: Phone) -> None:
        for empty in ("", "   ", "\t\n"):
            names(deck, game="Breinbreker", sixth="petrol")
            names(deck, game=empty)
            assert called(deck) == {"sixth": "petrol"}, empty
            assert deck.page.main.find("h1").text == "Our deck of One Brain", empty
            names(deck, sixth=empty)
            assert called(deck) == {}, empty
            assert deck.page.main.classed("deck-row")[-1].label == "sixth colour", empty

    def test_a_field_that_is_not_sent_keeps_its_name(self, deck: Phone) -> None:
        names(deck, game="Breinbreker", sixth="petrol")
        deck.sends(f"{page_of(deck)}words", deck.facts(sixth="pink", bogus="junk"))
        assert called(deck) == {"game": "Breinbreker", "sixth": "pink"}
        deck.sends(f"{page_of(deck)}words", deck.facts())
        assert called(deck) == {"game": "Breinbreker", "sixth": "pink"}

    def test_twenty_four_characters_are_not_too_many(self, deck: Phone) -> None:
        words = {"game": "\U0001f9e0" * 24, "sixth": "W" * 24}
        assert names(deck, **words).status == 200
        assert called(deck) == words

    @BOTH_WAYS
    @pytest.mark.parametrize("thing", ["game", "sixth"])
    def test_what_cannot_be_a_name_is_told_and_what_was_typed_is_kept(
        self, deck: Phone, thing: str
    ) -> None:
        names(deck, game="Breinbreker", sixth="petrol")
        other = "game" if thing == "sixth" else "sixth"
        for bad in ("W" * 25, "a\u202eb", "a\x00b", "\ue000", BOOK, HOSTILE):
            with unchanged(deck):
                stays(names(deck, **{thing: bad, other: "new"}), TOO_LONG)
            assert typed(deck)[other] == "new", bad
            assert typed(deck)[thing].replace("\ufffd", "\0") == bad
            wrong = calling(deck).find("input", aria_invalid="true").attributes
            assert wrong["name"] == thing, bad
            told = deck.page.main.find("p", id=wrong["aria-describedby"])
            assert told.text == TOO_LONG, bad

    def test_no_two_colours_have_one_name(self, deck: Phone) -> None:
        for bad in ("blue", "Blue", "YELLOW", " red ", "sixth", "Sixth"):
            with unchanged(deck):
                page = names(deck, sixth=bad, game="Breinbreker")
            sentence = f"“{bad.strip()}” is taken: choose another name for the sixth colour."
            stays(page, sentence)
            assert typed(deck) == {"game": "Breinbreker", "sixth": bad}

    def test_neither_in_the_language_of_the_phone(self, bare: Phone) -> None:
        looks(bare, DUTCH)
        for bad in ("blauw", "Geel", "blue", "sixth"):
            with unchanged(bare):
                page = names(bare, DUTCH, sixth=bad)
            assert page.status == 422, bad
            assert f"“{bad}” is al in gebruik" in page.said

    def test_the_game_may_be_called_like_a_colour(self, deck: Phone) -> None:
        assert names(deck, game="Blue").status == 200
        assert called(deck) == {"game": "Blue"}

    @pytest.mark.parametrize("hostile", ["<img src=x onerror=q>", "\"'><b>&%(name)s{{7*7}}"])
    def test_hostile_words_are_only_words(self, bare: Phone, hostile: str) -> None:
        names(bare, game=hostile, sixth=hostile)
        assert typed(bare) == {"game": hostile, "sixth": hostile}
        assert bare.page.main.find("h1").text == f"Our deck of {hostile}"
        for address in (page_of(bare), bare.game, bare.table, "/"):
            page = bare.opens(address)
            assert page.status == 200
            assert not page.main.all("img")
            assert hostile in page.main.text

    def test_what_is_too_large_is_told_in_the_page_too(self, deck: Phone) -> None:
        for size in (15_000, 20_000, 400_000):
            looks(deck)
            with unchanged(deck):
                stays(names(deck, sixth="x" * size), TOO_LONG)

    def test_a_new_table_of_the_phone_begins_with_these_words(self, bare: Phone) -> None:
        names(bare, game="Breinbreker", sixth="petrol")
        bare.starts(1, ["Cas"], tile=SLUG)
        assert called(bare) == {"game": "Breinbreker", "sixth": "petrol"}
        assert looks(bare).main.find("h1").text == "Our deck of Breinbreker"
        names(bare, sixth="")
        bare.starts(2, ["Ann", "Ben"], tile=SLUG)
        assert called(bare) == {"game": "Breinbreker", "sixth": "petrol"}


class TestMay:
    POSTS: Mapping[str, dict[str, str]] = {
        "": {"card": "red cat", "carries": "cover"},
        "take-over": {"deck": encode(SLUG, {"red cat": "cover"})},
        "words": {"game": "Theirs", "sixth": "pink"},
    }

    @pytest.fixture
    def onlooker(self, deck: Phone, another: Callable[..., Phone]) -> Phone:
        names(deck, game="Breinbreker", sixth="petrol")
        return another(deck, "onlooker")

    @BOTH_WAYS
    def test_an_onlooker_sees_the_deck_and_its_words(self, deck: Phone, onlooker: Phone) -> None:
        page = looks(onlooker)
        assert page.main.find("h1").text == "Our deck of Breinbreker"
        assert key(onlooker, "sixth cat").label == "petrol cat, not known"
        assert "You are watching: only players can fill in the deck." in page.main.text
        assert not [each for each in page.main.all("button") if "disabled" not in each.attributes]
        assert not page.main.classed("calling")
        assert {each.attributes["type"] for each in page.main.all("input")} <= {"hidden"}
        assert exported(onlooker) == exported(deck)

    @BOTH_WAYS
    def test_but_teaches_and_names_nothing(self, deck: Phone, onlooker: Phone) -> None:
        looks(onlooker)
        for verb, said in self.POSTS.items():
            with unchanged(deck):
                page = onlooker.posts(page_of(deck) + verb, onlooker.facts(**said))
                assert page.status == 403, verb

    def test_another_player_names_as_well(self, deck: Phone, another: Callable[..., Phone]) -> None:
        player = another(deck)
        looks(player)
        assert names(player, sixth="petrol").status == 200
        assert called(deck) == {"sixth": "petrol"}

    @BOTH_WAYS
    def test_strangers_see_what_one_sees_where_nothing_is(self, deck: Phone) -> None:
        names(deck, game="Breinbreker", sixth="petrol")
        stranger = Phone(deck.app, scripts=deck.scripts)
        stranger.starts(1, tile=SLUG)
        nowhere = f"/t/{'t' * 22}/deck/{SLUG}/"
        for verb in ("", "deck.json"):
            found = stranger.opens(page_of(deck) + verb)
            assert found.status == 404
            assert blanked(found) == blanked(stranger.opens(nowhere + verb))
        with unchanged(deck):
            for verb, said in self.POSTS.items():
                found = stranger.posts(page_of(deck) + verb, stranger.facts(**said))
                assert found.status == 404
                there = stranger.posts(nowhere + verb, stranger.facts(**said))
                assert blanked(found) == blanked(there)
        assert called(stranger) == {}

    @pytest.mark.parametrize("slug", ["the-game", "game-of-bluff", "patience", "one_brain"])
    def test_other_games_are_called_what_they_are(self, deck: Phone, slug: str) -> None:
        page = deck.posts(f"{page_of(deck, slug)}words", deck.facts(game="Theirs", sixth="pink"))
        assert page.status == 404
        store: Store = deck.app.extensions["store"]
        assert store.nicknames.find(deck.name, deck.table.split("/")[2], slug) == {}
        assert not deck.opens(page_of(deck, "the-game")).main.classed("calling")

    @BOTH_WAYS
    def test_every_form_brings_the_token_of_its_phone(self, deck: Phone) -> None:
        headers = {"HX-Request": "true"} if deck.scripts else {}
        for verb, said in self.POSTS.items():
            for token in ({}, {"csrf_token": ""}, {"csrf_token": "junk"}):
                with unchanged(deck):
                    address = page_of(deck) + verb
                    answer = deck.client.post(address, data=said | token, headers=headers)
                    assert answer.status_code == 400, (verb, token)

    def test_looking_names_nothing(self, bare: Phone) -> None:
        with unchanged(bare):
            assert bare.opens(f"{page_of(bare)}words?sixth=petrol").status == 405
            assert looks(bare, sixth="petrol", game="Theirs").status == 200
