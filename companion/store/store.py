"""Everything that Companion remembers, each noun with the statements that read and write it."""

from companion.store.database.database import Database
from companion.store.database.health import Health
from companion.store.games.corrections import Corrections
from companion.store.games.games import Games
from companion.store.games.results import Results
from companion.store.games.series import Series
from companion.store.games.submissions import Submissions
from companion.store.tables.expiry import Expiry
from companion.store.tables.invitations import Invitations
from companion.store.tables.lessons import Lessons
from companion.store.tables.nicknames import Nicknames
from companion.store.tables.overview import Overview
from companion.store.tables.people import People
from companion.store.tables.phones import Phones
from companion.store.tables.tables import Tables
from companion.store.transfer.handover import Handovers
from companion.store.transfer.imports import Imports


class Store:
    """All that Companion keeps; whoever reads or writes it comes here.

    Strangers to a table are answered exactly as if it did not exist. `url` is that of the
    database, `key` what invitations are made with. A database may be `in_memory`, as `Database`
    says.
    """

    def __init__(self, url: str, key: bytes = b"", in_memory: bool = False) -> None:
        self.database = Database(url, in_memory)
        self.health = Health(self.database)
        self.invitations = Invitations(self.database, key)
        self.phones = Phones(self.database, self.invitations)
        self.people = People(self.database)
        self.lessons = Lessons(self.database)
        self.nicknames = Nicknames(self.database)
        self.tables = Tables(self.database, self.invitations)
        self.games = Games(self.database, self.tables, self.people)
        self.corrections = Corrections(self.database, self.people)
        self.series = Series(self.database, self.games)
        self.submissions = Submissions(self.database, self.games)
        self.results = Results(self.database, self.games)
        self.imports = Imports(self.database, self.tables, self.people, self.games)
        self.handovers = Handovers(self.database, self.tables, self.games, self.invitations)
        self.expiry = Expiry(self.database)
        self.overview = Overview(self.database)

    def close(self) -> None:
        """No connection is open any more; the next use opens new ones, and looks at all anew."""
        self.database.close()
