"""The included games: lines of rules, seconds to compile, random games per second.

    make bench NAME=games [BENCH="othello hex --no-compile"]

Rules are the lines of code, without docstrings, comments and blank lines, of the state and of
`start`, `player`, `moves`, `play`, `outcome`, `score` and everything they call in games/. Texts,
pictures, hints for searches and checks of parameters do not count. Random games are those of
`zermelo playouts` on one thread, after compiling. Compiling is measured as the processor seconds of
`perft` with an empty cache, minus those of a second run.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

import zermelo
from zermelo import Game
from zermelo.games import BUILT_IN

MOST = 5.0  # the most seconds to compile a game
PERFT = """
import sys, time, zermelo
game, began = zermelo.game(sys.argv[1]), time.process_time()
zermelo.perft(game, 2)
print(time.process_time() - began)
"""
FOLLOWED = ("zermelo.games.", "zermelo.kit.")  # the kit's lines don't count, but its calls do
RULES = ("start", "player", "moves", "play", "outcome", "score")


def rules_lines(game: Game[Any]) -> int:
    """The number of lines of a game's rules, in all files of games/."""
    counted: set[tuple[str, int]] = set()
    owner, state = type(game), type(game.start())
    todo: list[tuple[Any, str]] = [(owner, name) for name in RULES]
    todo.append((importlib.import_module(state.__module__), state.__name__))
    seen = set(todo)
    while todo:
        node, module = found(*todo.pop())
        if node is None or module is None:
            continue
        if module.startswith("zermelo.games."):
            counted |= {(module, line) for line in code_lines(node)}
        home: Any = importlib.import_module(module)
        for place, name in names_in(node):
            wanted = (owner if place == "self" else home, name)
            if wanted not in seen:
                seen.add(wanted)
                todo.append(wanted)
    return len(counted)


def found(place: Any, name: str) -> tuple[ast.stmt | None, str | None]:
    """The definition of a name in a class or module of games/ or kit/, with its module."""
    if inspect.isclass(place):
        for owner in place.__mro__:
            if name in vars(owner) or name in vars(owner).get("__annotations__", {}):
                return definition(owner.__module__, name, owner.__name__), owner.__module__
        return None, None
    known = getattr(place, name, None)
    module = getattr(known, "__module__", None) or place.__name__
    return definition(module, name, None), module


def definition(module: str, name: str, owner: str | None) -> ast.stmt | None:
    """The definition of `name` in a module or in a class of it, without imports."""
    if not module.startswith(FOLLOWED):
        return None
    body = tree_of(module).body
    if owner is not None:
        body = next(n.body for n in body if isinstance(n, ast.ClassDef) and n.name == owner)
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            return node
        targets = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [])
        if any(isinstance(n, ast.Name) and n.id == name for t in targets for n in ast.walk(t)):
            return node
    return None


def tree_of(module: str) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(inspect.getsource(importlib.import_module(module)))


def names_in(node: ast.AST) -> Iterator[tuple[str, str]]:
    """The names in a definition: ("self", name) for the game's members, ("", name) for others."""
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
            if part.value.id == "self":
                yield "self", part.attr
        elif isinstance(part, ast.Name):
            yield "", part.id


def code_lines(node: ast.stmt) -> set[int]:
    """The lines of a definition where code begins or ends, without its docstring."""
    lines = {part.lineno for part in ast.walk(node) if hasattr(part, "lineno")}
    lines |= {part.end_lineno for part in ast.walk(node) if isinstance(part, ast.expr)}  # type: ignore[misc]
    for part in ast.walk(node):
        if isinstance(part, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(part):
            lines -= set(range(part.body[0].lineno, (part.body[0].end_lineno or 0) + 1))
    return lines


def compiling(name: str) -> float:
    """Processor seconds to compile `perft` for a game, measured in separate processes."""
    with tempfile.TemporaryDirectory() as folder:
        environment, command = {**os.environ, "ZERMELO_CACHE_DIR": folder}, [sys.executable, "-c"]
        given: dict[str, Any] = {"env": environment, "check": True, "stdout": subprocess.PIPE}
        runs = [subprocess.run([*command, PERFT, name], **given) for _ in range(2)]
    first, second = (float(run.stdout) for run in runs)
    return first - second


def main() -> int:
    """Print a row for each game, then medians; return 1 if a game compiles too slowly."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", help="by default all games")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds of random games, or 0")
    parser.add_argument("--no-compile", action="store_true", help="do not time compiling")
    asked = parser.parse_args()
    rules, files, spent = [], [], [0.0]
    for name in asked.game or BUILT_IN:
        game = zermelo.game(name)
        source = inspect.getsource(importlib.import_module(type(game).__module__))
        rules.append(rules_lines(game))
        files.append(source.count("\n"))
        text = f"{name:14} {rules[-1]:4} lines of rules, {files[-1]:4} in its file"
        if not asked.no_compile:
            spent.append(compiling(name))
            text += f", compiled in {spent[-1]:.1f} s"
        if asked.seconds:
            zermelo.playouts(game, games=2000)  # compiles the game, with ints wide enough for it
            began = time.process_time()
            games = zermelo.playouts(game, seconds=asked.seconds).playouts
            text += f", {games / (time.process_time() - began):,.0f} games a second"
        print(text, flush=True)
    print(f"medians: {median(rules):g} lines of rules, {median(files):g} in a file")
    return 1 if max(spent) > MOST else 0


if __name__ == "__main__":
    raise SystemExit(main())
