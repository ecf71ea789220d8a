"""For notebooks: a board to play on, drawings of states, and search trees."""

from typing import TYPE_CHECKING, Any

from zermelo.errors import CapabilityError
from zermelo.notebook.canvas import Canvas, Drawing, Replay, draw

if TYPE_CHECKING:
    from zermelo.notebook.board import Board

__all__ = ["Board", "Canvas", "Drawing", "Replay", "draw"]


def __getattr__(name: str) -> Any:
    """Load `Board` on demand, because drawings should not need its library for widgets."""
    if name != "Board":
        raise AttributeError(f"module 'zermelo.notebook' has no attribute {name!r}")
    try:
        from zermelo.notebook.board import Board
    except ModuleNotFoundError as error:
        raise CapabilityError(
            f"a board needs {error.name}: python -m pip install 'zermelo[notebook]'"
        ) from None
    return Board
