"""How many random examples a test draws: few while somebody works, many in the long run.

Each run of `./test` has a profile of its own. A property needs nothing but hypothesis' `given`:

    @given(logs())
    def test_undo_leads_back(log: Log) -> None: ...

A test that counts its steps itself takes them from `choose`:

    STEPS = choose(few=12, many=60, deep=150)
"""

import os

from hypothesis import settings

PROFILES = {"quick": 8, "usual": 20, "all": 100, "deep": 400}
"""The runs and how many examples a property draws in each: `deep` is `--all` with `DEEP=1`."""


def register_profiles() -> None:
    """Tell hypothesis of the profiles, and load that of `./test`.

    How long an example takes says nothing of whether it is right. In CI the examples are the same
    each time: what is red there is of a change. Elsewhere they are others each time.
    """
    for name, examples in PROFILES.items():
        settings.register_profile(
            name, max_examples=examples, deadline=None, derandomize="CI" in os.environ
        )
    settings.load_profile("usual")


def at_most(examples: int, **others: object) -> settings:
    """Settings of a test with expensive examples: so many, or fewer where the run has fewer."""
    return settings(max_examples=min(examples, settings().max_examples), **others)  # type: ignore[arg-type]


def choose(few: int, many: int, deep: int) -> int:
    """How many steps this run takes: `many` is for `--all`, `deep` for `--all` with `DEEP=1`."""
    return {"all": many, "deep": deep}.get(settings.get_current_profile_name(), few)
