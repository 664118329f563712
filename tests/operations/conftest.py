"""The database of these tests is SQLite, and PostgreSQL too where one says `on_both`."""

from tests.store.conftest import database, is_made

__all__ = ["database", "is_made"]
