"""The commands `publish` and `study`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.options import AsJson, Results, Studies
from zermelo.cli.output import print_json
from zermelo.errors import needing


def publish(
    games: Annotated[
        list[str],
        typer.Argument(metavar="GAME...", help="games, also files: chomp.py:Chomp(width=5)"),
    ],
    out: Annotated[Path, typer.Option(help="the folder to write")],
    offline: Annotated[
        bool, typer.Option("--offline", help="copy Pyodide in, so that no other host is asked")
    ] = False,
    pyodide: Annotated[
        str | None,
        typer.Option(metavar="DIR|ADDRESS", help="where Pyodide is copied, or loaded, from"),
    ] = None,
    database: Annotated[
        list[Path] | None,
        typer.Option(metavar="DIR", help="a solved one among these games; repeatable"),
    ] = None,
    study: Studies = None,
    results: Results = None,
    as_json: AsJson = False,
) -> None:
    """Write a web site with games: board, analysis and trees, from any host of plain files.

    Python runs in the reader's browser, with the engine as WebAssembly made from the rules. With
    several games the site begins with a gallery; GAME may be a file of your own.

    Example: zermelo publish connectfour nim --out site --offline
    """
    with needing("web", "the web page needs starlette"):
        from zermelo.publish.site import publish as run

    made = run(
        games,
        out,
        offline=offline,
        pyodide_from=pyodide,
        databases=database or (),
        studies=study or (),
        results=results or (),
    )
    if as_json:
        print_json(made)
        return
    size = made["bytes"] / 1e6
    print(f"{out}: {', '.join(made['games'])}; {made['files']} files, {size:.1f} MB beside Pyodide")


def study(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a study, saved on the page")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="the notebook to write, book.ipynb")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a study, list its chapters, and write it as a notebook.

    The page makes studies: chapters with variations, comments and arrows. `serve` and `publish`
    offer them with --study.

    Example: zermelo study zermelo-study.json --out openings.ipynb
    """
    from zermelo.board.study import read_study
    from zermelo.notebook.study import notebook_of
    from zermelo.players.saved import named_game
    from zermelo.process.files import whole_file

    read = read_study(file, named_game)
    if out is not None:
        with whole_file(out) as draft:
            draft.write(notebook_of(read, named_game).encode())
    if as_json:
        print_json({"study": {**read}, "notebook": out and str(out)})
        return
    print(read["title"])
    for number, chapter in enumerate(read["chapters"], 1):
        print(f"  {number}. {chapter['title']}: {chapter['game']}")
    if out is not None:
        print(f"written: {out}")
