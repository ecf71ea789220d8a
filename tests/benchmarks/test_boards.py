"""The README's picture of boards is what its command draws."""

from pathlib import Path

from boards import drawing

DRAWN = Path(__file__).parent.parent.parent / "docs" / "boards.svg"


def test_the_picture_of_boards_is_up_to_date():
    assert DRAWN.read_text(encoding="utf-8") == drawing(4), "make bench NAME=boards writes it again"
