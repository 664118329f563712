"""A story with one more entry, without reading all of its log again."""

import dataclasses
from typing import Any

from companion.engine.log import ABOUT, TAKEN_BACK, Line, Story, Written, as_read, confirm, read
from companion.engine.replay import Replay, judge
from companion.engine.rules import Rules
from companion.engine.setup import Setup


def extend(rules: Rules[Any, Any], setup: Setup, story: Story, written: Written) -> Story:
    """The story with one more entry at its end: what reading the longer log gives, only quicker."""
    if written.kind == TAKEN_BACK and _is_last(story, written.about):
        line = dataclasses.replace(story.lines[-1], counts=False, index=None, step=None)
        steps = story.replay.steps[:-1]
        longer = (*story.log, written)
        return Story((*story.lines[:-1], line), Replay(story.replay.start, steps), longer)
    if written.kind in ABOUT:
        return read(rules, setup, (*story.log, written))
    last, index = story.replay.last, len(story.replay.steps)
    step = judge(rules, setup, last, index, confirm(written.facts))
    facts = as_read(rules, setup, written.facts, step)
    line = Line(written, facts, True, last.state, None, index, step)
    steps = (*story.replay.steps, step)
    return Story((*story.lines, line), Replay(story.replay.start, steps), (*story.log, written))


def _is_last(story: Story, place: int | None) -> bool:
    """Whether the entry at this place wrote the last line, and that line counts."""
    last = story.lines[-1] if story.lines else None
    return last is not None and last.counts and last.place == place
