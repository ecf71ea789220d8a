"""A process that ends while a thread of it compiles."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from processes import PATIENCE

pytestmark = pytest.mark.compiled

# Handlers run backwards: this one runs after those of zermelo, and tells what LLVM does then.
LEAVING = """
import atexit, threading, time
from llvmlite.binding.ffi import register_lock_callback

steps, running = [], []
begun = threading.Event()

def enter():
    if threading.current_thread() is not threading.main_thread():
        steps.append(1)
        running.append(1)
    if len(steps) > 1000:
        begun.set()

def leave():
    if threading.current_thread() is not threading.main_thread():
        running.pop()

def tell():
    before = len(steps)
    time.sleep(0.3)
    print("still at work" if running or len(steps) > before else "at rest")

register_lock_callback(enter, leave)
atexit.register(tell)

import zermelo
from zermelo.search.engine.compiling import compiled_within, is_compiled

game = zermelo.game("tictactoe")
compiled_within(game, 0)
begun.wait()
print("compiled" if is_compiled(game) else "compiling")
"""


def test_a_process_that_ends_while_it_compiles_leaves_llvm_at_rest():
    environment = {**os.environ, "ZERMELO_CACHE_DIR": "off"}
    done = subprocess.run(
        [sys.executable, "-c", LEAVING],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout.split("\n")[:2]) == (0, ["compiling", "at rest"])
