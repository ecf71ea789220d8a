"""Processes that need the same machine code at once: one compiles it, the others wait."""

import os
import subprocess
import sys

import pytest

from processes import soon
from zermelo.native.disk import cache

pytestmark = pytest.mark.compiled

KERNEL = """
import sys, time
from pathlib import Path
from zermelo.native import kernel, running

compiled, made = running.compiled, []
running.compiled = lambda *given: made.append(given) or compiled(*given)

@kernel
def tripled(number):
    return 3 * number

def wait_for(name):
    while not Path(name).exists():
        time.sleep(0.01)

exec(sys.argv[1])
print(tripled.native(14), int(not made))
"""
FIRST = """
object_code = running.object_code

def slowly(text):
    Path("compiling").touch()
    wait_for("go on")
    return object_code(text)

running.object_code = slowly
"""
SECOND = """
from zermelo.native.disk import cache

def sleep(seconds, slept=time.sleep):
    Path("waiting").touch()
    slept(seconds)

cache.time.sleep, cache.LONGEST = sleep, float("inf")
"""


@pytest.fixture
def start(tmp_path):
    """Have a process begin that compiles a kernel."""
    running = []
    (tmp_path / "kernel.py").write_text(KERNEL)
    variables = {**os.environ, "ZERMELO_CACHE_DIR": str(tmp_path / "cache")}

    def started(before=""):
        command = [sys.executable, "kernel.py", before]
        given = {"cwd": tmp_path, "env": variables, "stdout": subprocess.PIPE, "text": True}
        running.append(subprocess.Popen(command, **given))
        return running[-1]

    yield started
    for one in running:
        one.kill()
        one.wait()
        one.stdout.close()


def test_one_compiles_what_two_need_at_once(start, tmp_path):
    first = start(FIRST)
    assert soon((tmp_path / "compiling").exists)
    second = start(SECOND)
    assert soon((tmp_path / "waiting").exists)
    (tmp_path / "go on").touch()
    assert first.communicate()[0].split() == ["42", "0"]
    assert second.communicate()[0].split() == ["42", "1"]


def test_who_is_killed_while_compiling_keeps_nobody_waiting(start, tmp_path):
    first = start(FIRST)
    assert soon((tmp_path / "compiling").exists)
    second = start(SECOND)
    assert soon((tmp_path / "waiting").exists)
    first.kill()
    assert second.communicate()[0].split() == ["42", "0"]
    assert start().communicate()[0].split() == ["42", "1"]


def test_a_process_has_one_claim_at_most_and_none_that_nobody_gives_up(tmp_path):
    path, other = tmp_path / "cache" / "one.native", tmp_path / "cache" / "two.native"
    assert not cache.claim(path)
    with cache.claiming():
        assert cache.claim(path)
        with cache.claiming():
            assert not cache.claim(other)
    with cache.claiming():
        assert cache.claim(other)


def test_without_a_folder_of_ones_own_nothing_is_claimed(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    for place in ("file", "open"):
        with cache.claiming():
            assert not cache.claim(tmp_path / place / "one.native")
