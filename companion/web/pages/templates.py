"""How templates are read and called: without what is for people alone, or what we never use."""

import re
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from flask import Flask
from jinja2.ext import Extension
from jinja2.runtime import Context, Macro

INDENTATION = re.compile(r"\n[ \t]+")


class WithoutIndentation(Extension):
    """Lines of a template begin at its left edge; a blank that shows must not begin a line."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return INDENTATION.sub("\n", source)


class QuickContext(Context):
    """Calls functions and macros, as a board does almost 200 times, without many questions first.

    Jinja asks of everything that is called whether it wants the context, in four ways.
    """

    def call(self, called: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
        """What this says to these arguments, as Jinja's own `call` would answer."""
        kind = type(called)
        if kind is Macro:
            named.pop("_block_vars", None)
            named.pop("_loop_vars", None)
            return called(self.eval_ctx, *given, **named)
        if kind in PLAIN and not hasattr(called, "jinja_pass_arg"):
            named.pop("_block_vars", None)
            named.pop("_loop_vars", None)
            return called(*given, **named)
        return super().call(called, *given, **named)


PLAIN = frozenset((FunctionType, MethodType, BuiltinFunctionType))
"""What says itself whether it wants the context."""


def init_app(app: Flask) -> None:
    """All templates are read without what indents them."""
    app.jinja_env.context_class = QuickContext
    app.jinja_env.add_extension(WithoutIndentation)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
