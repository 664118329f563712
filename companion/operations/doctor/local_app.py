"""What phones keep to count without network: whether this server has it for them."""

import sys
from collections.abc import Iterator

from companion.operations import local_app
from companion.operations.doctor.finding import Finding, Health
from companion.operations.settings import Settings
from companion.web import packages

MAKE = "Run `{} -m companion local-app`, which takes about a minute."


def check_local_app(ours: Settings) -> Iterator[Finding]:
    """Whether the package of this edition is there, or can be made."""
    folder = packages.folder(ours.instance)
    found = packages.find(folder)
    if found:
        size = f"{found.size / 1_000_000:.1f} MB"
        yield Finding(Health.OK, f"Phones can download Companion to count offline ({size})")
        return
    is_missing = "Phones cannot download Companion to count offline"
    node = local_app.find_node()
    without = local_app.NO_NODE.format(local_app.OLDEST_NODE, sys.executable)
    cure = MAKE.format(sys.executable) if node else without
    if packages.editions(folder):
        yield Finding(Health.LOOK, f"{is_missing}: the package here is of another edition", cure)
    else:
        yield Finding(Health.OK, f"{is_missing}: there is no package", cure)
