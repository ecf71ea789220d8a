"""Wrong answers to exercises, and unusual answers that are right: `tests/course/mistakes`.

Each file has six mistakes that students make in an exercise, attempts with the words that the
student then reads, plausible faults, and solutions with other types than those of the solution.
"""

import tomllib
from pathlib import Path

from zermelo.course import grade
from zermelo.course.exercise import exercise_called, exercise_names

COURSE = Path(__file__).parents[1] / "course"
FILES = {
    name: tomllib.loads((COURSE / "mistakes" / f"{name}.toml").read_text("utf-8"))
    for name in exercise_names()
}
MISTAKES = {name: file["mistakes"] for name, file in FILES.items()}
ATTEMPTS = {name: file["attempts"] for name, file in FILES.items()}
# Name of a fault → its exercise, and the passages of the solution with their wrong replacements.
PLAUSIBLE = {
    fault: (name, passages)
    for name, file in FILES.items()
    for fault, passages in file.get("plausible", {}).items()
}


def replace_passages(solution: str, *passages: list[str] | tuple[str, str]) -> str:
    """The solution with the first occurrence of each passage replaced."""
    for old, new in passages:
        assert old in solution
        solution = solution.replace(old, new, 1)
    return solution


# Unusual solutions: the exercise and the source of each.
RIGHT = {
    way: (name, replace_passages(exercise_called(name).solution, *passages))
    for name, file in FILES.items()
    for way, passages in file.get("unusual", {}).items()
}
for program in sorted((COURSE / "right").glob("*.py")):
    source = program.read_text("utf-8")
    RIGHT[program.stem] = (grade.NAMED.search(source)[1], source)
