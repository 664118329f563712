"""Write the next version from what changed in schema.py.

Run it as `python -m companion.store.database.migrations "what changed"`.
"""

import sys

from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from companion.store.database.migrations import configuration, upgrade

with create_engine("sqlite://").connect() as connection:
    upgrade(connection)
    config = configuration(connection)
    written = len(list(ScriptDirectory.from_config(config).walk_revisions()))
    message = " ".join(sys.argv[1:])
    command.revision(config, message, autogenerate=True, rev_id=f"{written + 1:04}")
