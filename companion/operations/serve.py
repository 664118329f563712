"""The commands that serve: gunicorn with our file for it, or one sentence that says why not."""

import errno
import os
import socket
import sys
from contextlib import closing
from typing import TYPE_CHECKING, NoReturn

import click

from companion.operations import gunicorn_options, keys, settings
from companion.operations.running import Mark, Taken
from companion.operations.settings import Settings
from companion.runtime import places

if TYPE_CHECKING:
    from flask import Flask

NEARBY = 100  # ports that are tried after one that is taken
REFUSED = "The server cannot listen on {}, port {} ({}): set PORT to another one."
ALL_TAKEN = "All ports from {} to {} are taken: set PORT to a free one."
RUNS = "Companion is already running with the data in {}. For a second one, set another INSTANCE."
STOPS = "The data is in {}. Ctrl+C stops Companion."
GUNICORN = """\
import signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
from gunicorn.app.wsgiapp import run
run(prog="gunicorn")
"""
"""gunicorn, which Ctrl+C ends without a word while it is still being imported."""
MOMENT = 2  # seconds in which a server that was just told to stop may end


@click.command("serve", context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def serve_command(words: tuple[str, ...]) -> None:
    """Serve phones until told to stop. WORDS go to gunicorn, such as --bind 127.0.0.1:8000."""
    settings.check_options(words)
    _become_gunicorn(settings.read(), words, dict(os.environ))


@click.command("run", short_help="Serve phones at home, with a code to scan.")
def run_command() -> None:
    """Serve phones at home until told to stop, and show the address and a code to scan.

    If no port is set, it takes the next free one. If a server already runs with this data, it shows
    that address and starts no other one. Unless LOG_LEVEL is set, it logs only warnings: a line for
    each tap would push the address off the screen.
    """
    from companion.web.join import lan_address

    ours = settings.read()
    listens_on = Mark(ours.file).find_server(MOMENT) if ours.file else None
    if listens_on is not None:
        click.echo(RUNS.format(ours.instance))
        for host, port in gunicorn_options.endpoints(listens_on):
            lan_address.show_address(port, not gunicorn_options.is_open(host), ours.root)
        raise SystemExit(Taken.exit_code)
    if not ours.key:
        keys.secret_key(ours.instance)  # what is wrong with it is said in place of an address
    given = {name: said for name, said in os.environ.items() if said}
    own = {"LOG_LEVEL": "warning", **given, "PORT": str(find_port(ours))}
    _become_gunicorn(ours, (), own, "companion:create_home_app()")


def show_when_served(app: "Flask") -> None:
    """Show the address of this app, and what its phones lack, as soon as it answers there."""
    from companion.operations import local_app
    from companion.web.join import lan_address

    def show() -> None:
        lan_address.show_address(app.config["PORT"], app.config["IS_LOCAL"], app.config["ROOT"])
        click.echo(STOPS.format(app.config["INSTANCE"]))
        if lacking := local_app.explain_lacking(app.config["INSTANCE"]):
            click.echo(lacking)

    app.extensions["when_served"] = show


def find_port(ours: Settings) -> int:
    """The port to serve on: the one that was asked for, or the first free one."""
    for host, port in gunicorn_options.endpoints(ours.listens_on):
        refusal = find_refusal(host, port)
        if refusal and not (ours.is_any_port and refusal.errno == errno.EADDRINUSE):
            raise click.ClickException(REFUSED.format(host, port, refusal.strerror))
        if refusal:
            return _find_free(port)
    return ours.port


def _find_free(taken: int) -> int:
    last = taken + NEARBY
    for port in range(taken + 1, last + 1):
        if find_refusal("0.0.0.0", port) is None:
            return port
    raise click.ClickException(ALL_TAKEN.format(taken, last))


def find_refusal(host: str, port: int) -> OSError | None:
    """What keeps a server from listening there; None where nothing does."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with closing(socket.socket(family, socket.SOCK_STREAM)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as gunicorn does
        try:
            probe.bind((host, port))
        except OSError as error:
            return error
    return None


def _become_gunicorn(
    ours: Settings,
    words: tuple[str, ...],
    environment: dict[str, str],
    app: str = "companion:create_app()",
) -> NoReturn:
    """This process is gunicorn from now on, with these words and this environment."""
    given = ["-c", str(settings.GUNICORN), "--chdir", str(places.ABOVE)]
    one = ("--workers", "1") if ours.file else ()  # whatever GUNICORN_CMD_ARGS says
    # A process of its own: gevent has to come before the database's driver, which is here already.
    program = [sys.executable, "-P", "-c", GUNICORN, *given, *words, *one, app]
    os.execve(program[0], program, environment)
