"""What record.md says of a number of cards and of a result, written a second time.

It speaks of STATEs as JSON has them, and knows nothing of `companion`. `TheGame` plays the rules
without commands and fire; `expect` says of the new kinds what becomes of them in any game.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

Json = dict[str, Any]
Step = tuple[str, Sequence[str], Json]
"""What became of an entry, the rules that it names, and STATE after it."""

UPS, DOWNS = ("up-1", "up-2"), ("down-1", "down-2")
HANDS = {1: 8, 2: 7, 3: 6, 4: 6, 5: 6}
LIMITS = {"beginner": 7, "advanced": 6, "expert": 5}
SHORTHAND, NOTE = "turn-laid", "depth-chosen"


def whole(low: float, high: float = math.inf) -> Callable[[object], bool]:
    """Whether a value is a whole number from `low` to `high`."""
    return lambda value: type(value) is int and low <= value <= high


def is_flag(value: object) -> bool:
    return value is True or value is False


def are_wholes(value: object) -> bool:
    return isinstance(value, list) and all(type(each) is int for each in value)


def is_readable(facts: Any, fields: Mapping[str, Callable[[object], bool]], *optional: str) -> bool:
    """Whether an entry has these fields, each with a value that it can have."""
    if not (facts.get("confirmed") is None or is_flag(facts["confirmed"])):
        return False
    return all(
        (name in optional and facts.get(name) is None) or fits(facts.get(name))
        for name, fits in fields.items()
    )


def expect(slug: str, options: Json, before: Json, facts: Json) -> Step:
    """What becomes of `cards-laid` with commands or fire, and of `result-entered` in any game."""
    dangerous = bool(options.get("extreme") or options.get("on_fire"))
    if facts["kind"] == "cards-laid":
        readable, refusals = is_readable(facts, {"cards": whole(1)}), ["every-card-needed"]
    elif slug == "the-game":
        fields = {"left": whole(0, 98), "lost": is_flag if dangerous else lambda value: False}
        readable = is_readable(facts, fields, "lost")
        refusals = ["more-than-left"] * (readable and facts["left"] > before["left"])
    elif slug == "one-brain":
        readable = is_readable(facts, {"won": is_flag, "columns": whole(0)}, "columns")
        many = readable and (facts.get("columns") or 0) >= LIMITS[options["level"]]
        refusals = ["limit-before-winning"] * bool(many and facts["won"])
    else:
        readable = is_readable(facts, {"totals": are_wholes})
        totals = facts["totals"] if readable else []
        wrong = len(totals) != len(before["totals"]) or any(total < 0 for total in totals)
        refusals = ["totals-each-seat"] * wrong
    if not readable:
        return "unreadable", [], before
    if before["outcome"] is not None:
        return "refused", ["game-over"], before
    if refusals:
        return "refused", refusals, before
    return "recorded", [], {**before, **ENDS[slug](options, before, facts)}


def _end_the_game(options: Json, before: Json, facts: Json) -> Json:
    left = facts["left"]
    rating = "beaten" if left == 0 else "excellent" if left < 10 else "played"
    ending = "stuck" if left else "beaten"
    if facts.get("lost"):
        ending, rating = "command-broken", "lost"
    outcome = {"ending": ending, "reason": None, "left": left, "rating": rating}
    return {"turn": None, "outcome": outcome}


def _end_brain(options: Json, before: Json, facts: Json) -> Json:
    columns, ending = facts.get("columns") or 0, "won"
    if not facts["won"]:
        columns, ending = max(columns, before["limit"]), "limit-reached"
    over = {"ending": ending, "columns": columns}
    return {"turn": None, "late_draw": None, "must_draw": False, "outcome": over}


def _end_bluff(options: Json, before: Json, facts: Json) -> Json:
    totals, limit = facts["totals"], before["limit"]
    first = [seat for seat, total in enumerate(totals) if total == min(totals)]
    return {
        "round": len(before["rounds"]),
        "totals": totals,
        "to_limit": [limit - total for total in totals],
        "countdown": None,
        "leaders": first,
        "outcome": {
            "ending": "limit-passed" if max(totals) > limit else "stopped",
            "winners": first,
            "ranks": [1 + len([each for each in totals if each < total]) for total in totals],
        },
    }


ENDS: dict[str, Callable[[Json, Json, Json], Json]] = {
    "the-game": _end_the_game,
    "one-brain": _end_brain,
    "game-of-bluff": _end_bluff,
}


class TheGame:
    """The Game without commands and fire, into which one entry after the other is entered.

    In a `log` there are shorthands and notes too, and each of them is one entry. `written` are the
    entries of the record that it comes to, with what has no effect marked as `refused`.
    """

    def __init__(self, seats: int, options: Json, *, log: bool) -> None:
        self.seats, self.log = seats, log
        self.full = HANDS[seats] - (1 if options["smaller_hand"] else 0)
        self.least = 3 if options["expert"] else 2
        self.tops: dict[str, int | None] = {**dict.fromkeys(UPS, 1), **dict.fromkeys(DOWNS, 100)}
        self.hands = [self.full] * seats
        self.draw_pile = 98 - self.full * seats
        self.out: set[int] = set()
        self.player, self.number, self.laid = 0, 1, 0
        self.outcome: Json | None = None
        self.flags: list[Json] = []
        self.entered = 0
        self.written: list[Json] = []
        seat = whole(0, seats - 1)
        card, pile = whole(2, 99), lambda value: isinstance(value, str) and value in self.tops
        self.kinds: dict[str, Json] = {
            "starter-chosen": {"player": seat},
            "card-played": {"card": card, "pile": pile, "command": lambda value: value is None},
            "turn-ended": {},
            "cannot-play": {},
            "hand-corrected": {"player": seat, "cards": whole(0)},
            "cards-missed": {"pile": pile, "count": whole(1), "top": card},
            "cards-laid": {"cards": whole(1)},
        }

    @property
    def played(self) -> int:
        return 98 - self.draw_pile - sum(self.hands)

    @property
    def minimum(self) -> int:
        return self.least if self.draw_pile else 1

    @property
    def owed(self) -> int:
        return max(self.minimum - self.laid, 0)

    @property
    def state(self) -> Json:
        """The STATE of record.md."""
        turn: Json = {
            "player": self.player,
            "number": self.number,
            "played": self.laid,
            "minimum": self.minimum,
            "owed": self.owed,
            "only_pile": None,
            "cover": [],
        }
        return {
            "tops": {pile: {"card": card, "command": None} for pile, card in self.tops.items()},
            "draw_pile": self.draw_pile,
            "hands": list(self.hands),
            "played": self.played,
            "left": 98 - self.played,
            "turn": None if self.outcome else turn,
            "active": [],
            "outcome": self.outcome,
            "flags": list(self.flags),
        }

    def enter(self, facts: Any) -> Step:
        """What becomes of an entry."""
        result, rules = self._judge(facts)
        self.entered += 1
        return result, rules, self.state

    def _judge(self, facts: Any) -> tuple[str, Sequence[str]]:
        kind = facts.get("kind") if isinstance(facts, dict) else None
        if self.log and kind == SHORTHAND:
            return self._judge_turn(facts)
        if self.log and kind == NOTE:
            if not is_readable(facts, {"depth": lambda value: value in ("cards", "turns")}):
                return "unreadable", []
            return ("refused", ["game-over"]) if self.outcome else ("recorded", [])
        if kind == "result-entered":
            result, rules, after = expect("the-game", {}, self.state, facts)
            self.outcome = after["outcome"]
        elif kind not in self.kinds or not is_readable(facts, self.kinds[kind], "command"):
            return "unreadable", []
        else:
            result, rules = self._judge_play(facts)
        if result in ("recorded", "refused"):
            self.written.append(without_answer(facts, refused=result == "refused"))
        return result, rules

    def _judge_play(self, facts: Json) -> tuple[str, Sequence[str]]:
        refusal = "game-over" if self.outcome else next(self._refusals(facts), None)
        if refusal:
            return "refused", [refusal]
        asked = sorted(self._questions(facts))
        if asked and not facts.get("confirmed"):
            return "ask", asked
        self.flags += [{"entry": self.entered, "rule": rule} for rule in asked]
        self._do(facts)
        return "recorded", []

    def _judge_turn(self, facts: Json) -> tuple[str, Sequence[str]]:
        """All of a turn, or nothing of it: its cards, and its end unless they end it."""
        before = deepcopy(self.__dict__)
        answer = {"confirmed": facts.get("confirmed")}
        number = self.number
        result, rules = self._judge({"kind": "cards-laid", "cards": facts.get("cards"), **answer})
        if result == "recorded" and self.outcome is None and self.number == number:
            result, rules = self._judge({"kind": "turn-ended", **answer})
        if result == "ask":
            self.__dict__.update(before)
        return result, rules

    def _refusals(self, facts: Json) -> Iterator[str]:
        match facts["kind"]:
            case "starter-chosen" if self.played or self.number > 1:
                yield "starter-before-first-card"
            case "card-played" | "cards-missed":
                card, count = read_cards(facts)
                if card in self.out:
                    yield "card-once"
                if count > self.hands[self.player]:
                    yield "hand-empty"
            case "cards-laid" if facts["cards"] > self.hands[self.player]:
                yield "hand-empty"
            case "cannot-play" if not self.owed:
                yield "nothing-owed"
            case "hand-corrected":
                if facts["cards"] > self.hands[facts["player"]] + self.draw_pile:
                    yield "more-than-the-deck"

    def _questions(self, facts: Json) -> Iterator[str]:
        if facts["kind"] == "turn-ended" and self.owed:
            yield "minimum"
        if facts["kind"] == "card-played":
            top, forward = self.tops[facts["pile"]], 1 if facts["pile"] in UPS else -1
            if top is None:
                return
            step = (facts["card"] - top) * forward
            if step <= 0 and step != -10:
                yield "pile-direction"

    def _do(self, facts: Json) -> None:
        match facts["kind"]:
            case "starter-chosen":
                self.player = facts["player"]
            case "turn-ended":
                self._pass_turn()
            case "cannot-play":
                self._end("stuck")
            case "hand-corrected":
                self.draw_pile += self.hands[facts["player"]] - facts["cards"]
                self.hands[facts["player"]] = facts["cards"]
            case "cards-laid":
                self.tops = dict.fromkeys(self.tops)
                self._lay(facts["cards"])
            case "card-played" | "cards-missed":
                card, count = read_cards(facts)
                self.tops[facts["pile"]] = card
                self.out.add(card)
                self._lay(count)

    def _lay(self, cards: int) -> None:
        self.hands[self.player] -= cards
        self.laid += cards
        if self.played == 98:
            self._end("beaten")
        elif self.hands[self.player] == 0:
            self._end("stuck") if self.owed else self._pass_turn()

    def _pass_turn(self) -> None:
        drawn = min(self.draw_pile, max(0, self.full - self.hands[self.player]))
        self.hands[self.player] += drawn
        self.draw_pile -= drawn
        others = [(self.player + step) % self.seats for step in range(1, self.seats)]
        self.player = next((seat for seat in others if self.hands[seat]), self.player)
        self.number, self.laid = self.number + 1, 0

    def _end(self, ending: str) -> None:
        left = 98 - self.played
        rating = "beaten" if ending == "beaten" else "excellent" if left < 10 else "played"
        self.outcome = {"ending": ending, "reason": None, "left": left, "rating": rating}


def read_cards(facts: Json) -> tuple[int, int]:
    """The card that lies on top then, and how many cards went onto the pile."""
    if facts["kind"] == "card-played":
        return facts["card"], 1
    return facts["top"], facts["count"]


def without_answer(facts: Json, *, refused: bool) -> Json:
    """An entry as a record has it, whether it broke a rule or not."""
    kept = {name: value for name, value in facts.items() if name != "confirmed"}
    return {**kept, "refused": True} if refused else kept
