"""Fill in the table of docs/found.md from its first two columns;
tests/test_readme.py checks the outcome.

use: python tools/refresh_readme.py [docs/found.md]
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from maskera.pipeline import Pipeline, load
from maskera.result import release
from maskera.text import Document

KEY = b"the key of the examples in the README, no secret"
BEGIN, END = "<!-- what is found -->", "<!-- /what is found -->"
_ROW = re.compile(r"^\| `(?P<label>\w+)` \| (?P<text>[^|]+) \| (?P<new>[^|]*) \|$")


def rows(readme: str) -> list[tuple[str, str, str]]:
    """Label, sentence and what it becomes, of every row between the marks."""
    block = readme[readme.index(BEGIN) : readme.index(END)]
    return [
        (match["label"], match["text"].strip(), match["new"].strip())
        for line in block.splitlines()
        if (match := _ROW.match(line))
    ]


def becomes(nlp: Pipeline, label: str, text: str) -> str:
    """The pseudonymized sentence, with what became of the label in bold; raises ValueError when the
    label is not found."""
    result = nlp(Document("readme", text))
    released = release(result)
    places = [mention.span for mention in released.mentions if mention.label == label]
    if not places:
        raise ValueError(
            f"no {label} in the example of {label}: found {[mention.label for mention in released.mentions]}"
        )
    new = released.text
    for place in sorted(places, reverse=True):
        new = f"{new[: place.start]}**{new[place.start : place.end]}**{new[place.end :]}"
    return new


def main(path: Path) -> None:
    """Write the third column anew."""
    readme = path.read_text(encoding="utf-8")
    nlp = load(key=KEY)
    for label, text, old in rows(readme):
        readme = readme.replace(
            f"| `{label}` | {text} | {old} |",
            f"| `{label}` | {text} | {becomes(nlp, label, text)} |",
        )
    path.write_text(readme, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/found.md"))
