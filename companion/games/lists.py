"""Lists within a sentence."""

from collections.abc import Sequence

from flask_babel import gettext as _


def join_list(items: Sequence[str]) -> str:
    """These in one line: "Ann, Ben and Cas"."""
    if len(items) < 2:
        return "".join(items)
    return _("%(names)s and %(last)s", names=", ".join(items[:-1]), last=items[-1])
