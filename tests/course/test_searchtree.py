"""The tree of a search in the code of a student: its first difference, or none if it is right."""

import json

import pytest

from mistakes import MISTAKES, RIGHT, replace_passages
from pages import accessible, text, until
from zermelo.course import grade
from zermelo.course.exercise import exercise_called, exercise_names
from zermelo.course.recorder import MOST

SEARCHES = [name for name in exercise_names() if exercise_called(name).search is not None]
SEARCHING = [name for name in RIGHT if RIGHT[name][0] in SEARCHES]
SENTENCES = {  # the exercise, the change to its solution, the question and the first difference
    "start": ("minimax", ("value = -2", "value = 0"),
        "min_value(game, start)",
        "After 0,0 1,0 1,1: max_value returns 0, not −1, in line 11."),
    "equal": ("alphabeta", ("value <= alpha", "value < alpha"),
        "leaves(alpha_beta_max, [[3, 5], [3, 9]], -9, 9)",
        "After b (3, 9) b 9: your code looks here, but the solution does not."),
    "window": ("alphabeta", ("alpha_beta_min(game, child, alpha, beta)",
        "alpha_beta_max(game, child, alpha, beta)"),
        "alpha_beta_max(trees, levels([[3, 5], [2, 9]]), -9, 9)",
        "After a (3, 5) b 5: your window is (3, 9), the solution's (−9, 3)."),
    "move": ("depth", ("list(game.moves(state))\n    return max",
        "list(game.moves(state))[::-1]\n    return max"),
        "text(start, minimax_decision(game, start, 2))",
        "At the root: minimax_decision returns the move 1,1, not the move 0,0, in line 23."),
    "error": ("minimax", ("value = max(value, min", "value = max(valeu, min"),
        "max_value(game, at('0,0 1,0 1,1 2,0'))",
        "At the root: an error ends max_value in line 10."),
    "none": ("depth", ("        return 0\n    return max(", "        return 0\n    max("),
        "[max_value(game, start, depth) for depth in range(6)]",
        "At the root: max_value returns None, not 0, in line 10."),
    "skipped": ("minimax", ("for move in game.moves(state):", "for move in game.moves(state)[1:]:"),
        "max_value(game, start)",
        "After 1,0 0,0 1,1 0,1: max_value returns −2, not 1, in line 11."),
    "objection": ("alphabeta", ("            return beta\n        alpha",
        "            break\n        alpha"),
        "objection(alpha_beta_max, True)",
        "At the root: alpha_beta_max returns −3, not −0.5, in line 9."),
    "endless": ("minimax", ("    if terminal_test(game, state):\n        return 1\n",
        "    if False:\n        return 1\n"),
        "min_value(game, over)",
        "At the root: min_value returns 2, not 1, in line 20."),
}  # fmt: skip


def find_difference(name: str, source: str, ask: str | None) -> dict:
    result = grade.search_trees(source, exercise_called(name), ask, here=True)
    assert result is not None
    return result


@pytest.mark.parametrize("case", SENTENCES)
def test_the_first_difference_is_named(case):
    name, passage, ask, sentence = SENTENCES[case]
    result = find_difference(name, replace_passages(exercise_called(name).solution, passage), ask)
    assert (result["ask"], result["sentence"]) == (ask, sentence)
    assert result["record"]["calls"]["first"] >= 0


@pytest.mark.parametrize("name", SEARCHING)
def test_no_value_of_a_right_search_is_called_wrong(name):
    assert "returns" not in find_difference(*RIGHT[name], None)["sentence"]


@pytest.mark.parametrize("name", SEARCHES)
def test_the_solution_does_not_differ_from_itself(name):
    result = find_difference(name, exercise_called(name).solution, None)
    assert "visit the same states" in result["sentence"]
    mine, other = (result[side] for side in ("record", "against"))
    same = ("game", "level", "position", "alpha", "beta", "value", "end", "maximizing", "texts")
    assert [mine[key] for key in same] == [other[key] for key in same]
    assert len(mine["calls"]["results"]) <= MOST and mine["sources"] and not other["sources"]
    json.dumps(result, allow_nan=False)


def test_code_without_end_is_shown_as_far_as_it_goes():
    source = exercise_called("depth").solution.replace("depth - 1", "depth")
    source = source.replace("return not list(game.moves(state))", "return False")
    source = source.replace("for move in game.moves(state)", "for move in game.moves(state) or [0]")
    result = find_difference(
        "depth", source, "[max_value(game, start, depth) for depth in range(6)]"
    )
    assert "your code looks here" in result["sentence"]


@pytest.mark.long
def test_what_is_no_search_has_no_tree(tmp_path, run, read_output, run_json):
    file = tmp_path / "nim.py"
    file.write_text(exercise_called("nim").solution, encoding="utf-8")
    assert "there is no search in this code" in read_output("grade", str(file), "--tree")
    broken = tmp_path / "minimax.py"
    broken.write_text("def max_value(:\n", encoding="utf-8")
    assert json.loads(run("grade", str(broken), "--tree", "--json")[1])["tree"] is None
    status, _, error = run("grade", str(tmp_path), "--tree")
    assert status == 2 and "--tree, --exercise, --language and --hints need a single file" in error


def test_the_command_writes_a_page_beside_the_file(tmp_path, run):
    file = tmp_path / "minimax.py"
    old, new = MISTAKES["minimax"][2]
    file.write_text(exercise_called("minimax").solution.replace(old, new, 1), encoding="utf-8")
    status, message, _ = run("grade", str(file), "--tree")
    assert status == 1 and "After 0,1: max_value returns −1, not 1, in line 7." in message
    page = (tmp_path / "minimax.tree.html").read_text(encoding="utf-8")
    assert "After 0,1: max_value returns" in page and "createTree" in page


@pytest.mark.compiled
def test_the_page_lights_up_the_first_difference(browser, tmp_path, run):
    file, page = tmp_path / "minimax.py", browser.new_page()
    code = exercise_called("minimax").solution.replace("value = -2", "value = 0")
    file.write_text(code, encoding="utf-8")
    run("grade", str(file), "--tree")
    page.goto(file.with_suffix(".tree.html").as_uri())
    until(lambda: page.locator(".zt-first").count() == 2)
    until(lambda: "there −1" in text(page, ".zt-first >> nth=0"))
    until(lambda: "max_value returns 0, not −1" in text(page, ".zt-note"))
    until(lambda: text(page, ".zt-source [aria-current]").strip() == "return value")
    assert accessible(page) == []
    page.close()
