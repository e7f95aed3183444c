"""Starts servers of a project for test_crash, one for each line it reads, and tells process and
port of each.

All is imported once and each server is a fork: that a start takes a second would make twenty of
them slow. A server opens the project anew.
"""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

from maskera import load
from maskera.review.project import open_project, url_of
from maskera.review.web.app import create_app
from maskera.review.web.site import templates
from maskera.review.workbench import Workbench
from maskera.service import server


def serve(file: str, key: Path) -> None:
    project = open_project(url_of(file), key.read_bytes())
    listener = server.listening("127.0.0.1", 0)
    listener.listen(100)
    print(os.getpid(), listener.getsockname()[1], flush=True)
    server.answer(lambda: create_app(Workbench(project)), listener, "warning", 5.0)


if __name__ == "__main__":
    load("sv", mode="rules")  # what it reads stays in memory for all of them
    for name in templates().list_templates():
        templates().get_template(name)
    gc.freeze()
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            serve(sys.argv[1], Path(sys.argv[2]))
            os._exit(0)
        os.waitpid(child, 0)
        print("ended", flush=True)
