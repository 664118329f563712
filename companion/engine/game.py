"""What the engine needs of a game: its rules, how entries go together, how cards are learned."""

from typing import Protocol

from companion.engine.deck import Learning
from companion.engine.rules import Concurrency, E, Rules, S


class Playable(Protocol[S, E]):
    """A game as the engine sees it; `companion.games.game.Game` is one.

    `learning` says how its cards are learned; None for a game whose cards carry nothing.
    """

    @property
    def rules(self) -> Rules[S, E]: ...

    @property
    def concurrency(self) -> Concurrency[S, E]: ...

    @property
    def learning(self) -> Learning | None: ...
