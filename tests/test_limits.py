"""The limits of a search: compiling costs the search no time."""

import time

from zermelo.search.counters import STOP
from zermelo.search.limits import Clock


class SlowToCompile:
    @staticmethod
    def prepare(*arguments):
        time.sleep(0.3)

    @staticmethod
    def native(counts):
        return int(counts[STOP])


def test_a_limit_that_ends_while_compiling_stops_nothing():
    clock = Clock(native=True, seconds=0.1)
    assert clock.run(SlowToCompile) == 0
    assert clock.seconds() < 0.1
