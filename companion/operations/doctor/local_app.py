"""What phones keep to count without network: whether this server has it for them."""

import sys
from collections.abc import Iterator

from companion.operations import local_app
from companion.operations.doctor.finding import Finding, Health
from companion.operations.settings import Settings
from companion.web.static import packages

MAKE = "`{} -m companion local-app` makes it in about a minute."


def check_local_app(ours: Settings) -> Iterator[Finding]:
    """Whether the package of this edition is there, or can be made."""
    folder = packages.folder(ours.instance)
    found = packages.find(folder)
    if found:
        size = f"{found.size / 1_000_000:.1f} MB"
        yield Finding(Health.OK, f"Phones can download Companion to count offline ({size})")
        return
    missing = "Phones cannot download Companion to count offline: there is no package"
    if not packages.editions(folder):
        yield Finding(Health.OK, f"{missing}. {_say_how()}")
    else:
        yield Finding(Health.LOOK, f"{missing} of this edition", _say_how())


def _say_how() -> str:
    if local_app.find_node():
        return MAKE.format(sys.executable)
    return local_app.say_no_node()
