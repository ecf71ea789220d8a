"""Programs that play in matches and lie, hang, flood or die."""

import random
import sys
from pathlib import Path

from processes import soon, with_word

PATIENCE = 10.0  # seconds until a peer and its child processes have to be gone
PEER = f"""#!{sys.executable} -IS
import os, random, subprocess, sys, time
chance = random.Random(sys.argv[1])
right = {{"ugi": "ugiok", "uci": "uciok", "isready": "readyok", "new": "ready"}}
moves = ["0,0", "1,1", "2,2", "0,1", "a1", "c9", "9,9", "bestmove", "(none)", "0000"]
odd = ["", " ", "!", "! no", "\\0", "\\x1b[2J", "\\udcff", "bestmove " * 999, "nan", "x" * 10**6,
       "1,1 nan", "1,1 9", "1,1 0 -1", "bestmove 1,1 ponder", "info depth x score cp y", "readyok"]
out = open(1, "w", errors="surrogateescape", closefd=False)
for line in sys.stdin:
    word, way = line.split(" ")[0].strip(), chance.random()
    if way < 0.03:
        os._exit(chance.choice([0, 1, 77]))
    elif way < 0.05:
        os.abort()
    elif way < 0.07:
        subprocess.Popen([sys.executable, "-IS", __file__, "7"], stdin=subprocess.PIPE)
        time.sleep(99)
    elif way < 0.08:
        os.close(1)
    elif way < 0.1:
        while True:
            print(chance.choice(odd), file=out)
    elif way < 0.15:
        print(*chance.choices(odd, k=3), sep="\\n", file=out)
    if word in right:
        print(right[word], file=out, flush=True)
    elif word in ("go", "choose"):
        move = chance.choice(moves[:4] if way < 0.8 else moves)
        print(("bestmove " if word == "go" else "") + move, file=out, flush=True)
"""


def against(chance: random.Random) -> list[str]:
    """A command line with such a program in it."""
    kind = chance.choice(("exec", "ugi", "uci"))
    players = [f"{kind}:./peer {chance.randrange(1 << 30)}", chance.choice(("first", "random"))]
    chance.shuffle(players)
    more = chance.choice(([], ["--json"], ["--records", "peers.db"], ["--processes", "2"]))
    return ["match", "tictactoe", *players, "--games", "4", "--clock", "0.2", *more]


def still_there(place: Path) -> list[str]:
    """A fault if a program from the directory is still running."""
    gone = soon(lambda: not with_word("./peer", place.resolve()), PATIENCE)
    return [] if gone else ["left a peer"]
