"""What a table knows of its cards: shown, filled in, taken along, and taken over."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, cast

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext
from flask_wtf import FlaskForm
from werkzeug.exceptions import RequestEntityTooLarge
from wtforms import Field, StringField, ValidationError

from companion.engine.deck import (
    Fault,
    NotADeck,
    decode,
    encode,
    merge_lessons,
)
from companion.engine.names import clean, isolate
from companion.engine.table import Table
from companion.engine.verdict import Answer
from companion.games import GAMES
from companion.web.pages.errors import to_write
from companion.web.pages.page import page
from companion.web.play import entering
from companion.web.safety import phone
from companion.web.safety.addresses import local
from companion.web.table.desk import Desk, Doubted, Review

bp = Blueprint("decks", __name__, url_prefix="/t/<table_id>/deck/<slug>")

CALLED = "called"  # where on the page the words of the table stand
UNKNOWN = "unknown"  # the choice that makes a deck forget what a card carries
OTHERS = 5  # tables of this phone whose decks are offered
LOOKED_AT = 40  # tables of this phone that are asked for one

FAULTS = {
    Fault.NOT_A_DECK: _l("This file is not a deck from Companion. Nothing was changed."),
    Fault.OTHER_GAME: _l("This is the deck of another game. Nothing was changed."),
    Fault.NO_SUCH_CARD: _l("This deck has a card that does not exist. Nothing was changed."),
}
TOO_LONG = _l("A name can have at most 24 characters.")


class TeachForm(FlaskForm):
    """One card, and what it carries from now on; `confirmed` says both, asked about before."""

    card = StringField()
    carries = StringField()
    confirmed = StringField()


@bp.get("/")
def show(table_id: str, slug: str) -> Response:
    """Show all cards with what is known of them."""
    return _show(_desk(table_id, slug))


@bp.post("/")
def teach(table_id: str, slug: str) -> Response:
    """Learn what one card carries, or forget it; what is odd about it is asked first."""
    form = TeachForm()
    desk = _desk_to_write(table_id, slug, brush=form.carries.data)
    card, choice = form.card.data, form.carries.data
    if form.confirmed.data:
        card, _is, choice = form.confirmed.data.partition("=")
    if card not in desk.learning.cards or choice not in (*desk.learning.carried, UNKNOWN):
        return _show(desk, 422, notice=desk.learned.choose_first)
    doubts = () if choice == UNKNOWN else desk.learning.doubts(desk.deck, card, choice)
    if doubts and not form.confirmed.data:
        return _show(desk, 422, doubted=Doubted(card, choice, doubts))
    return _taught(desk, {card: None if choice == UNKNOWN else choice}, anchor=anchor_of(card))


@bp.post("/rest")
def rest(table_id: str, slug: str) -> Response:
    """Learn that every card of which nothing is known carries what was chosen."""
    form = TeachForm()
    desk = _desk_to_write(table_id, slug, brush=form.carries.data)
    if desk.learning.rest is None:
        abort(404)
    if form.carries.data not in desk.learning.carried:
        return _show(desk, 422, notice=desk.learned.choose_first)
    choice = str(form.carries.data)
    unknown = [card for card in desk.learning.cards if card not in desk.deck]
    room = desk.learning.carried[choice] - len(desk.carriers(choice))
    if len(unknown) > room:
        many = desk.learned.more_than_can_carry(len(unknown), max(0, room))
        return _show(desk, 422, notice=many)
    return _taught(desk, dict.fromkeys(unknown, choice))


@bp.get("/deck.json")
def export(table_id: str, slug: str) -> Response:
    """The deck as a file, to take it along."""
    desk = _desk(table_id, slug)
    headers = {"Content-Disposition": f'attachment; filename="{slug}-deck.json"'}
    text = encode(slug, desk.learning.sort_cards(desk.deck))
    return Response(text, mimetype="application/json", headers=headers)


@bp.post("/take-over")
def take_over(table_id: str, slug: str) -> Response:
    """Learn from another deck: what is new at once, what differs only after asking."""
    desk = _desk_to_write(table_id, slug)
    sent = [request.form.get("from"), request.form.get("deck"), request.files.get("file")]
    if not any(sent):
        return _show(desk, 422, notice=_("Choose a file first."))
    try:
        theirs = _other_deck(desk)
    except NotADeck as fault:
        return _show(desk, 422, notice=_fault(desk, fault))
    new = {card: said for card, said in theirs.items() if card not in desk.deck}
    different = {card: said for card, said in theirs.items() if desk.deck.get(card, said) != said}
    answer = request.form.get("differing")
    if different and answer not in ("keep", "change"):
        return _show(desk, 422, review=Review(theirs, new, different))
    taken = {**new, **different} if answer == "change" else new
    return _taught(desk, taken, took=len(taken))


@bp.post("/words")
def call(table_id: str, slug: str) -> Response:
    """This table calls the game, and parts of it, so from now on; "" for their usual names."""
    desk = _desk_to_write(table_id, slug)
    if not desk.nicknamed:
        abort(404)
    naming = _naming(desk, request.form)
    if not naming.validate():
        return _show(desk, 422, naming=naming)
    said = {thing: naming[thing].data for thing in desk.nicknamed}
    phone.store().nicknames.give(phone.ensure_id(), table_id, slug, said)
    return _done(desk, anchor=CALLED, kept=1)


@bp.after_request
def hear(answer: Response) -> Response:
    """A phone that keeps what it taught until it is heard is told that this cannot be learned."""
    if request.method == "POST" and answer.status_code == 422:
        entering.say_verdict(Answer.REFUSED)
    return answer


@bp.errorhandler(RequestEntityTooLarge)
def too_large(error: RequestEntityTooLarge) -> Response:
    """Say in the page that this cannot be a deck, or a name: none is that large."""
    asked = cast("dict[str, str]", request.view_args)
    wrong = TOO_LONG if request.endpoint == "decks.call" else FAULTS[Fault.NOT_A_DECK]
    return _show(_desk_to_write(**asked), 422, notice=str(wrong))


def _other_deck(desk: Desk) -> dict[str, str]:
    """The deck of the file, the text or the table that was sent. Raises `NotADeck`."""
    if other := request.form.get("from"):
        me = phone.find_id() or abort(404)
        if phone.store().tables.find(me, other) is None:
            abort(404)
        theirs = phone.store().lessons.find_all(me, other, desk.game.slug)
        return desk.learning.sort_cards(desk.learning.read_lessons(theirs))
    file = request.files.get("file")
    said = file.read() if file else request.form.get("deck", "").encode()
    try:
        return decode(said.decode("utf-8-sig"), desk.game.slug, desk.learning)
    except UnicodeDecodeError:
        raise NotADeck(Fault.NOT_A_DECK) from None


def _naming(desk: Desk, said: Mapping[str, str] | None = None) -> FlaskForm:
    """The form of the words of this table: a field for each thing that has some, as it is called.

    `said` is what was typed.
    """

    def check(form: FlaskForm, field: Field) -> None:
        """Raises ValidationError with a sentence on what cannot be the name of this."""
        name = clean(field.data or "")
        if name is None:
            raise ValidationError(TOO_LONG)
        if wrong := desk.learned.check_nickname(field.name, name):
            raise ValidationError(wrong)
        field.data = name

    fields = {thing: StringField(label, [check]) for thing, label in desk.nicknamed.items()}
    return cast(FlaskForm, type("WordsForm", (FlaskForm,), fields)(said, data=desk.called))


def _fault(desk: Desk, fault: NotADeck) -> str:
    wrong = fault.fault is Fault.NO_SUCH_CHOICE
    said = str(desk.learned.no_such_choice if wrong else FAULTS[fault.fault])
    card = desk.learned.name_card(fault.detail, desk.called) if wrong else fault.detail[:20]
    detail = card.encode("utf-8", "replace").decode()
    return f"{said} ({isolate(detail)})" if detail else said


def _desk(table_id: str, slug: str, brush: str | None = None) -> Desk:
    """The deck of this game at this table; 404 for strangers as for what does not exist."""
    game = GAMES.get(slug)
    me = phone.find_id()
    if game is None or game.learning is None or me is None:
        abort(404)
    table = phone.store().tables.find(me, table_id) or abort(404)
    deck = game.learning.read_lessons(phone.store().lessons.find_all(me, table_id, slug))
    asked = brush or request.args.get("brush")
    choices = [*game.learning.carried, UNKNOWN]
    chosen = asked if asked in choices else choices[0]
    desk = Desk(table, game, deck, str(chosen))
    called = phone.store().nicknames.find(me, table_id, slug) if desk.nicknamed else {}
    return replace(desk, called=called)


def _desk_to_write(table_id: str, slug: str, brush: str | None = None) -> Desk:
    """The deck, for a phone that may teach it; for others as `to_write` says; 404 for a copy."""
    desk = _desk(table_id, slug, brush)
    if desk.is_copy:
        abort(404)
    return replace(desk, table=to_write(desk.table))


def _taught(
    desk: Desk, taught: dict[str, Any], anchor: str = "", took: int | None = None
) -> Response:
    """The page after learning this."""
    if taught:
        phone.store().lessons.teach(phone.ensure_id(), desk.table.id, desk.game.slug, taught)
    return _done(desk, anchor, took=took)


def _done(desk: Desk, anchor: str = "", **more: Any) -> Response:
    """The page as it is now: shown at once to a script, else by going there."""
    entering.say_verdict(Answer.RECORDED)
    table_id, slug = desk.table.id, desk.game.slug
    if entering.by_script():
        return _show(_desk(table_id, slug, desk.brush), kept="kept" in more)
    address = url_for(
        "decks.show",
        table_id=table_id,
        slug=slug,
        brush=desk.brush,
        back=_back(),
        _anchor=anchor or None,
        **more,
    )
    return cast(Response, redirect(address, 303))


def _show(desk: Desk, status: int = 200, **more: Any) -> Response:
    took = request.args.get("took", type=int)
    if took is not None:
        more.setdefault("notice", _describe_learned(max(0, took)))
    more.setdefault("naming", _naming(desk))
    more.setdefault("kept", "kept" in request.args)
    return page(
        f"games/{desk.game.folder}/deck.html",
        status,
        desk=replace(desk, others=_others(desk), **more),
        words=desk.learned,
        table=desk.table,
        slug=desk.game.slug,
        anchor_of=anchor_of,
        called_at=CALLED,
        unknown=UNKNOWN,
        back=_back(),
        encoded=encode(desk.game.slug, more["review"].theirs) if "review" in more else "",
    )


def _back() -> str | None:
    """Where the page was opened from."""
    return local(request.args.get("back") or _read_field("back"))


def _read_field(name: str) -> str | None:
    """What the form of this request says; None where it was too large to be read."""
    try:
        return request.form.get(name)
    except RequestEntityTooLarge:
        return None


def anchor_of(card: str) -> str:
    """Where on the page this card stands."""
    return f"card-{card.replace(' ', '-')}"


def _describe_learned(cards: int) -> str:
    if not cards:
        return _("Nothing new: this deck already had all of it.")
    return ngettext("%(num)d card added.", "%(num)d cards added.", cards)


def _others(desk: Desk) -> tuple[tuple[Table, int], ...]:
    """The newest other tables of this phone that know something of these cards, and how much."""
    store, me = phone.store(), phone.ensure_id()
    tables = [table for table in store.tables.find_all(me) if table.id != desk.table.id][:LOOKED_AT]
    counted = (
        (table, len(merge_lessons(store.lessons.find_all(me, table.id, desk.game.slug))))
        for table in tables
    )
    return tuple(islice(((table, cards) for table, cards in counted if cards), OTHERS))
