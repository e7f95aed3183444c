"""The mapping at rest: encrypted files of what undoes a pseudonymization, key files, and reveal().

A vault file is a header (magic, version, how the key is made, salt, scrypt's cost, nonce) and
AES-256-GCM over zlib over msgpack, with the header authenticated. The key comes from a key file
through HKDF-SHA-256 or from a passphrase through scrypt. Needs the extra `vault`.
"""

from __future__ import annotations

import getpass
import hashlib
import hmac
import os
import struct
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING

import msgspec

from maskera.errors import DataError, MissingExtra, cause
from maskera.io import decoders
from maskera.io.output import opened
from maskera.replace.keyed import LEAST_KEY
from maskera.result import Result, release
from maskera.text import Edit, Span, splice

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

Secret = bytes | str
"""bytes: the content of a key file; str: a passphrase."""

MAGIC = b"MASKERA\x00"
VERSION = 1
FROM_KEY, FROM_PASSPHRASE = 1, 2
LEAST_VAULT_KEY = 32  # bytes of a key file; for drawing pseudonyms alone LEAST_KEY are enough
COST = (15, 8, 1)  # scrypt: log2 of n, r, p; 32 MB and about 0.1 s (RFC 7914)
COST_LIMIT = (
    20,
    32,
    16,
)  # a header that asks for more is no file of ours, and would eat the memory
_HEADER = struct.Struct(">8sBB16sBBB12s")


class Original(msgspec.Struct, frozen=True):
    """What stood at start to end of the released text."""

    start: int
    end: int
    text: str

    def __repr__(self) -> str:
        return f"Original({self.start}, {self.end})"


class Record(msgspec.Struct, frozen=True):
    """What undoes the pseudonymization of one document.

    released: SHA-256 of the released text, so that no other text is "revealed". originals: in text
    order. aliases: (label, running number, base form of the pseudonym).
    """

    id: str
    released: bytes
    originals: tuple[Original, ...]
    aliases: tuple[tuple[str, int, str], ...] = ()
    policy: str = ""

    def __repr__(self) -> str:
        return f"Record(id={self.id!r}, {len(self.originals)} originals)"


def record(result: Result) -> Record:
    """The record of a result."""
    released = release(result)
    ordered = sorted(result.replacements, key=lambda replacement: replacement.mention.span)
    text = result.document.text
    _, places = splice(
        text, (Edit(replacement.mention.span, replacement.text) for replacement in ordered)
    )
    originals = tuple(
        Original(
            place.start,
            place.end,
            text[replacement.mention.span.start : replacement.mention.span.end],
        )
        for replacement, place in zip(ordered, places, strict=True)
        if replacement.hidden
    )
    aliases = tuple(
        (label, number, base) for (label, number), base in sorted(result.aliases.items())
    )
    return Record(result.document.id, _digest(released.text), originals, aliases, result.policy)


def reveal(release_text: str, record: Record) -> str:
    """The original text; raises DataError when the text is not the one that was released, with or
    without a newline at its end."""
    for text in _as_released(release_text):
        if hmac.compare_digest(_digest(text), record.released):
            edits = (
                Edit(Span(original.start, original.end), original.text)
                for original in record.originals
            )
            return splice(text, edits)[0]
    raise _not_released(record.id)


def by_release(records: Iterable[Record]) -> Mapping[bytes, Sequence[Record]]:
    """The records by the digest of the released text, for matching()."""
    table: dict[bytes, list[Record]] = {}
    for record in records:
        table.setdefault(record.released, []).append(record)
    return table


def matching(
    identifier: str, release_text: str, records: Mapping[bytes, Sequence[Record]]
) -> Record:
    """The record of a released text: that of its id, else, for files get other names, the only one
    of that text.

    Raises DataError when no such text was released, or several with different originals.
    """
    found = next(
        (
            records[digest]
            for digest in map(_digest, _as_released(release_text))
            if digest in records
        ),
        (),
    )
    if not found:
        raise _not_released(identifier)
    found = [record for record in found if record.id == identifier] or found
    if len({record.originals for record in found}) > 1:
        raise DataError(
            f"document {identifier}: several documents of the mapping have this text; give the file the name of the one meant"
        )
    return found[0]


def _as_released(text: str) -> tuple[str, ...]:
    """A text as it may have been released: standard output ends in a newline that the text may not
    have."""
    return (text, text[:-1]) if text.endswith("\n") else (text,)


def _not_released(identifier: str) -> DataError:
    return DataError(
        f"document {identifier}: the text is not the one that was released with this mapping"
    )


def write(
    path: Path,
    records: Iterable[Record],
    secret: Secret,
    random: Callable[[int], bytes] = os.urandom,
) -> None:
    """Write the records to an encrypted file of mode 0600, all or nothing; an older file of that
    name is replaced, a link stays one.

    Raises DataError for a key that is too short, MaskeraError for a place that cannot be written,
    MissingExtra without cryptography.
    """
    salt, nonce = random(16), random(12)
    how = FROM_PASSPHRASE if isinstance(secret, str) else FROM_KEY
    header = _HEADER.pack(MAGIC, VERSION, how, salt, *COST, nonce)
    plain = zlib.compress(msgspec.msgpack.encode(tuple(records)), 6)
    sealed = _cipher(_key(secret, salt, COST)).encrypt(nonce, plain, header)
    _write_secret(path, header + sealed)


def held(path: Path, secret: Secret) -> tuple[Record, ...]:
    """The records of a file that add() will keep, none where there is no file. Raises what add()
    would: ask it before the work."""
    with _adding(path, secret) as records:
        return records


def add(path: Path, records: Iterable[Record], secret: Secret) -> None:
    """Write the records to a vault beside those that it holds; of the same id and released text the
    new one stands.

    Who adds to it at the same time waits. Raises as read() and write() do.
    """
    with _adding(path, secret) as older:
        kept = {(record.id, record.released): record for record in (*older, *records)}
        write(path, kept.values(), secret)


@contextmanager
def _adding(path: Path, secret: Secret) -> Iterator[tuple[Record, ...]]:
    """The records of a file, to which nobody else adds meanwhile."""
    _key(secret, bytes(16), COST)
    _check_folder(path)
    if path.exists() and not path.is_file():  # a device or pipe may have no end, and keeps nothing
        raise DataError(f"{path}: not a file of mappings")
    lock = Path(f"{os.path.realpath(path)}.lock")
    try:
        stream = _locked(lock)
    except OSError as error:
        raise DataError(f"{path}: cannot be locked ({cause(error)})") from None
    with stream:
        try:
            yield read(path, secret) if os.path.lexists(path) else ()
        finally:
            with suppress(OSError):  # Windows keeps it while it is open
                lock.unlink()


def _locked(path: Path) -> IO[bytes]:
    """The file of this name, made where there is none, once nobody else has it: closing it ends
    that, as does the end of a process."""
    while True:
        with ExitStack() as stack:
            stream = stack.enter_context(path.open("ab"))
            if sys.platform == "win32":
                msvcrt.locking(stream.fileno(), msvcrt.LK_LOCK, 1)
            else:
                fcntl.flock(stream, fcntl.LOCK_EX)
            with suppress(FileNotFoundError):  # who had it has taken it away
                if os.path.samestat(os.fstat(stream.fileno()), path.stat()):
                    stack.pop_all()
                    return stream


def read(path: Path, secret: Secret) -> tuple[Record, ...]:
    """The records of a file; raises DataError when it is no vault, or the key or passphrase is
    wrong, or the file was changed."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({cause(error)})") from None
    if len(content) <= _HEADER.size or not content.startswith(MAGIC):
        raise DataError(f"{path}: not a file of mappings")
    header = content[: _HEADER.size]
    _, version, how, salt, log_n, r, p, nonce = _HEADER.unpack(header)
    if version != VERSION:
        raise DataError(f"{path}: version {version} of the file of mappings is not known")
    if (how == FROM_PASSPHRASE) != isinstance(secret, str):
        raise DataError(
            f"{path}: was written with a {'passphrase' if how == FROM_PASSPHRASE else 'key file'}"
        )
    if any(cost > limit for cost, limit in zip((log_n, r, p), COST_LIMIT, strict=True)) or not (
        log_n and r and p
    ):
        raise DataError(f"{path}: not a file of mappings")
    cipher, wrong = _cipher(_key(secret, salt, (log_n, r, p))), _wrong()
    try:
        plain = cipher.decrypt(nonce, content[_HEADER.size :], header)
        return decoders.msgpack(tuple[Record, ...]).decode(zlib.decompress(plain))
    except (wrong, zlib.error, msgspec.DecodeError):
        raise DataError(f"{path}: wrong key or passphrase, or the file was changed") from None


def create_key(
    path: Path, size: int = LEAST_VAULT_KEY, random: Callable[[int], bytes] = os.urandom
) -> bytes:
    """Make a key file of random bytes, mode 0600, and its folder, mode 0700; raises DataError when
    there is one already."""
    try:
        path.parent.mkdir(
            0o700, exist_ok=True
        )  # and none above it, which may be a disk that is not mounted
    except OSError as error:
        raise DataError(f"{path}: cannot be written ({cause(error)})") from None
    if os.path.lexists(path):
        raise DataError(f"{path}: exists already; a key is never written over")
    key = random(max(size, LEAST_KEY))
    _write_secret(path, key)
    return key


def read_key(path: Path, least: int = LEAST_KEY) -> bytes:
    """The bytes of a key file; raises DataError when it cannot be read or is shorter than `least`."""
    try:
        key = path.read_bytes()
    except OSError as error:
        raise DataError(f"key file {path} cannot be read ({cause(error)})") from None
    if len(key) < least:
        raise DataError(f"key file {path} has {len(key)} bytes; a key needs at least {least}")
    return key


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _write_secret(path: Path, content: bytes) -> None:
    _check_folder(path)
    with opened(path, secret=True, durable=True, over=MAGIC) as put:
        put(content)


def _check_folder(path: Path) -> None:
    """Raises DataError where the folder takes no file. Only a new key's is made: one that is
    missing may be a disk that is not mounted."""
    try:
        TemporaryFile(dir=Path(os.path.realpath(path)).parent).close()
    except OSError as error:
        raise DataError(f"{path}: cannot be written ({cause(error)})") from None


def _key(secret: Secret, salt: bytes, cost: tuple[int, int, int]) -> bytes:
    try:
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF
        from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
    except ImportError:
        raise MissingExtra("An encrypted file of mappings", "vault") from None
    if isinstance(secret, str):
        log_n, r, p = cost
        return Scrypt(salt=salt, length=32, n=1 << log_n, r=r, p=p).derive(secret.encode())
    if len(secret) < LEAST_VAULT_KEY:
        raise DataError(f"the key for a file of mappings needs at least {LEAST_VAULT_KEY} bytes")
    return HKDF(algorithm=SHA256(), length=32, salt=salt, info=b"maskera vault 1").derive(secret)


def _cipher(key: bytes) -> AESGCM:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key)


def _wrong() -> type[Exception]:
    from cryptography.exceptions import InvalidTag

    return InvalidTag


def log_reveal(vault: Path, identifier: str, reason: str) -> None:
    """Append to VAULT.log, its owner's alone, who undid which document's pseudonyms, when and why; raises DataError
    when that cannot be written."""
    fields = (
        datetime.now(UTC).isoformat(timespec="seconds"),
        _user(),
        identifier,
        " ".join(reason.split()),
    )
    log = vault.with_name(vault.name + ".log")
    try:
        log.touch(0o600)
        log.chmod(0o600)  # whatever an older version made it
        with log.open("a", encoding="utf-8") as stream:
            stream.write("\t".join(map(_printable, fields)) + "\n")
    except OSError as error:
        raise DataError(f"{log}: cannot be written ({cause(error)})") from None


def _user() -> str:
    """Who runs this, by the system: LOGNAME and USER may say anything. In a container a number may
    have no name."""
    try:
        import pwd
    except ImportError:  # Windows
        return getpass.getuser()
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return f"uid {os.getuid()}"


def _printable(words: str) -> str:
    """The words with a backslash before what could break a line or a field of the log, or does not
    show."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in words
    )
