"""Golden records: one whole game of each, written out.

`tests/support/recorded.py` rewrites all; review the changes before you commit them.
`tests/support/recorded.py SPEC MOVES` writes the record of a new game.
"""

import sys
from pathlib import Path

from facts import FACTS
from walking import texts
from zermelo.draw.text import draw
from zermelo.spec import parse_game


def golden_file(name: str) -> Path:
    return Path(__file__).parents[1] / "golden" / f"{name}.txt"


def record(spec: str, moves: str) -> str:
    """One game as text: each move, the position after it and its outcome; then the last board."""
    game = parse_game(spec)
    state = game.start()
    lines = [str(game), moves, game.format_state(state)]
    for text in moves.split():
        legal = " ".join(texts(game, state))
        state = game.play(state, game.parse_move(state, text))
        lines.append(f"{text} of {legal}: {game.format_state(state)} = {game.outcome(state)}")
    return "\n".join([*lines, draw(game.picture(state)), ""])


if __name__ == "__main__":
    for spec, moves in [sys.argv[1:]] if sys.argv[1:] else [f.record for f in FACTS.values()]:
        name = spec.partition("(")[0]
        golden_file(name).write_text(record(spec, moves), encoding="utf-8")
