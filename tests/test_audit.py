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

pytestmark = pytest.mark.heavy  # each starts the audit as a program

ROOT = Path(__file__).parents[1]
TAKEN = (
    "tools/audit",
    "requirements.txt",
    "requirements-test.txt",
    "requirements-audit.txt",
    "static/vendor",
    "tests/browser/vendor",
)
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

    def locks(self, package: str, otherwise: str) -> None:
        """Both locks say something else of a package."""
        for lock in ("requirements.txt", "requirements-test.txt"):
            self.changes(lock, lambda text: text.replace(f"\n{package}", f"\n{otherwise}"))

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


def test_all_is_well(checkout: Checkout) -> None:
    ended, said = checkout.audit()
    assert said == [
        "Locks, packages and vendored files are as they should be, and no weakness is known."
    ]
    assert ended == 0


class TestFound:
    @pytest.mark.parametrize(
        "file",
        [
            "static/vendor/htmx-2.0.11.min.js",
            "static/vendor/idiomorph-0.8.0.LICENSE",
            "tests/browser/vendor/axe-4.14.1.min.js",
        ],
    )
    def test_a_vendored_file_of_another_content(self, checkout: Checkout, file: str) -> None:
        checkout.changes(file, lambda text: f"{text} ")
        name = "/".join(Path(file).parts[-2:])
        assert checkout.audit() == (1, found(f"{name} is not the file that was taken in"))

    def test_a_vendored_file_too_many_or_too_few(self, checkout: Checkout) -> None:
        vendored = checkout.root / "static" / "vendor"
        (vendored / "htmx-2.0.11.min.js").rename(vendored / "htmx.js")
        assert checkout.audit() == (
            1,
            found("vendor/htmx-2.0.11.min.js is gone", "vendor/htmx.js was never taken in"),
        )

    @pytest.mark.parametrize(
        "lock", ["requirements.txt", "requirements-test.txt", "requirements-audit.txt"]
    )
    @pytest.mark.parametrize(
        ("line", "wrong"),
        [
            ("left-pad==1.0", "left-pad==1.0 has no hash"),
            ("left-pad==1.0 --hash=md5:0", "left-pad==1.0 has no hash"),
            (f"left-pad>=1.0 --hash=sha256:{'0' * 64}", "left-pad>=1.0 is not one version of"),
            (f"./left-pad --hash=sha256:{'0' * 64}", "./left-pad is not one version of"),
            ("--extra-index-url http://elsewhere.example/", "--extra-index-url names a place"),
        ],
    )
    def test_a_line_that_locks_nothing(
        self, checkout: Checkout, lock: str, line: str, wrong: str
    ) -> None:
        checkout.changes(lock, lambda text: f"{text}{line}\n")
        ended, said = checkout.audit()
        assert ended == 1
        assert any(each.startswith(f"found: {lock}: {wrong}") for each in said), said

    def test_a_package_of_another_version(self, checkout: Checkout) -> None:
        checkout.changes(
            "requirements-test.txt", lambda text: text.replace("\nflask==", "\nflask==9!")
        )
        ended, said = checkout.audit()
        assert ended == 1
        (line,) = [each for each in said if each.startswith("found:")]
        assert line.startswith("found: flask ")
        assert "is installed, and locked as 9!" in line

    def test_a_package_that_is_in_no_lock_and_one_that_is_missing(self, checkout: Checkout) -> None:
        checkout.changes(
            "requirements-test.txt", lambda text: text.replace("\nsegno==", "\nsegn==")
        )
        checkout.changes("requirements.txt", lambda text: text.replace("\nsegno==", "\nsegn=="))
        ended, said = checkout.audit()
        assert ended == 1
        assert [line.split(" ")[1:4:2] for line in said if line.startswith("found:")] == [
            ["segno", "is"],
            ["segn", "locked,"],
        ]

    def test_a_weakness_that_is_known(self, checkout: Checkout) -> None:
        known = {"id": "PYSEC-1", "fix_versions": ["99.0"], "aliases": [], "description": ""}
        ended, said = checkout.audit(checkout.auditor(weak={"jinja2": [known]}))
        assert ended == 1
        (line,) = said
        assert line.startswith("found: jinja2 ")
        assert line.endswith(": PYSEC-1, mended in 99.0")


class TestUnasked:
    def test_a_package_that_nobody_knows(self, checkout: Checkout) -> None:
        """pip-audit itself ends well then, and says that no weakness is known."""
        ended, said = checkout.audit(checkout.auditor(unknown=("flask", "pip-audit")))
        assert said[:-1] == [
            "could not be asked: requirements-test.txt: flask",
            "could not be asked: requirements-audit.txt: pip-audit",
        ]
        assert ended == 2

    def test_nobody_can_be_reached(self, checkout: Checkout) -> None:
        ended, said = checkout.audit("sh -c 'echo no route to it >&2; exit 1'")
        assert said[0] == "could not be asked: requirements-test.txt: no route to it"
        assert ended == 2

    def test_there_is_nothing_to_ask_with(self, checkout: Checkout) -> None:
        ended, said = checkout.audit("/nowhere/pip-audit")
        assert said[0].startswith("could not be asked: requirements-test.txt: ")
        assert ended == 2


def found(*lines: str) -> list[str]:
    """What is said when this was found, and nothing was asked any more."""
    return [
        *(f"found: {line}" for line in lines),
        "could not be asked: first put right what was found",
    ]


def test_what_is_vendored_names_its_licence() -> None:
    for folder in (ROOT / "static" / "vendor", ROOT / "tests" / "browser" / "vendor"):
        for library in json.loads((folder / "vendor.json").read_text()):
            assert library["file"] in library["sha256"]
            assert any("LICENSE" in name for name in library["sha256"])
