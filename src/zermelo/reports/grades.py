"""Grades: what is right, and the first difference explained; a table for a class."""

from __future__ import annotations

from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from zermelo.course.classes import ClassGrades
from zermelo.course.exercise import exercise_names
from zermelo.course.grade import Difference, Grade
from zermelo.errors import clip
from zermelo.reports.results import diagram, fact, plain_table
from zermelo.spec import parse_game


def grade_report(grade: Grade) -> RenderableType:
    """The questions answered right, then the first that was not, with its board and a hint."""
    parts: list[RenderableType] = [
        Text.assemble((grade.exercise, "bold"), f"   {len(grade.passed)} of {grade.of} right"),
        *_printed(grade, ""),
        Text(),
    ]
    for ask in grade.passed:
        parts += [Text(f"✓ {ask}"), *_printed(grade, ask)]
    if grade.difference is not None:
        ask = grade.difference.ask
        return Group(*parts, *_explained(grade.difference), *_printed(grade, ask))
    names = exercise_names()
    after = names[names.index(grade.exercise) + 1 :]
    onward = f" Next: zermelo exercise {after[0]}" if after else ""
    return Group(*parts, Text(), Text(f"All is right.{onward}"))


def _printed(grade: Grade, ask: str) -> list[RenderableType]:
    """The code's output for a question, with a bar beside it."""
    lines = grade.printed.get(ask, "").splitlines()
    head = [Text("printed", "dim")] if lines else []
    return [*head, *(Text.assemble(("│ ", "dim"), line) for line in lines)]


def _explained(difference: Difference) -> list[RenderableType]:
    board: list[RenderableType] = []
    if difference.state is not None:
        game = parse_game(difference.game)
        board = diagram(game, game.parse_state(difference.state))
    expected = [fact("expected", difference.expected)] if difference.expected is not None else []
    return [
        Text(f"✗ {difference.ask}"),
        *board,
        Text(),
        *expected,
        fact("answer", difference.answer),
        fact("hint", difference.hint),
    ]


def class_report(grades: ClassGrades) -> RenderableType:
    """A row for each file: how far it is, and what stops it."""
    if not grades.rows:
        return Text(f"there is no file to be graded in {grades.folder}")
    table = plain_table()
    for title in ("file", "exercise", "right"):
        table.add_column(title, no_wrap=True)
    table.add_column("first difference")
    for row in grades.rows:
        path = Path(row.file)
        file = path.name if row.file == grades.folder else str(path.relative_to(grades.folder))
        right = f"{len(row.passed)}/{row.of}" if row.of else ""
        table.add_row(clip(file, 200), row.exercise, right, _stopped(row))
    return table


def _stopped(row: Grade) -> str:
    if row.difference is None:
        return ""
    why = row.difference.answer
    ask = f"{clip(row.difference.ask, 48)}: " if row.exercise else ""
    return f"{ask}{clip(why, 100)}"
