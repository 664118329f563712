"""What the page on deployment names is there, and deploy/ sets only settings that there are."""

import re

import pytest

from companion.operations.settings import NAMES
from tests.deploy import test_container, test_unit
from tests.deploy.installed import ROOT

pytestmark = pytest.mark.long

PAGE = (ROOT / "docs" / "deployment.md").read_text()


def test_what_is_set_in_deploy_is_a_setting() -> None:
    named = {*test_unit.environment(), *test_container.settings()}
    assert named - {"PATH", "PYTHONDONTWRITEBYTECODE"} <= {*NAMES}


def test_what_it_names_is_there() -> None:
    named = {*re.findall(r"`(deploy/[\w.]+|tools/\w+)`", PAGE)}
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []
