"""xlsx through openpyxl (extra `office`): every sheet whose first row names the columns; formulas,
formats and other cells stay. A workbook is held in memory whole.

A workbook keeps copies of what its cells say: in charts, pivot tables and filters. They go with the
texts; names and formulas that say what was replaced are changed (xlsx_names.py).
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from maskera.errors import DataError, cause, of_extra
from maskera.formats.office.markup import LEAST, Package, local, words
from maskera.io.batches import batched
from maskera.tables.chunks import ROWS, Chunk, Columns, Done, Open, Write
from maskera.tables.xlsx_names import neutral

PROPERTIES = (
    "creator",
    "lastModifiedBy",
    "title",
    "subject",
    "description",
    "keywords",
    "category",
    "identifier",
    "contentStatus",
)
"""Properties of a workbook that may tell of somebody: emptied."""
CORE = "docProps/core.xml"
_DATE = re.compile(r"<(?:\w+:)?(created|modified)\b[^>]*>([^<]+)<")
_SHAPE = re.compile(rb"<(\w+:)?sp[\s/>]")


def open_xlsx(path: Path, columns: Columns, warn: Callable[[DataError], None]) -> Open:
    """A workbook; raises DataError where no sheet has the columns."""
    openpyxl = of_extra("openpyxl", "xlsx", "office")
    try:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            book = openpyxl.load_workbook(path, rich_text=True)
        lost = list(_lost(path, book, [str(one.message) for one in warned]))
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({cause(error)})") from None
    except (
        zipfile.BadZipFile,
        KeyError,
        ValueError,
        openpyxl.utils.exceptions.InvalidFileException,
    ):
        raise DataError(f"{path}: is no xlsx workbook") from None
    heads = {sheet.title: _head(sheet) for sheet in book.worksheets}
    sheets = [sheet for sheet in book.worksheets if columns.text in heads[sheet.title]]
    if not sheets:
        there = ", ".join(map(repr, dict.fromkeys(chain(*heads.values()))))
        raise DataError(f"{path}: no sheet has the column {columns.text!r}; there are {there}")
    for sheet in book.worksheets:
        if sheet not in sheets:
            warn(
                DataError(
                    f"{path}: the cells of a sheet without the column {columns.text!r} stay as they are"
                )
            )
    places = []
    for sheet in sheets:
        which = f"{path}: sheet {book.worksheets.index(sheet) + 1}"  # its title may name somebody
        text, identifier = columns.find(heads[sheet.title], which)
        width = len(heads[sheet.title])
        places.append((sheet, text + 1, identifier and identifier + 1, width + 1))
        if identifier == 0:
            places[-1] = (sheet, text + 1, 1, width + 1)
    notes = (f"not kept: {', '.join(lost)}",) if lost else ()

    def tell(count: int) -> None:
        what = "names of sheets, tables or ranges, formulas or rules that said words that were replaced"
        warn(DataError(f"{path}: {what} say others or nothing now ({count}); look at them"))

    return Open(
        _chunks(places, path, warn),
        partial(_write, book, places, columns, _dates(path), tell),
        notes,
    )


def _lost(path: Path, book: Any, warned: Iterable[str]) -> Iterator[str]:
    """What openpyxl leaves out, as its warnings and the drawings tell, and what we take out."""
    for message in warned:
        if what := re.match(r"(.+?)(?: extension)? is not supported", message):
            yield what[1].lower()
    with zipfile.ZipFile(path) as package:
        drawings = [name for name in package.namelist() if name.startswith("xl/drawings/drawing")]
        if any(_SHAPE.search(package.read(name)) for name in drawings):
            yield "shapes and text boxes"
    if any(sheet._pivots for sheet in book.worksheets):
        yield "pivot tables"


_Place = tuple[Any, int, int | None, int]
"""A sheet and the numbers of its columns of texts, ids and verdicts."""


def _head(sheet: Any) -> list[str]:
    cells = next(sheet.iter_rows(min_row=1, max_row=1, values_only=True), ())
    names = ["" if cell is None else str(cell) for cell in cells]
    while names and not names[-1]:
        names.pop()
    return names


def _chunks(
    places: Iterable[_Place], path: Path, warn: Callable[[DataError], None]
) -> Iterator[Chunk]:
    first = 1
    for sheet, text, identifier, verdict in places:
        for numbers in batched(range(2, sheet.max_row + 1), ROWS):
            values = [_text(sheet.cell(number, text), path, warn) for number in numbers]
            ids = (
                None
                if identifier is None
                else [sheet.cell(number, identifier).value for number in numbers]
            )
            yield Chunk(values, ids, first, (sheet, text, verdict, numbers))
            first += len(numbers)


def _text(cell: Any, path: Path, warn: Callable[[DataError], None]) -> str | None:
    value = cell.value
    if isinstance(value, list):  # a text in several formats
        return str(value)
    if value is None or (isinstance(value, str) and cell.data_type != "f"):
        return value
    cell.value = None
    warn(DataError(f"{path}: cell {cell.coordinate} holds no text and is emptied"))
    return None


def _write(
    book: Any,
    places: Iterable[_Place],
    columns: Columns,
    dates: Mapping[str, str],
    tell: Callable[[int], None],
    done: Iterable[Done],
    write: Write,
) -> None:
    replaced: set[str] = set()
    for sheet, _, _, verdict in places:
        if columns.leaks is not None:
            sheet.cell(1, verdict, columns.leaks)
    for one in done:
        sheet, text, verdict, numbers = one.chunk.rows
        for number, old, new, said in zip(
            numbers, one.chunk.texts, one.texts, one.verdicts, strict=True
        ):
            cell = sheet.cell(number, text)
            replaced |= words(str(old or "")) - words(new or "")
            cell.value = new
            if new is not None:
                cell.data_type = "s"  # a text that begins with = is no formula
            cell.hyperlink = None  # may tell what the text did
            if columns.leaks is not None:
                sheet.cell(number, verdict, said)
    for sheet in book.worksheets:
        _clean(sheet)
        sheet._pivots.clear()
    for sheet in (*book.worksheets, *book.chartsheets):
        for chart in sheet._charts:
            _forget_cells(chart)
    told = {word for word in replaced if len(word) >= LEAST}
    if count := neutral(book, told):
        tell(count)
    for name in PROPERTIES:
        setattr(book.properties, name, None)
    book.custom_doc_props.props.clear()
    content = io.BytesIO()
    book.save(content)
    write(_dated(content.getvalue(), dates))


def _dates(path: Path) -> dict[str, str]:
    """When a workbook says that it was made and changed."""
    with zipfile.ZipFile(path) as package:
        core = package.read(CORE).decode("utf-8", "replace") if CORE in package.namelist() else ""
    return dict(_DATE.findall(core))


def _dated(content: bytes, dates: Mapping[str, str]) -> bytes:
    """The workbook with these dates, not those at which openpyxl wrote it: the same key gives the
    same bytes."""
    package = Package(content, "workbook.xlsx", CORE.__eq__)
    core = package.trees[CORE]
    for element in [one for one in core if local(one) in ("created", "modified")]:
        if date := dates.get(local(element)):
            element.text = date
        else:
            core.remove(element)
    return package.content()


def _clean(sheet: Any) -> None:
    """Take comments out, which bear names and may quote a text, what is printed above and below
    each page, what is said of cells that are filled in, the values by which rows are filtered, and
    the name that macros have for the sheet.
    """
    sheet.sheet_properties.codeName = None
    for row in sheet.iter_rows():
        for cell in row:
            if cell.comment is not None:
                cell.comment = None
    for kind in ("odd", "even", "first"):
        for place in ("Header", "Footer"):
            printed = getattr(sheet, f"{kind}{place}")
            for part in (printed.left, printed.center, printed.right):
                part.text = None
    for rule in sheet.data_validations.dataValidation:
        rule.prompt = rule.promptTitle = rule.error = rule.errorTitle = None
    for chosen in (sheet.auto_filter, *(table.autoFilter for table in sheet.tables.values())):
        if chosen is not None:
            chosen.filterColumn = []


def _forget_cells(chart: Any) -> None:
    """Take the copies of cells out of a chart; a program that opens it reads the cells again."""
    for part in chart._charts:
        for series in part.series:
            for source in (series.tx, series.cat, series.xVal):
                if source is not None and source.strRef is not None:
                    source.strRef.strCache = None
                if getattr(source, "multiLvlStrRef", None) is not None:
                    source.multiLvlStrRef.multiLvlStrCache = None
