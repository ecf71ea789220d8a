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
from zermelo.course.grade import Difference, grade_here, search_trees
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
        verdict = grade_here(
            asked["source"],
            asked["exercise"],
            self._tell_question,
            self._tell_output,
            asked.get("language", "en"),
        )
        difference = verdict.difference
        graded = verdict.as_dict() | {"board": _board(difference) if difference else None}
        self._tell(kind="grade", **graded)

    def _tell_question(self, check: Check, seconds: float) -> None:
        self._tell(kind="asked", ask=check.ask, hint=check.hint, seconds=seconds)

    def _tell_output(self, text: str) -> None:
        self._tell(kind="printed", text=text)

    def _tell(self, **message: Any) -> None:
        self._post(json.dumps(message))


def _board(difference: Difference) -> str | None:
    if difference.state is None:
        return None
    game = parse_game(difference.game)
    return Position(game, game.parse_state(difference.state)).svg()
