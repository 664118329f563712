"""How templates are read: what indents their lines is for people, and not sent."""

import re

from flask import Flask
from jinja2.ext import Extension

INDENTATION = re.compile(r"\n[ \t]+")


class WithoutIndentation(Extension):
    """Lines of a template begin at its left edge; a blank that shows must not begin a line."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return INDENTATION.sub("\n", source)


def init_app(app: Flask) -> None:
    """All templates are read without what indents them."""
    app.jinja_env.add_extension(WithoutIndentation)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
