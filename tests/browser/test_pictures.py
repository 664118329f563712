"""The pictures in the README show the app as it is."""

import json

from tests.browser.conftest import Phones
from tests.browser.pictures import LOOKS, SCENES, TEXTS, texts


def test_the_pictures_say_what_the_app_says(phones: Phones) -> None:
    """If this is red, run `tools/pictures`, and look at what it made."""
    assert texts(phones()) == json.loads(TEXTS.read_text(encoding="utf-8"))


def test_the_readme_shows_each_in_every_look() -> None:
    readme = (TEXTS.parents[2] / "README.md").read_text(encoding="utf-8")
    for name in SCENES:
        for look in LOOKS:
            assert f"docs/pictures/{name}-{look}.webp" in readme
            assert (TEXTS.parent / f"{name}-{look}.webp").exists()
