"""What is wrong with an installation, in plain words, and what to do about it."""

import resource
import sqlite3
from collections.abc import Iterator

import click

from companion.operations import settings, users
from companion.operations.doctor.backups import check_backups
from companion.operations.doctor.data import check_database
from companion.operations.doctor.finding import Finding, Health
from companion.operations.doctor.installation import (
    check_names,
    check_privacy,
    folder,
    key,
    languages,
    leftovers,
    owners,
    processes,
    set_up,
    version,
)
from companion.operations.doctor.local_app import check_local_app
from companion.operations.doctor.machine import disk, drive, open_files, sqlite_version
from companion.operations.doctor.proxy import check_through
from companion.operations.doctor.server import check_parts, check_ports
from companion.operations.settings import Settings

MEND = (
    "docs/configuration.md explains all settings. Correct this and run `doctor` again: nothing "
    "else was checked."
)


@click.command("doctor")
@click.option("--through", metavar="URL", help="Test what a proxy at this address changes.")
def doctor_command(through: str | None) -> None:
    """Say what is wrong with this installation, and what to do. Changes nothing.

    It checks what a server with the same settings would use, and says what that is. With --through
    URL it tests instead how a form reaches the server. Exit status 1 if something is wrong,
    otherwise 0.
    """
    try:
        findings = list(check_through(through) if through else examine(settings.read()))
    except settings.Unusable as error:
        *others, last = error.wrong
        findings = [version(), *(Finding(Health.WRONG, wrong) for wrong in others)]
        findings.append(Finding(Health.WRONG, last, MEND))
    for finding in findings:
        click.echo(finding)
    raise SystemExit(any(finding.health is Health.WRONG for finding in findings))


def examine(ours: Settings) -> Iterator[Finding]:
    """All that was found, one check after the other, whatever the others came to."""
    yield version()
    yield from set_up(ours)
    yield from check_names()
    yield from check_parts()
    yield from check_ports(ours)
    if ours.file and (stranger := users.find_stranger(ours.file)):
        yield Finding(Health.WRONG, stranger, "The data was not checked.")
    else:
        yield from _look_at_data(ours)
    yield from languages()
    yield from check_local_app(ours)
    yield from open_files(resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    yield from processes(ours)


def _look_at_data(ours: Settings) -> Iterator[Finding]:
    file = ours.file
    yield from folder(ours.instance)
    yield from key(ours)
    yield from owners(ours)
    yield from check_privacy(ours)
    yield from leftovers(ours)
    if file:
        yield from sqlite_version(sqlite3.sqlite_version_info)
        yield from drive(file.parent)
        yield from disk(file.parent)
    yield from check_database(ours.database_url, file)
    yield from check_backups(ours)
