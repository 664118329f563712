"""What an installation consists of: its lock files, its key, its templates."""

import importlib
import os
import re
import shutil
import stat
import subprocess
import tomllib
import venv
from pathlib import Path

import pytest

from companion import create_app
from companion.operations import keys, settings
from tests.support.full_disk import full_disk

ROOT = Path(__file__).parents[1]


def test_the_tests_run_on_what_is_installed() -> None:
    run, test = (
        dict(re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / name).read_text(), re.MULTILINE))
        for name in ("requirements.txt", "requirements-test.txt")
    )
    assert run.items() <= test.items()
    node = (ROOT / "companion" / "operations" / "node.txt").read_text()
    assert node in (ROOT / "requirements-test.txt").read_text()
    # gunicorn asks for no packaging, its gevent worker needs it, and pytest would hide that.
    assert "packaging" in run
    script = (ROOT / "tools" / "environment.sh").read_text()
    installing = re.findall(r"pip (?:install|sync) .*", script)
    assert ["--require-hashes" in words for words in installing] == [True, True]


def test_all_packages_go_into_a_wheel_with_the_command() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    module, _, name = project["project"]["scripts"]["companion"].partition(":")
    assert callable(getattr(importlib.import_module(module), name))
    named = {*project["tool"]["setuptools"]["packages"]}
    ours = [file.parent for file in (ROOT / "companion").rglob("__init__.py")]
    beside = {"companion.static", "companion.templates"}
    there = {".".join(each.relative_to(ROOT).parts) for each in ours}
    assert named - beside == there, "name each package in pyproject.toml, and no other"
    assert beside <= named
    # uv asks these whether it has to make a wheel anew, and would miss an upgrade.
    keys = [each["file"] for each in project["tool"]["uv"]["cache-keys"]]
    assert keys == ["pyproject.toml", "{companion,static,templates}/**/*"]


class TestEnvironment:
    """What `./run` makes in `.venv`."""

    def sourced(self, folder: Path, script: str) -> subprocess.CompletedProcess[str]:
        copied = folder / "tools"
        copied.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "tools" / "environment.sh", copied)
        return subprocess.run(
            ["sh", "-c", f"set -eu; . tools/environment.sh; {script}"], cwd=folder, text=True,
            env={**os.environ, "LC_ALL": "C"}, capture_output=True, check=False,
        )  # fmt: skip

    def test_it_is_found_where_a_path_has_other_letters(self, tmp_path: Path) -> None:
        """Python 3.11 reads the path in ASCII there."""
        folder = tmp_path / "für Ömer"
        (folder / "companion").mkdir(parents=True)
        (folder / "companion" / "__init__.py").write_text("print('found')")
        venv.create(folder / ".venv", symlinks=True)
        done = self.sourced(
            folder, "put_companion; cd /; \"$OLDPWD/$python\" -c 'import companion'"
        )
        assert (done.stdout, done.stderr) == ("found\n", "")

    def test_one_that_cannot_be_replaced_is_a_sentence(self, tmp_path: Path) -> None:
        (tmp_path / ".venv").mkdir()
        (tmp_path / "requirements.txt").touch()
        refusing = "rm() { echo refused >&2; return 1; }"
        done = self.sourced(tmp_path, f"{refusing}; environment requirements.txt")
        assert done.returncode == 1
        [line] = done.stderr.splitlines()
        assert ".venv cannot be replaced: it is another user's." in line


class TestKey:
    @pytest.fixture(autouse=True)
    def _without_a_given_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("SECRET_KEY", raising=False)

    def test_it_is_made_once_and_nobody_else_reads_it(self, tmp_path: Path) -> None:
        instance = tmp_path / "new"
        key = keys.secret_key(instance)
        assert len(key) == 64
        assert keys.secret_key(instance) == key != keys.secret_key(tmp_path / "other")
        (file,) = instance.iterdir()
        assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == (key, 0o600)
        assert create_app({"INSTANCE": instance}).config["SECRET_KEY"] == key

    def test_a_long_one_goes_first(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SECRET_KEY", "g" * 16)
        assert create_app({"INSTANCE": tmp_path}).config["SECRET_KEY"] == "g" * 16
        assert list(tmp_path.iterdir()) == []

    def test_what_is_left_of_a_key_is_none(self, tmp_path: Path) -> None:
        for left in (b"", b"\n", b"short", b"\xff" * 64):
            (tmp_path / "secret_key").write_bytes(left)
            with pytest.raises(RuntimeError, match="secret_key holds no key"):
                create_app({"INSTANCE": tmp_path})

    def test_on_a_full_disk_nothing_of_a_key_is_left(self, tmp_path: Path) -> None:
        with full_disk(0), pytest.raises(RuntimeError, match="none can be saved in"):
            keys.secret_key(tmp_path)
        assert (list(tmp_path.iterdir()), len(keys.secret_key(tmp_path))) == ([], 64)


def test_its_folder_is_that_of_the_checkout_unless_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("INSTANCE", raising=False)
    assert settings.read().instance == ROOT / "instance"
