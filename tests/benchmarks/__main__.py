"""`python -m tests.benchmarks [name …]`: run these benchmarks, or all, and print their figures.

`--write` keeps what all of them printed in `last.txt`.
"""

import argparse
import tempfile
import time
from pathlib import Path

from tests.benchmarks import (
    first_view,
    frames,
    here,
    history,
    layers,
    length,
    phone,
    rate,
    second,
    sheet,
    stop,
    store,
    tables,
    tap,
)

BENCHMARKS = {
    "first-view": first_view.section,
    "tap": tap.section,
    "second": second.section,
    "frames": frames.section,
    "phone": phone.section,
    "here": here.section,
    "rate": rate.section,
    "sheet": sheet.section,
    "length": length.section,
    "store": store.section,
    "history": history.section,
    "tables": tables.section,
    "stop": stop.section,
    "layers": layers.section,
}
LAST = Path(__file__).with_name("last.txt")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(BENCHMARKS))
    parser.add_argument("--write", action="store_true", help=f"keep the figures in {LAST.name}")
    given = parser.parse_args()
    if unknown := [name for name in given.names if name not in BENCHMARKS]:
        parser.error(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    if given.write and given.names:
        parser.error("only the figures of all benchmarks are kept")
    began, sections = time.monotonic(), []
    for name in given.names or BENCHMARKS:
        with tempfile.TemporaryDirectory(prefix="companion-benchmark-") as folder:
            sections.append(str(BENCHMARKS[name](Path(folder))))
        print(sections[-1], end="\n\n", flush=True)
    sections.append(f"All of it took {time.monotonic() - began:.0f} s.")
    print(sections[-1])
    if given.write:
        LAST.write_text("\n\n".join(sections) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
