"""Reports of checks and grades for a terminal, and a class's gradebook as files."""

from __future__ import annotations

import csv
import io
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from zermelo.course.classes import ClassGrades, StudentRow
from zermelo.course.exercise import exercise_called, exercise_names, in_german
from zermelo.course.grade import Difference, Grade
from zermelo.errors import clip, visible
from zermelo.naming import count_words
from zermelo.process.files import file_errors, whole_file
from zermelo.process.texts import seconds_text
from zermelo.reports.results import diagram, fact, facts_of, plain_table, table_of
from zermelo.reports.show import as_text, hypertext
from zermelo.spec import parse_game

if TYPE_CHECKING:
    from zermelo.laws.check import CheckReport
    from zermelo.laws.differential import CompiledRules
    from zermelo.laws.suspicions import Coverage

LINES: Final = 5  # of the lines that never ran, the most to list


def check_report(report: CheckReport) -> RenderableType:
    """The verdict, faults, suspicions, the amount checked, and perft counts to compare."""
    verdict = Text("no fault found", "bold green")
    if not report.sound:
        verdict = Text(count_words(len(report.faults), "fault"), "bold red")
    speed = "plain and compiled" if report.native else "plain"
    looked = f"{report.states:,} states, {speed}; {report.games} random games"
    parts = (f"{part}: {', '.join(names)}" for part, names in report.parts.items())
    told = {
        "states": f"{looked}, {seconds_text(report.seconds)}",
        "laws": ", ".join(report.laws),
        "defines": "; ".join(parts),
        "perft": " ".join(f"{count:,}" for count in report.sequences),
    }
    facts = facts_of(told) + (_coverage_lines(report.coverage) if report.coverage else [])
    faults: list[Text] = []
    for fault in report.faults:  # each with its moves, and a command that shows the fault
        known = "" if fault.shortest else "   (there may be a shorter game)"
        after = Text.assemble(_after(fault.moves), (known, "dim"))
        command = fact("see", fault.command)
        command.no_wrap, command.overflow = True, "ignore"  # unwrapped, for copying
        faults += [Text(), Text(str(fault), "red"), after, command]
    doubts: list[Text] = []
    for each in report.suspicions:
        doubt = Text(f"suspicion: {each.message}", "yellow")
        doubts += [Text(), doubt, _after(each.moves), fact("name", each.law)]
    doubts += [
        Text(f"\n{name} is never called: did you mean {meant}?", "yellow")
        for name, meant in report.misspelt.items()
    ]
    return Group(Text(report.game, "bold"), verdict, *faults, *doubts, Text(), *facts)


def _coverage_lines(coverage: Coverage) -> list[Text]:
    """The counts of events in random games, and the events that never happened."""
    counts = ", ".join(
        f"{count:,} {what}" if count else f"no {what}" for what, count in coverage.counts.items()
    )
    missing = [f"a {shape} stood on the board" for shape in coverage.unseen]
    missing += [f"{line} ran" for line in coverage.lines[:LINES]]
    if len(coverage.lines) > LINES:
        missing.append(f"{len(coverage.lines) - LINES} more lines ran")
    seen = [fact("seen", f"in {coverage.positions:,} random positions: {counts}")]
    return seen + [fact("never", f"{', '.join(missing)}: is that intended?")] * bool(missing)


def _after(moves: Sequence[str]) -> Text:
    return fact("after", " ".join(moves) or "the start")


def compiled_rules_report(rules: CompiledRules) -> RenderableType:
    """The types of the variables in each rule, or the reason why the game runs as plain Python."""
    lines = [Text(rules.game, "bold")]
    if rules.plain:
        return Group(*lines, Text(f"runs as plain Python: {rules.plain}", "bold red"))
    for function in rules.functions:
        lines += [Text(), Text(f"{function.name}  ", "bold").append(function.place, "dim")]
        width = max((len(variable.name) for variable in function.variables), default=0)
        lines += [Text(f"  {name:{width}}  {kind}") for name, kind in function.variables]
        lines += [Text(f"  {remark}", "yellow") for remark in function.remarks]
    return Group(*lines)


def grade_report(grade: Grade, hints: int = 1) -> RenderableType:
    """The right answers step by step, then the first wrong answer, with its board and hints."""
    say: Callable[[str], str] = in_german if grade.language == "de" else str
    exercise = exercise_called(grade.exercise, grade.language)
    right = f"   {say(f'{len(grade.passed)} of {grade.of} right')}"
    parts: list[RenderableType] = [Text.assemble((grade.exercise, "bold"), right)]
    parts += [*_printed_output(grade, ""), Text()]
    for number, (step, checks) in enumerate(exercise.parts(), 1):
        asks = [check.ask for check in checks if check.ask in grade.passed]
        right = f"   {say(f'{len(asks)} of {step.checks}')}"
        parts.append(Text.assemble((f"{number}  {step.name}", "bold"), (right, "dim")))
        for ask in asks:
            parts += [Text(f"   ✓ {ask}"), *_printed_output(grade, ask)]
    if grade.difference is not None:
        printed = _printed_output(grade, grade.difference.ask)
        return Group(*parts, Text(), *_explain(grade.difference, hints, say), *printed)
    names = exercise_names()
    after = names[names.index(grade.exercise) + 1 :]
    onward = f" Next: zermelo exercise {after[0]}" if after else ""
    return Group(*parts, Text(), Text(say(f"All correct.{onward}")))


def _printed_output(grade: Grade, ask: str) -> list[RenderableType]:
    """The code's output for a question, with a bar at its side."""
    lines = grade.printed.get(ask, "").splitlines()
    head = [Text("printed", "dim")] if lines else []
    return [*head, *(Text.assemble(("│ ", "dim"), line) for line in lines)]


def _explain(difference: Difference, hints: int, say: Callable[[str], str]) -> list[RenderableType]:
    shown: list[RenderableType] = []
    if difference.state is not None:
        game = parse_game(difference.game)
        shown = diagram(game, game.parse_state(difference.state))
    facts = [("expected", difference.expected or "")] * (difference.expected is not None)
    facts += [("answer", difference.answer), *(("hint", hint) for hint in difference.hints[:hints])]
    facts += [("more", f"--hints {hints + 1}")] * (hints < len(difference.hints))
    head = Text(f"✗ {difference.ask or say('The code could not be loaded.')}")
    return [head, *shown, Text(), *(fact(say(label), text) for label, text in facts)]


def class_grades_report(grades: ClassGrades) -> RenderableType:
    """The points of each student, the most common first differences, and a row for each file."""
    if not grades.rows:
        return Text(f"there is no file to grade in {grades.folder}")
    parts: list[RenderableType] = [_points_table(grades), Text()]
    for common in grades.common:
        title = f"{len(common.students)} students  {common.exercise}  "
        parts.append(Text.assemble((title, "bold"), clip(common.ask, 80)))
        parts.append(Text(f"    {common.hint}", "dim"))
    rows = []
    for row in grades.rows:
        path = Path(row.file)
        file = path.name if row.file == grades.folder else str(path.relative_to(grades.folder))
        right, why = f"{len(row.passed)}/{row.of}" if row.of else "", ""
        if row.difference is not None:
            ask = f"{clip(row.difference.ask, 48)}: " if row.difference.ask else ""
            why = f"{ask}{clip(row.difference.answer, 100)}"
        rows.append((clip(file, 200), row.exercise, right, why))
    table = table_of(("file", "exercise", "right", "first difference"), rows, 4)
    for column in table.columns[:3]:
        column.no_wrap = True
    return Group(*parts, *([Text()] if grades.common else []), table)


def _points_table(grades: ClassGrades) -> Table:
    """The points of each student, in a column for each exercise with a head like A2."""
    names = grades.exercises
    table = plain_table()
    table.padding = (0, 1, 0, 0)  # narrow, so that all exercises fit
    table.add_column("student", overflow="fold", min_width=10)
    for head in (*(exercise_called(name).course.split()[0] for name in names), "points"):
        table.add_column(head, justify="right", no_wrap=True)
    of = [len(exercise_called(name).checks) for name in names]
    table.add_row("of", *map(str, of), str(sum(of)), style="dim")
    for row in grades.students:
        right = [str(len(row.grades[name].passed)) if name in row.grades else "" for name in names]
        table.add_row(clip(row.student, 200), *right, str(row.points))
    return table


FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")  # the first characters of spreadsheet formulas
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
    """Write gradebook.csv, gradebook.html and feedback/*.txt in `folder`; return their paths."""
    title = escape(visible(Path(grades.folder).name))
    page = PAGE.format(title=title, body=hypertext(class_grades_report(grades)))
    texts = {"gradebook.csv": points_csv(grades), "gradebook.html": page}
    texts |= {f"feedback/{name}.txt": text for name, text in feedback(grades)}
    with file_errors("write", folder):
        (folder / "feedback").mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            with whole_file(folder / name) as draft:
                draft.write(text.encode("utf-8", "backslashreplace"))
    return tuple(folder / name for name in texts)


def points_csv(grades: ClassGrades) -> str:
    """CSV of each student's points, their sum and ungraded files, with a byte order mark."""
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
    """The text, escaped so that no spreadsheet takes it for a formula."""
    text = visible(text)
    return f"'{text}" if text.startswith(FORMULA) else text


def _why_not_graded(row: StudentRow) -> str:
    told = (f"{Path(g.file).name}: {g.difference.answer}" for g in row.ungraded if g.difference)
    return "; ".join(told)


def feedback(grades: ClassGrades) -> Iterator[tuple[str, str]]:
    """Yield for each student a file name, and a text with all grades and first differences."""
    used: set[str] = set()
    for row in grades.students:
        stem = re.sub(r"[^\w.-]+", "_", row.student).strip("._") or "student"
        names = (f"{stem}-{number}" if number > 1 else stem for number in count(1))
        name = next(name for name in names if name.lower() not in used)
        used.add(name.lower())
        reports = [as_text(row.grades[n]) for n in grades.exercises if n in row.grades]
        reports += [visible(f"not graded: {_why_not_graded(row)}\n")] if row.ungraded else []
        yield name, "\n\n".join([f"{visible(row.student)}: {row.points} points\n", *reports])
