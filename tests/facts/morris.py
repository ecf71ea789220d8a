"""Facts of Morris."""

from facts.facts import Facts, recorded
from oracles.morris import Morris

# Six Men's Morris: the outer ring with the inner one, point by point.
OUTER = ["a5", "c5", "e5", "e3", "e1", "c1", "a1", "a3"]
INNER = ["b4", "c4", "d4", "d3", "d2", "c2", "b2", "b3"]
INSIDE_OUT = dict(zip(OUTER + INNER, INNER + OUTER, strict=True))

FACTS = Facts(
    perft={"morris": recorded("nine_mens_morris")},
    positions={
        "morris": {
            ".W.......BBBW.B.W..BW...,4,4,W": recorded("nine_mens_morris_placing_ply10"),
            ".WWBBB...BBBW.BWWW.BW...,0,0,W": recorded("nine_mens_morris_moving"),
        }
    },
    oracles={
        "morris": Morris(),
        "morris(men=3, flying=False)": Morris(3, flying=False),
        "morris(men=6, several=True)": Morris(6, several=True),
        "morris(men=6, lasker=True)": Morris(6, lasker=True),
        "morris(men=12, several=True)": Morris(12, several=True),
    },
    symmetries={
        "morris(men=6)": (
            lambda text: f"{'edcba'['abcde'.index(text[0])]}{text[1]}",
            lambda text: f"{'abcde'[int(text[1]) - 1]}{'abcde'.index(text[0]) + 1}",
            lambda text: INSIDE_OUT[text],
        )
    },
    solved={"morris(men=3)": {"": 0}},
    proved={"morris": {"B..W..W.BWWWB...W.WW..W.,0,0,W": 1}},
    record=(
        "morris",
        "c3 e3 d1 a1 b6 a7 c5 f4 c4xe3 g4 b2 e5 b4xa1 d5 a4xg4 d7 d2 f2 "
        "c3-d3xd5 f4-e4 d3-c3xf2 d7-d6 c3-d3xa7 d6-a7 d3-c3xe5",
    ),
    impossible={
        "morris": {
            f"{24 * '.'},9,9": "should have 24 points",
            f"{24 * '.'},9,9,w": "should have 24 points",
            f"{23 * '.'},9,9,W": "should have 24 points",
            f"{24 * '.'},9,-9,W": "should have 24 points",
            f"{24 * '.'},9,9,W": None,
            f"{24 * '.'},9,9,B": "place in turn",
            f"{24 * '.'},8,9,B": "nobody has placed the three men",
            f"W{23 * '.'},9,9,W": "9 men at most",
            f"W{23 * '.'},8,9,B": None,
            f"W{23 * '.'},8,9,W": "place in turn",
            f"WBWBW{19 * '.'},6,6,B": "nobody has placed|place in turn|most",
            f"WWW{17 * '.'}B...,6,6,W": None,
            f"WWWWBBB{17 * '.'},0,0,W": None,
            f"WWBBB{19 * '.'},0,0,W": None,
            f"WWBBB{19 * '.'},0,0,B": "W cannot have moved last",
            f"{24 * '.'},0,0,W": "B moved last and should have a man",
        },
        "morris(lasker=True)": {f"W{23 * '.'},8,9,W": None},
    },
    refused={
        "morris(men=7)": "3, 6, 9 or 12",
        "morris(mills=-1.0)": "0 or more",
        "morris(stash=1e999)": "0 or more",
        "morris(stones=True)": "stones should be a number",
    },
)
