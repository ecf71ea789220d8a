"""Grade a student's code in a page, in a worker that the page can stop."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from zermelo.course.exercise import (
    Check,
    Exercise,
    exercise_called,
    exercise_names,
    languages_of,
)
from zermelo.course.grade import Grade, grade_here, search_trees
from zermelo.play.position import Position
from zermelo.spec import parse_game


def tasks() -> dict[str, dict[str, Any]]:
    """All exercises for their page, course by course; `german` has the words in German, or None."""
    return {name: _task(exercise_called(name)) for name in exercise_names()}


def _words(exercise: Exercise) -> dict[str, Any]:
    steps = [
        {"name": step.name, "asks": [check.ask for check in checks]}
        for step, checks in exercise.parts()
    ]
    words = {name: getattr(exercise, name) for name in ("course", "title", "task", "code")}
    return {**words, "steps": steps}


def _task(exercise: Exercise) -> dict[str, Any]:
    german = "de" in languages_of(exercise.name)
    return {
        **_words(exercise),
        "board": exercise.board,
        "of": len(exercise.checks),
        "searches": exercise.search is not None,
        "german": _words(exercise_called(exercise.name, "de")) if german else None,
    }


class Grader:
    """Grades requests of the page, {exercise, source, language}, and reports every question.

    With `tree`, a question or "", it sends the search beside the solution's instead.
    """

    def __init__(self, post: Callable[[str], object]) -> None:
        self._post = post

    def receive(self, text: str) -> None:
        """Grade, and send the page the grade."""
        asked = json.loads(text)
        if "tree" in asked:
            exercise = exercise_called(asked["exercise"], asked["language"])
            found = search_trees(asked["source"], exercise, asked["tree"] or None, here=True)
            self._tell(kind="trees", found=found)
            return
        language = asked.get("language", "en")
        work = asked["source"], asked["exercise"], self._tell_question, self._tell_output, language
        self._tell(kind="grade", **_grade_json(grade_here(*work)))

    def _tell_question(self, check: Check, seconds: float, so_far: Grade) -> None:
        hints = exercise_called(so_far.exercise, so_far.language).hints_of(check)
        about = {"ask": check.ask, "hints": hints, "seconds": seconds}
        self._tell(kind="asked", **about, **_grade_json(so_far))

    def _tell_output(self, text: str) -> None:
        self._tell(kind="printed", text=text)

    def _tell(self, **message: Any) -> None:
        self._post(json.dumps(message))


def _grade_json(grade: Grade) -> dict[str, Any]:
    """A grade as JSON, with the position of its difference as SVG."""
    difference, board = grade.difference, None
    if difference is not None and difference.state is not None:
        game = parse_game(difference.game)
        board = Position(game, game.parse_state(difference.state)).svg()
    return {**grade.as_dict(), "board": board}
