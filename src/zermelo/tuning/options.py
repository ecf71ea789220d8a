"""The options of a calibration: declared once, for Python and for the command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from zermelo.contract import ranges
from zermelo.contract.options import check_options, option


@dataclass(frozen=True)
class CalibrationOptions:
    """How levels are calibrated.

    nodes      of the highest level; each level below has half as many, down to 250
    target     a share of points, 0.6 to 0.8
    within     how near to it a step has to be, or is tried again: errors add up
    games      of the match that measures a step
    seed       makes all chance repeatable
    processes  how many play at the same time
    native     whether the levels search compiled

    Raises `ParameterError` for a number that makes no sense.
    """

    nodes: int = option(8000, "that level 10 visits; half as many a level below", ranges.NODES)
    target: float = option(0.66, "the share each takes from the one below", ranges.TARGET)
    within: float = option(0.03, "a step further from the target is tried again", ranges.WITHIN)
    games: int = option(400, "that measure a step, an even number", ranges.GAMES)
    seed: int = option(0, "play other games", ranges.SEED)
    processes: int = option(1, "how many play at the same time", ranges.PROCESSES)
    native: bool = option(True, "run as plain Python, nothing compiled", flag="--plain", kind=bool)

    def __post_init__(self) -> None:
        check_options(self)


USUAL: Final = CalibrationOptions()
