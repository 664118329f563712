"""From a form to an entry in the log, and what to tell the phone about it."""

import hashlib
import json
from dataclasses import dataclass
from typing import cast

from flask import Response, abort, redirect, request

from companion.forms import EntryForm, TakenBackForm
from companion.game import Facts
from companion.log import CHANGED, INSERTED, Answer, Verdict, Wish
from companion.store import StoredGame
from companion.web import htmx, phone
from companion.web.playing import Playing


@dataclass(frozen=True)
class Answered:
    """The verdict on what a form said, for the page that answers it.

    `facts` are those of the form, as far as they can be read; `mistake` names the field that
    cannot. `change` and `before` name the line that it was about.
    """

    verdict: Verdict
    facts: Facts
    mistake: str | None = None
    change: int | None = None
    before: int | None = None
    back: str = ""

    @property
    def open(self) -> bool:
        """Whether the page has to say or ask something."""
        return self.verdict.answer not in (Answer.RECORDED, Answer.MERGED)


def enter(stored: StoredGame) -> tuple[Playing, Answered]:
    """Enter what the form of this request says; the game as it stands then, and the answer."""
    form = _form(Playing(stored))
    if form is None:
        return Playing(stored), Answered(Verdict(Answer.UNREADABLE), {}, "kind")
    if not form.validate():
        facts: Facts = {"kind": form.kind, "pile": request.form.get("pile")}
        mistake = form.mistaken.name
        return Playing(stored), Answered(Verdict(Answer.UNREADABLE), facts, mistake)
    if form.first.data:
        stored, _ = _write(stored, form, {"kind": form.first.data})
    facts = form.facts()
    stored, verdict = _write(stored, form, _about(form, facts))
    answered = Answered(
        verdict,
        facts,
        change=form.change.data,
        before=form.before.data,
        back=form.back.data or "",
    )
    return Playing(stored), answered


def by_script() -> bool:
    """Whether a script on the phone puts the answer into its page."""
    return htmx.wants_fragment()


def go(address: str) -> Response:
    """To another page: as a redirect that a GET follows, with scripts and without."""
    return cast(Response, redirect(address, 303))


def _form(playing: Playing) -> EntryForm | None:
    """The form of the kind that was posted, filled in; None where there is no such kind."""
    kind = request.form.get("kind")
    forms: tuple[type[EntryForm], ...] = (*playing.game.forms, TakenBackForm)
    found = next((form for form in forms if form.kind == kind), None)
    return found() if found else None


def _about(form: EntryForm, facts: Facts) -> Facts:
    """The facts as an entry of the log: by themselves, or about the line that the form names."""
    confirmed = {"confirmed": True} if form.confirmed.data else {}
    if form.change.data:
        return {"kind": CHANGED, "target": form.change.data, "facts": facts, **confirmed}
    if form.before.data:
        return {"kind": INSERTED, "before": form.before.data, "facts": facts, **confirmed}
    return {**facts, **confirmed}


def _write(stored: StoredGame, form: EntryForm, facts: Facts) -> tuple[StoredGame, Verdict]:
    me = phone.known() or abort(404)
    head = stored.log[-1].place if stored.log else 0
    seen = head if form.seen.data is None else form.seen.data
    wish = Wish(_id(form, facts), me, seen, facts)
    return phone.store().enter(
        me, stored.table, stored.id, wish, lambda now: Playing(now).judge(wish)
    )


def _id(form: EntryForm, facts: Facts) -> str:
    """The id of this wish: a double tap, with scripts or without, has the same one."""
    made = form.id.data or form.page.data or ""
    if not made:
        return ""
    said = json.dumps([made, facts], sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:32]
