"""The app as a browser runs it."""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask
from jinja2 import ModuleLoader
from werkzeug.routing import Rule

from companion import web
from companion.runtime import places, server_log


class LateRule(Rule):
    """An address of which the code that builds it is made at first use: a start builds few."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        found: list[Callable[..., tuple[str, str]]] = []

        def build(rule: Rule, **given: Any) -> tuple[str, str]:
            if not found:
                found.append(super(LateRule, self)._compile_builder(append_unknown))
            return found[0](rule, **given)

        return build


def create_local_app(store: object, config: Mapping[str, Any] | None = None) -> Flask:
    """The app as a browser runs it, with this store: that of a mirrored game, or of own tables.

    It has no commands, no limits, and nothing that only a server needs. What its package holds
    ready made it takes from there. With `HERE` in `config` its tables live on the phone: nobody
    else comes to them, and there is no server behind its pages.
    """
    app = web.make_app(places.PACKAGE)
    app.url_rule_class = LateRule
    app.config.from_mapping(
        SECRET_KEY=secrets.token_hex(),  # nothing that it signs leaves the phone
        WTF_CSRF_ENABLED=False,  # nobody else can ask
        LIMITED=False,
        TRUSTED_PROXIES=0,
    )
    app.config.from_mapping(config or {})
    server_log.begin("error")
    app.extensions["store"] = store
    web.init_app(app)
    if places.MADE.exists():
        app.jinja_env.loader = ModuleLoader(places.COMPILED)
    return app
