"""A class's gradebook in a folder: points as CSV and HTML, and a file of feedback a student."""

from __future__ import annotations

import csv
import io
import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Final

from zermelo.course.classes import ClassGrades, StudentRow
from zermelo.course.exercise import exercise_called
from zermelo.errors import visible
from zermelo.process.files import file_errors, whole_file
from zermelo.reports.checks import class_report
from zermelo.reports.show import as_text, hypertext

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")  # how a cell begins that spreadsheets compute
PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Gradebook: {title}</title>
<style>
body{{margin:2rem auto;max-width:80rem;padding:0 1rem;font-family:system-ui,sans-serif}}
</style>
<h1>Gradebook: {title}</h1>
{body}
</html>
"""


def write_gradebook(grades: ClassGrades, folder: Path) -> tuple[Path, ...]:
    """Write gradebook.csv, gradebook.html and the folder feedback; the files written."""
    title = escape(visible(Path(grades.folder).name))
    page = PAGE.format(title=title, body=hypertext(class_report(grades)))
    texts = {"gradebook.csv": points_csv(grades), "gradebook.html": page}
    texts |= {f"feedback/{name}.txt": text for name, text in feedback(grades)}
    with file_errors("write", folder):
        (folder / "feedback").mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            with whole_file(folder / name) as draft:
                draft.write(text.encode("utf-8", "backslashreplace"))
    return tuple(folder / name for name in texts)


def points_csv(grades: ClassGrades) -> str:
    """A row a student: the points by exercise, their sum, and what could not be graded.

    It begins with the mark by which spreadsheets recognise UTF-8.
    """
    names, out = grades.exercises, io.StringIO()
    out.write(BOM_UTF8.decode())
    of = [len(exercise_called(name).checks) for name in names]
    writer = csv.writer(out, lineterminator="\n")
    heads = [f"{name} (of {most})" for name, most in zip(names, of, strict=True)]
    writer.writerow(["student", *heads, f"points (of {sum(of)})", "not graded"])
    for row in grades.students:
        points = [len(row.grades[name].passed) if name in row.grades else "" for name in names]
        writer.writerow([_cell(row.student), *points, row.points, _cell(_why_not_graded(row))])
    return out.getvalue()


def _cell(text: str) -> str:
    """A text that no spreadsheet computes."""
    text = visible(text)
    return f"'{text}" if text.startswith(FORMULA) else text


def _why_not_graded(row: StudentRow) -> str:
    return "; ".join(
        f"{Path(g.file).name}: {g.difference.answer}" for g in row.ungraded if g.difference
    )


def feedback(grades: ClassGrades) -> Iterator[tuple[str, str]]:
    """The name of each student's file, and its text: all grades with their first differences."""
    used: set[str] = set()
    for row in grades.students:
        stem = name = re.sub(r"[^\w.-]+", "_", row.student).strip("._") or "student"
        number = 1
        while name.lower() in used:
            number += 1
            name = f"{stem}-{number}"
        used.add(name.lower())
        reports = [as_text(row.grades[n]) for n in grades.exercises if n in row.grades]
        reports += [visible(f"not graded: {_why_not_graded(row)}\n")] if row.ungraded else []
        yield name, "\n\n".join([f"{visible(row.student)}: {row.points} points\n", *reports])
