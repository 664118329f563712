"""Where pages and scripts lie: beside the package in a checkout, in it once it is installed."""

from pathlib import Path

PACKAGE = Path(__file__).parents[1]
ABOVE = PACKAGE.parent
"""The checkout, or the folder that an installer put the package into."""
IS_INSTALLED = any((PACKAGE / name).is_dir() for name in ("templates", "static"))
TEMPLATES, STATIC = (
    (PACKAGE if IS_INSTALLED else ABOVE) / name for name in ("templates", "static")
)
MADE, COMPILED = PACKAGE / "made.json", PACKAGE / "compiled"
"""What the package of the local app holds ready made: its edition, and templates as modules."""
