"""What every store and every app of a test run would make anew, made once for all of them."""

import functools
import hashlib
import shutil
import sys
from collections.abc import Hashable
from contextlib import suppress
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import create_engine
from sqlalchemy.engine import URL, Dialect, Engine

from companion.store.database import connections
from companion.web.pages import templates

Key = tuple[Dialect, *tuple[Hashable, ...]]


class Statements(dict[Any, Any]):
    """Compiled statements, which are the same for each SQLite file.

    SQLAlchemy looks one up by a tuple with the dialect, of which each engine has its own.
    """

    def get(self, key: Key, default: Any = None) -> Any:
        return super().get(_share(key), default)

    def __setitem__(self, key: Key, compiled: Any) -> None:
        super().__setitem__(_share(key), compiled)


def _share(key: Key) -> tuple[Hashable, ...]:
    return type(key[0]), *key[1:]


def share_statements() -> None:
    """From now on all stores on SQLite share the statements that they compile."""
    statements = Statements()

    @functools.wraps(create_engine)
    def create_sharing(url: str | URL, **settings: Any) -> Engine:
        engine = create_engine(url, **settings)
        if engine.dialect.name == "sqlite":
            engine.update_execution_options(compiled_cache=statements)
        return engine

    connections.create_engine = create_sharing


class CompiledTemplates(FileSystemBytecodeCache):
    """What templates were compiled to, as far as the disk has room for it."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def share_templates() -> None:
    """From now on all apps share the templates that they compile, as far as Python keeps bytecode.

    They are compiled anew after each edit in `companion/web`, which says how.
    """
    if not sys.pycache_prefix:
        return
    code = sorted(Path(templates.__file__).parent.glob("*.py"))
    version = hashlib.sha256(b"".join(file.read_bytes() for file in code)).hexdigest()[:16]
    folder = Path(sys.pycache_prefix) / "templates" / version
    folder.mkdir(parents=True, exist_ok=True)
    for older in folder.parent.iterdir():
        if older != folder:
            shutil.rmtree(older, ignore_errors=True)
    init_app = templates.init_app

    @functools.wraps(init_app)
    def init_sharing(app: Flask) -> None:
        init_app(app)
        app.jinja_env.bytecode_cache = CompiledTemplates(str(folder))

    templates.init_app = init_sharing
