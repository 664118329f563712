"""`python -m tests.benchmarks [name …]`: run these benchmarks, or all, and print their figures.

`--write` keeps what all of them printed in `last.txt`, under the version that they are of.
"""

import argparse
import tempfile
import time
import tomllib
from datetime import UTC, datetime
from pathlib import Path

from tests.benchmarks import first_view, here, rate, tap

BENCHMARKS = {
    "first-view": first_view.section, "tap": tap.section, "rate": rate.section,
    "here": here.section,
}  # fmt: skip
LAST = Path(__file__).with_name("last.txt")
PROJECT = Path(__file__).parents[2] / "pyproject.toml"
OF_VERSION = "Companion {}, {}."  # the first line of `last.txt`


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(BENCHMARKS))
    parser.add_argument("--write", action="store_true", help=f"keep the figures in {LAST.name}")
    given = parser.parse_args()
    if unknown := [name for name in given.names if name not in BENCHMARKS]:
        parser.error(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    if given.write and given.names:
        parser.error("only the figures of all benchmarks are kept")
    day = f"{datetime.now(UTC):%d %B %Y}".lstrip("0")
    began, sections = time.monotonic(), [OF_VERSION.format(version(), day)]
    print(sections[0], end="\n\n")
    for name in given.names or BENCHMARKS:
        with tempfile.TemporaryDirectory(prefix="companion-benchmark-") as folder:
            sections.append(str(BENCHMARKS[name](Path(folder))))
        print(sections[-1], end="\n\n", flush=True)
    sections.append(f"All of it took {time.monotonic() - began:.0f} s.")
    print(sections[-1])
    if given.write:
        LAST.write_text("\n\n".join(sections) + "\n", encoding="utf-8")


def version() -> str:
    return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])


if __name__ == "__main__":
    main()
