"""What `./test --quick` and `./test` leave out is the slowest, and no more than needed."""

from dataclasses import replace

import pytest

from tests.slow import CORE, ROOT, RUNS, Run

QUICK, USUAL = RUNS["quick"], RUNS["usual"]


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_each_test_that_is_listed_is_there_and_may_be_left_out(run: Run) -> None:
    assert len(run.names()) > 100
    for name in run.names():
        file, *_, function = name.split("::")
        assert f"def {function}(" in (ROOT / file).read_text(), name
        assert not name.startswith(run.kept)


def test_each_test_that_is_always_had_is_there() -> None:
    for name in CORE:
        file, _, function = name.partition("::")
        assert f"def {function or 'test_'}" in (ROOT / file).read_text(), name


def test_the_slowest_are_left_out_until_the_others_fit() -> None:
    run = replace(QUICK, budget=50)
    took = {
        "a": {"": 30.0},
        "b": {"": 25.0},
        "c": {"": 20.0},
        "tests/test_scripts.py::d": {"": 25.0},
    }
    assert run.choose(took) == ["a", "b"]
    assert run.choose({"a": {"": 30.0}, "b": {"": 20.0}}) == []


def test_the_first_of_several_cases_stays_and_a_page_is_tried_once() -> None:
    run = replace(USUAL, budget=45)
    took = {
        "tests/browser/test_wide.py::a": {"": 20.0},
        "tests/web/test_page.py::b": {"[x]": 30.0, "[y]": 30.0},  # of which half stays
        "tests/web/test_page.py::c": {"": 40.0},
    }
    assert run.choose(took) == ["tests/browser/test_wide.py::a", "tests/web/test_page.py::b"]
    assert replace(run, budget=100).choose(took) == ["tests/web/test_page.py::b"]


@pytest.mark.parametrize(("name", "mark"), [("quick", "slow"), ("usual", "slower")])
def test_it_measures_what_that_run_has(name: str, mark: str) -> None:
    assert f"{name}) set -- " in (said := (ROOT / "test").read_text())
    assert f'-m "{RUNS[name].expression} and not {mark}"' in said
