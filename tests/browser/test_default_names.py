"""Players without a name: on every size, in every language, they can be told apart."""

import pytest

from companion.engine.entry import Facts
from companion.games import TILES
from tests.browser import measures, shortcuts
from tests.browser.bluff_places import emma, scored, starter
from tests.browser.conftest import Phones
from tests.browser.shortcuts import END, card

pytestmark = pytest.mark.usefixtures("pooled_phones")

LANGUAGES = ("en", "de", "fr", "nl")
SIZES = measures.SIZES[::2]
TOLD: dict[str, tuple[tuple[int, ...], list[Facts]]] = {
    "the-game": ((2, 4, 5), [card(47, "up-1"), card(48, "up-1"), END]),
    "the-game-extreme": ((5,), []),
    "one-brain": ((4, 7), []),
    "game-of-bluff": ((4, 6, 7, 15), []),
}
"""Numbers of players at which names are short of room, and entries; the most for other tiles."""

READ = {
    "lost number": measures.LOST_NUMBERS,
    "cut title": f'() => ({measures.CUT_TEXTS})([]).filter((each) => each.includes("hears"))',
}


@pytest.mark.parametrize(
    ("tile", "languages"),
    [
        pytest.param(tile, languages, id=f"{tile}, {', '.join(languages)}", marks=marks)
        for at, tile in enumerate(TILES)
        for languages, marks in (
            (LANGUAGES[at % 4 :][:1], ()),
            (LANGUAGES[: at % 4] + LANGUAGES[at % 4 + 1 :], pytest.mark.long),
        )
    ],
)
def test_the_number_of_a_seat_can_be_read_and_so_can_the_game(
    phones: Phones, tile: str, languages: tuple[str, ...]
) -> None:
    wrong = []
    for language in languages:
        phone = phones(locale=language)
        counts, entries = TOLD.get(tile, ((TILES[tile].rules.seats[-1],), []))
        for count in counts:
            game = shortcuts.start(phone.context.request, (), {}, count, f"/new/{tile}")
            told = list(entries)
            if tile == "game-of-bluff":
                told = [starter(count - 1), scored(*range(1, count + 1)), emma(0)]
            shortcuts.enter(phone.context.request, game, told)
            for path in ("", "sheet/close") if tile == "game-of-bluff" else ("",):
                phone.visits(f"{game}{path}")
                phone.page.wait_for_load_state("load")
                found = measures.on_every_size(phone.page, READ, sizes=SIZES)
                wrong += [f"{language}, {count}, {each}" for each in found]
    assert not wrong, "\n".join(wrong)
