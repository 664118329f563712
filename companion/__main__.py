"""The commands for whoever runs a server: `companion`, or `python -m companion`."""

import io
import signal
import sys
from typing import Any, NoReturn

# While all is imported, Ctrl+C ends this without a traceback.
kept = signal.signal(signal.SIGINT, signal.SIG_DFL)

import click
from flask.cli import FlaskGroup

from companion import create_app
from companion.operations import failures
from companion.operations.serve import run_command, serve_command
from companion.runtime.version import VERSION

signal.signal(signal.SIGINT, kept)


@click.pass_context
def run_unless_told_otherwise(context: click.Context) -> None:
    """Without a command this is `run`."""
    if context.invoked_subcommand is None:
        context.invoke(run_command)


class Commands(FlaskGroup):
    """The commands, of which each says in a sentence what fails."""

    def make_context(self, *given: Any, **named: Any) -> click.Context:
        with failures.explain():
            return super().make_context(*given, **named)

    def invoke(self, ctx: click.Context) -> Any:
        with failures.explain():
            return super().invoke(ctx)


cli = Commands(
    name="companion",
    create_app=create_app,
    add_default_commands=False,
    add_version_option=False,
    load_dotenv=False,  # gunicorn would not see what stands there
    invoke_without_command=True,
    callback=run_unless_told_otherwise,
    help="Run and look after a Companion server. Without a command, this is `run`.",
)
# Flask has options of its own for other apps than this one.
cli.params = []
click.version_option(VERSION, message="Companion %(version)s")(cli)
cli.add_command(run_command)  # these two without the app, which gunicorn makes in its processes
cli.add_command(serve_command)


def main() -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):  # a name may have letters that it cannot take
        sys.stdout.reconfigure(errors="backslashreplace")
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, end)
    cli.main()


def end(number: int, frame: object) -> NoReturn:
    """Whatever a command has begun is undone before it ends."""
    raise SystemExit(128 + number)


if __name__ == "__main__":
    main()
