"""What is wrong with an installation, in plain words, and what to do about it."""

import resource
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
from sqlalchemy.exc import SQLAlchemyError

from companion import database, settings
from companion.doctor.data import kept
from companion.doctor.finding import Finding, Health
from companion.doctor.installation import folder, key, languages, processes, set_up
from companion.doctor.machine import disk, open_files, sqlite_version

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Patient:
    """An installation: the folder of its data, and the address of its database."""

    instance: Path
    url: str

    @property
    def file(self) -> Path | None:
        """The file of its SQLite database; None on PostgreSQL. ValueError for neither."""
        address = database.address(self.url)
        return Path(str(address.database)) if address.get_backend_name() == "sqlite" else None


@click.command("doctor")
def doctor_command() -> None:
    """Say what is wrong with this installation, and what to do. Changes nothing.

    Ends with 1 where something is wrong, with 0 where all is well or worth a look.
    """
    instance = ROOT / "instance"
    findings = list(examined(Patient(instance, settings.database_url(instance))))
    for finding in findings:
        click.echo(finding)
    raise SystemExit(any(finding.health is Health.WRONG for finding in findings))


def examined(patient: Patient) -> Iterator[Finding]:
    """All that was found, one check after the other, whatever the others came to."""
    try:
        file = patient.file
    except (ValueError, SQLAlchemyError):
        yield Finding(
            Health.WRONG,
            "DATABASE_URL names no database that Companion knows",
            "It is postgresql://user:password@host/name, or nothing for a SQLite file.",
        )
        return
    yield from set_up()
    yield from folder(patient.instance)
    yield from key(patient.instance)
    if file:
        yield from sqlite_version(sqlite3.sqlite_version_info)
        yield from disk(file.parent)
    yield from kept(patient.url, file)
    yield from languages()
    yield from open_files(resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    yield from processes(on_sqlite=file is not None)
