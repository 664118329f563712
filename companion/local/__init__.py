"""Companion as a browser runs it: the same app, in Python compiled to WebAssembly."""

from companion.local.app import create_local_app
from companion.local.asking import LocalApp
from companion.local.store import Store


def start() -> LocalApp:
    """The local app of this phone."""
    store = Store()
    return LocalApp(create_local_app(store), store)
