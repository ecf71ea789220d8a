"""Slow, obvious oracles: each game once more, from its history of move texts, sharing no code.

Rules here look at a game's moves so far, a tuple of texts, and rebuild everything from them.
`moves(history)` lists the legal move texts in order, `outcome(history)` is 1, 0, −1 for the player
to move, or 2 while the game goes on, and `text(history)` is the position as people write it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

History = tuple[str, ...]


def pair(text: str) -> tuple[int, int]:
    first, second = text.split(",")
    return int(first), int(second)


def longest_line(stones: set[tuple[int, int]]) -> int:
    """The most stones in a row, found by walking from each stone in each direction."""
    longest = 0
    for x, y in stones:
        for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            while (x + right * length, y + down * length) in stones:
                length += 1
            longest = max(longest, length)
    return longest


def rows_text(cells: dict[tuple[int, int], str], width: int, height: int) -> str:
    lines = ["".join(cells.get((x, y), ".") for x in range(width)) for y in range(height)]
    return "/".join(lines)


@dataclass
class Mnk:
    width: int = 3
    height: int = 3
    k: int = 3

    def cells(self, history: History) -> dict[tuple[int, int], str]:
        """(column, row) → X or O."""
        return {pair(move)[::-1]: "XO"[ply % 2] for ply, move in enumerate(history)}

    def outcome(self, history: History) -> int:
        cells = self.cells(history)
        last = "XO"[(len(history) + 1) % 2]
        if longest_line({cell for cell in cells if cells[cell] == last}) >= self.k:
            return -1
        return 0 if len(cells) == self.width * self.height else 2

    def moves(self, history: History) -> list[str]:
        if self.outcome(history) != 2:
            return []
        every = [f"{y},{x}" for y in range(self.height) for x in range(self.width)]
        return [move for move in every if move not in history]

    def text(self, history: History) -> str:
        return rows_text(self.cells(history), self.width, self.height)


@dataclass
class ConnectFour(Mnk):
    width: int = 7
    height: int = 6
    k: int = 4

    def cells(self, history: History) -> dict[tuple[int, int], str]:
        columns: list[list[str]] = [[] for _ in range(self.width)]
        for ply, move in enumerate(history):
            columns[int(move) - 1].append("XO"[ply % 2])
        return {
            (x, self.height - 1 - up): disc
            for x, column in enumerate(columns)
            for up, disc in enumerate(column)
        }

    def moves(self, history: History) -> list[str]:
        if self.outcome(history) != 2:
            return []
        columns = [str(x + 1) for x in range(self.width)]
        return [column for column in columns if history.count(column) < self.height]


@dataclass
class Isolation:
    width: int = 3
    height: int = 2
    blocked: tuple[tuple[int, int], ...] = ()
    pieces: str = "queen"
    stuck: str = "mover"

    def reachable(self, history: History, player: int) -> list[str]:
        visited = [pair(move) for move in history]
        every = [(x, y) for y in range(self.height) for x in range(self.width)]
        free = [cell for cell in every if cell not in visited and cell not in self.blocked]
        own = visited[player::2]
        if own:
            free = [cell for cell in free if self.attacks(own[-1], cell, free)]
        return [f"{x},{y}" for x, y in free]

    def attacks(
        self, source: tuple[int, int], target: tuple[int, int], free: list[tuple[int, int]]
    ) -> bool:
        across, down = target[0] - source[0], target[1] - source[1]
        if self.pieces == "knight":
            return sorted((abs(across), abs(down))) == [1, 2]
        if across and down and abs(across) != abs(down):
            return False
        steps = max(abs(across), abs(down))
        between = [
            (source[0] + across // steps * step, source[1] + down // steps * step)
            for step in range(1, steps)
        ]
        return all(cell in free for cell in between)

    def outcome(self, history: History) -> int:
        mover = len(history) % 2
        if not self.reachable(history, mover):
            return -1
        if self.stuck == "either" and not self.reachable(history, 1 - mover):
            return 1
        return 2

    def moves(self, history: History) -> list[str]:
        return self.reachable(history, len(history) % 2) if self.outcome(history) == 2 else []

    def text(self, history: History) -> str:
        cells = dict.fromkeys([*self.blocked, *map(pair, history)], "#")
        for player, piece in enumerate("AB"):
            for move in history[player::2][-1:]:
                cells[pair(move)] = piece
        return f"{rows_text(cells, self.width, self.height)} {'AB'[len(history) % 2]}"


@dataclass
class Nim:
    rows: tuple[int, ...] = (1, 3, 5, 7)
    misere: bool = False

    def left(self, history: History) -> list[int]:
        taken = [pair(move) for move in history]
        return [
            full - sum(count for row, count in taken if row == index)
            for index, full in enumerate(self.rows)
        ]

    def outcome(self, history: History) -> int:
        if any(self.left(history)):
            return 2
        return 1 if self.misere else -1

    def moves(self, history: History) -> list[str]:
        left = self.left(history)
        return [f"{row},{n + 1}" for row in range(len(left)) for n in range(left[row])]

    def text(self, history: History) -> str:
        return f"{','.join(map(str, self.left(history)))} {'AB'[len(history) % 2]}"


MORRIS_LINES = {
    3: "a3 b3 c3, a2 b2 c2, a1 b1 c1, a3 a2 a1, b3 b2 b1, c3 c2 c1, a3 b2 c1, a1 b2 c3",
    6: "a5 c5 e5, b4 c4 d4, a3 b3, d3 e3, b2 c2 d2, a1 c1 e1, "
    "a5 a3 a1, b4 b3 b2, c5 c4, c2 c1, d4 d3 d2, e5 e3 e1",
    9: "a7 d7 g7, b6 d6 f6, c5 d5 e5, a4 b4 c4, e4 f4 g4, c3 d3 e3, b2 d2 f2, a1 d1 g1, "
    "a7 a4 a1, b6 b4 b2, c5 c4 c3, d7 d6 d5, d3 d2 d1, e5 e4 e3, f6 f4 f2, g7 g4 g1",
}
MORRIS_LINES[12] = MORRIS_LINES[9] + ", a7 b6 c5, e3 f2 g1, a1 b2 c3, e5 f6 g7"


@dataclass
class Morris:
    men: int = 9
    several: bool = False
    flying: bool = True
    lasker: bool = False

    def __post_init__(self):
        self.lines = [line.split() for line in MORRIS_LINES[self.men].split(", ")]
        self.mills = [set(line) for line in self.lines if len(line) == 3]
        steps = {step for line in self.lines for step in pairwise(line)}
        self.joined = steps | {(end, begin) for begin, end in steps}
        names = {name for line in self.lines for name in line}
        self.points = sorted(names, key=lambda name: (-int(name[1]), name[0]))

    def position(self, history: History) -> tuple[list[set[str]], list[int]]:
        """The points of either player's men, and their men in hand."""
        boards, hands = [set(), set()], [self.men, self.men]
        for ply, move in enumerate(history):
            way, *taken = move.split("x")
            if "-" in way:
                boards[ply % 2].remove(way.split("-")[0])
            else:
                hands[ply % 2] -= 1
            boards[ply % 2].add(way.split("-")[-1])
            boards[1 - ply % 2] -= set(taken)
        return boards, hands

    def ways(self, men: set[str], others: set[str], hand: int) -> list[tuple[str, str]]:
        """(from, to) of every move, from "" for the hand; all the same whether it takes."""
        empty = [point for point in self.points if point not in men | others]
        placing = [("", point) for point in empty] if hand else []
        if (hand and not self.lasker) or (hand == 0 and len(men) < 3):
            return placing
        anywhere = self.flying and hand == 0 and len(men) == 3
        sliding = [
            (source, target)
            for source in self.points
            for target in empty
            if source in men and (anywhere or (source, target) in self.joined)
        ]
        return sliding + placing

    def takeable(self, men: set[str]) -> list[str]:
        in_mills = {man for mill in self.mills if mill <= men for man in mill}
        return [point for point in self.points if point in (men - in_mills or men)]

    def takings(self, closed: int, men: set[str]) -> list[list[str]]:
        if closed == 0 or not men:
            return [[]]
        if closed == 1 or not self.several or len(men) == 1:
            return [[man] for man in self.takeable(men)]
        pairs: list[list[str]] = []
        for first in self.takeable(men):
            for second in self.takeable(men - {first}):
                if [second, first] not in pairs:
                    pairs.append([first, second])
        return pairs

    def moves(self, history: History) -> list[str]:
        boards, hands = self.position(history)
        player = len(history) % 2
        own, other = boards[player], boards[1 - player]
        found = []
        for source, target in self.ways(own, other, hands[player]):
            after = own - {source} | {target}
            closed = sum(target in mill and mill <= after for mill in self.mills)
            for taken in self.takings(closed, other):
                found.append("x".join([f"{source}-{target}".lstrip("-"), *taken]))
        return found

    def outcome(self, history: History) -> int:
        boards, hands = self.position(history)
        player = len(history) % 2
        if hands[player] == 0 and len(boards[player]) < 3:
            return -1
        if len(boards[0] | boards[1]) == len(self.points):
            return 0
        return 2 if self.ways(boards[player], boards[1 - player], hands[player]) else -1

    def text(self, history: History) -> str:
        (white, black), hands = self.position(history)
        cells = ["W" if p in white else "B" if p in black else "." for p in self.points]
        return f"{''.join(cells)},{hands[0]},{hands[1]},{'WB'[len(history) % 2]}"

    def estimate(self, history: History, stones=1, stash=1, mills=4, possible=2) -> float:
        """The course's heuristic with its weights, of nine men."""
        boards, hands = self.position(history)
        worth = []
        for men, others, hand in zip(boards, boards[::-1], hands, strict=True):
            closed = sum(mill <= men for mill in self.mills)
            maybe = sum(len(mill & men) == 2 and not mill & others for mill in self.mills)
            worth.append(stones * len(men) + stash * hand + mills * closed + possible * maybe)
        difference = (worth[0] - worth[1]) * (-1 if len(history) % 2 else 1)
        return difference / (9 * max(stones, stash) + 4 * mills + 8 * possible + 1)


def sequences(rules, depth: int, history: History = ()) -> int:
    """How many sequences of exactly `depth` moves follow `history`."""
    if depth == 0:
        return 1
    return sum(sequences(rules, depth - 1, (*history, move)) for move in rules.moves(history))


def minimax(rules, history: History = ()) -> int:
    """The value of the position after `history` for its player to move."""
    outcome = rules.outcome(history)
    if outcome != 2:
        return outcome
    return max(-minimax(rules, (*history, move)) for move in rules.moves(history))


def solve(rules, history: History = ()) -> tuple[int, int]:
    """The value for the player to move, and the plies to the end: wins soon, losses late.

    For draws the number of plies means nothing.
    """
    outcome = rules.outcome(history)
    if outcome != 2:
        return outcome, 0
    return best([solve(rules, (*history, move)) for move in rules.moves(history)])


def every_position(rules) -> dict[str, History]:
    """All positions that play leads to, by their texts, each with one history that leads there."""
    found: dict[str, History] = {rules.text(()): ()}
    for history in (queue := [()]):
        for move in rules.moves(history):
            text = rules.text((*history, move))
            if text not in found:
                found[text] = (*history, move)
                queue.append(found[text])
    return found


def solve_all(rules) -> dict[str, tuple[int, int]]:
    """`solve` of every position, by its text."""
    solved: dict[str, tuple[int, int]] = {}

    def visit(history: History) -> tuple[int, int]:
        text = rules.text(history)
        if text not in solved:
            children = [visit((*history, move)) for move in rules.moves(history)]
            solved[text] = best(children) if children else (rules.outcome(history), 0)
        return solved[text]

    visit(())
    return solved


def best(children: list[tuple[int, int]]) -> tuple[int, int]:
    """The value and plies of a position from those of its children, the other player to move."""
    value = max(-child for child, _ in children)
    plies = [length for child, length in children if -child == value]
    return value, 1 + (min(plies) if value == 1 else max(plies))


def solved(rules, history: History = ()) -> dict[str, tuple[int, int]]:
    """Value and plies of every position that can be reached, by its text; see `solve`.

    Positions with equal text are taken for one: what followed from one follows from the other.
    """
    found: dict[str, tuple[int, int]] = {}

    def look(history: History) -> tuple[int, int]:
        text = rules.text(history)
        if text not in found:
            found[text] = judge(history)
        return found[text]

    def judge(history: History) -> tuple[int, int]:
        outcome = rules.outcome(history)
        if outcome != 2:
            return outcome, 0
        children = [look((*history, move)) for move in rules.moves(history)]
        value = max(-child for child, _ in children)
        plies = [length for child, length in children if -child == value]
        return value, 1 + (min(plies) if value == 1 else max(plies))

    look(history)
    return found


def retrograde(
    children: list[list[int]], players: list[int], ends: list[int]
) -> list[tuple[int, int]]:
    """Value and plies of each node of a graph that may loop, for who moves there; 0 is a draw.

    A node is won when some child is lost for the other, lost when all its children are won for
    the other; rounds are repeated until nothing more follows, and what is left is drawn.
    """
    solved = {node: (ends[node], 0) for node, below in enumerate(children) if not below}
    for plies in range(1, len(children) + 1):
        found = {}
        for node, below in enumerate(children):
            if node in solved:
                continue
            worth = [
                value(solved[child][0], players[child] == players[node]) if child in solved else 0
                for child in below
            ]
            if 1 in worth:
                found[node] = 1, plies
            elif all(seen == -1 for seen in worth):
                found[node] = -1, plies
        solved |= found
    return [solved.get(node, (0, 0)) for node in range(len(children))]


def value(child: int, same_player: bool) -> int:
    return child if same_player else -child
