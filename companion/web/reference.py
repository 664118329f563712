"""The quick rules of every game, a page each, one tap from the board and back again."""

from flask import Blueprint, Response, abort, request

from companion.games import GAMES
from companion.rulebook import rulebook
from companion.web import page, phone
from companion.web.addresses import local

bp = Blueprint("reference", __name__, url_prefix="/rules")

SHELF = "companion.games"


@bp.get("/<slug>")
def show(slug: str) -> Response:
    """Show the rules of a game in the language of this phone; `back` leads where one came from."""
    game = GAMES.get(slug) or abort(404)
    book = rulebook(SHELF, slug, phone.language())
    return page(
        "rules.html",
        game=game,
        book=book,
        signs=tuple(game.deck.carried) if game.deck else (),
        back=local(request.args.get("back")),
    )
