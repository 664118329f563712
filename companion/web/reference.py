"""The quick rules of every game, a page each, one tap from the board and back again."""

from flask import Blueprint, Response, abort, request, url_for
from markupsafe import escape

from companion.games import GAMES
from companion.rulebook import FALLBACK, rulebook
from companion.web import page, phone
from companion.web.addresses import local

bp = Blueprint("reference", __name__, url_prefix="/rules")

SHELF = "companion.games"
LONGEST_QUERY = 60


@bp.get("/")
def games() -> Response:
    """Show the games whose rules there are, each a tap away."""
    books = [rulebook(SHELF, slug, phone.language()) for slug in GAMES]
    return page("rulebooks.html", books=list(zip(GAMES.values(), books, strict=True)))


@bp.get("/<slug>")
def show(slug: str) -> Response:
    """Show the rules of a game in the language of this phone; `back` leads where one came from."""
    game = GAMES.get(slug) or abort(404)
    book = rulebook(SHELF, slug, phone.language())
    return page(
        "rules.html",
        game=game,
        book=book,
        back=local(request.args.get("back")),
    )


@bp.get("/<slug>/<chapter>")
def look_up(slug: str, chapter: str) -> Response:
    """Show the paragraphs of one chapter in which the words of `q` occur."""
    game = GAMES.get(slug) or abort(404)
    book = rulebook(SHELF, slug, phone.language())
    section = next((each for each in book.sections if each.id == chapter), None)
    if section is None or not section.paragraphs:
        abort(404)
    query = request.args.get("q", "")[:LONGEST_QUERY]
    back = local(request.args.get("back"))
    rules = url_for("reference.show", slug=slug, back=back)
    return page(
        "chapter.html",
        game=game,
        book=book,
        section=section,
        query=query,
        found=[(anchor, linked(html, rules)) for anchor, html in section.found(query)],
        back=back,
    )


def addresses() -> list[str]:
    """Where the rules of all games are: their list, each game, and each chapter to look up."""
    found = [url_for("reference.games")]
    for slug in GAMES:
        found.append(url_for("reference.show", slug=slug))
        chapters = rulebook(SHELF, slug, FALLBACK).sections
        named = [chapter.id for chapter in chapters if chapter.paragraphs]
        found += [url_for("reference.look_up", slug=slug, chapter=chapter) for chapter in named]
    return found


def linked(html: str, rules: str) -> str:
    """A paragraph on a page of its own: a level up, its links lead to the page of all rules."""
    higher = html.replace("<h3", "<h2").replace("</h3>", "</h2>")
    return higher.replace('href="#', f'href="{escape(rules)}#')
