"""The names of the people at a table: as people write them, and what nobody is called."""

import unicodedata

import pytest

from companion.engine.names import name_key
from tests.web.actor import Phone
from tests.web.pages import chosen, switches, typed
from tests.web.routes import addresses

FAMILY = "👨‍👩‍👧‍👦"
ANN = "Ann"
INVISIBLE = (
    "\u3164", "\u2800", "\u115f", "\ufe0f", "\u034f", "\u180b", "\u17b4", "\uffa0", "\u200d",
)  # fmt: skip


def players(phone: Phone) -> list[str]:
    told: list[str] = phone.record()["players"]
    return told


class TestNames:
    @pytest.mark.parametrize(
        "name",
        [
            "n" * 24,
            FAMILY * 24,
            "👨🏽‍👩🏽‍👧🏽‍👦🏽" * 24,
            "a\u0301\u0302\u0323" * 24,
            "🇧🇪" * 24,
            "ஹா" * 24,
        ],
        ids=["letters", "families", "families with skin", "marks", "flags", "Tamil"],
    )
    def test_twenty_four_characters_as_people_count_them(self, plain: Phone, name: str) -> None:
        page = plain.starts(2, [name, "Ben"])
        assert page.said == ""
        assert players(plain) == [unicodedata.normalize("NFC", name), "Ben"]

    @pytest.mark.parametrize("name", ["n" * 24, FAMILY * 24], ids=["letters", "families"])
    def test_the_field_lets_one_type_as_many(self, plain: Phone, name: str) -> None:
        units = len(name.encode("utf-16-le")) // 2  # what a browser counts
        for field in plain.opens("/new/the-game").main.all("input", name="name"):
            assert int(field.attributes.get("maxlength", units)) >= units

    @pytest.mark.parametrize(
        "name",
        ["n" * 25, FAMILY * 25, "a\u0301" * 25, "a" + "\u0301" * 500, "n" * 5000],
        ids=["letters", "families", "marks", "a tower of marks", "a book"],
    )
    def test_one_more_is_told_and_kept(self, plain: Phone, name: str) -> None:
        page = plain.starts(2, [ANN, name, "", "", ""], smaller_hand=True)
        assert page.status == 422
        assert page.said == "A name can have at most 24 characters."
        assert typed(page) == [ANN, name, "", "", ""]
        assert chosen(page) == "2"
        assert switches(page) == {"smaller_hand"}

    @pytest.mark.parametrize(
        "name",
        [
            "A\u0000n",
            "A\u001bn",
            "A\u007fn",
            "A\u202en",
            "A\u2066n",
            "A\u200fn",
            "A\u00adn",
            "A\ue000",
        ],
        ids=ascii,
    )
    def test_controls_and_direction_overrides_are_refused(self, plain: Phone, name: str) -> None:
        page = plain.starts(2, [name, "Ben"])
        assert (page.status, page.said) == (422, "A name can have at most 24 characters.")

    @pytest.mark.parametrize("name", ["\u200d", "Ann\u200d", "\u200dAnn"], ids=ascii)
    def test_what_joins_nothing_is_refused_or_left_out(self, plain: Phone, name: str) -> None:
        page = plain.starts(2, [name, ANN])
        assert page.status == 422 or "\u200d" not in players(plain)[0]

    @pytest.mark.parametrize(
        "other", ["Ann", "ann", " Ann ", "ANN"], ids=["same", "small", "spaces", "capitals"]
    )
    def test_the_same_name_twice_is_told(self, plain: Phone, other: str) -> None:
        page = plain.starts(2, [ANN, other])
        assert page.status == 422
        assert "the same name" in page.said
        assert typed(page)[:2] == [ANN, other]

    def test_what_shows_nothing_is_no_name(self, plain: Phone) -> None:
        for hidden in INVISIBLE:
            assert plain.starts(2, [hidden, "Ben"]).said == "", ascii(hidden)
            assert players(plain) == ["", "Ben"], ascii(hidden)
            assert "Player 1" in plain.page.main.text

    def test_a_name_with_something_in_it_that_shows_nothing_is_the_same_name(
        self, plain: Phone
    ) -> None:
        for hidden in INVISIBLE:
            page = plain.starts(2, [ANN, f"{ANN}{hidden}"])
            assert page.status == 422, ascii(hidden)
            assert "the same name" in page.said

    def test_it_is_nobody_new_at_the_table_either(self, plain: Phone) -> None:
        plain.starts(2, [ANN, "Ben"])
        table = plain.table
        for hidden in INVISIBLE:
            plain.starts(2, [f"{ANN}{hidden}", "Ben"])
            assert plain.table == table, ascii(hidden)

    def test_a_name_that_was_kept_before_and_shows_nothing_is_shown_as_none(
        self, plain: Phone
    ) -> None:
        plain.starts(2, [ANN, "Ben"])
        for hidden in INVISIBLE:
            found = plain.store.tables.find_all(plain.id)[0]
            plain.store.people.rename(plain.id, found.id, found.people[0].id, hidden)
            assert "Player 1" in plain.opens(plain.game).main.text, ascii(hidden)

    def test_neither_is_it_for_a_phone_a_table_or_a_game(self, plain: Phone) -> None:
        plain.starts(2, [ANN, "Ben"], tile="one-brain")
        for hidden in INVISIBLE:
            [me] = plain.store.phones.find_members(plain.id, plain.table.split("/")[2])
            data = plain.facts(name=hidden)
            plain.posts(f"{plain.table}phones/{me.phone}/name", data, entry=False)
            assert (
                plain.store.phones.find_members(plain.id, plain.table.split("/")[2])[0].name == ""
            )
            words = plain.facts(game=hidden, sixth=hidden)
            plain.posts(f"{plain.table}deck/one-brain/words", words, entry=False)
            assert plain.store.nicknames.find_all(plain.id, plain.table.split("/")[2]) == {}

    def test_the_same_name_in_two_spellings_is_the_same(self, plain: Phone) -> None:
        assert plain.starts(2, ["Ren\u00e9e", "Rene\u0301e"]).status == 422

    def test_they_are_trimmed_and_in_one_spelling(self, plain: Phone) -> None:
        plain.starts(2, ["  Anna  Bel ", "Rene\u0301e"])
        assert players(plain) == ["Anna Bel", "Renée"]

    def test_none_is_needed(self, plain: Phone) -> None:
        plain.starts(3, ["", ANN, ""])
        assert players(plain) == ["", "Ann", ""]

    def test_the_number_of_a_seat_without_a_name_is_taken_in_every_language(
        self, plain: Phone
    ) -> None:
        for language in ("en", "de", "fr", "nl"):
            plain.client.set_cookie("language", language)
            for name in ("Player 2", "spieler 2", "JOUEUR 2", " Speler  2 "):
                page = plain.starts(2, [name, ""])
                assert page.status == 422, (language, name)
                assert page.said
                assert typed(page)[:2] == [name, ""]

    def test_it_is_a_name_where_nobody_else_is_called_so(self, plain: Phone) -> None:
        plain.starts(3, ["Player 2", ANN, ""])
        assert players(plain) == ["Player 2", ANN, ""]
        plain.starts(3, ["Player 4", "", ""])
        assert players(plain) == ["Player 4", "", ""]

    def test_the_number_of_the_own_seat_is_no_name(self, plain: Phone) -> None:
        plain.starts(2, ["Player 1", "Joueur 2"])
        assert players(plain) == ["", ""]

    def test_no_two_people_read_the_same_however_they_came_to_their_names(
        self, plain: Phone
    ) -> None:
        """Out of a file, or out of an older database, where nothing asked for other names."""
        for names in (["Player 2", ""], ["", "Joueur 1"], [ANN, "ann"], ["Spieler 2", ""]):
            plain.starts(2, ["Eve", "Dan"])
            found = plain.store.tables.find_all(plain.id)[0]
            for person, name in zip(found.people, names, strict=True):
                plain.store.people.rename(plain.id, found.id, person.id, name)
            for language in ("en", "de", "fr", "nl"):
                plain.client.set_cookie("language", language)
                for address in (f"{plain.table}phones/", f"{plain.game}sheet/hands"):
                    page = plain.opens(address)
                    read = (
                        [row.find("span").text for row in page.main.all("summary")]
                        if "hands" in address
                        else [each.text for each in page.main.all("button", name="person")]
                    )
                    assert len({name_key(name) for name in read}) == 2, (language, read)
            for person, name in zip(found.people, ("Eve", "Dan"), strict=True):
                plain.store.people.rename(plain.id, found.id, person.id, name)

    def test_a_name_beyond_the_number_of_players_is_kept_with_a_mistake(self, plain: Phone) -> None:
        page = plain.starts(2, ["n" * 25, "Ben", "Cas", "", ""])
        assert typed(page) == ["n" * 25, "Ben", "Cas", "", ""]

    @pytest.mark.parametrize(
        "name", ["<script>x</script>", '"><img src=x onerror=x>', "{{ 7 * 7 }}", "%(name)s %s 100%"]
    )
    def test_hostile_names_are_only_names(self, plain: Phone, name: str) -> None:
        shown = name[:24]
        page = plain.starts(2, [shown, "Ben"])
        assert f"{shown} starts" in page.main.text
        plain.plays(47, "up-1")
        pages = [plain.plays(30, "up-1"), plain.enters(kind="turn-ended")]
        pages += [plain.opens(address) for address in addresses(plain).values()]
        plain.opens(plain.game)
        pages += [plain.enters(kind="cannot-play"), plain.opens(f"{plain.game}log/1")]
        pages = [page for page in pages if page.answer.mimetype == "text/html"]
        assert sum(shown in page.main.text for page in pages) >= 8
        for page in pages:
            assert not page.main.all("script") + page.main.all("img")


def test_the_fields_of_names_that_are_wrong_are_marked(plain: Phone) -> None:
    cases = [
        (["Ann", "Ben", " ANN "], ["1", "3"]),
        (["Ann", "Player 1", "", "Spieler 3"], ["3", "4"]),
        (["Ann", "x" * 25, "y" * 25], ["2", "3"]),
    ]
    for tile in ("the-game", "game-of-bluff"):
        for names, wrong in cases:
            page = plain.starts(len(names), names, tile=tile)
            fields = page.main.all("input", name="name")
            marked = [
                each.label for each in fields if each.attributes.get("aria-invalid") == "true"
            ]
            assert marked == [f"Player {seat}" for seat in wrong], names
            assert [each.label for each in fields if "autofocus" in each.attributes] == marked[:1]
            (told,) = page.main.all("p", id="mistake")
            assert told.text == page.said
