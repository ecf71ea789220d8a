"""Grades: what is right, and the first difference explained; a table for a class."""

from __future__ import annotations

from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from zermelo.course.exercise import exercise_names
from zermelo.course.grade import ClassGrades, Difference, Grade
from zermelo.errors import clip
from zermelo.reports.results import diagram, fact, plain_table
from zermelo.spec import parse_game


def grade_report(grade: Grade) -> RenderableType:
    """The questions answered right, then the first that was not, with its board and a hint."""
    parts: list[RenderableType] = [
        Text.assemble((grade.exercise, "bold"), f"   {len(grade.passed)} of {grade.of} right"),
        Text(),
        *(Text(f"✓ {ask}") for ask in grade.passed),
    ]
    if grade.difference is not None:
        return Group(*parts, *_explained(grade.difference))
    names = exercise_names()
    after = names[names.index(grade.exercise) + 1 :]
    onward = f" Next: zermelo exercise {after[0]}" if after else ""
    return Group(*parts, Text(), Text(f"All is right.{onward}"))


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
        return Text(f"no file in {grades.folder} names an exercise")
    table = plain_table()
    for title in ("file", "exercise", "right"):
        table.add_column(title, no_wrap=True)
    table.add_column("first difference")
    for row in grades.rows:
        path = Path(row.file)
        file = path.name if row.file == grades.folder else str(path.relative_to(grades.folder))
        stopped = (
            clip(f"{row.difference.ask}: {row.difference.answer}", 80) if row.difference else ""
        )
        table.add_row(file, row.exercise, f"{len(row.passed)}/{row.of}", stopped)
    return table
