"""Starts and kills servers of a project for test_crash: for a line it reads it starts one and tells
its port, for the next it kills it and tells how it ended.

All is imported once and each server is a fork: that a start takes a second would make twenty of
them slow. A server opens the project anew. Who dies unasked stays a zombie until the line comes, so
that its number is nobody else's and its end is told as it was.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path
from socket import socket

from maskera import load
from maskera.review import passwords
from maskera.review.project import open_project, url_of
from maskera.review.web.app import create_app
from maskera.review.web.site import templates
from maskera.review.workbench import Workbench
from maskera.service import server


def serve(file: str, key: Path, listener: socket) -> None:
    project = open_project(url_of(file), key.read_bytes())
    server.answer(lambda: create_app(Workbench(project)), listener, "warning", 5.0)


if __name__ == "__main__":
    load("sv", mode="rules")  # what it reads stays in memory for all of them
    for name in templates().list_templates():
        templates().get_template(name)
    passwords.SCRYPT = (4, 8, 1)  # as conftest.cheap_passwords: accounts are made here, too
    gc.freeze()
    for _ in sys.stdin:
        listener = server.listening("127.0.0.1", 0)
        listener.listen(100)  # who calls before it answers waits
        child = os.fork()
        if child == 0:
            serve(sys.argv[1], Path(sys.argv[2]), listener)
            os._exit(0)
        port = listener.getsockname()[1]
        listener.close()  # the child's alone: when it is gone nobody waits for an answer
        print(port, flush=True)
        sys.stdin.readline()
        os.kill(child, signal.SIGKILL)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
