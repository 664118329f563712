"""The drills that there are, in the order in which all of them are run."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

ORDER = (
    "killed",
    "powercut",
    "live",
    "television",
    "junk",
    "here",
    "handover",
    "greedy",
)


def modules() -> dict[str, ModuleType]:
    """Every module here that has a `drill` and the names of its `BROKEN` builds, in order.

    RuntimeError for one that `ORDER` does not name: it would never be run.
    """
    files = sorted(Path(__file__).parent.glob("*.py"))
    names = [file.stem for file in files if not file.name.startswith(("_", "test_"))]
    loaded = {name: import_module(f"tests.drills.{name}") for name in names}
    found = {
        name: module
        for name, module in loaded.items()
        if hasattr(module, "drill") and hasattr(module, "BROKEN")
    }
    if unknown := found.keys() - set(ORDER):
        raise RuntimeError(f"drills without a place in the order: {', '.join(sorted(unknown))}")
    return {name: found[name] for name in ORDER if name in found}
