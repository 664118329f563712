"""The serve command: gunicorn with our file for it, or one sentence that says why not."""

import sys

import click

from companion import settings


@click.command("serve", context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def serve_command(words: tuple[str, ...]) -> None:
    """Serve phones until told to stop. WORDS are for gunicorn, such as --bind 127.0.0.1:8000."""
    settings.read()  # gunicorn reads some of them while it is imported, and stumbles
    from gunicorn import __main__ as program
    from gunicorn.app import wsgiapp

    given = ["-c", str(settings.ROOT / "gunicorn.conf.py"), "--chdir", str(settings.ROOT)]
    sys.argv = [program.__file__, *given, *words, "companion:create_app()"]
    wsgiapp.run(prog="gunicorn")
