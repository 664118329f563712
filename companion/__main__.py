"""The commands for whoever runs a server: `companion`, or `python -m companion`."""

from flask.cli import FlaskGroup

from companion import create_app
from companion.operations.serve import serve_command

cli = FlaskGroup(
    name="companion",
    create_app=create_app,
    add_default_commands=False,
    help="Looks after an installation of Companion.",
)
cli.add_command(serve_command)  # without the app, which gunicorn makes in each of its processes


def main() -> None:
    cli.main()


if __name__ == "__main__":
    main()
