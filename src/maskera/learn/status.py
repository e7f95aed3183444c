"""How far a project is: decisions, reading, minutes, and what is still missed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from maskera.evaluate.align import OUTSIDE
from maskera.io.output import counted
from maskera.learn.audit import Audit, audit, curve
from maskera.learn.project import Card, Sentence
from maskera.learn.questions import Questions

Point = tuple[int, float]
POINTS = 8  # of the curve that are told: one for every 50 random tokens fills a screen
LEAST_MINUTES = 0.1  # below them a rate means nothing: answers came from a script


class Status(msgspec.Struct, frozen=True):
    """cards, tokens_read: decided so far, with the minutes each took as measured. by_cards,
    by_reading: sensitive tokens decided a minute. contradicted: cards of which reading has said
    otherwise since. audit: what is still missed."""

    documents: int
    tokens: int
    cards: int
    tokens_read: int
    decided: int
    card_minutes: float
    reading_minutes: float
    by_cards: float
    by_reading: float
    contradicted: int
    curve: list[Point]
    audit: Audit


def summary(questions: Questions) -> Status:
    """The status of a project."""
    project, learner, fitted = questions.project, questions.learner, questions.fitted()
    decisions = fitted.decisions
    asked = [answer for answer in project.answers if isinstance(answer, Card)]
    read = [answer for answer in project.answers if isinstance(answer, Sentence)]
    known = learner.known(decisions)
    unread = [token for token in range(len(known)) if token not in decisions.read]
    card_minutes, reading_minutes = (
        sum(answer.seconds for answer in answers) / 60 for answers in (asked, read)
    )
    found = sum(label not in (None, OUTSIDE) for label in known)
    by_reading = sum(label != OUTSIDE for label in decisions.read.values())
    return Status(
        len(learner.texts.documents),
        len(known),
        len(decisions.cards),
        len(decisions.read),
        sum(label is not None for label in known),
        card_minutes,
        reading_minutes,
        (found - by_reading) / card_minutes if card_minutes > LEAST_MINUTES else 0.0,
        by_reading / reading_minutes if reading_minutes > LEAST_MINUTES else 0.0,
        len(questions.contradicted()),
        curve(read),
        audit(read, fitted.probability[unread]),
    )


def told(status: Status) -> str:
    """The status in sentences."""
    found = status.audit
    lines = [
        f"{counted(status.documents, 'document')}, {counted(status.tokens, 'token')}; {counted(status.decided, 'token')} decided",
        f"{counted(status.cards, 'card')} in {status.card_minutes:.1f} minutes{_rate(status.by_cards)}",
        f"{counted(status.tokens_read, 'token')} read in {status.reading_minutes:.1f} minutes"
        f"{_rate(status.by_reading)}",
        *_paid(status),
        *(
            f"after {tokens} tokens read: F1 {f1:.2f} on random sentences"
            for tokens, f1 in _thinned(status.curve)
        ),
    ]
    if not found.passed:
        return "\n".join([*lines, "nothing is known yet of what is missed: read on"])
    lines.append(
        f"still missed: {found.estimate:.1%} of the tokens not marked, at most {found.bound:.1%} "
        f"(95 %, {found.passed} random tokens)"
    )
    if found.recall:
        lines.append(f"recall about {found.recall:.2f}, at least {found.least_recall:.2f}")
    else:
        lines.append("nothing is known yet of recall: no random token was marked rightly")
    if found.disagrees:
        lines.append(
            f"warning: the model expects {found.expected:.0f} missed tokens, the random sentences "
            f"tell of {found.least:.0f} to {found.bounded:.0f}: trust these, and read more at random "
            "(learn read --random)"
        )
    return "\n".join(lines)


def _thinned(points: Sequence[Point]) -> Sequence[Point]:
    """At most POINTS of them, evenly, the last among them."""
    step = -(-len(points) // POINTS)
    return points[::-1][::step][::-1] if step else points


def _paid(status: Status) -> list[str]:
    """What to know of the cards: whether they or reading has paid more, and which reading contradicts."""
    found: list[str] = []
    if status.by_cards and status.by_reading:
        better = "cards have" if status.by_cards > status.by_reading else "reading has"
        found.append(f"{better} paid more so far")
    if status.contradicted:
        found.append(
            f"cards that reading contradicts: {status.contradicted}; cards asks them again"
        )
    return found


def _rate(tokens: float) -> str:
    return f" ({tokens:.0f} sensitive tokens a minute)" if tokens else ""
