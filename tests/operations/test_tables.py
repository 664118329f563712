"""What an operator does with one table: it is listed, saved, without a name, or gone."""

import json
from pathlib import Path

from companion.store.store import Store
from tests.operations.conftest import Says
from tests.store.tables import enter
from tests.support.databases import on_both

OTHERS = "Ann, 2 without a name"


@on_both
def test_one_is_saved_loses_a_name_and_goes_and_another_stays(
    played: Store, says: Says, tmp_path: Path
) -> None:
    other = played.phones.remember("other")
    game = played.games.start(other, "one-brain", {}, ["Ann", "", ""])
    enter(played, other, game, "x")
    listed = {line.split("  ")[3]: line.split("  ")[0] for line in said(says, "list")}
    assert listed.keys() == {"Ann, Ben", OTHERS}
    table, kept = listed["Ann, Ben"], str(tmp_path / "table.json")
    assert said(says, "export", table, kept) == [f"{kept}: 1 game"]
    written = json.loads(Path(kept).read_text())
    assert [each["players"] for each in written["games"]] == [["Ann", "Ben"]]
    assert "is there already" in refused(says, "export", table, kept)
    [line] = said(says, "take-out", table, " ann ")
    assert line.endswith("Backups hold the name for up to five months more.")
    assert "Nobody at this table is called Ann." in refused(says, "take-out", table, "Ann")
    assert [line.split("  ")[3] for line in said(says, "list")] == ["N. N., Ben", OTHERS]
    assert "Aborted" in refused(says, "delete", table)
    assert said(says, "delete", "--yes", table)[-1].startswith("Removed.")
    assert [line.split("  ")[3] for line in said(says, "list")] == [OTHERS]
    for words in (["delete", "--yes", table], ["take-out", "-x", "Ann"], ["export", "é", "x"]):
        assert "There is no table" in refused(says, *words)


def said(says: Says, *words: str) -> list[str]:
    done = says("tables", *words)
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


def refused(says: Says, *words: str) -> str:
    done = says("tables", *words)
    assert done.exit_code == 1, done.output
    return done.output
