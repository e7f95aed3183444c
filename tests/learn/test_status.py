"""How far a project is, in sentences."""

from __future__ import annotations

from maskera.learn.audit import Audit
from maskera.learn.status import POINTS, Status, told

NOTHING = Audit(0, 0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def _lines(points: int) -> list[str]:
    curve = [(50 * number, 0.5) for number in range(1, points + 1)]
    status = Status(1, 9000, 0, 50 * points, 0, 0.0, 0.0, 0.0, 0.0, 0, curve, NOTHING)
    return [line for line in told(status).splitlines() if line.startswith("after ")]


def test_a_long_curve_is_told_in_few_lines_the_last_among_them() -> None:
    assert _lines(0) == []
    assert len(_lines(POINTS)) == POINTS
    many = _lines(100)
    assert POINTS - 1 <= len(many) <= POINTS
    assert many[-1].startswith("after 5000 tokens") and many[0].startswith("after 450 tokens")
