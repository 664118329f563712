"""The HTML of rules as their pages show it: signs, the row of this table, ways to the switches."""

import re
from typing import Any

from flask import Flask, url_for
from markupsafe import Markup, escape

from companion.games.game import Game
from companion.rulebook import excerpt
from companion.rulebook.book import Passage
from companion.rulebook.search import Hit

ID = re.compile(r' id="[^"]*"')
ROW = re.compile(r"<tr>\n<td>(\d+)</td>")
SWITCH = re.compile(r'href="switch:([a-z-]+):([a-z_]+)"')


def init_app(app: Flask) -> None:
    """Templates can say `html | with_drawings(game)`, `| seated(players)`, `| switched` …"""
    for known in (with_drawings, highlight_row, link_switches, quote, mark_title, mark_text):
        app.add_template_filter(known)


def with_drawings(html: str, game: Game[Any, Any]) -> Markup:
    """A chapter of rules with the signs of this game in its headings, and its examples below."""
    for anchor, symbol in game.rule_book.signs.items():
        html = html.replace(
            f'<h3 id="{anchor}">', f'<h3 id="{anchor}">{_draw_symbol(symbol, "icon")}'
        )
    for anchor, symbol in game.rule_book.examples.items():
        below = rf'(<h3 id="{anchor}">.*?</h3>)'
        html = re.sub(below, rf"\1{_draw_symbol(symbol, 'icon example')}", html)
    return Markup(html)


def highlight_row(html: str, players: int | None) -> Markup:
    """Rules in whose tables the row for so many players stands out."""

    def row(found: re.Match[str]) -> str:
        ours = int(found[1]) == players
        return found[0].replace("<tr>", '<tr class="ours">') if ours else found[0]

    return Markup(ROW.sub(row, html))


def link_switches(html: str) -> Markup:
    """Rules in which `switch:game-of-the-shelf:switch` leads to that switch at set-up."""

    def link(found: re.Match[str]) -> str:
        return f'href="{escape(url_for("shelf.new", slug=found[1], _anchor=found[2]))}"'

    return Markup(SWITCH.sub(link, html))


def quote(passage: Passage, rules: str = "", meant: str = "") -> Markup:
    """A passage away from its place: without ids, and its links lead into the page `rules`.

    The part of it that had the id `meant` stands out.
    """
    bare = ID.sub("", passage.html.replace(f' id="{escape(meant)}"', ' class="meant"'))
    return link_switches(bare.replace('href="#', f'href="{escape(rules)}#'))


def mark_title(hit: Hit) -> Markup:
    """The title of what was found, with the words that were looked for marked."""
    return _mark(hit.passage.title, hit.words)


def mark_text(hit: Hit) -> Markup:
    """Of the text of what was found the part that has those words, marked."""
    return _mark(excerpt.cut(hit.passage.text, hit.words), hit.words)


def _mark(text: str, words: frozenset[str]) -> Markup:
    pieces = excerpt.mark(text, words)
    return Markup().join(
        Markup("<mark>{}</mark>").format(piece) if said else piece for piece, said in pieces
    )


def _draw_symbol(symbol: str, kind: str) -> str:
    return f'<svg class="{kind}" aria-hidden="true"><use href="#{symbol}"/></svg>'
