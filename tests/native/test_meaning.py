"""The fingerprint of rules depends on what they compute, not on names and comments."""

import ast

import pytest

import zermelo
from facts import FACTS
from processes import printed_by
from toys import Again, Heap
from zermelo.native.fingerprint import meaning, truth_fingerprint

SOURCE = '''
@staticmethod
def moves(state, most: int = 3) -> list[int]:
    """The numbers that may be taken."""
    rest = [count for count in range(1, most) if count <= state.rest]
    return rest or [0x0]
'''


def said(source):
    return meaning(ast.parse(source).body[0])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The numbers", "All numbers"),
        ("@staticmethod\n", "# as before\n"),
        ("def moves", "def all_moves"),
        (" -> list[int]", ""),
        ("most: int = 3", "most=3"),
        ("rest = [", "rest: list = ["),
        ("count", "number"),
        ("0x0", "0"),
        ("[count for", "[\n        count for"),
    ],
)
def test_other_words_mean_the_same(old, new):
    assert old in SOURCE
    assert said(SOURCE.replace(old, new)) == said(SOURCE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("most: int = 3", "most: int = 4"),
        ("most", "least"),  # which a call may name
        ("state.rest", "state.left"),
        ("<=", "<"),
        ("rest or", "rest and"),
        ("range", "list"),
        ("0x0", "0.0"),
        ("0x0", "False"),
    ],
)
def test_other_rules_do_not(old, new):
    assert repr(said(SOURCE.replace(old, new))) != repr(said(SOURCE))


def test_a_variable_that_is_bound_without_a_store_keeps_its_name():
    text = "def f(s):\n {} = 0\n match s:\n  case x: pass\n return {}"
    assert said(text.format("x", "x")) != said(text.format("y", "y"))


def test_every_version_of_python_says_the_same():
    parameters = ("arguments", ("args", (("arg", ("arg", "a")),)))
    stored = ("Assign", ("targets", (0,)), ("value", ("Constant", ("value", 1))))
    returned = ("Return", ("value", 0))
    assert said("def f(a):\n    'Add.'\n    b = 1\n    return b") == (
        parameters,
        (stored, returned),
    )


def test_the_truth_depends_on_the_start_not_on_how_it_is_set_up():
    class Same(Again):
        def start(self):
            return Again.start(self)

    class Other(Again):
        def start(self):
            return Heap(self.size, 1, 0)

    assert truth_fingerprint(Same()) == truth_fingerprint(Again())
    assert truth_fingerprint(Other()) != truth_fingerprint(Again())


def test_texts_of_chess_are_no_part_of_its_truth(monkeypatch):
    game = zermelo.game("chess")
    before = truth_fingerprint(game)
    monkeypatch.setattr(type(game), "format_state", lambda self, state: "a text")
    assert truth_fingerprint(game) == before
    monkeypatch.setattr(type(game), "promotions", (1,))
    assert truth_fingerprint(game) != before


STORED = {name: facts.fingerprint for name, facts in FACTS.items() if facts.fingerprint}


@pytest.mark.parametrize("name", STORED)
def test_databases_that_exist_are_of_the_rules_that_there_are(name):
    """If this fails although no rule has changed, find out why: databases live for years."""
    assert truth_fingerprint(zermelo.game(name)) == STORED[name]


def test_the_fingerprint_is_the_same_in_every_process():
    """The rules of chess have sets of texts, whose order is another one in each."""
    line = (
        "import zermelo; from zermelo.native.fingerprint import truth_fingerprint as digest;"
        "print(digest(zermelo.game('chess')))"
    )
    printed = {printed_by("-c", line, PYTHONHASHSEED=seed) for seed in ("1", "2")}
    assert len(printed) == 1
