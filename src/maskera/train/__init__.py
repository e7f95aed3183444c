"""Training of the models: corpora, re-drawing and noise, fitting."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

Example = tuple[Sequence[Sequence[Hashable]], Sequence[str]]
"""Streams of type keys, and the label of every token: one sequence to train a tagger on."""
