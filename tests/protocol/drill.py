"""So many evenings of so many steps, always the same ones, and what came of them."""

from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass, field

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.protocol.bugs import IN_QUEUE, with_bug
from tests.protocol.machine import Machine
from tests.protocol.real import real_phones


@dataclass
class Drill:
    """What is done on the database with this address; `figures` say what came of it.

    `real` phones have the queue of static/queue.js, in node; the others the one of phone.py.
    One seed is always the same evenings, so that what is found once is found again.
    """

    url: str
    seed: int = 1
    real: bool = False
    figures: Counter[str] = field(default_factory=Counter)

    def run(self, runs: int, steps: int, bug: str = "") -> None:
        """None of these evenings goes wrong. The first one that does is raised, made short."""
        steady = settings(
            max_examples=runs,
            stateful_step_count=steps,
            database=None,
            deadline=None,
            phases=[Phase.generate] if bug else [Phase.generate, Phase.shrink],
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        with real_phones(bug if bug in IN_QUEUE else "") if self.real else nullcontext() as real:
            parts: dict[str, object] = {"url": self.url, "figures": self.figures}
            if real:
                parts["phone_made"] = real
            machine: type[Machine] = type("Evening", (Machine,), parts)
            if bug:
                machine = with_bug(machine, bug, real)
            run_state_machine_as_test(seed(self.seed)(machine), settings=steady)

    def finds(self, bug: str, runs: int, steps: int) -> bool:
        """Whether so many evenings at the most are enough to find this bug."""
        try:
            self.run(runs, steps, bug)
        except AssertionError:
            return True
        return False
