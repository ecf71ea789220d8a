"""A file with a person's own players, good and bad."""

import textwrap

import pytest

PLAYERS = textwrap.dedent("""
    import os
    import random

    def first(game, state):
        print("what is printed disturbs nobody")
        return next(iter(game.moves(state)))

    def last_as_text(game, state):
        return game.format_move(state, list(game.moves(state))[-1])

    def wild(game, state):
        return random.choice(list(game.moves(state)))

    class Alternating:
        def __init__(self):
            self.moved = 0

        def choose(self, game, state):
            self.moved += 1
            return list(game.moves(state))[-(self.moved % 2)]

    def illegal(game, state):
        return 99

    def nothing(game, state):
        return None

    def crash(game, state):
        raise ValueError("no idea")

    def leave(game, state):
        os._exit(3)

    def slow(game, state):
        while True:
            pass
""")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(PLAYERS)
    return path
