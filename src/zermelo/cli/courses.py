"""The commands of the courses: `exercise` and `grade`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.options import AsJson
from zermelo.cli.output import FAULTY, leave_if, print_json, print_result


def exercise(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="which one; without it, all are listed")
    ] = None,
    into: Annotated[Path, typer.Option(help="the folder in which the new one is made")] = Path(),
    as_json: AsJson = False,
) -> None:
    """Make the folder of an exercise: stubs to fill in, the same as a notebook, and the board.

    Example: zermelo exercise minimax
    """
    from zermelo.course.exercise import exercise_called, exercise_names, write_exercise

    if name is None:
        exercises = {each: exercise_called(each) for each in exercise_names()}
        if as_json:
            print_json({"exercises": [{"name": n, "title": e.title} for n, e in exercises.items()]})
            return
        for each, about in exercises.items():
            print(f"  {each:<12}{about.course:<36}{about.title}")
        return
    name, files = exercise_called(name).name, write_exercise(name, into)
    if as_json:
        print_json({"exercise": name, "files": [str(file) for file in files]})
        return
    print(f"{files[0].parent}: {exercise_called(name).title}")
    for file in files:
        print(f"  {file.name}")
    print(f"next: fill in {files[0]}, then zermelo grade {files[0]}")


def grade(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="a student's file, notebook or saved page, or a class's folder"
        ),
    ],
    name: Annotated[
        str | None, typer.Option("--exercise", metavar="NAME", help="if the file does not name it")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run a student's code in a process of its own, and explain the first difference.

    The exit status is 1 unless all is right. Of a folder, every file that names an exercise is
    graded, for a table, and all exercises in files that the page of exercises saved.

    Example: zermelo grade minimax/minimax.py
    """
    from zermelo.cli.progress import Progress
    from zermelo.course.classes import grade_class
    from zermelo.course.grade import grade as graded

    if file.is_dir() or file.suffix == ".json":
        with Progress("grading") as progress:
            rows = grade_class(file, progress)
        print_result(rows, as_json)
        return
    result = graded(file, name)
    print_result(result, as_json)
    leave_if(not result.solved, FAULTY)
