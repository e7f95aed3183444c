"""The mapping at rest: what is written is read back with the right secret, and with nothing else."""

from __future__ import annotations

import builtins
import os
import pwd
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskera.errors import DataError, MissingExtra
from maskera.mentions import Mention
from maskera.result import Replacement, Result, release
from maskera.text import Document, Span
from maskera.vault import (
    Original,
    Record,
    add,
    by_release,
    create_key,
    held,
    log_reveal,
    matching,
    read,
    read_key,
    record,
    reveal,
    write,
)

KEY = bytes(range(32))


def result(text: str, *cuts: tuple[int, int, str]) -> Result:
    replacements = tuple(
        Replacement(Mention(Span(start, end), "city", 1), "replace", new)
        for start, end, new in cuts
    )
    return Result(Document("A1", text), replacements, {("city", 1): "Lövsta"}, "swell")


ONE = result("Jag bor i Malmö 🙂 nu.", (10, 15, "Lövsta"))


@settings(deadline=None)
@given(
    st.text(min_size=4, max_size=40),
    st.lists(st.integers(0, 40), min_size=4, max_size=4),
    st.lists(st.text(max_size=5), min_size=2, max_size=2),
)
def test_what_is_replaced_is_revealed_exactly(text: str, cuts: list[int], new: list[str]) -> None:
    a, b, c, d = sorted(min(cut, len(text)) for cut in cuts)
    one = result(text, (a, b, new[0]), *(((c, d, new[1]),) if (c, d) != (a, b) else ()))
    assert reveal(release(one).text, record(one)) == text


@pytest.mark.parametrize("secret", [KEY, "a long pass phrase, å"])
def test_records_are_read_back(tmp_path: Path, secret: bytes | str) -> None:
    path = tmp_path / "map.vault"
    two = Record("B2", b"x" * 32, (), (("surname", 2, "Berg"),))
    write(path, [record(ONE), two], secret)
    assert read(path, secret) == (record(ONE), two)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in tmp_path.iterdir()] == ["map.vault"]
    assert "Malmö".encode() not in path.read_bytes()
    write(path, [], secret)
    assert read(path, secret) == ()


def test_records_are_added_and_of_the_same_id_and_released_text_the_new_one_stands(
    tmp_path: Path,
) -> None:
    path, two = tmp_path / "map.vault", Record("B2", b"x" * 32, ())
    assert held(path, KEY) == ()
    add(path, [record(ONE), two], KEY)
    newer, other = Record("B2", b"x" * 32, (), policy="dummy"), Record("B2", b"y" * 32, ())
    add(path, [newer, other], KEY)
    assert held(path, KEY) == read(path, KEY) == (record(ONE), newer, other)
    assert [entry.name for entry in tmp_path.iterdir()] == ["map.vault"]


def test_who_adds_at_the_same_time_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "map.vault"
    with ThreadPoolExecutor(8) as pool:
        list(
            pool.map(
                lambda number: add(path, [Record(f"A{number}", b"x" * 32, ())], KEY), range(40)
            )
        )
    assert {record.id for record in read(path, KEY)} == {f"A{number}" for number in range(40)}
    assert [entry.name for entry in tmp_path.iterdir()] == ["map.vault"]


def test_a_vault_behind_a_link_stays_where_it_is(tmp_path: Path) -> None:
    path, link = tmp_path / "disk" / "map.vault", tmp_path / "map.vault"
    path.parent.mkdir()
    link.symlink_to(path)
    write(link, [], KEY)
    add(link, [record(ONE)], KEY)
    assert link.is_symlink() and read(path, KEY) == (record(ONE),)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.unlink()
    path.parent.rmdir()
    with pytest.raises(DataError, match=r"map\.vault: cannot be written"):
        held(link, KEY)


def test_nothing_is_added_to_what_is_no_vault_or_of_another_key(tmp_path: Path) -> None:
    path = tmp_path / "m"
    for content, message in (
        (b"an essay", "m: not a file of mappings"),
        (b"", "m: not a file of mappings"),
    ):
        path.write_bytes(content)
        for ask in (lambda: held(path, KEY), lambda: add(path, [record(ONE)], KEY)):
            with pytest.raises(DataError, match=message):
                ask()
        assert path.read_bytes() == content
    write(path, [record(ONE)], KEY)
    with pytest.raises(DataError, match="m: wrong key"):
        add(path, [], b"y" * 32)
    os.mkfifo(tmp_path / "pipe")
    for name in (".", "pipe"):
        with pytest.raises(DataError, match="not a file of mappings"):
            held(tmp_path / name, KEY)
    with pytest.raises(DataError, match="at least 32 bytes"):
        held(path, b"x" * 31)
    with pytest.raises(DataError, match="no/n: cannot be written"):
        held(tmp_path / "no" / "n", KEY)
    assert read(path, KEY) == (record(ONE),)


def test_a_record_holds_aliases_and_policy() -> None:
    assert record(ONE).aliases == (("city", 1, "Lövsta"),) and record(ONE).policy == "swell"


def test_a_record_is_found_by_id_and_text_else_by_the_text_alone() -> None:
    other = Record("B2", record(ONE).released, (Original(10, 16, "Lund"),))
    text = release(ONE).text
    assert matching("A1", text, by_release([other, record(ONE)])) == record(ONE)
    assert matching("renamed", text + "\n", by_release([record(ONE)])) == record(ONE)
    assert reveal(text + "\n", record(ONE)) == ONE.document.text
    with pytest.raises(
        DataError, match="document renamed: several documents of the mapping have this text"
    ):
        matching("renamed", text, by_release([other, record(ONE)]))
    same = Record("C3", other.released, other.originals, policy="dummy")
    assert matching("renamed", text, by_release([other, same])) in (other, same)
    with pytest.raises(DataError, match="document A1: the text is not the one"):
        matching("A1", text + "\n\n", by_release([record(ONE)]))


def test_another_text_is_not_revealed() -> None:
    with pytest.raises(DataError, match="document A1: the text is not the one"):
        reveal("Jag bor i Lövsta.", record(ONE))


@pytest.mark.parametrize("secret", [b"x" * 32, b"x" * 31 + b"y"])
def test_a_wrong_key_opens_nothing(tmp_path: Path, secret: bytes) -> None:
    write(tmp_path / "m", [record(ONE)], KEY)
    with pytest.raises(DataError, match="m: wrong key or passphrase, or the file was changed"):
        read(tmp_path / "m", secret)


def test_a_change_anywhere_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "m"
    write(path, [record(ONE)], KEY)
    content = path.read_bytes()
    for place in [0, 8, 9, 12, 27, 40, len(content) - 1]:
        path.write_bytes(content[:place] + bytes([content[place] ^ 64]) + content[place + 1 :])
        with pytest.raises(DataError, match=r"/m: "):
            read(path, KEY)
    path.write_bytes(content[:50])
    with pytest.raises(DataError):
        read(path, KEY)


@pytest.mark.parametrize("cost", [(31, 8, 1), (21, 8, 1), (15, 33, 1), (15, 8, 17), (0, 8, 1)])
def test_a_header_that_asks_for_too_much_memory_is_refused_before_a_key_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cost: tuple[int, int, int]
) -> None:
    write(tmp_path / "m", [record(ONE)], "word")
    content = (tmp_path / "m").read_bytes()
    (tmp_path / "m").write_bytes(content[:26] + bytes(cost) + content[29:])
    monkeypatch.setattr("maskera.vault._key", lambda *_: pytest.fail("a key was made"))
    with pytest.raises(DataError, match="m: not a file of mappings"):
        read(tmp_path / "m", "word")


def test_the_kind_of_secret_is_named(tmp_path: Path) -> None:
    write(tmp_path / "m", [], KEY)
    with pytest.raises(DataError, match="was written with a key file"):
        read(tmp_path / "m", "word")
    write(tmp_path / "m", [], "word")
    with pytest.raises(DataError, match="was written with a passphrase"):
        read(tmp_path / "m", KEY)


def test_what_is_no_vault_or_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "t").write_text("hello")
    with pytest.raises(DataError, match="t: not a file of mappings"):
        read(tmp_path / "t", KEY)
    with pytest.raises(DataError, match="absent: cannot be read"):
        read(tmp_path / "absent", KEY)
    with pytest.raises(DataError, match="m: cannot be written"):
        write(tmp_path / "no" / "m", [], KEY)
    with pytest.raises(DataError, match="at least 32 bytes"):
        write(tmp_path / "m", [], b"short")


@pytest.mark.parametrize(
    "odd", ["A1\n2027-01-01T00:00:00+00:00\troot\tB2\tx", "A1\r\x1b[2K", "A1\u2028B2", "A1\udcff"]
)
def test_a_reveal_is_one_line_of_the_log_whatever_the_document_is_called(
    tmp_path: Path, odd: str
) -> None:
    for identifier in (odd, "Åsa 1"):
        log_reveal(tmp_path / "map.vault", identifier, f"the writer\nasked {odd[2:]}")
    lines = (tmp_path / "map.vault.log").read_text(encoding="utf-8").splitlines()
    assert [len(line.split("\t")) for line in lines] == [4, 4] and all(
        map(str.isprintable, "".join(lines).replace("\t", ""))
    )
    assert lines[0].split("\t")[2].startswith("A1\\") and lines[1].split("\t")[2] == "Åsa 1"


def test_the_log_names_the_user_by_the_system_or_by_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(name, "rektor")
    user = os.getuid()
    log_reveal(tmp_path / "map.vault", "A1", "")
    monkeypatch.setattr(os, "getuid", lambda: 4_000_321)  # nobody's
    log_reveal(tmp_path / "map.vault", "A2", "")
    monkeypatch.undo()
    try:
        named = pwd.getpwuid(user).pw_name
    except KeyError:
        named = f"uid {user}"
    lines = (tmp_path / "map.vault.log").read_text(encoding="utf-8").splitlines()
    assert [line.split("\t")[1] for line in lines] == [named, "uid 4000321"]


def test_keys_are_made_once_and_must_be_long_enough(tmp_path: Path) -> None:
    key = create_key(tmp_path / "key")
    assert read_key(tmp_path / "key") == key and len(key) == 32
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    with pytest.raises(DataError, match=f"^{tmp_path / 'key'}: exists already"):
        create_key(tmp_path / "key")
    create_key(tmp_path / "folder" / "key")
    assert stat.S_IMODE((tmp_path / "folder").stat().st_mode) == 0o700
    (tmp_path / "short").write_bytes(b"123")
    with pytest.raises(DataError, match="short has 3 bytes; a key needs at least 16"):
        read_key(tmp_path / "short")
    with pytest.raises(DataError, match="cannot be read"):
        read_key(tmp_path / "absent")


def test_without_cryptography_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def refuse(name: str, *rest: Any, **others: Any) -> Any:
        if name.startswith("cryptography"):
            raise ImportError(name)
        return real(name, *rest, **others)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(MissingExtra, match=r"maskera\[vault\]"):
        write(tmp_path / "m", [], KEY)
