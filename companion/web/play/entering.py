"""From a form to an entry in the log, and what to tell the phone about it."""

import hashlib
import json
import re
from contextlib import suppress
from dataclasses import dataclass

from flask import Flask, Response, abort, g, request
from flask_babel import gettext as _
from werkzeug.exceptions import RequestEntityTooLarge

from companion.engine.entry import Facts
from companion.engine.log import CHANGED, INSERTED, TAKEN_BACK
from companion.engine.table import StoredGame
from companion.engine.verdict import Answer, Submission, Verdict
from companion.games.forms import EntryForm
from companion.web.pages import htmx
from companion.web.pages.errors import AnotherEpoch
from companion.web.pages.playing import OPENING, Playing
from companion.web.safety import phone

TAKEN = (Answer.RECORDED, Answer.MERGED)
VERDICT = "Verdict"
OWN_ID = re.compile(r"[0-9A-Za-z.-]{1,64}")


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
    def about(self) -> int | None:
        """The line that the form was about: what is broken there was broken by the table then."""
        return self.change or self.before

    @property
    def line(self) -> object:
        """The line that it changed, undid or wrote, by its place."""
        return self.change or self.facts.get("target") or self.verdict.place

    @property
    def merged(self) -> bool:
        """Whether it was entered already, and the page only has to say by whom."""
        return self.verdict.answer is Answer.MERGED

    def describe_merge(self, playing: Playing) -> str:
        """That it was entered already, and by whom; "" for every other answer."""
        place = self.verdict.place
        if not self.merged or place is None:
            return ""
        by = playing.stored.log[place - 1].phone
        undone, name = self.facts["kind"] == TAKEN_BACK, playing.whose(by)
        if by == phone.find_id():
            return _("Already done on this phone.")  # nothing else is merged with one's own
        if not name:
            done = _("Already done on another phone."), _("Already entered by another phone.")
            return done[0] if undone else done[1]
        if undone:
            return _("Already done by %(name)s.", name=name)
        return _("Already entered by %(name)s.", name=name)

    @property
    def open(self) -> bool:
        """Whether the page has to say or ask something."""
        return self.verdict.answer not in TAKEN


def init_app(app: Flask) -> None:
    """Every answer says the verdict that was reached while it was made, also one that failed."""
    app.after_request(_add_verdict)


def enter(table_id: str, game_id: str) -> tuple[Playing, Answered]:
    """Enter what the form of this request says; the game as it stands then, and the answer.

    A form is read by what never changes of its game. That is known of games that were played
    lately, so the database is asked in the transaction alone. Strangers and what cannot be entered
    are looked at before anything is said of the game. Raises `AnotherEpoch` where the form was made
    before a restore: the places that it names are others now.
    """
    database = phone.store().database
    outline = phone.store().games.recall_outline(table_id, game_id)
    if outline is None or not _is_of(database.last_epoch.id):
        outline = load(table_id, game_id)
        if not _is_of(database.epoch.id):
            raise AnotherEpoch
    form = _form(Playing(outline))
    if form is None or not form.validate():
        playing = Playing(load(table_id, game_id))
        say_verdict(Answer.UNREADABLE)
        return playing, _answer_mistake(form)
    facts = form.facts()
    if form.first.data:
        earlier: Facts = {"kind": form.first.data}
        made = _id(form, earlier)
        stored, verdict = _write(outline, form, earlier, made and f"{made}.first")
        if verdict.answer not in TAKEN:
            say_verdict(verdict.answer, verdict.place, verdict.asks)
            return Playing(stored), Answered(verdict, earlier)
        form.seen.data = max(form.seen.data, verdict.place or 0)  # what it was merged with is known
    whole = _about(form, facts)
    stored, verdict = _write(outline, form, whole, _id(form, whole))
    say_verdict(verdict.answer, verdict.place, verdict.asks)
    answered = Answered(
        verdict,
        facts,
        change=form.change.data,
        before=form.before.data,
        back=form.back.data or "",
    )
    return Playing(stored), answered


def open_with(started: StoredGame, last: Playing) -> None:
    """Enter what a game of the same people begins with, once, however often it is started."""
    facts = last.game.rules.opening(last.story.replay.state)
    if facts is None or started.log:
        return
    me = phone.ensure_id()
    submission = Submission(f"{started.id}{OPENING}", me, 0, facts)
    phone.store().submissions.enter(
        me, started.table, started.id, submission, lambda now: Playing(now).judge(submission)
    )


def say_verdict(said: Answer, place: int | None = None, asks: bool = False) -> None:
    """The answer to this request says so in its head: what became of the id that it is for.

    Only that tells a phone that its submission was heard. No status and no page does, for these may
    come from anybody on the way. It is said as soon as it is true: whatever fails after that, such
    as the page to be shown, the phone hears it.
    """
    g.verdict = f"{said} {place or '-'} {'asks' if asks else '-'}"


def _add_verdict(answer: Response) -> Response:
    if verdict := g.get("verdict"):
        made = ""
        with suppress(RequestEntityTooLarge):  # what nobody has read has no id
            made = request.form.get("id", "")
        if OWN_ID.fullmatch(made):
            answer.headers[VERDICT] = f"{made} {verdict}"
    return answer


def make_start_id(file: bytes = b"") -> str | None:
    """The id for a game that a form starts: the same form, posted twice, starts one game.

    With a file it is the same form only with the same file.
    """
    if not request.form.get("page"):
        return None
    said = [pair for pair in request.form.items(multi=True) if pair[0] != "csrf_token"]
    whole = json.dumps([phone.ensure_id(), request.path, said])
    if file:
        whole += hashlib.sha256(file).hexdigest()
    return hashlib.sha256(whole.encode()).hexdigest()[:32]


def by_script() -> bool:
    """Whether a script on the phone puts the answer into its page."""
    return htmx.wants_fragment()


def _form(playing: Playing) -> EntryForm | None:
    """The form of the kind that was posted, filled in; None where there is no such kind."""
    found = playing.game.pages.find_form(request.form.get("kind"))
    if found is None:
        return None
    form = found(meta={"csrf": False})  # the token was looked at before anything of the form
    form.setup = playing.setup
    return form


def _about(form: EntryForm, facts: Facts) -> Facts:
    """The facts as an entry of the log: by themselves, or about the line that the form names."""
    confirmed = {"confirmed": True} if form.confirmed.data else {}
    if form.change.data:
        return {"kind": CHANGED, "target": form.change.data, "facts": facts, **confirmed}
    if form.before.data:
        return {"kind": INSERTED, "before": form.before.data, "facts": facts, **confirmed}
    return {**facts, **confirmed}


def _answer_mistake(form: EntryForm | None) -> Answered:
    """The answer to a form that cannot be read: which field it was, and what can be kept."""
    if form is None:
        return Answered(Verdict(Answer.UNREADABLE), {"kind": None}, "kind")
    return Answered(
        Verdict(Answer.UNREADABLE),
        form.partial_facts(),
        form.mistaken.short_name,
        change=None if form.change.errors else form.change.data,
        before=None if form.before.errors else form.before.data,
        back="" if form.back.errors else form.back.data or "",
    )


def _write(
    outline: StoredGame, form: EntryForm, facts: Facts, made: str
) -> tuple[StoredGame, Verdict]:
    me = phone.find_id() or abort(404)
    submission = Submission(made, me, form.seen.data, facts)

    def judge(now: StoredGame) -> Verdict:
        return Verdict(Answer.REFUSED) if form.withdrawn.data else Playing(now).judge(submission)

    return phone.store().submissions.enter(me, outline.table, outline.id, submission, judge)


def _is_of(epoch: str) -> bool:
    """Whether the form of this request was made in this epoch, as far as it says."""
    return request.form.get("era") in (None, "", epoch)


def load(table_id: str, game_id: str) -> StoredGame:
    """The game at this address; 404 for strangers as for what does not exist."""
    me = phone.find_id() or abort(404)
    return phone.store().games.find(me, table_id, game_id) or abort(404)


def load_outline(table_id: str, game_id: str) -> StoredGame:
    """The game at this address without its log; 404 as for `load`."""
    me = phone.find_id()
    return (phone.store().games.find_outline(me, table_id, game_id) if me else None) or abort(404)


def _id(form: EntryForm, facts: Facts) -> str:
    """The id of this submission: its phone's, else one that a second tap on the page has too."""
    if form.id.data:
        return str(form.id.data)
    said = json.dumps([form.page.data, facts], sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:32] if form.page.data else ""
