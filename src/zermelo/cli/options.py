"""The arguments and options that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

GameText = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="a name, a spec like 'nim(rows=[3, 4, 5])', or a file of yours: file.py:Class",
    ),
]
StateText = Annotated[str | None, typer.Option("--state", help="the position, as text")]
MovesText = Annotated[
    str | None, typer.Option("--moves", help="the moves that lead to the position, with spaces")
]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object on standard output")]
Plain = Annotated[bool, typer.Option("--plain", help="run as plain Python, nothing compiled")]
Depth = Annotated[int | None, typer.Option(min=1, help="look at most this many plies ahead")]
Seconds = Annotated[float | None, typer.Option(min=0, help="think at most this long")]
Seed = Annotated[int | None, typer.Option(help="make chance repeatable")]
Algorithm = Literal["engine", "minimax", "alphabeta", "memo", "mcts"]


Games = Annotated[int, typer.Option(help="for each two players, an even number")]
Plies = Annotated[int, typer.Option("--opening-plies", min=0, help="random moves to begin with")]
Openings = Annotated[Path | None, typer.Option(help="a file with an opening a line")]
MatchSeed = Annotated[int, typer.Option(help="play other games")]
Processes = Annotated[int, typer.Option(min=1, help="how many play at the same time")]
RecordsFile = Annotated[
    Path | None, typer.Option("--records", help="keep the games in this file; resumes from it")
]
ExportFile = Annotated[
    Path | None, typer.Option("--export", help="write the games to this file as JSON Lines")
]
Repetitions = Annotated[
    int, typer.Option(min=0, help="drawn when a state occurs so often, 0: never")
]
Quiet = Annotated[
    int, typer.Option(min=0, help="drawn after so many moves without progress, 0: never")
]
Cap = Annotated[int, typer.Option(min=0, help="drawn after so many plies, 0: never")]
ClockLimit = Annotated[
    float | None, typer.Option("--clock", help="seconds a move; who takes longer has lost")
]
Players = Annotated[
    list[str], typer.Argument(metavar="PLAYER...", help="like engine:seconds=0.1, see match --help")
]
