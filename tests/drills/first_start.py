"""The first start of an installation, in a process of its own: its key, its database, its tables.

    python -m tests.drills.first_start FACTORY TABLES GAMES

prints the tables that it laid out, as JSON, for the installation of `INSTANCE`.
"""

import json
import sys
from dataclasses import asdict

from werkzeug.utils import import_string

from tests.drills.season import Season, laid_out


def main() -> None:
    factory, tables, games = sys.argv[1:]
    config = import_string(factory)({}).config
    seasons = laid_out(config["DATABASE_URL"], config["SECRET_KEY"], int(tables), int(games))
    print(json.dumps([asdict(season) for season in seasons]))


def read(said: str) -> list[Season]:
    """The tables that were printed."""
    return [
        Season(each["table"], tuple(each["games"]), tuple(map(tuple, each["phones"])))
        for each in json.loads(said)
    ]


if __name__ == "__main__":
    main()
