"""Where the others find the table: an address to type, and a code to point a phone at."""

import io
import socket
import sys

import click
import segno
from flask import current_app
from flask.cli import with_appcontext


@click.command(short_help="Print the server’s addresses.")
@click.option("--port", type=click.IntRange(1, 65535), show_default="PORT, else 8000")
@with_appcontext
def address(port: int | None) -> None:
    """Print the address of the server, for this machine and for phones in its network."""
    is_local = current_app.config["IS_LOCAL"] and not port
    show_address(port or current_app.config["PORT"], is_local, current_app.config["ROOT"])


def show_address(port: int, is_local: bool, root: str) -> None:
    """Print where the server on this port is; `is_local` where only this machine reaches it."""
    click.echo(f"On this machine:  http://localhost:{port}{root}")
    if is_local:
        click.echo("Only this machine can reach it, such as a proxy on it.")
        return
    host = network_address()
    if host is None:
        click.echo("No network found: only this machine can reach it.")
        return
    url = f"http://{host}:{port}{root}"
    click.echo(f"In this network:  {url}")
    if (sys.stdout.encoding or "").lower().startswith("utf"):
        # Both colours are named, or a terminal with a light background would show it inverted.
        click.secho(f"\n{code(url)}", fg="bright_white", bg="black")


def network_address() -> str | None:
    """Return this machine's IPv4 address in the network it sends through; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing, it only picks the interface. The address
            # is one of those kept for documentation (RFC 5737), so nobody is there.
            probe.connect(("203.0.113.1", 9))
        except OSError:
            return None
        host = str(probe.getsockname()[0])
    return None if host.startswith("127.") else host


def code(url: str) -> str:
    """Return the QR code of `url`, drawn in half blocks, light on dark."""
    drawing = io.StringIO()
    segno.make_qr(url).terminal(drawing, compact=True)
    return drawing.getvalue()
