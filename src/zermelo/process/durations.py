"""Durations as people read them."""

from __future__ import annotations


def seconds_text(seconds: float, digits: int = 2) -> str:
    """Format a duration; without `digits`, in whole seconds, for a forecast."""
    if seconds < 1 and digits:
        return f"{seconds * 1e3:.1f} ms"
    if seconds < 100:
        return f"{seconds:.{digits}f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours = minutes // 60
    return f"{hours:,} h {minutes % 60} min" if hours else f"{minutes} min {rest} s"
