"""What phones keep to count without network: whether this server has it for them."""

from collections.abc import Iterator

from companion.operations.doctor.finding import Finding, Health
from companion.operations.settings import Settings
from companion.web.static import packages

MAKE = "`companion local-app` builds it in a few minutes."


def check_local_app(ours: Settings) -> Iterator[Finding]:
    """Whether the package of this edition is there, or can be made."""
    folder = packages.folder(ours.instance)
    found = packages.find(folder)
    if found:
        size = f"{found.size / 1_000_000:.1f} MB"
        yield Finding(Health.OK, f"Phones can download Companion to work offline ({size})")
        return
    missing = "Phones cannot download Companion to work offline: it has not been built"
    if not packages.editions(folder):
        yield Finding(Health.OK, f"{missing}. {MAKE}")
    else:
        yield Finding(Health.LOOK, f"{missing} for this version", MAKE)
