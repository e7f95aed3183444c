"""python -m maskera.evaluate GOLD PRED: the main table and one line a label, fast."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from maskera.errors import MaskeraError
from maskera.evaluate.align import Pair, align
from maskera.evaluate.read import read
from maskera.evaluate.scores import SCHEMES, Counts, Interval, bootstrap, grouped, total
from maskera.io.output import counted
from maskera.taxonomy import shipped


def main(arguments: list[str]) -> int:
    """Print the tables for two files; 2 when they cannot be compared."""
    if len(arguments) != 2:
        print("use: python -m maskera.evaluate GOLD PRED", file=sys.stderr)
        return 2
    try:
        gold, pred = (
            read(Path(argument), shipped(), warn=partial(print, file=sys.stderr))
            for argument in arguments
        )
        pairs = align(gold, pred)
    except MaskeraError as error:
        print(error, file=sys.stderr)
        return 2
    try:
        _print(pairs)
    except BrokenPipeError:  # the reader (head, less) has seen enough
        sys.stderr.close()
        return 1
    return 0


def _print(pairs: Sequence[Pair]) -> None:
    rng = np.random.default_rng(2026)
    print(
        f"{counted(len(pairs), 'document')}, {counted(sum(len(pair.gold_tokens) for pair in pairs), 'token')}"
    )
    print(f"{'':18}     P     R    F1    F2   gold  found  right   F1 95 %")
    for name, scheme in SCHEMES.items():
        counts = [scheme(pair) for pair in pairs]
        interval = bootstrap(counts, rng)["f1"]
        print(_line(name, total(counts), interval))
    print()
    for name, row in grouped(pairs, lambda _, mention: mention.label).items():
        print(_line(name, row))


def _line(name: str, counts: Counts, interval: Interval | None = None) -> str:
    shares = " ".join(
        f"{value:.3f}" for value in (counts.precision, counts.recall, counts.f1, counts.f2)
    )
    ends = f"  {interval.low:.3f}-{interval.high:.3f}" if interval else ""
    return f"{name:18} {shares} {counts.gold:6} {counts.found:6} {counts.right:6.0f}{ends}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
