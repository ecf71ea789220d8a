"""Arrays of a share: in memory while there is room, then in files that vanish with them."""

import gc

import numpy as np
import pytest

from zermelo.errors import UsageError
from zermelo.solver.crews.space import Space


def test_arrays_are_in_memory_while_there_is_room_then_in_files():
    space = Space(1000)
    first = space.array((10, 2))
    second = space.filled(500, -3, np.int16)
    empty = space.array(0)
    assert (space.held, space.spilled) == (160, 1000)
    assert first.shape == (10, 2) and len(empty) == 0
    assert second.dtype == np.int16 and second.flags.writeable and (second == -3).all()
    part = second[100:]
    del first, second
    gc.collect()
    assert (space.held, space.spilled) == (0, 1000)
    assert (part == -3).all()
    del part
    assert (space.held, space.spilled) == (0, 0)
    assert space.array(125).flags.owndata


def test_a_full_disk_is_said_in_one_line(monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.posix_fallocate", full)
    with pytest.raises(UsageError, match=r"no room for 8 MiB of it: No space left") as reported:
        Space(1).array(1 << 20, np.int64)
    assert "\n" not in str(reported.value)
