"""Files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from zermelo.errors import UsageError


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A new file to write to, which takes the place of `path` at the end of the block.

    Enter the block before long work: a `path` that cannot be written is a `UsageError` at once.
    When the block fails, `path` is left as it was.
    """
    if path.is_dir():
        raise UsageError(f"cannot write {path}: it is a directory")
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        draft.chmod(0o666 & ~_umask())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _umask() -> int:
    """The process's umask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
