"""Pieces of a board: what did not change since the last board of a game is not drawn again."""

import secrets
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from flask import Flask
from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser

PLACE = f"place-{secrets.token_hex(8)}"
"""What stands in a board for its place in the log until it is whole; nobody outside knows it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What a template drew, and the pieces within it by their keys."""

    text: str
    within: "Mapping[Hashable, Piece]"


@dataclass(slots=True)
class Pieces:
    """The pieces of one board as it is drawn: those of the board `before` it, where they fit.

    `around` is what a board shows that is no part of its log: boards that differ in it have no
    piece in common. Only what is the same for all phones of one language may be drawn so, and the
    boards of one game in that language follow one another.
    """

    place: ClassVar[str] = PLACE
    around: object = None
    drawn: dict[Hashable, Piece] = field(default_factory=dict)
    before: Mapping[Hashable, Piece] = field(default_factory=dict)

    def follow(self, around: object) -> "Pieces":
        """Those for the board after this one."""
        return Pieces(around, {}, self.drawn if self.around == around else {})

    def draw(self, key: Hashable, body: Callable[[], str]) -> str:
        """The piece with this key, drawn by `body` where the board before had none such."""
        piece = self.before.get(key)
        if piece is None:
            outer, self.drawn = self.drawn, {}
            piece = Piece(body(), self.drawn)
            self.drawn = outer
        self.drawn[key] = piece
        self.drawn.update(piece.within)
        return piece.text


class PieceTag(Extension):
    """`{% piece KEY, … %} … {% endpiece %}`: drawn again only where one of the keys has changed.

    The keys say all that is drawn in it and may change while a game is played, but what stands
    around its log, and the place of the board, which `entry` puts into each form. They are values
    that can be hashed.
    """

    tags = {"piece"}  # noqa: RUF012  # as Jinja has it

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        keys: list[nodes.Expr] = [nodes.Const(f"{parser.name}:{line}")]
        while parser.stream.current.type != "block_end":
            parser.stream.skip_if("comma")
            keys.append(parser.parse_expression())
        body = parser.parse_statements(("name:endpiece",), drop_needle=True)
        given = [nodes.Name("pieces", "load"), nodes.Tuple(keys, "load")]
        called = self.call_method("draw", given)
        return nodes.CallBlock(called, [], [], body).set_lineno(line)

    def draw(self, pieces: Pieces | None, key: Hashable, caller: Callable[[], str]) -> str:
        """What stands between the tags; without `pieces` it is drawn each time."""
        return caller() if pieces is None else pieces.draw(key, caller)


def put_in(text: str, place: int) -> str:
    """The board with its place in the log, wherever it says it."""
    return text.replace(PLACE, str(place))


def init_app(app: Flask) -> None:
    """Templates can say what they draw only once."""
    app.jinja_env.add_extension(PieceTag)
