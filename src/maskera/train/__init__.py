"""Training of the models: corpora, re-drawing and noise, fitting."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

Answer = str | frozenset[str]
"""The right label of a token; where a corpus does not annotate all labels, the set of those that
may be right."""

Example = tuple[Sequence[Sequence[Hashable]], Sequence[Answer]]
"""Streams of type keys, and the answer for every token: one sequence to train a tagger on."""
