"""The serve command: gunicorn with our file for it, or one sentence that says why not."""

import os
import sys

import click

from companion.operations import settings


@click.command("serve", context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def serve_command(words: tuple[str, ...]) -> None:
    """Serve phones until told to stop. WORDS are for gunicorn, such as --bind 127.0.0.1:8000."""
    settings.read()  # gunicorn reads some of them while it is imported, and stumbles
    given = ["-c", str(settings.ROOT / "gunicorn.conf.py"), "--chdir", str(settings.ROOT)]
    # A process of its own: gevent has to come before the database's driver, which is here already.
    program = [sys.executable, "-P", "-m", "gunicorn", *given, *words, "companion:create_app()"]
    os.execv(program[0], program)
