"""Types that several threads decode into for the first time at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

RACE = """
import sys, threading
import msgspec
from maskera.io import decoders

sys.setswitchinterval(1e-6)
for _ in range(150):
    class Inner(msgspec.Struct, frozen=True):
        number: int
        name: str
    class Outer(msgspec.Struct, frozen=True):
        inner: tuple[Inner, ...]
        named: dict[str, Inner]
        rest: "list[int] | None" = None
    content = msgspec.msgpack.encode(Outer((Inner(1, "b"),), {"k": Inner(1, "b")}))
    together = threading.Barrier(4)
    def read(_ignored=None):
        together.wait()
        read_all.append(%s)
    read_all = []
    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert len(read_all) == 4 and all(one.inner[0].name == "b" for one in read_all)
"""


@pytest.mark.parametrize(
    "call",
    [
        "decoders.msgpack(Outer).decode(content)",
        "decoders.convert(msgspec.msgpack.decode(content), Outer)",
    ],
)
def test_threads_that_decode_into_a_new_type_at_once_do_not_end_the_process(call: str) -> None:
    run = subprocess.run([sys.executable, "-c", RACE % call], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
