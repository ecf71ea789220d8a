"""The limits of a search: compiling costs the search no time."""

import time

from zermelo.search.counters import NODE_LIMIT
from zermelo.search.limits import Clock


class SlowToCompile:
    @staticmethod
    def prepare(*arguments):
        time.sleep(0.3)

    @staticmethod
    def native(counts):
        return int(counts[NODE_LIMIT])


def test_a_limit_that_ends_while_compiling_stops_nothing():
    clock = Clock(native=True, seconds=0.1)
    assert clock.run(SlowToCompile) > 0
    assert clock.seconds() < 0.1
