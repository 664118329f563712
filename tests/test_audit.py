"""The audit: it finds what is not as it was locked or taken in, and says what it could not ask."""

import json
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.program  # each starts the audit as a program

ROOT = Path(__file__).parents[1]
LOCKS = ("requirements.txt", "requirements-test.txt", "requirements-audit.txt")
TAKEN = ("tools/audit", *LOCKS, "static/vendor", "tests/browser/vendor")
ASKED = """#!{python}
import json, re, sys
lock = open(sys.argv[sys.argv.index("--requirement") + 1]).read()
weak = {weak!r}
known = re.findall(r"^([a-z0-9-]+)(?:\\[.*\\])?==([^ ]+)", lock, re.MULTILINE)
told = [{{"name": n, "version": v, "vulns": weak.get(n, [])}} for n, v in known]
print(json.dumps({{"dependencies": [t for t in told if t["name"] not in {unknown!r}]
    + [{{"name": n, "skip_reason": "not found"}} for n in {unknown!r}]}}))
"""


@dataclass(frozen=True)
class Checkout:
    """A copy of all that is audited, in which things can be spoilt."""

    root: Path

    def changes(self, file: str, change: Callable[[str], str]) -> None:
        text = (self.root / file).read_text(encoding="utf-8")
        assert change(text) != text
        (self.root / file).write_text(change(text), encoding="utf-8")

    def audit(self, auditor: str | None = None) -> tuple[int, list[str]]:
        """How the audit ends, and what it says."""
        ask = auditor or self.auditor()
        done = subprocess.run(
            [sys.executable, str(self.root / "tools" / "audit"), "--ask", ask],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.stderr == ""
        return done.returncode, done.stdout.splitlines()

    def auditor(
        self, weak: dict[str, list[dict[str, object]]] | None = None, unknown: tuple[str, ...] = ()
    ) -> str:
        """A pip-audit that knows all packages but some, and these weaknesses."""
        path = self.root / "auditor"
        said = ASKED.format(python=sys.executable, weak=weak or {}, unknown=unknown)
        path.write_text(said, encoding="utf-8")
        path.chmod(stat.S_IRWXU)
        return str(path)


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    for name in TAKEN:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name)
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    return Checkout(tmp_path)


WELL = "Locks, packages and vendored files are as they should be, and no weakness is known."


def test_all_is_well_but_for_a_weakness_that_is_known(checkout: Checkout) -> None:
    assert checkout.audit() == (0, [WELL])
    known = {"id": "PYSEC-1", "fix_versions": ["99.0"], "aliases": [], "description": ""}
    ended, [line] = checkout.audit(checkout.auditor(weak={"jinja2": [known]}))
    assert (ended, line[:14]) == (1, "found: jinja2 ")
    assert line.endswith(": PYSEC-1, mended in 99.0")


def test_what_is_not_as_it_was_locked_or_taken_in_is_found(checkout: Checkout) -> None:
    for file in ("static/vendor/idiomorph-0.8.0.LICENSE", "tests/browser/vendor/axe-4.14.1.min.js"):
        checkout.changes(file, lambda text: f"{text} ")
    vendored = checkout.root / "static" / "vendor"
    (vendored / "htmx-2.0.11.min.js").rename(vendored / "htmx.js")
    wrong = (
        ("left-pad==1.0", "left-pad==1.0 has no hash"),
        ("left-pad==1.0 --hash=md5:0", "left-pad==1.0 has no hash"),
        (f"left-pad>=1.0 --hash=sha256:{'0' * 64}", "left-pad>=1.0 is not one version of"),
        (f"./left-pad --hash=sha256:{'0' * 64}", "./left-pad is not one version of"),
        ("--extra-index-url http://elsewhere.example/", "--extra-index-url names a place"),
    )
    for lock in LOCKS:
        lines = "\n".join(line for line, _ in wrong)
        checkout.changes(lock, lambda text, lines=lines: f"{text}{lines}\n")
    ended, said = checkout.audit()
    assert ended == 1
    expected = [
        "vendor/idiomorph-0.8.0.LICENSE is not the file that was taken in",
        "vendor/axe-4.14.1.min.js is not the file that was taken in",
        "vendor/htmx-2.0.11.min.js is gone",
        "vendor/htmx.js was never taken in",
        *(f"{lock}: {why}" for lock in LOCKS for _, why in wrong),
    ]
    for each in expected:
        assert any(line.startswith(f"found: {each}") for line in said), (each, said)
    assert said[-1] == "could not be asked: first put right what was found"


def test_what_is_installed_is_what_is_locked(checkout: Checkout) -> None:
    checkout.changes("requirements-test.txt", lambda text: text.replace("\nflask==", "\nflask==9!"))
    for lock in LOCKS[:2]:
        checkout.changes(lock, lambda text: text.replace("\nsegno==", "\nsegn=="))
    ended, said = checkout.audit()
    assert ended == 1
    told = [line for line in said if line.startswith("found:")]
    [flask] = [line for line in told if line.startswith("found: flask ")]
    assert "is installed, and locked as 9!" in flask
    assert [line.split()[1] for line in told if "segn" in line.split()[1]] == ["segno", "segn"]


def test_what_could_not_be_asked_is_said(checkout: Checkout) -> None:
    """pip-audit itself ends well then, and says that no weakness is known."""
    ended, said = checkout.audit(checkout.auditor(unknown=("flask", "pip-audit")))
    assert said[:-1] == [
        "could not be asked: requirements-test.txt: flask",
        "could not be asked: requirements-audit.txt: pip-audit",
    ]
    assert ended == 2
    for asked, why in (("sh -c 'echo no route >&2; exit 1'", "no route"), ("/nowhere/at-all", "")):
        ended, said = checkout.audit(asked)
        assert said[0].startswith(f"could not be asked: requirements-test.txt: {why}")
        assert ended == 2


def test_what_is_vendored_names_its_licence() -> None:
    for folder in (ROOT / "static" / "vendor", ROOT / "tests" / "browser" / "vendor"):
        for library in json.loads((folder / "vendor.json").read_text()):
            assert library["file"] in library["sha256"]
            assert any("LICENSE" in name for name in library["sha256"])
