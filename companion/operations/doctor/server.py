"""The server of an installation: the files that it is made of, and where it listens."""

import base64
import errno
import hashlib
import http.client
from collections.abc import Iterator
from contextlib import closing, suppress
from importlib import metadata
from pathlib import Path

from companion.operations import gunicorn_options, settings
from companion.operations.doctor.finding import Finding, Health
from companion.operations.running import Mark
from companion.operations.serve import find_refusal
from companion.operations.settings import Settings
from companion.runtime import places

MANIFEST = places.STATIC / "made" / "manifest.json"
PARTS = (places.TEMPLATES / "page.html", MANIFEST, settings.GUNICORN)
"""A file of each sort, without which no page is shown."""
NAMED = 3  # files that are named at most
PATIENCE = 5  # seconds that a server has to answer in
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}


def check_parts() -> Iterator[Finding]:
    """Whether the files of Companion are there, and as delivered where an installer noted them."""
    lacking = [path for path in PARTS if not _is_readable(path)]
    if places.IS_INSTALLED:
        lacking += [path for path in _find_changed() if path not in lacking]
    if lacking:
        more = f", and {len(lacking) - NAMED} more" if len(lacking) > NAMED else ""
        yield Finding(
            Health.WRONG,
            f"Missing or changed since installation: {', '.join(map(str, lacking[:NAMED]))}{more}",
            "Reinstall Companion, readable for the user that it runs as.",
        )
    else:
        yield Finding(Health.OK, f"The files of Companion are there, in {places.PACKAGE}")


def _is_readable(path: Path) -> bool:
    with suppress(OSError), path.open("rb") as file:
        return bool(file.read(1))
    return False


def _find_changed() -> Iterator[Path]:
    """What the installer has noted, and is not there as it was noted."""
    with suppress(metadata.PackageNotFoundError):
        for each in metadata.files("companion") or ():
            path = Path(str(each.locate())).resolve()
            if each.hash and path.is_relative_to(places.PACKAGE) and not _is_kept(path, each.hash):
                yield path


def _is_kept(path: Path, noted: metadata.FileHash) -> bool:
    if noted.mode != "sha256":  # as pip and uv note it
        return True
    try:
        digest = hashlib.sha256(path.read_bytes()).digest()
    except OSError:
        return False
    return base64.urlsafe_b64encode(digest).decode().rstrip("=") == noted.value


def check_ports(ours: Settings) -> Iterator[Finding]:
    """Whether this server listens where it is set to, or can; or where it was told to."""
    wanted = list(gunicorn_options.endpoints(ours.listens_on))
    listens_on = Mark(ours.file).find_server() if ours.file else None
    found = list(gunicorn_options.endpoints(listens_on or ()))
    if found and not {port for _, port in found} & {port for _, port in wanted}:
        yield from (_judge_elsewhere(host, port) for host, port in found)
        return
    for host, port in wanted:
        refusal = find_refusal(host, port)
        if refusal is None:
            yield Finding(Health.OK, f"Port {port} is free: the server is not running")
        elif refusal.errno == errno.EADDRINUSE:
            yield _judge_listener(host, port)
        else:
            yield Finding(
                Health.WRONG,
                f"No server can listen on {host}, port {port}: {refusal.strerror}",
                "Set PORT to a number above 1023, and --bind in GUNICORN_CMD_ARGS, if used, "
                "to an address of this machine.",
            )


def _judge_elsewhere(host: str, port: int) -> Finding:
    """Of a server that has these data and listens where no setting says."""
    found = _judge_listener(host, port)
    if found.health is not Health.OK:
        return found
    return Finding(Health.OK, f"{found.what}, as set when it was started")


def _judge_listener(host: str, port: int) -> Finding:
    """Who listens there: the server of this version, of another one, or something else."""
    from companion.web.static.assets import edition

    found = _ask_edition(EVERYWHERE.get(host, host), port)
    if found is None:
        return Finding(
            Health.WRONG,
            f"Something else listens on port {port}",
            "Stop it, or set PORT to another one.",
        )
    if found != edition():
        return Finding(
            Health.LOOK,
            f"A server of another version of Companion answers on port {port}",
            "Restart it, or run the `doctor` of its version.",
        )
    return Finding(Health.OK, f"The server answers on port {port}")


def _ask_edition(host: str, port: int) -> str | None:
    """The edition of the Companion that answers there; None where something else does."""
    try:
        with closing(http.client.HTTPConnection(host, port, timeout=PATIENCE)) as line:
            line.request("GET", "/healthz")
            return line.getresponse().headers["Companion"]
    except (OSError, http.client.HTTPException):
        return None
