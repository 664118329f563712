"""The quick rules of every game, a page each, one tap from the board and back again."""

from typing import Any

from flask import Blueprint, Response, abort, g, redirect, request, url_for

from companion.games import GAMES, SHELF
from companion.rulebook.book import FALLBACK, rulebook
from companion.rulebook.search import Hit, find
from companion.web.pages import htmx
from companion.web.pages.page import page
from companion.web.safety import phone
from companion.web.safety.addresses import local

bp = Blueprint("reference", __name__, url_prefix="/rules")

LONGEST_QUERY = 60
MOST = 5  # passages of one game that are shown for a query
MOST_NOW = 30  # passages that matter on a board; no board names more


@bp.before_request
def speak() -> None:
    """A page of rules is in the language `lang`, where its address names one."""
    if (asked := request.args.get("lang")) in phone.LANGUAGES:
        g.language = asked


@bp.url_defaults
def speak_on(endpoint: str, values: dict[str, object]) -> None:
    """Whoever reads the rules in another language than the phone's goes on reading them in it."""
    if "language" in g:
        values.setdefault("lang", g.language)


@bp.get("/")
def games() -> Response:
    """Show what answers the words of `q`, by game; without any, the games whose rules there are.

    With `go` it leads straight to the passage that answers best.
    """
    query = request.args.get("q", "")[:LONGEST_QUERY]
    here, back = request.args.get("game", ""), local(request.args.get("back"))
    hits = _find(query, here)
    if hits and "go" in request.args:
        return redirect(address(hits[0].slug, hits[0].passage.anchor, back), 303)  # type: ignore[return-value]
    return page("rulebooks.html", here=here, back=back, **_answers(query, hits))


@bp.get("/<slug>")
def show(slug: str) -> Response:
    """Show the rules of a game in the language of this phone; `back` leads where one came from.

    The passages of `now` come first: those that matter on the board one came from. Where tables
    have a row for so many `players`, it stands out. For a sheet over a board, the passage `of` is
    all. What was looked for in another language, `q`, is looked for here.
    """
    game = GAMES.get(slug) or abort(404)
    book = rulebook(SHELF, slug, phone.language())
    asked = request.args.get("now", "").split(",", MOST_NOW)[:MOST_NOW]
    now = dict.fromkeys(filter(None, (book.passage(anchor) for anchor in asked)))
    players = request.args.get("players", type=int)
    meant = request.args.get("of", "")
    of = book.passage(meant)
    query = request.args.get("q", "")[:LONGEST_QUERY]
    return page(
        "paragraph.html" if of and htmx.wants_fragment() else "rules.html",
        game=game,
        book=book,
        of=of,
        meant=meant,
        now=list(now),
        players=players if players in game.rules.seats else None,
        back=local(request.args.get("back")),
        **_answers(query, _find(query, slug)),
    )


@bp.get("/<slug>/<chapter>")
def look_up(slug: str, chapter: str) -> Response:
    """Show the paragraphs of one chapter, or of them what answers the words of `q`."""
    game = GAMES.get(slug) or abort(404)
    book = rulebook(SHELF, slug, phone.language())
    section = next((each for each in book.sections if each.id == chapter), None)
    if section is None or not section.paragraphs:
        abort(404)
    query = request.args.get("q", "")[:LONGEST_QUERY]
    found = section.paragraphs
    if query.strip():
        hits = (hit.passage for hit in _find(query, slug, slug))
        found = tuple(each for each in hits if each in section.paragraphs)
    back = local(request.args.get("back"))
    return page(
        "chapter.html", game=game, book=book, section=section, query=query, found=found, back=back
    )


def address(slug: str, anchor: str, back: str | None = None) -> str:
    """Where this paragraph of the rules of a game stands."""
    return url_for("reference.show", slug=slug, back=back, _anchor=anchor)


def addresses() -> list[str]:
    """Where the rules of all games are: their list, each game, and each chapter to look up."""
    found = [url_for("reference.games")]
    for slug in GAMES:
        found.append(url_for("reference.show", slug=slug))
        chapters = rulebook(SHELF, slug, FALLBACK).sections
        named = [chapter.id for chapter in chapters if chapter.paragraphs]
        found += [url_for("reference.look_up", slug=slug, chapter=chapter) for chapter in named]
    return found


def _answers(query: str, hits: list[Hit]) -> dict[str, Any]:
    """What was looked for and found, as pages show it."""
    books = {slug: rulebook(SHELF, slug, phone.language()) for slug in GAMES}
    return {"query": query, "found": _by_game(hits), "books": books, "games": GAMES}


def _find(query: str, here: str, *only: str) -> list[Hit]:
    if not query.strip():
        return []
    language, games = phone.language(), only or tuple(GAMES)
    return find(SHELF, games, phone.LANGUAGES, query, language=language, here=here)


def _by_game(hits: list[Hit]) -> dict[str, list[Hit]]:
    """What was found, by game: first the game with the best of all, in it the best first."""
    games = dict.fromkeys(hit.slug for hit in hits)
    return {slug: [hit for hit in hits if hit.slug == slug][:MOST] for slug in games}
