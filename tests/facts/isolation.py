"""Facts of Isolation."""

from facts.facts import Facts, recorded
from oracles.isolation import Isolation

FACTS = Facts(
    perft={
        "isolation(blocked=[(2, 1)])": recorded("isolation_queen_3x2_blocked_2_1"),
        "isolation(width=3, height=3)": recorded("isolation_queen_3x3"),
        "isolation(width=4, height=4)": recorded("isolation_queen_4x4"),
        "isolation(width=5, height=5)": recorded("isolation_queen_5x5"),
        "isolation(width=7, height=7, pieces='knight')": recorded("isolation_knight_7x7"),
    },
    oracles={
        "isolation(blocked=[(2, 1)])": Isolation(3, 2, ((2, 1),)),
        "isolation(width=1, height=1)": Isolation(1, 1),
        "isolation(width=6, height=4, blocked=[(0, 0), (3, 2)])": Isolation(6, 4, ((0, 0), (3, 2))),
        "isolation(width=9, height=7)": Isolation(9, 7),
        "isolation(width=5, height=5, pieces='knight')": Isolation(5, 5, (), "knight"),
        "isolation(width=4, height=4, stuck='either')": Isolation(4, 4, (), "queen", "either"),
        "isolation(width=4, height=4, pieces='knight', stuck='either')": Isolation(
            4, 4, (), "knight", "either"
        ),
    },
    small={
        "isolation(blocked=[(2, 1)])": Isolation(3, 2, ((2, 1),)),
        "isolation(width=3, height=2, stuck='either')": Isolation(3, 2, (), "queen", "either"),
        "isolation(width=3, height=3, pieces='knight')": Isolation(3, 3, (), "knight"),
    },
    symmetries={
        "isolation(width=4, height=4)": (
            lambda text: text[::-1],
            lambda text: f"{3 - int(text[0])},{text[2]}",
        ),
        "isolation(width=4, height=4, pieces='knight')": (lambda text: text[::-1],),
    },
    solved={
        "isolation(width=3, height=2, blocked=[(2, 1)])": {"": 1},
        "isolation(width=3, height=3)": {"": 1},
    },
    record=("isolation(width=3, height=3, blocked=[(2, 2)])", "1,1 0,0 2,0 0,1 1,0 0,2 2,1 1,2"),
    impossible={
        "isolation(width=3, height=3, blocked=[(2, 2)])": {
            ".../.../..#": "who is to move",
            ".../.../... A": "blocked cells",
            ".../.../..# B": "A should be to move",
            "A../.../..# B": None,
            "B../.../..# A": "A should be there once",
            "AB./.../..# B": "A should be to move",
            "A../.../..B A": "blocked cells",
            "AA./.../..# A": "A should be there once",
            "A#./.../..# A": "A should be there once",
            "A#B/.../..# B": None,
            "A../..#/B.# B": "none of the closed cells",
            "A../... B": "shape",
        }
    },
    refused={
        "isolation(width=8, height=8)": "at most 63",
        "isolation(height=-1)": "at least 1",
        "isolation(blocked=[(3, 0)])": "on the board",
        "isolation(blocked=[2])": "on the board",
        "isolation(blocked=[(0, True)])": "on the board",
        "isolation(blocked=[(0, 0), (0, 0)])": "once",
        "isolation(width=1, height=1, blocked=[(0, 0)])": "leave a cell open",
        "isolation(pieces='rook')": "'queen' or 'knight'",
        "isolation(stuck='both')": "'mover' or 'either'",
    },
)
