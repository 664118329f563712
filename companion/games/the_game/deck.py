"""The deck of Extreme as a table comes to know it: which of the 98 numbers carry a command.

Nobody has published the list, so none is shipped. A number is learned when somebody chooses its
command, "none" included, and never by being laid alone.
"""

from companion.engine.deck import Learning
from companion.engine.log import Story
from companion.games.the_game.entries import CARDS, HIGHEST_CARD, LOWEST_CARD, Command

NONE = "none"
"""What a number carries that is known to have no command."""

COPIES = 4  # 000:75: each of the seven commands on four numbers
COPIES_OF = {**dict.fromkeys(map(str, Command), COPIES), NONE: CARDS - COPIES * len(Command)}
"""How many numbers carry each command; those that carry none are all the others."""


CHOICES = tuple(COPIES_OF)
"""What can be chosen for a number: its command, or none."""


def taught(story: Story) -> dict[str, str]:
    """What the choices of this story say, taken back ones left out; nothing without Extreme."""
    if not story.replay.state.setup.options["extreme"]:
        return {}
    return {
        str(line.facts["card"]): str(line.facts["choice"])
        for line in story.counting
        if "card" in line.facts and str(line.facts.get("choice")) in COPIES_OF
    }


LEARNING = Learning(
    cards=tuple(map(str, range(LOWEST_CARD, HIGHEST_CARD + 1))),
    carried=COPIES_OF,
    taught=taught,
    rest=NONE,
)
