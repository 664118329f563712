"""One Brain on a phone: a card in two taps, named or not, until it is won or the middle is full."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import measures
from tests.browser.brain_places import (
    BRAIN,
    FIVE_COLUMNS,
    FULL,
    HIGH,
    IN_PLAY,
    LONG_SEVEN,
    LOST,
    NOBODY_HOLDS,
    ON_THE_BOARD,
    REACH,
    TOLD,
    action,
    again,
    cell,
    chooses,
    cover,
    donate,
    extra,
    lay,
    names,
    naming,
    sits,
    target,
    touches,
    won,
)
from tests.browser.conftest import Phones
from tests.browser.guests import is_told_nothing
from tests.browser.phone import BOTH, Phone
from tests.browser.shortcuts import END, Facts, enter
from tests.browser.test_accessibility import looks

pytestmark = pytest.mark.usefixtures("pooled_phones")

DRAW: Facts = {"kind": "card-drawn"}
THREE = ("Ann", "Ben", "Cas")
SIZES = [(390, 844), (390, 664), (320, 568), (844, 390)]

READ = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const held = (seat) => seat.querySelector("b").innerText.split(/\\s*\\+/).map(Number);
  return {
    heading: document.querySelector("h1").innerText.trim(),
    of: document.querySelector(".of").innerText.trim(),
    columns: all(".middle .column > b").map((count) => Number(count.innerText)),
    room: all(".middle .room").length,
    piles: all(".counts li:not(.seat) b").map((count) => Number(count.innerText)),
    held: all(".counts .seat").map(held),
    now: all(".counts [aria-current] > span:not(.unseen)").map((name) => name.textContent.trim()),
  };
}"""


def screen(phone: Phone) -> Any:
    return phone.page.evaluate(READ)


def assert_says(phone: Phone) -> Any:
    """The board says what replaying the record gives, which is handed back."""
    record, state, shown = phone.record(), phone.state(), screen(phone)
    lying = [column["cards"] for column in state["columns"]]
    assert shown["columns"] == lying
    assert shown["room"] == state["limit"] - len(lying)
    assert shown["of"] == f"{len(lying)} of {state['limit']}"
    assert shown["piles"] == [state["draw_pile"], state["discarded"]]
    hands = zip(state["hands"], state["domains"], strict=True)
    solo = len(record["players"]) == 1
    wanted = [[d] if solo else [h, d] if d else [h] for h, d in hands]
    assert shown["held"] == wanted
    if not solo:
        seat = state["turn"]["player"]
        assert shown["now"] == [record["players"][seat] or f"Player {seat + 1}"]
    return state


def result(phone: Phone) -> Locator:
    return phone.page.get_by_role("heading", level=1)


def to(phone: Phone, name: str) -> Locator:
    """Somebody in the panel of donate."""
    return phone.page.locator("#main .panel:visible").get_by_role("button", name=name, exact=True)


def second(phone: Phone, source: str) -> Locator:
    """Where the second card of the panel of extra comes from."""
    return phone.page.locator(f'#main .panel:visible [name=extra_from][value="{source}"]')


def sends(phone: Phone) -> Locator:
    """What sends the columns that are ticked."""
    return phone.page.locator("#main .panel:visible .button.main")


def source(phone: Phone, name: str) -> Locator:
    """Where the card itself comes from."""
    return phone.page.locator(f'#main .play-head label:has([name=from][value="{name}"])')


def ticked(phone: Phone) -> list[int]:
    """The boxes that are ticked in the panel that is open, from the left; its own is the last."""
    boxes = phone.page.locator("#main .panel:visible .target input")
    return [number for number, box in enumerate(boxes.all(), 1) if box.is_checked()]


def panels(phone: Phone) -> list[str]:
    """The panels that can be seen."""
    return [
        next(name for name in classes.split() if name.startswith("for-"))
        for classes in phone.page.locator(".panel:visible").evaluate_all(
            "(all) => all.map((each) => each.className)"
        )
    ]


# Does things, in as few taps as there are


def covers(number: int) -> Callable[[Phone], None]:
    def does(phone: Phone) -> None:
        chooses(phone, "cover")
        phone.enters(target(phone, number))

    return does


def takes_back(number: int) -> Callable[[Phone], None]:
    def does(phone: Phone) -> None:
        chooses(phone, "take-back")
        phone.enters(target(phone, number))

    return does


def donates(name: str) -> Callable[[Phone], None]:
    def does(phone: Phone) -> None:
        chooses(phone, "donate")
        phone.enters(to(phone, name))

    return does


def adds(from_: str) -> Callable[[Phone], None]:
    def does(phone: Phone) -> None:
        chooses(phone, "extra")
        phone.enters(second(phone, from_))

    return does


def removes(which: str, *numbers: int) -> Callable[[Phone], None]:
    def does(phone: Phone) -> None:
        chooses(phone, which)
        for number in numbers:
            touches(phone, target(phone, number))
        phone.enters(sends(phone))

    return does


def draws(phone: Phone) -> None:
    phone.enters(phone.dock_button("Draw"))


def then(*steps: Callable[[Phone], object]) -> Callable[[Phone], None]:
    def does(phone: Phone) -> None:
        for step in steps:
            step(phone)

    return does


def taps(find: Callable[[Phone], Locator]) -> Callable[[Phone], None]:
    return lambda phone: touches(phone, find(phone))


def enters(find: Callable[[Phone], Locator]) -> Callable[[Phone], None]:
    return lambda phone: phone.enters(find(phone))


# Whole attempts


def starts(phone: Phone, players: int, hand: int, level: str = "Advanced") -> None:
    """From the shelf to the board, by taps."""
    phone.visits("/")
    phone.goes(phone.link("One Brain"))
    for legend, choice in (
        ("How many players?", str(players)),
        ("Cards at the start", str(hand)),
        ("Level", level),
    ):
        group = phone.page.get_by_role("group", name=legend)
        touches(phone, group.locator("label").filter(has_text=choice))
    phone.goes(phone.button("Start"))


def comes_next(state: Any, number: int) -> Facts:
    """The entry of this number: what is due, its card never filling the middle.

    Columns are counted from the left; the one behind the last is what the card itself makes.
    """
    player, lying = state["turn"]["player"], state["columns"]
    hand, domain = state["hands"][player], state["domains"][player]
    if state["turn"]["phase"] != "play" or not hand + domain:
        return DRAW if state["draw_pile"] else END
    source, second_from = "hand" if hand else "domain", "hand" if hand > 1 else "domain"
    free = [place for place, column in enumerate(lying, 1) if not column["take_back"]]
    if hand + domain > 1 and not lying:
        other = (player + 1) % len(state["hands"])
        return lay("donate", source, to=other, given_from=second_from)
    if len(lying) >= 4:
        which = "remove-kind" if number % 2 else "remove-colour"
        return lay(which, source, columns=(1, 3, len(lying) + 1))
    if number < 20 and len(lying) == 3 and free:
        return lay("take-back", source, column=free[0])
    if hand + domain > 1 and len(lying) <= 3 and number % 3:
        return lay("extra", source, extra_from=second_from)
    hits = {"column": number % len(lying) + 1} if lying else {}
    return lay("cover", source, **hits)


def taps_it(phone: Phone, entry: Facts) -> None:
    """This entry by taps; a gift is for the first whose name is there."""
    match entry.get("action", entry["kind"]):
        case "card-drawn":
            draws(phone)
        case "turn-ended":
            phone.ends_turn()
        case "donate":
            chooses(phone, "donate")
            phone.enters(phone.page.locator("#main .for-donate .names-of button").first)
        case "extra":
            adds(str(entry["extra_from"]))(phone)
        case "take-back":
            takes_back(int(str(entry["column"])))(phone)
        case "cover" if "column" in entry:
            covers(int(str(entry["column"])))(phone)
        case "cover":
            phone.enters(action(phone, "cover"))  # it hits nothing
        case which:
            removes(str(which), *removed(entry))(phone)


def removed(entry: Facts) -> list[int]:
    """The columns that a remover takes."""
    return [int(name.removeprefix("columns-")) for name in entry if name.startswith("columns-")]


def by_request(entry: Facts, state: Any) -> Facts:
    """The same as a form says it, by the ids of columns; a remover stays."""
    ids = [column["id"] for column in state["columns"]]
    taken = {f"columns-{ids[at - 1]}": "y" for at in removed(entry) if at <= len(ids)}
    column = {"column": ids[int(str(entry["column"])) - 1]} if "column" in entry else {}
    rest = {name: said for name, said in entry.items() if not name.startswith("column")}
    return {**rest, **column, **taken}


FIRST, LAST = 12, 6  # entries at the beginning, and cards at the end


def wins(phone: Phone, is_tapped: Callable[[int, Any], bool]) -> None:
    """An attempt, from its first board to the end; what is not tapped is entered by requests."""
    state, is_there = assert_says(phone), True
    for number in range(150):
        if state["outcome"]:
            break
        entry, game = comes_next(state, number), phone.game
        if is_tapped(number, state):
            if not is_there:
                phone.visits(game)
                assert_says(phone)
            taps_it(phone, entry)
            is_there = True
            is_shown = number % 4 == 0 and result(phone).inner_text() != "Won"
        else:
            if is_there:  # no board is drawn again and again meanwhile
                phone.visits(f"{game}record")
            enter(phone.context.request, game, [by_request(entry, state)], after=number)
            is_there = is_shown = False
        state = assert_says(phone) if is_shown else phone.state()
    assert state["outcome"]["ending"] == "won"
    expect(result(phone)).to_have_text("Won")
    expect(phone.page.locator(".result")).to_contain_text("All cards are played")
    lying = sum(column["cards"] for column in state["columns"])
    assert lying + state["discarded"] == 36
    said = {entry.get("action") for entry in phone.record()["entries"]}
    assert len(said - {None}) >= 5
    phone.enters(phone.button("Keep playing"))
    assert assert_says(phone)["outcome"] is None


@pytest.mark.parametrize(
    "players", [pytest.param(1, marks=pytest.mark.long), 2, pytest.param(3, marks=pytest.mark.long)]
)
def test_an_attempt_is_won(phone: Phone, players: int) -> None:
    """Its beginning and its end are tapped."""

    def is_tapped(number: int, state: Any) -> bool:
        left = state["draw_pile"] + sum(state["hands"]) + sum(state["domains"])
        return number < FIRST or left <= LAST

    starts(phone, players, hand=2)
    wins(phone, is_tapped)


@pytest.mark.long
@pytest.mark.stands_for("test_an_attempt_is_won")
@pytest.mark.parametrize("players", [2])
def test_an_attempt_is_won_with_every_card_tapped(phone: Phone, players: int) -> None:
    starts(phone, players, hand=2)
    wins(phone, lambda number, state: True)


@pytest.mark.parametrize(
    ("level", "limit"),
    [
        pytest.param("Expert", 5, marks=pytest.mark.long),
        ("Advanced", 6),
        pytest.param("Beginner", 7, marks=pytest.mark.long),
    ],
)
def test_an_attempt_is_lost_at_its_limit(phone: Phone, level: str, limit: int) -> None:
    starts(phone, 2, hand=5, level=level)
    for columns in range(2, limit, 2):
        adds("hand")(phone)
        assert len(screen(phone)["columns"]) == columns
        draws(phone)
    if limit % 2:
        donates("Player 2" if limit == 5 else "Player 1")(phone)
    else:
        adds("hand")(phone)
    expect(result(phone)).to_have_text("Lost")
    expect(phone.page.locator(".result")).to_contain_text(f"The middle reached {limit} columns.")
    assert phone.state()["outcome"] == {"ending": "limit-reached", "columns": limit}
    phone.enters(phone.button("Keep playing"))
    assert_says(phone)


@pytest.mark.long
def test_who_plays_alone_plays_for_two(phone: Phone) -> None:
    starts(phone, 1, hand=5)
    assert screen(phone)["held"] == [[5], [5]]
    phone.taps = 0
    chooses(phone, "donate")
    phone.enters(phone.page.locator("#main .for-donate .names-of button"))
    assert phone.taps == 2
    draws(phone)
    adds("domain")(phone)
    draws(phone)
    covers(2)(phone)
    state = assert_says(phone)
    assert [column["cards"] for column in state["columns"]] == [1, 2, 1]
    assert state["domains"] == [3, 5]
    assert state["turn"]["player"] == 0
    assert phone.page.locator(".play-head .sources:visible").count() == 0


def test_who_laid_the_last_card_starts_the_next_attempt(phone: Phone) -> None:
    sits(phone, *LOST[:-1], names=THREE)
    attempt = phone.page.locator(".attempt")
    expect(attempt).to_have_text("attempt 1")
    adds("hand")(phone)  # Cas, the sixth column
    expect(result(phone)).to_have_text("Lost")
    phone.taps = 0
    phone.goes(phone.button("Next attempt"))
    assert phone.taps == 1
    expect(result(phone)).to_have_text("Cas starts", use_inner_text=True)
    expect(attempt).to_have_text("attempt 2")
    assert phone.record()["players"] == list(THREE)
    phone.enters(phone.page.locator(".counts").get_by_role("button", name="Ann"))
    expect(result(phone)).to_have_text("Ann starts", use_inner_text=True)


@pytest.mark.long
def test_after_three_failures_beginners_and_after_a_win_the_next_level(phone: Phone) -> None:
    sits(phone, *LOST)
    tip = phone.page.locator("form.tip")
    for number in (2, 3):
        expect(tip).to_have_count(0)
        phone.goes(phone.button("Next attempt"))
        expect(phone.page.locator(".attempt")).to_have_text(f"attempt {number}")
        if number == 2:
            enter(phone.context.request, phone.game, [donate(1), END])
            phone.page.reload()
        gives_up(phone)
    expect(tip).to_contain_text("After three losses")
    phone.goes(tip.get_by_role("button", name="Next: beginner, 5 cards"))
    expect(phone.page.locator(".bar-title > span")).to_have_text("One Brain, beginner")
    expect(phone.page.locator(".limit .of")).to_have_text("0 of 7")
    expect(phone.page.locator(".attempt")).to_have_text("attempt 4")
    enter(phone.context.request, phone.game, won())
    phone.page.reload()
    expect(result(phone)).to_have_text("Won")
    tried = phone.page.locator(".attempts dd").all_inner_texts()
    assert len(tried) == 2  # beginner and advanced
    phone.goes(tip.get_by_role("button", name="Next: advanced, 5 cards"))
    expect(phone.page.locator(".limit .of")).to_have_text("0 of 6")


def gives_up(phone: Phone) -> None:
    """The link is not there before the first card; the sheet is."""
    touches(phone, phone.page.locator("#board a[href$=attempts]:visible").first)
    phone.enters(phone.sheet.get_by_role("button", name="Give up this attempt"))
    expect(result(phone)).to_have_text("Given up")


# Taps


def hit(**hits: object) -> dict[str, object]:
    return {"kind": "card-played", "from": "hand", **hits}


SECOND_IS_BARRED = taps(
    lambda phone: phone.page.locator("#main .panel:visible .check").filter(has_text="take-back")
)


@pytest.mark.parametrize(
    ("before", "does", "count", "said"),
    [
        pytest.param((), enters(lambda phone: action(phone, "cover")), 1,
                     hit(action="cover"), id="a card that hits nothing",
                     marks=pytest.mark.long),
        pytest.param(FIVE_COLUMNS, covers(3), 2, hit(action="cover", column=3), id="cover"),
        pytest.param(FIVE_COLUMNS, takes_back(2), 2, hit(action="take-back", column=2),
                     id="take back", marks=pytest.mark.long),
        pytest.param((), donates("Ben"), 2, hit(action="donate", to=1, given_from="hand"),
                     id="donate", marks=pytest.mark.long),
        pytest.param((), adds("hand"), 2, hit(action="extra", extra_from="hand"), id="extra",
                     marks=pytest.mark.long),
        pytest.param((), then(lambda phone: chooses(phone, "extra"), SECOND_IS_BARRED,
                              enters(lambda phone: second(phone, "hand"))), 3,
                     hit(action="extra", extra_from="hand", extra_action="take-back"),
                     id="an extra card with a take-back symbol"),
        pytest.param(FIVE_COLUMNS, removes("remove-kind", 1, 2, 4), 5,
                     hit(action="remove-kind", columns=[1, 2, 4]), id="a remover of three"),
        pytest.param(FIVE_COLUMNS, removes("remove-colour", 6), 3,
                     hit(action="remove-colour", columns=[6]), id="a remover of itself",
                     marks=pytest.mark.long),
        pytest.param(FIVE_COLUMNS, removes("remove-colour"), 2,
                     hit(action="remove-colour", columns=[]), id="a remover of nothing",
                     marks=pytest.mark.long),
    ],
)  # fmt: skip
def test_it_takes_no_more_taps(
    phone: Phone,
    before: tuple[Facts, ...],
    does: Callable[[Phone], None],
    count: int,
    said: dict[str, object],
) -> None:
    sits(phone, *before)
    phone.taps = 0
    does(phone)
    assert phone.taps == count
    entry = phone.record()["entries"][len(before) :]
    assert [{**each, "columns": each.get("columns", [])} for each in entry] == [
        {**said, "columns": said.get("columns", [])}
    ]


GIFT = (donate(1), END)  # Ben holds an open card


@pytest.mark.parametrize(
    ("does", "count", "said"),
    [
        pytest.param(then(taps(lambda phone: source(phone, "domain")), covers(1)), 3,
                     {"from": "domain", "action": "cover", "column": 1}, id="before the action",
                     marks=pytest.mark.long),
        pytest.param(then(lambda phone: chooses(phone, "cover"),
                          taps(lambda phone: source(phone, "domain")),
                          enters(lambda phone: target(phone, 1))), 3,
                     {"from": "domain", "action": "cover", "column": 1}, id="after the action"),
        pytest.param(then(lambda phone: chooses(phone, "donate"),
                          taps(lambda phone: phone.page.locator(
                              '#main .panel:visible label:has([value="domain"])')),
                          enters(lambda phone: to(phone, "Ann"))), 3,
                     {"from": "hand", "action": "donate", "to": 0, "given_from": "domain"},
                     id="of the gift", marks=pytest.mark.long),
        pytest.param(adds("domain"), 2,
                     {"from": "hand", "action": "extra", "extra_from": "domain"},
                     id="of a second card, for nothing", marks=pytest.mark.long),
    ],
)  # fmt: skip
def test_another_source_is_one_tap_more(
    phone: Phone, does: Callable[[Phone], None], count: int, said: dict[str, object]
) -> None:
    sits(phone, *GIFT)
    phone.taps = 0
    does(phone)
    assert phone.taps == count
    assert phone.record()["entries"][-1] == {"kind": "card-played", **said}


@pytest.mark.parametrize(
    ("before", "does", "count", "said"),
    [
        pytest.param((donate(1),), draws, 1, {"kind": "card-drawn"}, id="draw"),
        pytest.param((donate(1),), Phone.ends_turn, 1, {"kind": "turn-ended"}, id="end of turn",
                     marks=pytest.mark.long),
        pytest.param((donate(1), END), enters(lambda phone: phone.button("Ann draws late")), 1,
                     {"kind": "late-card-drawn"}, id="a late draw", marks=pytest.mark.long),
        pytest.param((), enters(lambda phone: phone.page.locator(".counts").get_by_role(
                         "button", name="Ben")), 1,
                     {"kind": "starter-chosen", "player": 1}, id="another starter",
                     marks=pytest.mark.long),
        pytest.param((), enters(lambda phone: phone.button("Draw lots")), 1, None, id="lots"),
        pytest.param((donate(1), DRAW), then(
                         taps(lambda phone: phone.page.locator(".counts .seat a").last),
                         taps(lambda phone: phone.sheet.locator(
                             "details[open] label:has([name=hand][value='3'])")),
                         enters(lambda phone: phone.sheet.locator(
                             "details[open]").get_by_role("button", name="That’s right"))), 3,
                     {"kind": "cards-corrected", "player": 1, "hand": 3, "domain": 1},
                     id="a correction"),
        pytest.param(NOBODY_HOLDS, draws, 1, {"kind": "card-drawn"}, id="when nobody holds a card",
                     marks=pytest.mark.long),
    ],
)  # fmt: skip
def test_what_is_no_card_takes_no_more_taps(
    phone: Phone,
    before: tuple[Facts, ...],
    does: Callable[[Phone], None],
    count: int,
    said: dict[str, object] | None,
) -> None:
    sits(phone, *before)
    phone.taps = 0
    does(phone)
    assert phone.taps == count
    entries = phone.record()["entries"][len(before) :]
    assert entries == ([said] if said else entries[:1])
    assert_says(phone)


@pytest.mark.parametrize(
    ("way", "between"),
    [
        ("Drew a card", "card-drawn"),
        pytest.param("Drew nothing", "turn-ended", marks=pytest.mark.long),
    ],
)
def test_a_forgotten_draw_is_one_tap(phone: Phone, way: str, between: str) -> None:
    sits(phone, donate(1))
    covers(1)(phone)
    phone.hears("Ann has already laid a card: how did that turn end?")
    phone.taps = 0
    phone.enters(phone.question.get_by_role("button", name=way))
    assert phone.taps == 1
    said = phone.record()["entries"][1:]
    assert [entry["kind"] for entry in said] == [between, "card-played"]
    assert said[1]["column"] == 1
    assert_says(phone)


@pytest.mark.long
def test_undo_and_redo_are_one_tap_each(phone: Phone) -> None:
    sits(phone, *FIVE_COLUMNS)
    covers(2)(phone)
    after = assert_says(phone)
    phone.taps = 0
    phone.undoes()
    assert assert_says(phone) != after
    phone.redoes()
    assert phone.taps == 2
    assert assert_says(phone) == after


@pytest.mark.long
def test_another_action_is_one_tap_back(phone: Phone) -> None:
    sits(phone, *FIVE_COLUMNS)
    chooses(phone, "take-back")
    assert panels(phone) == ["for-take-back"]
    touches(phone, phone.button("Another action"))
    assert panels(phone) == []
    covers(1)(phone)
    assert phone.record()["entries"][-1]["action"] == "cover"


# Naming


def test_naming_an_unknown_card_is_two_taps_more(phone: Phone) -> None:
    sits(phone, donate(1), END)
    phone.taps = 0
    names(phone, "red zombie")
    assert phone.taps == 2
    expect(naming(phone)).to_have_text("red zombie")
    assert panels(phone) == []
    covers(1)(phone)
    assert phone.taps == 4
    assert phone.record()["entries"][-1]["card"] == {"colour": "red", "kind": "zombie"}
    assert phone.page.locator(".middle .column").first.inner_text().startswith("column 1: 2 cards")


@pytest.mark.parametrize(
    ("card", "panel", "sent"),
    [
        ("yellow unicorn", "for-cover", lambda phone: target(phone, 2)),
        pytest.param(
            "blue duck", "for-donate", lambda phone: to(phone, "Ben"), marks=pytest.mark.long
        ),
        pytest.param(
            "purple frog", "for-extra", lambda phone: second(phone, "hand"), marks=pytest.mark.long
        ),
        pytest.param(
            "green cat", "for-take-back", lambda phone: target(phone, 1), marks=pytest.mark.long
        ),
        pytest.param("blue frog", "for-remove-kind", sends, marks=pytest.mark.long),
    ],
)
def test_a_known_card_opens_the_panel_of_its_action(
    phone: Phone, card: str, panel: str, sent: Callable[[Phone], Locator]
) -> None:
    sits(phone, *FIVE_COLUMNS)
    phone.taps = 0
    names(phone, card)
    assert panels(phone) == [panel]
    expect(phone.page.locator(f".chosen-action.{panel}")).to_contain_text(card)
    phone.enters(sent(phone))
    assert phone.taps == 3
    entry = phone.record()["entries"][-1]
    assert f"for-{entry['action']}" == panel
    assert " ".join(entry["card"].values()) == card


@pytest.mark.long
def test_what_is_laid_named_is_known_afterwards(phone: Phone) -> None:
    sits(phone)
    names(phone, "red zombie")
    donates("Ben")(phone)
    draws(phone)
    touches(phone, naming(phone))
    expect(phone.page.get_by_role("radio", name="red zombie, Donate", exact=True)).to_be_visible()
    touches(phone, cell(phone, "red zombie"))
    assert panels(phone) == ["for-donate"]


UNICORNS = (
    donate(1, card="red unicorn"), DRAW, extra(card="blue zombie"), DRAW,
    cover(2, card="green unicorn"), DRAW, donate(0, card="purple unicorn"), DRAW,
)  # fmt: skip


def test_a_named_remover_ticks_the_right_columns_by_itself(phone: Phone) -> None:
    sits(phone, *UNICORNS)
    phone.taps = 0
    names(phone, "blue frog")  # removes unicorns
    assert panels(phone) == ["for-remove-kind"]
    assert ticked(phone) == [1, 2, 4]
    phone.enters(sends(phone))
    assert phone.taps == 3
    entry = phone.record()["entries"][-1]
    assert (entry["columns"], entry["removes"]) == ([1, 2, 4], "unicorn")
    assert assert_says(phone)["discarded"] == 4


@pytest.mark.long
def test_a_remover_ticks_itself_where_it_fits(phone: Phone) -> None:
    sits(phone, *UNICORNS)
    names(phone, "sixth unicorn")
    chooses(phone, "remove-kind")
    touches(phone, phone.page.locator("#main .for-remove-kind .removed label:has([value=unicorn])"))
    assert ticked(phone) == [1, 2, 4, 5]
    touches(phone, phone.page.locator("#main .for-remove-kind .removed label:has([value=zombie])"))
    assert ticked(phone) == []
    phone.enters(sends(phone))
    assert phone.record()["entries"][-1]["columns"] == []


@pytest.mark.long
def test_a_remover_ticks_by_colour_and_a_tick_can_be_changed(phone: Phone) -> None:
    sits(phone, *UNICORNS)
    chooses(phone, "remove-colour")
    touches(phone, phone.page.locator("#main .for-remove-colour .removed label:has([value=red])"))
    assert ticked(phone) == [1]
    touches(phone, target(phone, 3))
    touches(phone, target(phone, 1))
    assert ticked(phone) == [3]
    phone.enters(sends(phone))
    assert phone.record()["entries"][-1]["columns"] == [3]


@pytest.mark.long
def test_a_second_card_may_be_named_too(phone: Phone) -> None:
    sits(phone)
    chooses(phone, "extra")
    names(phone, "green cat")
    barred = phone.page.locator("#main [name=extra_action]")
    expect(barred).to_be_checked()
    phone.enters(second(phone, "hand"))
    entry = phone.record()["entries"][-1]
    assert entry["extra_card"] == {"colour": "green", "kind": "cat"}
    assert entry["extra_action"] == "take-back"
    assert [column["take_back"] for column in phone.state()["columns"]] == [False, True]


# The grid by keyboard


def focused(phone: Phone) -> str:
    """What has the focus: the card of a cell, else the words of it."""
    return str(phone.page.evaluate(
        "() => document.activeElement.dataset.card ?? document.activeElement.innerText.trim()"
    ))  # fmt: skip


def tabs_to_the_grid(phone: Phone) -> None:
    for _ in range(40):
        phone.page.keyboard.press("Tab")
        if focused(phone) == "Which card?":
            return
    raise AssertionError("Tab never comes to the grid")


def presses(phone: Phone, *keys: str) -> str:
    for key in keys:
        phone.page.keyboard.press(key)
    return focused(phone)


def test_a_card_is_named_by_the_keyboard_alone(phone: Phone) -> None:
    sits(phone, *FIVE_COLUMNS)
    grid = phone.page.locator("#main .play-head .naming")
    tabs_to_the_grid(phone)
    presses(phone, "Enter")
    expect(grid).to_have_attribute("open", "")
    assert presses(phone, "Tab") == "blue duck"
    assert presses(phone, "ArrowRight") == "blue dragon"
    assert presses(phone, "ArrowDown") == "green dragon"
    assert presses(phone, "ArrowRight", "ArrowRight", "ArrowRight") == "green unicorn"
    assert presses(phone, "ArrowLeft") == "green frog"  # known: nothing may close under the hand
    expect(phone.page.locator("#main .play-head .grid")).to_be_visible()
    assert presses(phone, "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown") == "sixth frog"
    assert presses(phone, "ArrowDown") == "sixth frog"
    assert presses(phone, "ArrowUp", "ArrowLeft") == "yellow zombie"
    presses(phone, "Enter")
    expect(grid).not_to_have_attribute("open", "")
    assert focused(phone) == "yellow zombie"  # the words on what opens it
    assert phone.page.evaluate("() => document.activeElement.matches('summary')")
    covers(1)(phone)
    assert phone.record()["entries"][-1]["card"] == {"colour": "yellow", "kind": "zombie"}


def test_what_is_read_out_of_the_grid(phone: Phone) -> None:
    sits(phone, *FIVE_COLUMNS)
    touches(phone, naming(phone))
    for said in (
        "blue duck, Donate",
        "blue frog, Remove kind: unicorn",
        "green cat, Take back",
        "red zombie",
        "zombie of the sixth colour",
    ):
        expect(phone.page.get_by_role("radio", name=said, exact=True)).to_be_visible()
    rows = phone.page.locator("#main .naming[open]").get_by_role("group", name="purple")
    expect(rows).to_have_count(1)
    expect(rows.get_by_role("radio")).to_have_count(6)


@pytest.mark.long
def test_a_known_card_is_chosen_by_the_keyboard_alone(phone: Phone) -> None:
    sits(phone, *FIVE_COLUMNS)
    tabs_to_the_grid(phone)
    presses(phone, "Enter", "Tab", "ArrowDown")
    assert presses(phone, "ArrowRight", "ArrowRight", "ArrowRight") == "green frog"
    presses(phone, "Enter")
    assert panels(phone) == ["for-cover"]
    assert phone.page.evaluate("() => document.activeElement !== document.body")


@pytest.mark.long
def test_a_whole_card_by_the_keyboard_alone(phone: Phone) -> None:
    sits(phone, *FIVE_COLUMNS)
    for _ in range(60):
        phone.page.keyboard.press("Tab")
        if phone.page.evaluate("() => document.activeElement.name === 'action'"):
            break
    for _ in range(8):
        phone.page.keyboard.press("ArrowDown")
        if panels(phone) == ["for-cover"]:
            break
    for _ in range(20):
        phone.page.keyboard.press("Tab")
        if phone.page.evaluate("() => document.activeElement.matches('.target')"):
            break
    before = phone.page.evaluate("[settled, performance.timeOrigin]")
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_function("([settled]) => window.settled > settled", arg=before)
    assert phone.record()["entries"][-1]["action"] == "cover"


# Only the result


def test_a_result_is_four_taps_from_the_shelf_and_three_the_next_time(phone: Phone) -> None:
    phone.joins(names=BOTH, tile="one-brain")
    for taps, ending in ((4, "Won"), (3, "Lost")):
        phone.taps = 0
        phone.visits("/")
        phone.goes(phone.page.locator("a[href='/new/one-brain']"))
        chosen = phone.page.get_by_role("radio", name="Only the result")
        if not chosen.is_checked():
            phone.tap(chosen)
        phone.goes(phone.button("Start"))
        phone.goes(phone.button("Won with 3 columns" if ending == "Won" else "Lost: limit reached"))
        expect(phone.page.get_by_role("heading", name=ending)).to_be_visible()
        assert phone.taps == taps


# Where things are


@pytest.mark.parametrize("place", IN_PLAY[::12])
def test_all_that_is_tapped_in_play_is_near_the_thumb_and_uncovered(
    phone: Phone, place: str
) -> None:
    """All places in play: see the test of every place everywhere."""
    BRAIN[place](phone)
    looks(phone.page, "light", 390, 844)
    assert phone.page.evaluate(HIGH) == []
    if place in ON_THE_BOARD:
        wrong = measures.on_every_size(phone.page, REACH, sizes=(*measures.SIZES, (320, 664)))
        assert not wrong, "\n".join(wrong)


LIES = """() => Object.fromEntries([
    ["dock", ".dock"], ["quiet", ".quiet"], ["middle", ".middle"], ["counts", ".counts"],
    ["play", ".play-area"],
  ].flatMap(([name, selector]) => [
    [name, document.querySelector(`#board > ${selector}`)],
    ...[...document.querySelectorAll(`#board > :is(.middle, .counts)${selector} > li`)]
      .map((each, at) => [`${name} ${at + 1}`, each]),
  ]).map(([name, each]) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [name, [x, y + scrollY, width, height].map(Math.round)];
  }))"""


@pytest.mark.long
@pytest.mark.parametrize(
    "players", [pytest.param(BOTH, id="two"), pytest.param(LONG_SEVEN, id="seven")]
)
def test_nothing_jumps(phone: Phone, players: tuple[str, ...]) -> None:
    """Each step is tapped on one size, and all sizes show what it left where it was."""
    sits(phone, donate(1), DRAW, names=players, hand="4")
    before = measures.at_sizes(phone.page, SIZES, LIES)
    steps: dict[str, Callable[[Phone], None]] = {
        "a cover": covers(1),
        "a draw": draws,
        "two columns": adds("hand"),
        "an end of turn": Phone.ends_turn,
        "a late draw": enters(lambda phone: phone.page.locator("#board .quiet button")),
        "a take-back": takes_back(1),
        "a question": covers(2),
        "a way out of it": enters(lambda phone: phone.question.locator(".ways a")),
        "undo": Phone.undoes,
        "redo": Phone.redoes,
        "draw": draws,
        "a remover": removes("remove-kind", 1),
        "an end": Phone.ends_turn,
    }  # fmt: skip
    jumps = []
    for number, (step, does) in enumerate(steps.items()):
        measures.is_sized(phone.page, *SIZES[number % len(SIZES)])
        does(phone)
        lies = measures.at_sizes(phone.page, SIZES, LIES)
        jumps += [
            f"{step}: {name} from {place} to {lies[name]}"
            for name, place in before.items()
            if lies[name] != place
        ]
    assert not jumps, "\n".join(jumps)


# What happens at a real table


def test_a_reload_in_the_middle_of_choosing_says_what_will_be_sent(phone: Phone) -> None:
    sits(phone, *FIVE_COLUMNS)
    names(phone, "red zombie")
    chooses(phone, "cover")
    phone.page.reload()
    assert len(phone.record()["entries"]) == len(FIVE_COLUMNS)
    assert_the_page_says_what_it_sends(phone)
    covers_whatever_is_open(phone)
    assert phone.record()["entries"][-1]["column"] == 2


@pytest.mark.long
@pytest.mark.parametrize("link", ["Log", "Rules"])
def test_the_back_button_in_the_middle_of_choosing(phone: Phone, link: str) -> None:
    sits(phone, *FIVE_COLUMNS)
    names(phone, "red zombie")
    phone.goes(phone.page.locator("#board .quiet").get_by_role("link", name=link))
    phone.page.go_back()
    assert_the_page_says_what_it_sends(phone)
    covers_whatever_is_open(phone)
    assert phone.record()["entries"][-1]["column"] == 2
    assert_says(phone)


def assert_the_page_says_what_it_sends(phone: Phone) -> None:
    """A card that goes along is named on the page, and one action is chosen where a panel is."""
    said = phone.page.evaluate("""() => {
      const form = new FormData(document.querySelector("form.play"));
      return [form.get("card"), form.get("action"),
        document.querySelector(".play-head [data-named-card]").textContent];
    }""")
    card, chosen, shown = said
    assert shown == (card or "Which card?"), said
    assert panels(phone) == ([f"for-{chosen}"] if chosen else []), said


def covers_whatever_is_open(phone: Phone) -> None:
    if not panels(phone):
        chooses(phone, "cover")
    phone.enters(target(phone, 2))


@pytest.mark.long
def test_the_back_button_shows_the_game_as_it_stands(phone: Phone) -> None:
    sits(phone, *FIVE_COLUMNS)
    covers(1)(phone)
    phone.goes(phone.page.locator("#board .quiet").get_by_role("link", name="Log"))
    phone.page.go_back()
    assert_says(phone)
    phone.ends_turn()
    phone.page.reload()
    assert_says(phone)


def of_the_same_people(phones: Phones, phone: Phone) -> Phone:
    """Another phone at the table, which no page lets sit down yet: it has the same cookies."""
    other = phones(storage_state=phone.context.storage_state())
    other.visits(phone.game)
    return other


@pytest.mark.long
def test_two_phones_lay_in_turn(phones: Phones, phone: Phone) -> None:
    sits(phone, *TOLD)
    other = of_the_same_people(phones, phone)
    covers(1)(phone)
    phone.ends_turn()
    other.page.reload()
    assert_says(other)
    donates("Ben" if screen(other)["now"] == ["Ann"] else "Ann")(other)
    phone.page.reload()
    assert assert_says(phone) == assert_says(other)


@pytest.mark.long
def test_of_two_phones_that_lay_at_once_one_is_told(phones: Phones, phone: Phone) -> None:
    sits(phone, *FIVE_COLUMNS)
    other = of_the_same_people(phones, phone)
    is_told_nothing(other)
    chooses(other, "cover")
    takes_back(1)(phone)
    phone.ends_turn()
    entered = phone.record()["entries"]
    other.enters(target(other, 1))
    other.question.wait_for()
    other.hears("That column is no longer there: choose another.")
    assert other.record()["entries"] == entered
    other.enters(other.question.get_by_role("link").last)
    assert_says(other)


@pytest.mark.long
def test_a_second_card_of_another_phone_is_not_laid_unseen(phones: Phones, phone: Phone) -> None:
    sits(phone, *FIVE_COLUMNS)
    other = of_the_same_people(phones, phone)
    is_told_nothing(other)
    covers(1)(phone)
    entered = phone.record()["entries"]
    covers(2)(other)
    other.question.wait_for()
    assert other.record()["entries"] == entered


# Double taps


@pytest.mark.long
@pytest.mark.parametrize("which", ["donate", "cover", "extra", "take-back", "remove-kind"])
def test_a_double_tap_on_an_action_opens_its_panel_and_enters_nothing(
    phone: Phone, which: str
) -> None:
    FULL(phone)
    entered = phone.record()["entries"]
    phone.takes_a_moment(action(phone, which))
    phone.taps_twice(action(phone, which))
    assert panels(phone) == [f"for-{which}"]
    assert ticked(phone) == []
    assert phone.record()["entries"] == entered


def test_a_double_tap_on_a_column_is_one_card(phone: Phone) -> None:
    sits(phone, *FIVE_COLUMNS)
    chooses(phone, "cover")
    phone.takes_a_moment(target(phone, 1))
    phone.taps_twice(target(phone, 1))
    phone.page.wait_for_function("() => settled > 0")
    phone.ends_turn()
    kinds = [entry["kind"] for entry in phone.record()["entries"][len(FIVE_COLUMNS) :]]
    assert kinds == ["card-played", "turn-ended"]


@pytest.mark.long
def test_a_double_tap_on_end_turn_ends_one_turn(phone: Phone) -> None:
    sits(phone, *FIVE_COLUMNS[:-1])
    phone.taps_twice(phone.dock_button("End turn"))
    expect(result(phone)).to_have_text("Ann’s turn", use_inner_text=True)
    assert phone.record()["entries"][len(FIVE_COLUMNS) - 1 :] == [{"kind": "turn-ended"}]


@pytest.mark.long
def test_a_double_tap_on_what_opens_the_grid_names_nothing(phone: Phone) -> None:
    sits(phone, *FIVE_COLUMNS)
    phone.taps_twice(naming(phone))
    expect(phone.page.locator("#main .naming[open] .grid")).to_be_visible()
    assert phone.page.locator("[name=card]:checked").count() == 0


# Lines of the log


def test_a_cover_is_changed_to_another_column(phone: Phone) -> None:
    sits(phone, *FIVE_COLUMNS)
    before = [column["cards"] for column in phone.state()["columns"]]
    phone.visits(f"{phone.game}log/{len(FIVE_COLUMNS) - 1}")
    phone.enters(target(phone, 2))
    phone.page.wait_for_url("**/log/")
    phone.goes(phone.link("Back"))
    after = [column["cards"] for column in assert_says(phone)["columns"]]
    assert (before, after) == ([3, 1, 2, 1, 1], [2, 2, 2, 1, 1])


@pytest.mark.long
def test_a_card_is_changed_to_another_action_with_a_name(phone: Phone) -> None:
    sits(phone, *UNICORNS)
    phone.visits(f"{phone.game}log/1")
    touches(phone, phone.button("Another action"))
    names(phone, "red dragon")
    chooses(phone, "extra")
    phone.enters(second(phone, "hand"))
    phone.page.wait_for_url("**/log/")
    first = phone.record()["entries"][0]
    assert (first["action"], first["card"]["kind"]) == ("extra", "dragon")


@pytest.mark.long
def test_a_draw_is_changed_and_a_forgotten_card_is_put_in(phone: Phone) -> None:
    sits(phone, *TOLD)
    phone.visits(f"{phone.game}log/2")
    phone.enters(phone.button("No card was drawn"))
    phone.page.wait_for_url("**/log/")
    assert phone.record()["entries"][1] == {"kind": "turn-ended"}
    phone.visits(f"{phone.game}log/6")
    phone.goes(phone.page.get_by_role("link", name="A card", exact=True))
    assert panels(phone) == []


# Without JavaScript


def test_all_actions_without_javascript(plain_phone: Phone) -> None:
    phone = plain_phone
    starts_plainly(phone)
    phone.goes(action_of_nothing(phone, "cover"))
    phone.goes(phone.dock_button("Draw"))
    phone.tap(action(phone, "donate"))
    assert panels(phone) == ["for-donate"]
    phone.goes(to(phone, "Player 1"))
    phone.goes(phone.dock_button("End turn"))
    phone.tap(source(phone, "domain"))
    phone.tap(action(phone, "cover"))
    phone.goes(target(phone, 2))
    phone.goes(phone.dock_button("End turn"))
    phone.tap(naming(phone))
    phone.tap(cell(phone, "red cat"))
    phone.page.locator("#main .play-head .naming summary").press("Enter")
    phone.tap(action(phone, "extra"))
    phone.tap(phone.page.locator(".for-extra .check"))
    phone.goes(second(phone, "hand"))
    phone.goes(phone.dock_button("Draw"))
    phone.tap(action(phone, "remove-colour"))
    phone.tap(target(phone, 1))
    phone.tap(target(phone, 5))
    phone.goes(sends(phone))
    state = assert_says(phone)
    assert [(column["cards"], column["take_back"]) for column in state["columns"]] == [
        (2, False), (1, False), (1, True),
    ]  # fmt: skip
    assert state["discarded"] == 2
    phone.goes(phone.button("Undo"))
    assert assert_says(phone)["discarded"] == 0
    said = [entry.get("card") for entry in phone.record()["entries"]]
    assert {"colour": "red", "kind": "cat"} in said


def starts_plainly(phone: Phone) -> None:
    phone.visits("/")
    phone.goes(phone.page.get_by_role("link", name="One Brain").first)
    phone.goes(phone.button("Start"))


def action_of_nothing(phone: Phone, which: str) -> Locator:
    return phone.page.locator(f'#main button.action[value="{which}"]')


@pytest.mark.long
def test_a_question_without_javascript(plain_phone: Phone) -> None:
    phone = plain_phone
    sits(phone, donate(1))
    phone.tap(action(phone, "cover"))
    phone.goes(target(phone, 1))
    phone.hears("Ann has already laid a card: how did that turn end?")
    phone.goes(phone.question.get_by_role("button", name="Drew a card"))
    assert [entry["kind"] for entry in phone.record()["entries"]] == [
        "card-played", "card-drawn", "card-played",
    ]  # fmt: skip
    assert_says(phone)


@pytest.mark.long
def test_a_series_without_javascript(plain_phone: Phone) -> None:
    phone = plain_phone
    sits(phone, *LOST[:-1], names=THREE)
    phone.tap(action(phone, "extra"))
    phone.goes(second(phone, "hand"))
    expect(result(phone)).to_have_text("Lost")
    phone.goes(again(phone))
    expect(result(phone)).to_have_text("Cas starts", use_inner_text=True)
    phone.goes(phone.page.locator(".counts").get_by_role("button", name="Ben"))
    expect(result(phone)).to_have_text("Ben starts", use_inner_text=True)
    phone.goes(phone.page.locator(".attempt"))
    phone.goes(phone.page.get_by_role("button", name="Give up this attempt"))
    expect(result(phone)).to_have_text("Given up")


@pytest.mark.long
def test_hands_are_corrected_without_javascript(plain_phone: Phone) -> None:
    phone = plain_phone
    sits(phone, donate(1), DRAW)
    phone.goes(phone.page.locator(".counts .seat a").first)
    phone.tap(phone.page.locator("details[open] label:has([name=hand][value='2'])"))
    phone.goes(phone.page.locator("details[open]").get_by_role("button", name="That’s right"))
    assert assert_says(phone)["hands"][0] == 2
