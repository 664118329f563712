"""What every command says it uses is what a running server says, whatever is set."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.deploy.installed import Client, Started, play, procfile
from tests.operations.test_settings import KEY, away, run, said_here
from tests.support.postgresql import free_port

__all__ = ["away"]

OTHER = {
    "SECRET_KEY": KEY,
    "KEEP_DAYS": "77",
    "WEB_CONCURRENCY": "2",
    "TRUSTED_PROXIES": "2",
    "ALLOWED_ORIGINS": "https://Cards.example:443, http://127.0.0.1:8001",
    "ROOT": "/games/companion/",
    "FRAME_ANCESTORS": "http://home.example",
    "START_WORD": "herring",
    "LOG_LEVEL": "debug",
}
"""Each is another one than usual."""


@pytest.fixture(params=["other", pytest.param("by gunicorn", marks=pytest.mark.long)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, str]]:
    port, here = free_port(), str(tmp_path / "data? 100%41")
    at = f"--bind 127.0.0.1:{port}"
    match request.param:
        case "other":
            url = f"sqlite:///{tmp_path}/elsewhere/cards.db"
            yield {**OTHER, "PORT": str(port), "INSTANCE": here, "DATABASE_URL": url}
        case _:
            url = request.getfixturevalue("there")
            own = {"INSTANCE": here, "DATABASE_URL": url, "GUNICORN_CMD_ARGS": f"{at} --workers 3"}
            yield {**OTHER, "PORT": "2", **own}


@contextmanager
def served(settings: dict[str, str], away: Path) -> Iterator[Started]:
    bound = re.search(r"127\.0\.0\.1:(\d+)", settings.get("GUNICORN_CMD_ARGS", ""))
    port = int(bound[1] if bound else settings["PORT"])
    with Started(procfile(), port, settings, away) as started:
        yield started


def test_all_go_by_the_same(settings: dict[str, str], tmp_path: Path, away: Path) -> None:
    backup, played = str(tmp_path / "backup"), "1 game, 2 entries"
    with served(settings, away) as server:
        start_here(server)
        done = run("doctor", settings=settings, cwd=away)
        assert done.stderr == ""
        lines = [json.loads(line) for line in server.said]
        [used] = [line for line in lines if line["event"] == "settings"]
        assert tell(done.stdout).items() <= used.items()
        assert used.keys() - tell(done.stdout) == {"time", "level", "event"}
        for said in (
            f"The server answers on port {server.port}\n",
            f"The data lies in {settings['INSTANCE']} (INSTANCE)",
            f"{settings['DATABASE_URL'].rpartition('/')[2]} (DATABASE_URL)",
            "Phones of https://cards.example and http://127.0.0.1:8001 may put tables here",
            "Its pages are below /games/companion/ (ROOT)",
            "Pages of http://home.example may show it within them",
            "Only who knows its word may start tables",
        ):
            assert said in done.stdout
        assert (
            f"localhost:{server.port}/games/companion/\n"
            in said_here("address", settings=settings).output
        )
        days = settings.get("KEEP_DAYS", "400")
        assert f"untouched for {days} days" in said_here("purge", settings=settings).output
        for words in (["check"], ["backup", "--with-key", backup]):
            assert played in said_here(*words, settings=settings).output, words
    restored = said_here("restore", "--replace", backup, settings=settings).output
    assert f"Restored: 1 table, {played}" in restored
    with served(settings, away) as server:
        start_here(server)
    assert "2 games, 4 entries" in said_here("check", settings=settings).output


def start_here(server: Started) -> None:
    phone = Client(server.port)
    phone.opens("/join")
    assert phone.posts("/word", word="Herring ") == 303
    play(phone)


def tell(doctor: str) -> dict[str, object]:
    """What the doctor says that a server uses."""

    def find(pattern: str) -> str:
        [found] = re.findall(pattern, doctor)
        return str(found)

    one = "on SQLite there is one" in doctor
    return {
        "version": find(r"^ok     Companion ([\d.]+),"),
        "ports": [int(find(r"It listens on (?:port |127\.0\.0\.1:)(\d+)"))],
        "database": find(r"The database is (sqlite|postgresql)"),
        "processes": 1 if one else int(find(r"ok     (\d+) process")),
        "keep_days": int(find(r"keeps a table for (\d+) days")),
        "trusted_proxies": int(find(r"believes (no|\d) ").replace("no", "0")),
        "log_level": find(r"logs from (\w+) on"),
    }
