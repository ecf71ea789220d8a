"""Morris: sets of named points, and mills as sets of three."""

from itertools import pairwise

from oracles.rules import History, Rules

MORRIS_LINES = {
    3: "a3 b3 c3, a2 b2 c2, a1 b1 c1, a3 a2 a1, b3 b2 b1, c3 c2 c1, a3 b2 c1, a1 b2 c3",
    6: "a5 c5 e5, b4 c4 d4, a3 b3, d3 e3, b2 c2 d2, a1 c1 e1, "
    "a5 a3 a1, b4 b3 b2, c5 c4, c2 c1, d4 d3 d2, e5 e3 e1",
    9: "a7 d7 g7, b6 d6 f6, c5 d5 e5, a4 b4 c4, e4 f4 g4, c3 d3 e3, b2 d2 f2, a1 d1 g1, "
    "a7 a4 a1, b6 b4 b2, c5 c4 c3, d7 d6 d5, d3 d2 d1, e5 e4 e3, f6 f4 f2, g7 g4 g1",
}
MORRIS_LINES[12] = MORRIS_LINES[9] + ", a7 b6 c5, e3 f2 g1, a1 b2 c3, e5 f6 g7"


class Morris(Rules):
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

    def begin(self):
        """The points of either player's men, the men in hand, and the player to move."""
        return [set(), set()], [self.men, self.men], 0

    def step(self, move: str, boards, hands, player):
        boards, hands = [set(board) for board in boards], list(hands)
        way, *taken = move.split("x")
        if "-" in way:
            boards[player].remove(way.split("-")[0])
        else:
            hands[player] -= 1
        boards[player].add(way.split("-")[-1])
        boards[1 - player] -= set(taken)
        return boards, hands, 1 - player

    def ways(self, men: set[str], others: set[str], hand: int) -> list[tuple[str, str]]:
        """(from, to) of every move, with "" for the hand, whether it takes a man or not."""
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

    def options(self, boards, hands, player) -> list[str]:
        own, other = boards[player], boards[1 - player]
        collected = []
        for source, target in self.ways(own, other, hands[player]):
            after = own - {source} | {target}
            closed = sum(target in mill and mill <= after for mill in self.mills)
            for taken in self.takings(closed, other):
                collected.append("x".join([f"{source}-{target}".lstrip("-"), *taken]))
        return collected

    def result(self, boards, hands, player) -> int:
        if hands[player] == 0 and len(boards[player]) < 3:
            return -1
        if len(boards[0] | boards[1]) == len(self.points):
            return 0
        return 2 if self.ways(boards[player], boards[1 - player], hands[player]) else -1

    def text_of(self, boards, hands, player) -> str:
        cells = ["W" if p in boards[0] else "B" if p in boards[1] else "." for p in self.points]
        return f"{''.join(cells)},{hands[0]},{hands[1]},{'WB'[player]}"

    def estimate(self, history: History, stones=1, stash=1, mills=4, possible=2) -> float:
        """The course's heuristic with its weights, of nine men."""
        boards, hands, player = self.position(history)
        worth = []
        for men, others, hand in zip(boards, boards[::-1], hands, strict=True):
            closed = sum(mill <= men for mill in self.mills)
            maybe = sum(len(mill & men) == 2 and not mill & others for mill in self.mills)
            worth.append(stones * len(men) + stash * hand + mills * closed + possible * maybe)
        difference = (worth[0] - worth[1]) * (-1 if player else 1)
        return difference / (9 * max(stones, stash) + 4 * mills + 8 * possible + 1)
