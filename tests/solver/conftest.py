"""Solved games that tests share."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import zermelo
from forged import contents
from zermelo import Database, Game, Solution


@pytest.fixture
def solve(tmp_path) -> Callable[..., Database]:
    """Solves a game plain into a new folder, or a named one; returns the database."""
    numbers = count()

    def solve(game: str | Game, place: str | None = None, **options: object) -> Database:
        path = tmp_path / (place or f"solved {next(numbers)}")
        zermelo.solve(game, path, **{"native": False, **options})
        return Database(path, None if isinstance(game, str) else game)

    return solve


@pytest.fixture
def solved_files(solve) -> Callable[..., dict[str, Any]]:
    """Solves a game, and returns the contents of all files."""
    return lambda *given, **options: contents(solve(*given, **options).path)


@pytest.fixture
def database(solve) -> Path:
    """A database of Nim, which tests may change."""
    return solve("nim(rows=[1, 2, 4])", "database").path


@pytest.fixture(scope="session")
def connect_four(tmp_path_factory) -> Path:
    """A database of Connect Four on 4 × 4 cells with several chunks, which tests only read."""
    path = tmp_path_factory.mktemp("solved") / "connect-four"
    zermelo.solve("connectfour(width=4, height=4)", path)
    return path


@pytest.fixture(scope="session")
def morris(tmp_path_factory) -> tuple[Solution, Database]:
    """Three Men's Morris, solved plain with two threads."""
    path = tmp_path_factory.mktemp("solved") / "morris"
    solution = zermelo.solve("morris(men=3)", path, native=False, threads=2)
    return solution, Database(path)


@pytest.fixture(scope="session")
def endgame(tmp_path_factory) -> Database:
    """The same without the placing phase, solved with one thread."""
    path, game = tmp_path_factory.mktemp("solved") / "endgame", zermelo.game("morris(men=3)")
    zermelo.solve(game, path, states=[next(game.endgame("3-3"))], native=False, threads=1)
    return Database(path)
