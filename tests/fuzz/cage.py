"""Confine a process under test: it may write and run programs only in its own directory.

Anything else fails as if the system had refused it, so that the user of the fuzzer loses nothing.
"""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
DEVICES = ("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty")
PATHS = {  # audited events that change files, with the places of their path arguments
    "os.mkdir": (0,), "os.remove": (0,), "os.rmdir": (0,), "os.truncate": (0,), "os.chmod": (0,),
    "os.chown": (0,), "os.rename": (0, 1), "os.link": (0, 1), "os.symlink": (1,),
    "os.utime": (0,), "sqlite3.connect": (0,),
}  # fmt: skip
STARTING = ("subprocess.Popen", "os.posix_spawn", "os.exec", "os.system", "os.startfile")


def environment(directory: Path) -> dict[str, str]:
    """Environment variables that keep files inside the directory."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    return kept | {
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": str(directory),
        "TMPDIR": str(directory / "place"),
        "ZERMELO_CACHE_DIR": "off",
        "ZERMELO_NATIVE": "off",
    }


def lock(directory: Path) -> None:
    """Confine this process; it may start programs in the directory, and modules of Zermelo."""
    home = os.path.realpath(directory)

    def within(path: Any) -> bool:
        if isinstance(path, int) or path in DEVICES:
            return True
        place = os.path.realpath(os.fsdecode(path))
        return place == home or place.startswith(home + os.sep)

    sys.addaudithook(_watcher(within))


def _watcher(within: Callable[[Any], bool]) -> Callable[[str, tuple[Any, ...]], None]:
    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            refused = bool(flags & WRITING) and path is not None and not within(path)
        elif event in PATHS:
            refused = not all(within(arguments[place]) for place in PATHS[event])
        elif event in STARTING:
            refused = not _ours(arguments[1] if len(arguments) > 1 else (), within)
        elif event == "socket.bind":
            refused = arguments[1][0] not in ("127.0.0.1", "::1", "localhost")
        else:
            return
        if refused:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(arguments[0]))

    return watch


def _ours(command: Sequence[Any], within: Callable[[Any], bool]) -> bool:
    """Whether a command runs a module of Zermelo, or its supervisor with an allowed program."""
    words = [os.fsdecode(word) for word in command]
    if words[:1] != [sys.executable]:
        return False
    if words[1:3] == ["-P", "-m"]:
        return words[3].startswith("zermelo.")
    kept = words[4:5]
    return words[1:2] == ["-IS"] and (within(kept[0]) or _ours(words[4:], within))
