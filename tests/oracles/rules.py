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


def rows_text(cells: dict[tuple[int, int], str], width: int, height: int) -> str:
    lines = ["".join(cells.get((x, y), ".") for x in range(width)) for y in range(height)]
    return "/".join(lines)
