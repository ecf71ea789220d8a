"""The buttons of a picture, for moves that no point stands for, in rows below the board."""

from __future__ import annotations

from typing import Final, NamedTuple

from zermelo.contract.picture import Picture

GAP: Final = 5  # characters between two buttons, with room for what a move is worth
WIDEST: Final = 40  # characters of a row, unless one button has more


class Button(NamedTuple):
    """One button: its move, its text, and the column and row of the text's beginning."""

    move: int
    text: str
    column: int
    row: int


def buttons(picture: Picture) -> list[Button]:
    """The buttons side by side, in as many rows as they take.

    >>> buttons(Picture([], buttons={7: "pass"}))
    [Button(move=7, text='[pass]', column=0, row=0)]
    """
    placed: list[Button] = []
    column = row = 0
    for move, label in picture.buttons.items():
        text = f"[{label}]"
        if column and column + len(text) > WIDEST:
            column, row = 0, row + 1
        placed.append(Button(move, text, column, row))
        column += len(text) + GAP
    return placed


def button_rows(picture: Picture) -> list[str]:
    """The rows as text."""
    rows: list[str] = []
    for button in buttons(picture):
        rows += [""] * (button.row + 1 - len(rows))
        rows[button.row] = rows[button.row].ljust(button.column) + button.text
    return rows
