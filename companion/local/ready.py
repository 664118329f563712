"""What modules let Python compile while they are imported: a package of the app has it ready.

Dataclasses, named tuples and SQLAlchemy write code as text, and what compiles regular expressions
is itself in Python. What was compiled while the app was packed is found by a hash of its text.
"""

import __future__

import _sre  # type: ignore[import-not-found]
import ast
import builtins
import dataclasses
import inspect
import marshal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from re import _compiler  # type: ignore[attr-defined]
from types import SimpleNamespace
from typing import Any

from companion.runtime import places

COUNTING, TABLES = "ready.counting", "ready.tables"
INHERITED = __future__.annotations.compiler_flag
"""What of the code that compiles something holds for what it compiles."""


def load() -> dict[bytes, Any]:
    """Read what the archives of the package have ready."""
    files = [file for name in (COUNTING, TABLES) if (file := places.PACKAGE / name).exists()]
    parts = [marshal.loads(file.read_bytes()) for file in files]  # noqa: S302  # it is ours
    return {key: made for part in parts for key, made in part.items()}


@contextmanager
def reuse(made: dict[bytes, Any], *, adds: bool = False) -> Iterator[None]:
    """Take from `made` what is compiled meanwhile; add what is not there if it `adds`."""
    ours = _Compiling(made, adds)
    places = [
        (builtins, "compile", ours.compile),
        (builtins, "eval", ours.eval),
        (builtins, "exec", ours.exec),
        (_compiler, "compile", ours.compile_pattern),
        # A class without a docstring would get its signature as one, which nobody reads.
        (dataclasses, "inspect", SimpleNamespace(signature=_refuse, unwrap=inspect.unwrap)),
    ]
    before = [getattr(module, name) for module, name, _ in places]
    for module, name, does in places:
        setattr(module, name, does)
    try:
        yield
    finally:
        for (module, name, _), was in zip(places, before, strict=True):
            setattr(module, name, was)


class _Compiling:
    """In place of what Python has by these names, for who asks in the same way."""

    def __init__(self, made: dict[bytes, Any], adds: bool) -> None:
        self._made, self._adds = made, adds
        self._compile, self._eval, self._exec = compile, eval, exec
        self._compile_pattern = _compiler.compile

    def compile(
        self, source: Any, filename: Any, mode: str, flags: int = 0,
        dont_inherit: bool = False, optimize: int = -1, **more: Any,
    ) -> Any:  # fmt: skip
        if not dont_inherit:
            flags |= sys._getframe(1).f_code.co_flags & INHERITED
        if not isinstance(source, str) or flags & ast.PyCF_ONLY_AST:
            return self._compile(source, filename, mode, flags, True, optimize, **more)
        key = _key(source, str(filename), mode, flags)
        if (code := self._made.get(key)) is None:
            code = self._compile(source, filename, mode, flags, True, optimize, **more)
            self._add(key, code)
        return code

    def eval(self, source: Any, globals: Any = None, locals: Any = None) -> Any:
        source = source.lstrip(" \t") if isinstance(source, str) else source
        return self._run(self._eval, "eval", source, globals, locals)

    def exec(self, source: Any, globals: Any = None, locals: Any = None, **more: Any) -> None:
        self._run(self._exec, "exec", source, globals, locals, **more)

    def _run(self, run: Any, mode: str, source: Any, names: Any, local: Any, **more: Any) -> Any:
        caller = sys._getframe(2)
        if names is None:
            names, local = caller.f_globals, caller.f_locals if local is None else local
        if isinstance(source, str):
            flags = caller.f_code.co_flags & INHERITED
            source = self.compile(source, "<string>", mode, flags, True)
        return run(source, names, local, **more)

    def compile_pattern(self, pattern: Any, flags: int = 0) -> Any:
        key = _key(pattern, int(flags))
        if given := self._made.get(key):
            return _sre.compile(*given)
        if not self._adds:
            return self._compile_pattern(pattern, flags)
        was = _sre.compile

        def note(pattern: Any, flags: int, code: list[int], *more: Any) -> Any:
            self._add(key, (pattern, int(flags), [int(unit) for unit in code], *more))
            return was(pattern, flags, code, *more)

        _sre.compile = note
        try:
            return self._compile_pattern(pattern, flags)
        finally:
            _sre.compile = was

    def _add(self, key: bytes, made: object) -> None:
        if self._adds:
            self._made[key] = made


def _key(*said: object) -> bytes:
    return blake2b(repr(said).encode(), digest_size=6).digest()


def _refuse(*given: object, **more: object) -> None:
    raise TypeError
