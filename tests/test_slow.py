"""What `./test --quick` leaves out is the slowest, and no more than needed."""

from tests import slow


def test_each_test_that_is_left_out_is_there() -> None:
    assert len(slow.names()) > 100
    for name in slow.names():
        file, *_, function = name.split("::")
        assert f"def {function}(" in (slow.ROOT / file).read_text(), name


def test_the_slowest_are_left_out_until_the_others_fit() -> None:
    took = {"a": 30.0, "b": 25, "c": 20, "d": 10, f"{slow.KEPT}::e": 15}
    assert slow.choose(took) == ["a", "b"]
    assert slow.choose({"a": 30.0, "b": 20}) == []


def test_it_measures_what_that_run_has() -> None:
    said = " ".join([*slow.QUICK, "-m", f'"{slow.FIRST_CASES} and not slow"'])
    assert f"quick) set -- {said} ;;" in (slow.ROOT / "test").read_text()
