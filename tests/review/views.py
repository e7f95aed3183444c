"""Views of marks put on a text by hand, for the tests of what pages show of them."""

from __future__ import annotations

from maskera.pipeline import Pipeline
from maskera.review.state import Mark, State
from maskera.review.view import View, look
from maskera.text import Document


def view(nlp: Pipeline, text: str, *marks: Mark) -> View:
    """A text with these marks."""
    return look(nlp, Document("E1", text), State(marks))
