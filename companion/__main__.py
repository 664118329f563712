"""The commands for whoever runs a server: `companion`, or `python -m companion`."""

from flask.cli import FlaskGroup

from companion import create_app
from companion.doctor import doctor_command

cli = FlaskGroup(
    name="companion",
    create_app=create_app,
    add_default_commands=False,
    help="Looks after an installation of Companion.",
)
cli.add_command(doctor_command)  # without the app, which may be what does not start


def main() -> None:
    cli.main()


if __name__ == "__main__":
    main()
