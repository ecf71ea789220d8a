"""What the oracles know of a game: who moves, which moves there are, and how it stands."""

History = tuple[str, ...]


class Rules:
    """A game's rules as a function of its moves so far."""

    def player(self, history: History) -> int:
        return len(history) % 2

    def moves(self, history: History) -> list[str]:
        raise NotImplementedError

    def outcome(self, history: History) -> int:
        raise NotImplementedError

    def text(self, history: History) -> str:
        raise NotImplementedError


def pair(text: str) -> tuple[int, int]:
    first, second = text.split(",")
    return int(first), int(second)


def square(text: str, height: int) -> tuple[int, int]:
    """The column and the row, from the upper left, of a cell like a1 at the lower left."""
    return "abcdefghijklmnopqrs".index(text[0]), height - int(text[1:])


def name(x: int, y: int, height: int) -> str:
    return f"{'abcdefghijklmnopqrs'[x]}{height - y}"


def across(text: str) -> str:
    """A cell, or cells with a dash between, with rows and columns exchanged; a1 stays."""
    letters = "abcdefghi"
    ends = (f"{letters[int(end[1]) - 1]}{letters.index(end[0]) + 1}" for end in text.split("-"))
    return "-".join(sorted(ends))


def left_for_right(text: str, width: int) -> str:
    """A cell, or cells with a dash between, on the mirrored board."""
    letters = "abcdefghi"[:width]
    ends = (f"{letters[::-1][letters.index(end[0])]}{end[1]}" for end in text.split("-"))
    return "-".join(sorted(ends))


def rows_text(cells: dict[tuple[int, int], str], width: int, height: int) -> str:
    lines = ["".join(cells.get((x, y), ".") for x in range(width)) for y in range(height)]
    return "/".join(lines)
