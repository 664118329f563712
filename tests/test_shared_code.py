"""Shared code knows no single game: whatever one is made of stands in its own folders."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

import jinja2

import companion
from companion.games import GAMES
from companion.games.game import Game
from companion.web.static.assets import ROOT

HERE = Path(companion.__file__).parent
TEMPLATES = HERE.parent / "templates"
SHELF = HERE / "games" / "__init__.py"  # one line a game
PAD = HERE / "games" / "pad"  # whose entries are those of every game that is a score pad
FOLDERS = [PAD, *(HERE / "games" / game.folder for game in GAMES.values())]

# The games whose plain words somebody has compared with what they mean in shared code. Those of
# another game are looked for once it stands here as well; its slug, titles and all that is
# compounded always are.
COMPARED = {"the-game", "one-brain", "game-of-bluff"}
# What is a name in some game, and means something else in shared code, or the same in all games.
WORDS = Path(__file__).with_name("shared_words.txt").read_text(encoding="utf-8").splitlines()
ALLOWED = {line.partition(" | ")[0] for line in WORDS}


def names_of(game: Game[Any, Any]) -> Iterator[str]:
    """Whatever a game calls by a name of its own."""
    for option in game.rules.options:
        yield from (option.name, *(each for each in option.values if isinstance(each, str)))
    for entry in game.rules.known:
        yield from (field.metadata["written_as"] or field.name for field in fields(entry))
    for names in (
        game.pages.sheets, game.pages.helps, game.rule_book.signs, game.rule_book.examples,
        game.rule_of.values(), game.tallies.counted, game.rules.besides,
    ):  # fmt: skip
        yield from map(str, names)
    for file in (HERE / "games" / game.folder).glob("*.py"):
        module = import_module(f"companion.games.{game.folder}.{file.stem}")
        yield from (str(each) for name in ("Rule", "Ending") for each in getattr(module, name, ()))


def whole_names_of(game: Game[Any, Any]) -> Iterator[str]:
    """Those that mean nothing else, so that no comment can say them by chance."""
    yield from (game.slug, game.folder, *(str(tile.title) for tile in game.tiles))
    yield from (each.kind for each in game.rules.known if is_looked_for(game, each.kind))


def is_looked_for(game: Game[Any, Any], name: str) -> bool:
    return game.slug in COMPARED or re.search("[-_]", name) is not None


WHOLE = {name for game in GAMES.values() for name in whole_names_of(game)}
NAMES = WHOLE | {tile.slug for game in GAMES.values() for tile in game.tiles} | {
    name for game in GAMES.values() for name in names_of(game) if is_looked_for(game, name)
}  # fmt: skip
MODULES = [
    file
    for file in sorted(HERE.rglob("*.py"))
    if file != SHELF and not set(FOLDERS) & set(file.parents)
]
PAGES = sorted(TEMPLATES.glob("*.html"))


OWN_SCRIPTS = {
    *(ROOT / "app" / "games").rglob("*.js"),
    *(
        ROOT / "app" / f"{kind}{game.scripts}.js"
        for game in GAMES.values()
        for kind in ("pages/", "later/wide_")
    ),
}
"""The scripts that the board of some game brings along, and no page without it."""
SCRIPTS = [file for file in sorted((ROOT / "app").rglob("*.js")) if file not in OWN_SCRIPTS]


def said_in_python(text: str) -> Iterator[str]:
    """The texts and the attributes of a module, without what explains it."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(value=ast.Constant() as explains):
                explains.value = None
            case ast.Constant(value=str(said)):
                yield said
            case ast.Attribute() if ast.unparse(node.value) != "click":
                yield node.attr  # but for the library that makes what an operator types


def said_in_a_template(text: str) -> Iterator[str]:
    """The names and the texts of what is not HTML in a template, and the ids and fields in it."""
    for _line, token, value in jinja2.Environment().lex(text):
        if token in ("name", "string"):
            yield value.strip("\"'")
        elif token == "data":
            yield from re.findall(r'\b(?:id|name|value)="([^"]+)"', value)


def said_in_a_script(text: str) -> Iterator[str]:
    """The words of a script, without its comments."""
    yield from re.findall(r"[\w-]+", re.sub(r"(?m)(^|\s)//.*$", "", text))


def known_in(file: Path) -> set[str]:
    """The names of games that this file says."""
    text = file.read_text()
    said = {".py": said_in_python, ".html": said_in_a_template, ".js": said_in_a_script}
    whole = {name for name in WHOLE if re.search(rf"(?<![\w-]){name}(?![\w-])", text)}
    return ({*said[file.suffix](text)} & NAMES) - ALLOWED | whole


def test_it_names_no_game_and_nothing_of_one() -> None:
    for file in (*MODULES, *PAGES, *SCRIPTS):
        assert known_in(file) == set(), file
