"""Tidy hand-written word lists in place: NFC, sorted, no duplicate (form, label), every row of four
columns.

usage: tidy_lists.py LIST.tsv [LIST.tsv ...]     exit 1, naming file and line, when a row cannot be
read
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

HEADER = "form\tlabel\tweight\tnote"


def tidy(path: Path) -> list[str]:
    """The complaints about one list; the list is rewritten only when there are none."""
    rows: dict[tuple[str, str], tuple[str, str]] = {}
    complaints = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line == HEADER:
            continue
        columns = [unicodedata.normalize("NFC", column.strip()) for column in line.split("\t")]
        columns += [""] * (4 - len(columns))
        form, label, weight, note = columns[:4]
        try:
            float(weight)
        except ValueError:
            complaints.append(f"{path.name}:{number}: weight {weight!r} is not a number")
            continue
        if len(columns) > 4 or not form or not label or "  " in form:
            complaints.append(f"{path.name}:{number}: want form, label, weight, note")
        elif any("=" not in pair for pair in note.split(";") if pair):
            complaints.append(f"{path.name}:{number}: a note is key=value pairs separated by ;")
        else:
            rows.setdefault((form, label), (weight, note))
    if not complaints:
        lines = [HEADER, *("\t".join((*key, *value)) for key, value in sorted(rows.items()))]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return complaints


if __name__ == "__main__":
    found = [complaint for name in sys.argv[1:] for complaint in tidy(Path(name))]
    print("\n".join(found) if found else "tidy", file=sys.stderr if found else sys.stdout)
    sys.exit(bool(found))
