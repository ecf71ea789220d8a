"""`make fuzz`: attack Zermelo for some time or a number of times, and print the faults.

    python -m fuzz.run --seconds 60            a share of the time for each attack
    python -m fuzz.run --lines 20000 --files 2000 --requests 20000

It writes only to a temporary directory, and exits with 1 if it found a fault.
"""

import argparse
import itertools
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from fuzz import scarce
from fuzz.asked import attack_server
from fuzz.baddays import fault_of
from fuzz.damage import KINDS
from fuzz.laboratory import Laboratory
from fuzz.lines import Lines

TELLING = 60.0  # seconds between reports of progress
Attacks = Iterator[tuple[object, list[str]]]  # what was tried, and its faults


def lines(place: Path, seed: int) -> Attacks:
    """Attack by command lines."""
    stream, laboratory = Lines(seed), Laboratory(place)
    while True:
        line = stream.next()
        yield line, laboratory.tried(line)


def files(place: Path, seed: int, names: Sequence[str] = tuple(KINDS)) -> Attacks:
    """Attack by damaged files of these kinds, which commands then read."""
    chance, laboratory = random.Random(seed), Laboratory(place)
    while True:
        name = chance.choice(names)
        KINDS[name].damage(laboratory.place, chance)
        reading = chance.choice(KINDS[name].commands)
        yield [name, *reading], laboratory.tried(reading)
        laboratory.reset()


def days(place: Path, seed: int) -> Attacks:
    """Go through bad days of the disk, one for each seed from this one on."""
    for number in itertools.count(seed):
        own = place / str(number)
        own.mkdir()
        fault = fault_of(number, own)
        shutil.rmtree(own)
        yield f"seed {number}", [] if fault is None else [fault]


ATTACKS: dict[str, Callable[[Path, int], Attacks]] = {
    "lines": lines,
    "files": files,
    "classes": partial(files, names=["class"]),  # as students hand them in
    "memory": lambda place, seed: scarce.too_little_memory(place, random.Random(seed)),
    "shortages": lambda place, seed: scarce.too_few_files(place, random.Random(seed)),
    "requests": attack_server,
    "days": days,
}


def main() -> int:
    """Run the attacks and print what they found."""
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    for name in ATTACKS:
        parser.add_argument(f"--{name}", type=int, default=None)
    given = vars(parser.parse_args())
    print(f"seed {given['seed']}", flush=True)
    chosen = [name for name in ATTACKS if given["seconds"] or given[name]]
    share = given["seconds"] / max(1, len(chosen))
    return max([attack(name, given["seed"], given[name], share) for name in chosen], default=0)


def attack(name: str, seed: int, count: int | None, seconds: float) -> int:
    """Attack `count` times, or for some seconds; return 1 if a fault was found."""
    began, done, result, reported = time.monotonic(), 0, 0, time.monotonic()
    with tempfile.TemporaryDirectory(prefix="zermelo-fuzz-") as place:
        for what, faults in ATTACKS[name](Path(place), seed):
            done += 1
            if faults:
                result += 1
                print(f"{name}: {'; '.join(faults)}: {what!r}", flush=True)
            if time.monotonic() - reported > TELLING:
                reported = time.monotonic()
                print(f"{name}: {done:,} so far", file=sys.stderr, flush=True)
            if done == count or (count is None and time.monotonic() - began > seconds):
                break
    took = time.monotonic() - began
    print(f"{done:,} {name} in {took:.0f} s: {result} faults", flush=True)
    return int(result > 0)


if __name__ == "__main__":
    sys.exit(main())
