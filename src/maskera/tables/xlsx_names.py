"""Names and formulas of a workbook that say a word which was replaced in its texts: sheets, tables and
ranges get names that say nothing, wherever they are referred to, and what formulas quote is emptied.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import count
from typing import Any

import msgspec

from maskera.errors import of_extra
from maskera.formats.office.markup import holds, says

_SHEETS = re.compile(r"(?P<sheets>'(?:[^']|'')+'|[^'!\[\]]+)!")  # Anna!A1, 'Anna''s:Bo'!A1
_NAME = re.compile(r"[^\W\d][\w.]*")


class Names(msgspec.Struct):
    """Old name -> new one; changed: how many names and formulas are other ones now."""

    sheets: Mapping[str, str]
    others: Mapping[str, str]  # of tables and ranges
    said: Collection[str]
    changed: int = 0

    def formula(self, text: str) -> str:
        """A formula, or the reference or list of a chart or rule, without what says too much."""
        begin = "" if text.startswith("=") else "="
        tokens = of_extra("openpyxl.formula", "xlsx", "office").Tokenizer(begin + text)
        for token in tokens.items:
            if token.type != token.OPERAND:
                continue
            if token.subtype == token.RANGE:
                token.value = self._reference(token.value)
            elif token.subtype == token.TEXT and says(token.value, self.said):
                token.value = '""'
        made = str(tokens.render()).removeprefix(begin)
        self.changed += made != text
        return made

    def _reference(self, text: str) -> str:
        sheets, rest = "", text
        if match := _SHEETS.match(text):
            rest = text[match.end() :]
            written = match["sheets"]
            names = written.strip("'").replace("''", "'").split(":")
            new = ":".join(self.sheets.get(name, name) for name in names)
            sheets = (
                f"{written}!"
                if new == ":".join(names)
                else f"'{new.replace(chr(39), chr(39) * 2)}'!"
            )
        name = _NAME.match(rest)
        if name and name[0].casefold() in self.others:
            rest = self.others[name[0].casefold()] + rest[name.end() :]
        return sheets + rest


def neutral(book: Any, said: Collection[str]) -> int:
    """Change a workbook of openpyxl; how many names and formulas of it were changed.

    said: the words that were replaced, in small letters.
    """
    names = Names(
        _new((sheet.title for sheet in book._sheets), "Sheet", said),
        {
            old.casefold(): new
            for old, new in (
                *_new(
                    (name for sheet in book.worksheets for name in sheet.tables), "Table", said
                ).items(),
                *_new(
                    (name for at in (book, *book.worksheets) for name in at.defined_names),
                    "Range",
                    said,
                ).items(),
            )
        },
        said,
    )
    for sheet in book.worksheets:
        _formulas(sheet, names)
    for sheet in book._sheets:
        for chart in sheet._charts:
            _chart(chart, names)
    for holder in (book, *book.worksheets):
        for name, value in list(holder.defined_names.items()):
            if value.attr_text:
                value.attr_text = names.formula(value.attr_text)
            value.comment = value.description = None
            if new := names.others.get(name.casefold()):
                del holder.defined_names[name]
                value.name = new
                holder.defined_names[new] = value
    for sheet in book.worksheets:
        for table in list(sheet.tables.values()):
            for column in table.tableColumns:
                for computed in (column.calculatedColumnFormula, column.totalsRowFormula):
                    if computed is not None and computed.attr_text:
                        computed.attr_text = names.formula(computed.attr_text)
            if new := names.others.get(table.displayName.casefold()):
                del sheet.tables[table.displayName]
                table.name = table.displayName = new
                sheet.tables[new] = table
    for sheet in book._sheets:
        sheet.title = names.sheets.get(sheet.title, sheet.title)
    return names.changed + len(names.sheets) + len(names.others)


def _new(names: Iterator[str], stem: str, said: Collection[str]) -> dict[str, str]:
    """New names for those that say a word, be it glued to others."""
    old = list(names)
    taken = {name.casefold() for name in old}
    free = (f"{stem}{number}" for number in count(1) if f"{stem}{number}".casefold() not in taken)
    return {name: next(free) for name in old if says(name, said) or holds(name, said)}


def _formulas(sheet: Any, names: Names) -> None:
    """What cells, rules of formats and choices are computed by, and where links of cells lead."""
    for row in sheet.iter_rows():
        for cell in row:
            if cell.data_type == "f":
                if isinstance(cell.value, str):
                    cell.value = names.formula(cell.value)
                elif getattr(cell.value, "text", None):
                    cell.value.text = names.formula(cell.value.text)
            if cell.hyperlink is not None and cell.hyperlink.location:
                cell.hyperlink.location = names.formula(cell.hyperlink.location)
    for rules in sheet.conditional_formatting:
        for rule in rules.rules:
            rule.formula = [names.formula(text) for text in rule.formula]
            if rule.text and says(rule.text, names.said):
                rule.text, names.changed = None, names.changed + 1
    for rule in sheet.data_validations.dataValidation:
        for field in ("formula1", "formula2"):
            if text := getattr(rule, field):
                setattr(rule, field, names.formula(text))


def _chart(chart: Any, names: Names) -> None:
    """References of a chart, at any depth, and titles that say too much."""
    seen, left = {id(chart)}, [chart]
    while left:
        part = left.pop()
        for field, value in vars(part).items():
            if field == "f" and isinstance(value, str):
                part.f = names.formula(value)
            elif field == "t" and isinstance(value, str) and says(value, names.said):
                part.t, names.changed = "", names.changed + 1
            for each in value if isinstance(value, list | tuple) else (value,):
                if type(each).__module__.startswith("openpyxl.") and id(each) not in seen:
                    seen.add(id(each))
                    left.append(each)
