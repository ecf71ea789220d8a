"""Grade a class: each file gets a row with its grade, or the reason why it has none."""

import hashlib
import json
import os
import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.contract.analysis import Result
from zermelo.course import grade as grading
from zermelo.course.exercise import exercise_called, exercise_names
from zermelo.course.grade import Difference, Grade, Source, grade_source, read_content, read_source
from zermelo.errors import UsageError, clip
from zermelo.process.files import file_errors, reason
from zermelo.process.resources import usable_cores

NOT_HANDED_IN: Final = {"board.svg", "__pycache__"}  # ignored, like hidden files and pages of trees
AT_ONCE: Final = 4  # the most files graded at once; never more than there are cores
SUBMISSION: Final = 120.0  # seconds for all answers of a submission
COMMON: Final = 5  # the most common first differences to list
RECORD: Final = "grades.jsonl"
TREE: Final = ".tree.html"  # suffix of pages of trees, which grading writes next to the code


class StudentRow(NamedTuple):
    """A student's best grade in each exercise, and the files that could not be graded."""

    student: str
    grades: dict[str, Grade]
    ungraded: tuple[Grade, ...]

    @property
    def points(self) -> int:
        """The number of right answers, in all exercises."""
        return sum(len(grade.passed) for grade in self.grades.values())


class CommonDifference(NamedTuple):
    """A difference that is the first one in the grades of several students."""

    exercise: str
    ask: str
    hint: str
    students: tuple[str, ...]


class ClassGrades(Result):
    """The grades of all files in a folder; of a script and its notebook, only the better grade."""

    folder: str
    rows: tuple[Grade, ...]

    def student_of(self, row: Grade) -> str:
        """The row's student: the name of the subfolder, or of the file without the exercise."""
        path = Path(row.file)
        if row.file != self.folder:
            path = path.relative_to(self.folder)
        if len(path.parts) > 1:
            return path.parts[0]
        words = re.split(r"[-_ .]+", path.stem)
        places = {exercise_called(name).course.split()[0].lower() for name in exercise_names()}
        named = {"exercise", "exercises", *exercise_names(), *places}
        own = [word for word in words if word.lower() not in named]
        return "-".join(own) or path.stem

    @property
    def students(self) -> tuple[StudentRow, ...]:
        """A row for each student, in the order of their names."""
        by_name: dict[str, list[Grade]] = {}
        for row in self.rows:
            by_name.setdefault(self.student_of(row), []).append(row)
        students = []
        for name in sorted(by_name, key=str.casefold):
            best: dict[str, Grade] = {}
            for row in by_name[name]:
                known = best.get(row.exercise)
                if row.exercise and (known is None or len(row.passed) > len(known.passed)):
                    best[row.exercise] = row
            ungraded = tuple(row for row in by_name[name] if not row.exercise)
            students.append(StudentRow(name, best, ungraded))
        return tuple(students)

    @property
    def exercises(self) -> tuple[str, ...]:
        """The exercises that somebody handed in, in the order of the courses."""
        handed_in = {row.exercise for row in self.rows}
        return tuple(name for name in exercise_names() if name in handed_in)

    @property
    def common(self) -> tuple[CommonDifference, ...]:
        """The most common first differences, each shared by at least two students."""
        having: dict[tuple[str, str, str], list[str]] = {}
        for student in self.students:
            for grade in student.grades.values():
                if grade.difference is not None:
                    found = grade.exercise, grade.difference.ask, grade.difference.hint
                    having.setdefault(found, []).append(student.student)
        most = sorted(having.items(), key=lambda item: -len(item[1]))[:COMMON]
        return tuple(CommonDifference(*of, tuple(who)) for of, who in most if len(who) > 1)

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON, with the students' points and the most common first differences."""
        rows = [{**row.as_dict(), "student": self.student_of(row)} for row in self.rows]
        students = [
            {
                "student": each.student,
                "points": each.points,
                "exercises": {name: len(grade.passed) for name, grade in each.grades.items()},
            }
            for each in self.students
        ]
        common = [each._asdict() for each in self.common]
        return {"folder": self.folder, "rows": rows, "students": students, "common": common}


def grade_class(
    folder: Path,
    progress: Callable[[Any], None] | None = None,
    *,
    seconds: float = SUBMISSION,
    keep: Path | None = None,
) -> ClassGrades:
    """Grade every file in a folder, or a file that the exercises' page saved; `seconds` limits a
    submission's answers. A record in the folder `keep` provides the grades of unchanged files.
    """
    files = list(_handed_in(folder, keep))
    record = _Record(keep, folder, seconds) if keep is not None else None
    pool = ThreadPoolExecutor(min(AT_ONCE, usable_cores()))
    try:
        jobs = {pool.submit(_rows, file, why, seconds, record): file for file, why in files}
        for number, job in enumerate(as_completed(jobs), 1):
            job.result()
            if progress is not None:
                progress(f"{number} of {len(jobs)}, {jobs[job]}")
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    best: dict[tuple[Path, str], Grade] = {}
    for job, file in jobs.items():
        for graded in job.result():
            key = (file if not graded.exercise else file.with_suffix("")), graded.exercise
            if key not in best or len(graded.passed) > len(best[key].passed):
                best[key] = graded
    return ClassGrades(str(folder), tuple(best.values()))


class _Record:
    """Stores the grades of each file by its content, as lines of JSON."""

    def __init__(self, folder: Path, files: Path, seconds: float) -> None:
        with file_errors("write", folder):
            folder.mkdir(parents=True, exist_ok=True)
        self._path, self._lock, self._files = folder / RECORD, threading.Lock(), files
        self._known: dict[str, list[dict[str, Any]]] = {}
        self._begun, self._seconds = "", seconds
        checks = [exercise_called(name).checks for name in exercise_names()]
        self._salt = repr((seconds, checks)).encode()
        with file_errors("read", self._path), suppress(FileNotFoundError):
            text = self._path.read_text(encoding="utf-8", errors="replace")
            self._begun = "" if text.endswith("\n") else "\n"  # after a line that was cut short
            for line in text.splitlines():
                with suppress(ValueError, KeyError, TypeError):  # an incomplete line
                    entry = json.loads(line)
                    self._known[entry["key"]] = entry["grades"]

    def grades(self, file: Path) -> list[Grade]:
        try:
            content = read_content(file)
        except UsageError:
            return [*_grades(file, self._seconds)]
        name = os.fsencode(file.relative_to(self._files))
        key = hashlib.sha256(self._salt + name + b"\0" + content).hexdigest()
        with suppress(KeyError, TypeError):
            return [_grade(entry, file) for entry in self._known[key]]
        grades = [*_grades(file, self._seconds)]
        line = json.dumps({"key": key, "grades": [asdict(each) for each in grades]})
        with self._lock, file_errors("write", self._path), self._path.open("a") as out:
            out.write(f"{self._begun}{line}\n")
            self._begun = ""
        return grades


def _grade(entry: dict[str, Any], file: Path) -> Grade:
    if (found := entry["difference"]) is not None:
        found = Difference(**found | {"hints": tuple(found["hints"])})
    passed = tuple(entry["passed"])
    return Grade(**entry | {"file": str(file), "passed": passed, "difference": found})


def _rows(file: Path, why: str, seconds: float, record: _Record | None) -> list[Grade]:
    if why:
        return [_ungraded_row(file, why)]
    return [*_grades(file, seconds)] if record is None else record.grades(file)


def _handed_in(folder: Path, keep: Path | None) -> Iterator[tuple[Path, str]]:
    """Yield each file outside `keep` with "", and each unreadable subfolder with the reason."""
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
        if keep is None or not Path(above).resolve().is_relative_to(keep.resolve())
        for name in names
        if not _left_out(Path(name))
    ]
    found += [(Path(error.filename), f"cannot be read: {reason(error)}") for error in shut]
    yield from sorted(found)


def _left_out(path: Path) -> bool:
    hidden = any(part.startswith(".") or part in NOT_HANDED_IN for part in path.parts)
    return hidden or path.name.endswith(TREE)


def _grades(file: Path, seconds: float) -> Iterator[Grade]:
    """The grades of the exercises in a file: one, or several if the exercises' page saved it."""
    try:
        if file.suffix == ".json":
            works = _saved_sources(file)
        elif file.suffix in (".py", ".ipynb"):
            source = read_source(file)
            works = {grading.exercise_of(file, source): source}
        else:
            raise UsageError(f"{clip(str(file), 200)} should be a .py, .ipynb or .json file")
    except UsageError as error:
        yield _ungraded_row(file, str(error))
        return
    for name, source in works.items():
        try:
            yield grade_source(file, source, name, most=seconds)
        except UsageError as error:
            yield _ungraded_row(file, str(error))


def _ungraded_row(file: Path, why: str) -> Grade:
    why = why.replace(clip(str(file), 200), "this file")  # the row already names the file
    return Grade(str(file), "", (), 0, Difference("", None, why, "", "", None), {})


def _saved_sources(file: Path) -> dict[str, Source]:
    """The code of each exercise in a file that the exercises' page saved."""
    content = read_content(file)
    with suppress(ValueError, LookupError, TypeError, AttributeError, RecursionError):
        saved = json.loads(content)["exercises"]
        if works := {name: each["code"] for name, each in saved.items() if "code" in each}:
            return works
    raise UsageError(f"{clip(str(file), 200)} should be a file that the exercises' page has saved")
