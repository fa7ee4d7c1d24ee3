"""Processes that search for another one: they leave Ctrl-C to it, and end with it."""

from __future__ import annotations

import os
import signal
from multiprocessing import parent_process
from threading import Thread


def begin_worker() -> None:
    """Prepare a process: Ctrl-C is for the one that asks, which then tells the others; if that one is killed, they end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
