"""Commands that make things: exercise, grade, new, publish, report."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import zermelo
from zermelo.cli import options, output
from zermelo.cli.options import argument, choice, flag, number, setting
from zermelo.contract import arguments
from zermelo.contract.game import Game
from zermelo.errors import UsageError, require_extra
from zermelo.process.files import whole_file
from zermelo.spec import parse_game

if TYPE_CHECKING:
    from zermelo.course.grade import Grade

NO_SEARCH: Final = "there is no search in this code to show as a tree"
SIDE_BY_SIDE: Final = 4  # the most games that a report measures in full


def _matching_exercises(incomplete: str) -> list[str]:
    from zermelo.course.exercise import exercise_names

    return [name for name in exercise_names() if name.startswith(incomplete)]


LANGUAGE: Final = choice("language of task and hints; de exists only for the course on Morris")


def exercise(
    name: str | None = argument(
        "NAME", "the exercise; if omitted, list all", None, autocompletion=_matching_exercises
    ),
    solution: bool = flag("for teachers: print the solution, and why it is right"),
    language: Literal["en", "de"] | None = LANGUAGE,
    as_json: bool = options.JSON,
) -> None:
    """Start an exercise: make a folder with stubs to fill in, as a script and a notebook.

    Example: zermelo exercise minimax

    Example: zermelo exercise minimax --solution
    """
    from zermelo.course import exercise as course

    spoken = language or "en"
    if solution:
        if name is None:
            raise UsageError("--solution needs the name of an exercise")
        solved = course.exercise_called(name, spoken)
        fields = ("name", "title", "solution", "why")
        told = {field: getattr(solved, field).strip() for field in fields}
        why = [f"# {line}" for line in told["why"].splitlines()]
        output.print_lines(as_json, told, f"# {solved.title}", "#", *why, "", told["solution"])
    elif name is None:
        exercises = [
            course.exercise_called(each, spoken if spoken in course.languages_of(each) else "en")
            for each in course.exercise_names()
        ]
        listed = [{"name": each.name, "title": each.title} for each in exercises]
        lines = (f"  {each.name:<12}{each.course:<36}{each.title}" for each in exercises)
        output.print_lines(as_json, {"exercises": listed}, *lines)
    else:
        begun = course.exercise_called(name, spoken)
        files = course.write_exercise(name, Path(), spoken)
        output.print_lines(
            as_json,
            {"exercise": begun.name, "files": [str(file) for file in files]},
            f"{files[0].parent}: {begun.title}",
            *(f"  {file.name}" for file in files),
            _say(f"next: fill in {files[0]}, then zermelo grade {files[0]}", spoken),
        )


def grade(
    file: Path = argument("FILE", "a student's file, notebook or saved page, or a class's folder"),
    name: str | None = setting(
        "NAME", "the exercise, if FILE does not name it", None, "--exercise"
    ),
    hints: int = number(
        arguments.HINTS, "how many hints to give, each more explicit than the last", 1
    ),
    language: Literal["en", "de"] | None = LANGUAGE,
    tree: bool = flag("write a page with the search next to the solution's"),
    out: Path | None = setting("DIR", "for a folder: write a gradebook, or resume one"),
    seconds: float | None = number(
        arguments.CLOCK, "for a folder: the most seconds per file; 120 by default"
    ),
    as_json: bool = options.JSON,
) -> None:
    """Grade a student's code in a separate process, and explain the first mistake.

    --tree writes a page next to FILE to step through: the states that the code visited, with values
    and cuts, next to the solution's, and the first difference highlighted. The exit status is 1
    unless everything is right. If FILE is a folder, the command grades its files, including those
    saved by the exercise page, and prints each student's points and a row for each file. --out
    writes gradebook.csv, gradebook.html, and feedback for each student.

    Example: zermelo grade minimax/minimax.py --tree

    Example: zermelo grade class --out gradebook
    """
    from zermelo.course.classes import SUBMISSION, grade_class
    from zermelo.course.grade import grade as graded
    from zermelo.reports.checks import grade_report, write_gradebook

    file = _own_work(file)
    if file.is_dir() or file.suffix == ".json":
        if tree or name or language or hints > 1:
            raise UsageError("--tree, --exercise, --language and --hints need a single file")
        with output.Progress("grading") as progress:
            rows = grade_class(file, progress, seconds=seconds or SUBMISSION, keep=out)
        if out is not None:
            write_gradebook(rows, out)
        output.print_result(rows, as_json)
        if out is not None and not as_json:
            print(f"\n{out}: gradebook.csv, gradebook.html, feedback")
        return
    if out is not None or seconds is not None:
        raise UsageError("--out and --seconds need a folder")
    result = graded(file, name, language=language)
    page = _search_page(file, result) if tree else None
    if as_json:
        output.print_json(result.as_dict() | ({"tree": page} if tree else {}))
    else:
        output.console().print(grade_report(result, hints))
        if page:
            written = _say(f"written to {page['out']}", result.language)
            print(f"\n{page['sentence']}\n{written}")
        elif tree:
            print(f"\n{_say(NO_SEARCH, result.language)}")
    output.exit_if(not result.solved, output.FAULTY)


def _say(text: str, language: str) -> str:
    from zermelo.course.exercise import in_german

    return in_german(text) if language == "de" else text


def _own_work(file: Path) -> Path:
    """The newer of script and notebook if the folder `file` has both, else `file` itself; raises
    `UsageError` if only the exercise's folder contains a file of this name.
    """
    works = [file / f"{file.name}{suffix}" for suffix in (".py", ".ipynb")]
    if all(work.is_file() for work in works):
        return max(works, key=lambda work: work.stat().st_mtime)
    inside = file.parent / file.stem / file.name
    if not file.exists() and inside.is_file():
        raise UsageError(f"there is no {file}; did you mean {inside}?")
    return file


def _search_page(file: Path, result: Grade) -> dict[str, str] | None:
    """Write a page with the code's search beside the solution's; None if it has no search."""
    from zermelo.course.classes import TREE
    from zermelo.course.exercise import exercise_called, sentences
    from zermelo.course.grade import read_source, search_trees
    from zermelo.trees.page import search_page

    asked = result.difference.ask if result.difference else None
    exercise = exercise_called(result.exercise, result.language)
    found = search_trees(read_source(file), exercise, asked)
    if found is None:
        return None
    out = file.with_suffix(TREE)
    with whole_file(out) as draft:
        title = f"{result.exercise}: {found['ask']}"
        words = sentences() if result.language == "de" else None
        draft.write(search_page(title, found, words).encode())
    return {"ask": found["ask"], "sentence": found["sentence"], "out": str(out)}


def new(
    name: str = argument("NAME", "the game's name, like four-field"),
    as_json: bool = options.JSON,
) -> None:
    """Start a package for a game of your own: the folder zermelo-NAME, with a working example.
    The package has rules, tests, a README and a pyproject.toml. Wherever it is installed, all
    commands know the game by name.

    Example: zermelo new four-field
    """
    from zermelo.scaffold import new_package

    folder, game, of_class, files = new_package(name, Path())
    output.print_lines(
        as_json,
        {"folder": str(folder), "game": game, "class": of_class, "files": [*files]},
        f"{folder}: the game {game}, class {of_class}",
        *(f"  {file}" for file in files),
        f"next: cd {folder}; pip install -e '.[test]'; pytest; zermelo play {game}",
    )


def publish(
    games: list[str] = argument("GAME...", "names or files: chomp.py:Chomp(width=5)"),
    out: Path = setting("DIR", "the folder to write", ...),
    offline: bool = flag("include Pyodide, so that no other host is needed"),
    pyodide: str | None = setting("DIR|ADDRESS", "where to copy or load Pyodide from"),
    database: list[Path] | None = options.DATABASES,
    study: list[Path] | None = options.STUDIES,
    results: list[Path] | None = options.RESULTS,
    as_json: bool = options.JSON,
) -> None:
    """Write a website with games: board, analysis and trees, for any host of static files. Python
    runs in the visitor's browser, with the engine compiled to WebAssembly. With several games the
    site starts with a gallery.

    Example: zermelo publish connectfour nim --out site --offline
    """
    with require_extra("web", "the web page needs starlette"):
        from zermelo.publish.site import publish as run

    given: Any = {"databases": database or (), "studies": study or (), "results": results or ()}
    made = run(games, out, offline=offline, pyodide_from=pyodide, **given)
    size = f"{made['files']} files, {made['bytes'] / 1e6:.1f} MB without Pyodide"
    output.print_lines(as_json, made, f"{out}: {', '.join(made['games'])}; {size}")


def report(
    games: list[str] | None = argument(
        "[GAME]...", "a game to measure, or several to compare", None
    ),
    every: bool = flag("all built-in games", "--all"),
    out: Path | None = setting("FILE", "write a page to this .html file"),
    keep: Path | None = setting("DIR", "store measurements in this folder, and reuse them"),
    seconds: float | None = number(
        arguments.REPORT, "how long to measure each game; by default 40, or 60 with --all"
    ),
    database: list[Path] | None = options.DATABASES,
    as_json: bool = options.JSON,
) -> None:
    """Measure games for designers: size, length, choices, fairness, depth, drama, unused moves.

    Numbers are exact where this can be proven; others have an interval. Without --out it prints
    them. With --keep, or more than four games, it makes one table with a row per game.

    Example: zermelo report "kalah(seeds=3)" "kalah(seeds=4)" --out report.html

    Example: zermelo report --all --seconds 10 --keep measured --out games.html
    """
    from zermelo.experiments.profile import seconds_each
    from zermelo.games import BUILT_IN
    from zermelo.reports.design import design_report
    from zermelo.reports.pages import comparison_page, comparison_report, design_page
    from zermelo.reports.templates import environment
    from zermelo.solver.probing.database import solved_game

    if out is not None and out.suffix.lower() not in (".html", ".htm"):
        raise UsageError(f"--out writes a .html file, not {out.name!r}")
    if bool(games) == every:
        raise UsageError("name at least one game, or add --all")
    if out is not None:
        environment()  # fails now instead of after the work, if Jinja2 is missing
    rules = [parse_game(game) for game in games or BUILT_IN]
    each = seconds_each(len(rules)) if seconds is None else seconds
    given: dict[str, Any] = {"seconds": each, "native": True}
    named, databases = {str(game): game for game in rules}, []
    for path in database or ():
        if (solved := solved_game(path)) not in named:
            raise UsageError(f"{path} is a database of {solved}; name that game as well")
        databases.append(zermelo.Database(path, named[solved]))
    compared = keep is not None or len(rules) > SIDE_BY_SIDE
    with whole_file(out) if out else contextlib.nullcontext() as draft:
        with output.Progress("measuring") as progress:
            given |= {"databases": databases, "progress": progress}
            if compared:
                profiles = [_profile(game, keep, given) for game in rules]
            else:
                result = zermelo.report(*rules, **given)
        if draft is not None:
            draft.write((comparison_page(profiles) if compared else design_page(result)).encode())
    if as_json:
        output.print_json({"games": profiles} if compared else result.as_dict())
    elif out is None:
        output.console().print(comparison_report(profiles) if compared else design_report(result))
    else:
        output.console().print(f"written to {out}")


def _profile(game: Game, keep: Path | None, given: dict[str, Any]) -> dict[str, Any]:
    """The numbers of a game, measured now or stored earlier."""
    from zermelo.experiments.profile import kept_profile

    def measured() -> dict[str, Any]:
        return zermelo.report(game, **given).profiles[0].as_dict()

    if keep is None:
        return measured()
    settings = {name: given[name] for name in ("seconds", "native")}
    settings["database"] = any(str(each.game) == str(game) for each in given["databases"])
    return kept_profile(keep, game, settings, measured)
