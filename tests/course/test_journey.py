"""A student's way through the courses: three wrong attempts at each exercise, then a right one.

Each attempt edits the solution and names what the student then reads: a part of the answer or of
the hint, where "…" stands for any text. The exercises' page grades with the same code.
"""

import json
import re
from pathlib import Path

import pytest

import zermelo
from zermelo.course.exercise import (
    exercise_called,
    exercise_names,
    languages_of,
    sentences,
    write_exercise,
)
from zermelo.course.grade import grade_here, search_trees

NOTHING = "ends in line … without a value: is `return` missing?"
PRINTS = "ends in line … without a value: print shows a value, return gives it back"
CHILD = "min_value(game, game.play(state, move))"
ATTEMPTS = {
    "isolation": {
        "forgets return": ("        return collected", "", f"slides {NOTHING}"),
        "changes the state": (
            "        return GameState(self.closed | {move}, tuple(pieces), 1 - self.player)",
            "        self.closed |= {move}\n        return self",
            "play returns a new position. Copy the set"),
        "prints": ("return GameState(self.closed | {move}, tuple(pieces), 1 - self.player)",
            "print(move)", f"play {PRINTS}"),
    },
    "minimax": {
        "forgets return": ("    return value\n\n\ndef min", "\n\ndef min", NOTHING),
        "wrong sign": (CHILD, f"-{CHILD}", "expected 1\nanswer -1"),
        "a text": ("return not list(game.moves(state))", "return 'False'", "'False', a text"),
        "input": ("value = -2", "value = int(input())", "line 8: EOFError: graded code has no key"),
        "a tab missing": ("    value = -2", "   value = -2", "line 8: unindent does not match any"),
        "another name": ("terminal_test", "ended", "there is no terminal_test: write it under"),
        "other arguments": ("play(state, move)", "play(move)", "game.play() missing 1 required"),
        "returns in the loop": ("    return value\n\n\ndef min",
            "        return value\n\n\ndef min", "expected 1,1\nanswer 0,1"),
    },
    "depth": {
        "one less": ("if depth == 0", "if depth == 1", "Nothing is left to be searched"),
        "never less": ("depth - 1) for", "depth) for", "[0, 0, 0, 0, 0, 1]\nanswer [0, 1, 1, 1"),
        "the last of equals": ("max(moves, key", "max(moves[::-1], key", "The first one is"),
    },
    "evaluation": {
        "wrong sign": ("return -100 if state", "return 100 if state", "An end counts −100 or +100"),
        "one loop too many": ("    moves = list(game.moves(state))\n    if not moves",
            "    moves = (m for m in game.moves(state))\n    if not list(moves)",
            "empty…; is the game over here, or was a generator used twice?"),
        "length of a generator": ("    moves = list(game.moves(state))\n    if not moves",
            "    moves = (m for m in game.moves(state))\n    if len(moves) == 0",
            "a generator has no length or place, and ends after one loop"),
    },
    "limits": {
        "forgets half": ("return chosen, count[0]", "return chosen", "does not fit the question"),
        "the root too": ("= [0], -2", "= [1], -2", "[9, 81, 585]\nanswer [10, 82, 586]"),
        "the last of equals": ("result > best", "result >= best", "the first one is the answer"),
    },
    "alphabeta": {
        "goes on at equals": ("value >= beta", "value > beta", "answer 26,809 states"),
        "without end": ("alpha_beta_min(game, child,", "alpha_beta_max(game, state,",
            "RecursionError: maximum recursion depth exceeded"),
        "window turned": ("child, alpha, beta", "child, beta, alpha", "alpha and beta in the same"),
    },
    "cache": {
        "key of the state": ("(state, alpha, beta)", "state", "The key is (state, alpha, beta)"),
        "key as a list": ("(state, alpha, beta)", "[state, alpha, beta]", "can be a tuple, not"),
        "0 is none": ("if key in table", "if table.get(key)", "A result of 0 is a result, too"),
    },
    "bounds": {
        "one number": ("(low, high)\n    return", "best\n    return", "both ends of the pair"),
        "forgets to keep": ("    table[state] = (low, high)\n", "", "answer 'no entry', a text"),
        "forgets return": ("    return best\n", "", f"bounded {NOTHING}"),
    },
    "nim": {
        "adds": ("total ^= row", "total += row", "a ^ b adds two numbers without carrying"),
        "prints": ("    return total", "    print(total)", f"nim_sum {PRINTS}"),
        "changes the list": ("    total, result", "    rows.sort()\n    total, result",
            "rows (0, 0, 1, 0): [[3, 1]], not [[2, 1]]"),
    },
    "bestmoves": {
        "wrong sign": ("max(-value(", "max(value(", "leaves the opponent −1 is worth 1"),
        "the first alone": ("== best]", "== best][:1]", "List every move that is worth as much"),
        "without end": ("game.play(state, move)) for move in game.moves(state))",
            "state) for move " "in game.moves(state))", "does every call come nearer to the end"),
    },
    "heuristic": {
        "wrong sign": ("else -value", "else value", "opposite of that for white"),
        "rounds": ("/ most", "// most", "expected 0.071429\nanswer 0"),
        "forgets return": ("    return result\n", "", f"possible_mills {NOTHING}"),
    },
    "player": {
        "another order": ("== best], best", "== best][:1], best", "as the best one belongs to the"),
        "one less": ("other, self.limit)", "other, self.limit - 1)", "by a move or a smaller"),
        "forgets": ("        other = 1", "        self.cache = {}\n        other = 1", "keep the"),
    },
    "match": {
        "wrong sign": ("return outcome if", "return -outcome if", "[1, -1]\nanswer [1, 1]"),
        "one colour": ("number % 2 == 0", "True", "Both play both colours"),
        "trusts": ("except Exception", "except OSError", "line 9: ValueError: no idea"),
    },
    "own": {
        "changes the state": ("return Pile(state.left - move, 1 - state.player)",
            "state.left -= move", "a state never changes: make a new one"),
        "takes too many": ("min(3, state.left) + 1", "4", "a random game had no end"),
        "forgets return": ("return Pile(self.counters, 0)", "Pile(self.counters, 0)", NOTHING),
    },
}  # fmt: skip


def read(name: str, source: str, language: str = "en") -> str:
    """What a student reads, without the position."""
    result = grade_here(source, name, lambda *_: None, lambda _: None, language)
    if result.difference is None:
        return "right"
    _, expected, answer, *_ = vars(result.difference).values()
    return f"expected {expected}\nanswer {answer}\n{result.difference.hint}"


@pytest.mark.parametrize("name", ATTEMPTS)
def test_each_wrong_attempt_gets_a_message_that_helps(name):
    solution = exercise_called(name).solution
    for attempt, (old, new, message) in ATTEMPTS[name].items():
        assert old in solution, attempt
        form = ".*".join(map(re.escape, message.split("…")))
        assert re.search(form, read(name, solution.replace(old, new))), attempt
    numpy = solution.replace("return -1\n", "return numpy.int64(-1)\n")
    assert read(name, f"import numpy\n{numpy}") == "right"


def test_every_exercise_is_attempted_three_times():
    assert list(ATTEMPTS) == exercise_names() and min(map(len, ATTEMPTS.values())) >= 3


def test_nothing_is_lost_on_the_way(tmp_path, monkeypatch, run, refused):
    """From nothing to graded in the terminal, with the slips that are made on the way."""
    monkeypatch.chdir(tmp_path)
    assert run("exercise", "minimax")[0] == 0
    assert "minimax exists, with your work perhaps" in refused("exercise", "minimax")
    assert "did you mean minimax/minimax.py?" in refused("grade", "minimax.py")
    file = tmp_path / "minimax" / "minimax.py"
    file.write_text(file.read_text("utf-8").replace("raise NotImplementedError", "return ("))
    message = run("grade", "minimax")[1]  # the folder of an exercise stands for the newer file
    assert "✗ The code could not be loaded." in message and "line 20: " in message
    assert "No question was asked" in message and "expected" not in message
    file.write_text(exercise_called("minimax").solution)
    assert run("grade", "minimax", "--tree")[0] == 0
    assert "All is right." in run("grade", "minimax")[1]
    message = run("grade", ".")[1]  # the page of the tree is not handed in
    assert "tree.html" not in message and "minimax/minimax.py" in message


def test_the_line_of_a_notebook_has_its_cell(tmp_path, run):
    _, notebook, _ = write_exercise("minimax", tmp_path)
    cells = json.loads(notebook.read_text("utf-8"))
    last = [cell for cell in cells["cells"] if cell["cell_type"] == "code"][-2]
    last["source"] = ["def terminal_test(game, state):\n", "    return state.none"]
    notebook.write_text(json.dumps(cells))
    assert "cell 5, line 2: AttributeError" in run("grade", str(notebook))[1]


GERMAN = [name for name in exercise_names() if "de" in languages_of(name)]
ENGLISH = re.compile(r"\b(the|is|and|not|your|returns|answer|right|without|line|looks)\b", re.I)


@pytest.mark.parametrize("name", GERMAN)
def test_wrong_attempts_are_explained_in_german(name):
    solution = exercise_called(name).solution
    for attempt, (old, new, _) in ATTEMPTS[name].items():
        source = solution.replace(old, new)
        message = read(name, source, "de").partition("answer")[2]
        tree = search_trees(source, exercise_called(name, "de"), None, here=True) or {
            "sentence": ""
        }
        sentences = re.sub(r"\w+Error: [^;]*|`[^`]*`", "", f"{message} {tree['sentence']}")
        assert not ENGLISH.search(sentences), (attempt, sentences)


def test_every_sentence_in_german_is_one_that_is_said():
    """The words of its English form are in the code, a template or a script."""
    package, docs = Path(zermelo.__file__).parent, Path(__file__).parents[2] / "docs/extensions"
    files = [*package.rglob("*.*"), *docs.glob("*.py")]
    said = [f for f in files if f.suffix in (".py", ".js", ".html") and f.parent.name != "lessons"]
    code = "\n".join(file.read_text("utf-8") for file in said)
    words = {
        each for form in sentences() for each in re.findall(r"[A-Za-z][A-Za-z’' ]*[a-z]", form)
    }
    assert {each for each in words if each not in code} == set()
