"""Grading a class: each file has a row; one that cannot be graded has the reason in its row."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final

from zermelo.contract.result import Result
from zermelo.course.grade import (
    Difference,
    Grade,
    Source,
    exercise_of,
    grade_source,
    read_content,
    read_source,
)
from zermelo.errors import UsageError, clip
from zermelo.process.files import file_errors, reason
from zermelo.process.resources import usable_cores

NOT_HANDED_IN: Final = {"board.svg", "__pycache__"}  # beside what begins with a dot
AT_ONCE: Final = 4  # files that are graded at a time, if there are as many cores


@dataclass(frozen=True)
class ClassGrades(Result):
    """The grades of all exercises in a folder, the best of a student's script and notebook."""

    folder: str
    rows: tuple[Grade, ...]

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON."""
        return {"folder": self.folder, "rows": [row.as_dict() for row in self.rows]}


def grade_class(folder: Path, progress: Callable[[Any], None] | None = None) -> ClassGrades:
    """Grade every file in `folder` and below; a row has the reason if a file cannot be graded.

    folder  or one file that the exercises' page has saved
    """
    files = list(_handed_in(folder))
    best: dict[tuple[Path, str], Grade] = {}
    for (file, _), grades in zip(files, _all_grades(files, progress), strict=True):
        for graded in grades:
            key = (file if not graded.exercise else file.with_suffix("")), graded.exercise
            if key not in best or len(graded.passed) > len(best[key].passed):
                best[key] = graded
    return ClassGrades(str(folder), tuple(best.values()))


def _all_grades(
    files: list[tuple[Path, str]], progress: Callable[[Any], None] | None
) -> list[list[Grade]]:
    """The grades of each file; daemon threads grade several at once."""
    waiting: SimpleQueue[int] = SimpleQueue()
    done: SimpleQueue[tuple[int, list[Grade] | Exception]] = SimpleQueue()
    for number in range(len(files)):
        waiting.put(number)

    def work() -> None:
        with suppress(Empty):
            while True:
                number = waiting.get_nowait()
                try:
                    done.put((number, _rows(*files[number])))
                except Exception as error:
                    done.put((number, error))

    for _ in range(min(AT_ONCE, usable_cores())):
        threading.Thread(target=work, daemon=True).start()
    results: dict[int, list[Grade]] = {}
    try:
        while len(results) < len(files):
            number, grades = done.get()
            if isinstance(grades, Exception):
                raise grades
            results[number] = grades
            if progress is not None:
                progress(files[number][0])
    finally:
        with suppress(Empty):
            while True:
                waiting.get_nowait()
    return [results[number] for number in range(len(files))]


def _rows(file: Path, why: str) -> list[Grade]:
    return [_ungraded(file, why)] if why else list(_grades(file))


def _handed_in(folder: Path) -> Iterator[tuple[Path, str]]:
    """The files in a folder and below, and why one cannot be read, if a folder below is shut."""
    if folder.is_file():
        yield folder, ""
        return
    with file_errors("read", folder):
        next(folder.iterdir(), None)
    shut: list[OSError] = []
    found = [
        (Path(above, name), "")
        for above, _, names in os.walk(folder, onerror=shut.append)
        if not _left_out(Path(above).relative_to(folder))
        for name in names
        if not _left_out(Path(name))
    ]
    found += [(Path(error.filename), f"cannot be read: {reason(error)}") for error in shut]
    yield from sorted(found)


def _left_out(path: Path) -> bool:
    return any(part.startswith(".") or part in NOT_HANDED_IN for part in path.parts)


def _grades(file: Path) -> Iterator[Grade]:
    """The grades of the exercises in a file: one, or all that the exercises' page has saved."""
    try:
        if file.suffix == ".json":
            works = _saved(file)
        elif file.suffix in (".py", ".ipynb"):
            source = read_source(file)
            works = {exercise_of(file, source): source}
        else:
            raise UsageError(f"{clip(str(file), 200)} should be a .py, .ipynb or .json file")
    except UsageError as error:
        yield _ungraded(file, str(error))
        return
    for name, source in works.items():
        try:
            yield grade_source(file, source, name)
        except UsageError as error:
            yield _ungraded(file, str(error))


def _ungraded(file: Path, why: str) -> Grade:
    why = why.replace(clip(str(file), 200), "this file")  # which its row names
    return Grade(str(file), "", (), 0, Difference("", None, why, "", "", None), {})


def _saved(file: Path) -> dict[str, Source]:
    """The code in a file that the exercises' page has saved, by its exercises."""
    try:
        saved = json.loads(read_content(file))["exercises"]
        if works := {name: each["code"] for name, each in saved.items() if "code" in each}:
            return works
    except UsageError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        pass
    raise UsageError(f"{clip(str(file), 200)} should be a file that the exercises' page has saved")
