"""`python -m tests.benchmarks [name …]`: run these benchmarks, or all, and print their figures."""

import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks import first_view, history, length, rate, sheet, stop, store, tap

BENCHMARKS = {
    "first-view": first_view.section,
    "tap": tap.section,
    "rate": rate.section,
    "sheet": sheet.section,
    "length": length.section,
    "store": store.section,
    "history": history.section,
    "stop": stop.section,
}


def main(names: list[str]) -> None:
    if unknown := [name for name in names if name not in BENCHMARKS]:
        sys.exit(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    began = time.monotonic()
    for name in names or BENCHMARKS:
        with tempfile.TemporaryDirectory(prefix="companion-benchmark-") as folder:
            print(BENCHMARKS[name](Path(folder)), end="\n\n", flush=True)
    print(f"All of it took {time.monotonic() - began:.0f} s.")


main(sys.argv[1:])
