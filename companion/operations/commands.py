"""The commands that an app brings along, and how they say that the settings are wrong."""

from copy import copy
from typing import Any, NoReturn

import click
from flask import Flask

from companion.files import record
from companion.operations import (
    backup,
    check,
    daily,
    doctor,
    failures,
    local_app,
    move,
    purge,
    restore,
    settings,
    site,
    tables,
)
from companion.web.join import lan_address

COMMANDS = (
    record.replay_command,
    lan_address.address,
    move.move_command,
    backup.backup_command,
    daily.daily_command,
    restore.restore_command,
    purge.purge_command,
    check.check_command,
    doctor.doctor_command,
    local_app.local_app_command,
    site.site_command,
    tables.tables_command,
)


def is_lookup() -> bool:
    """Whether an app is made for a group of commands that looks for one of ours in it."""
    context = click.get_current_context(silent=True)
    return context is not None and context.parent is None


def add(app: Flask, wrong: settings.Unusable | None = None) -> None:
    """The app has its commands; where settings are wrong, all but the doctor say just that."""
    for command in COMMANDS:
        if wrong and command is not doctor.doctor_command:
            command = _refusing(command, wrong)
        app.cli.add_command(_explaining(command))


def _refusing(command: click.Command, wrong: settings.Unusable) -> click.Command:
    def refuse(**given: Any) -> NoReturn:
        raise wrong

    refusing = copy(command)
    refusing.callback = refuse
    return refusing


def _explaining(command: click.Command) -> click.Command:
    """This command, or group of commands, which says in a sentence what fails."""
    explaining = copy(command)
    if command.callback:
        explaining.callback = failures.explain()(command.callback)
    if isinstance(explaining, click.Group):
        named = explaining.commands.items()
        explaining.commands = {name: _explaining(each) for name, each in named}
    return explaining
