"""Which kernels are compiled, found on disk or run plain when Python calls them, and why."""

import re
import shutil
import warnings
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest

import zermelo
from processes import printed_by
from takegame import TAKE
from toys import OneOrTwo, Sticks
from zermelo.errors import NativeWarning
from zermelo.native import kernel, running
from zermelo.native.compiler.kinds import Unsupported
from zermelo.native.fingerprint import rules_fingerprint
from zermelo.search.counters import new_counts
from zermelo.search.playouts import count_sequences
from zermelo.search.textbook import max_value

pytestmark = pytest.mark.compiled

REPORT = """
import warnings
warnings.simplefilter("error")
from zermelo.native import running
from zermelo.search.counters import new_counts
from zermelo.search.playouts import count_sequences
compiled, made = running.compile_kernel, []
running.compile_kernel = lambda *given: made.append(given[0].__name__) or compiled(*given)
game = Take()
count = count_sequences.native(game, game.start(), 3, new_counts(native=True))
print(int(count), int("count_sequences" not in made), running.is_native(game))
"""


@pytest.fixture
def place(tmp_path):
    """A folder for user files, with a machine code cache of its own."""
    (tmp_path / "cache").mkdir()
    return tmp_path


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory):
    """Such a folder with a script whose machine code is in the cache."""
    place = tmp_path_factory.mktemp("compiled")
    (place / "cache").mkdir()
    (place / "take.py").write_text(script())
    assert run(place, "take.py") == ["27", "0", "True"]
    return place


@pytest.fixture
def compiled(compiled_once, tmp_path):
    """A copy of it, to be changed."""
    return shutil.copytree(compiled_once, tmp_path / "compiled")


def run(place, *command, **environment):
    """A second process's standard output; its cache is the folder's.

    No bytecode is kept: for Python, a file of the same size and second is the same file.
    """
    kept = {"ZERMELO_CACHE_DIR": str(place / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    return printed_by(*command, cwd=place, **kept | environment).split()


def script(most="3", imports=""):
    return imports + TAKE.replace("min(3", f"min({most}") + REPORT


def cached(place):
    return sorted((place / "cache").glob("*.object"))


def test_a_second_process_finds_a_scripts_machine_code_unless_its_rules_changed(compiled):
    assert run(compiled, "take.py") == ["27", "1", "True"]
    (compiled / "take.py").write_text(script(most="2"))
    assert run(compiled, "take.py")[:2] == ["8", "0"]


@pytest.mark.parametrize(
    ("before", "after", "most", "imports"),
    [
        ("def most(): return 3", "def most(): return 2", "most()", "from limits import most"),
        ("MOST = 3", "MOST = 2", "limits.MOST", "import limits"),
    ],
    ids=["function", "constant"],
)
def test_a_helper_module_that_changes_is_seen_too(place, before, after, most, imports):
    (place / "limits.py").write_text(before)
    (place / "take.py").write_text(script(most, imports))
    assert run(place, "take.py")[:2] == ["27", "0"]
    assert run(place, "take.py")[:2] == ["27", "1"]
    (place / "limits.py").write_text(after)
    assert run(place, "take.py")[:2] == ["8", "0"]


def test_rules_whose_source_nobody_kept_run_plain_and_say_so():
    names = {"__name__": "typed"}
    exec(TAKE, names)
    game = names["Take"]()
    with pytest.warns(NativeWarning, match="has no readable source: write it in a file"):
        assert sequences(game, 3) == 27


def test_rules_of_a_notebook_cell_compile_and_are_found_again(place):
    cell = f"""source = {script()!r}
import linecache
lines = source.splitlines(True)
linecache.cache["<ipython-input-1>"] = len(source), None, lines, "<ipython-input-1>"
exec(compile(source, "<ipython-input-1>", "exec"), globals())
"""
    (place / "kernel.py").write_text(cell)
    assert run(place, "kernel.py") == ["27", "0", "True"]
    assert run(place, "kernel.py") == ["27", "1", "True"]


def test_the_cache_can_be_switched_off_and_need_not_be_writable(place):
    (place / "take.py").write_text(script())
    assert run(place, "take.py", ZERMELO_CACHE_DIR="off") == ["27", "0", "True"]
    (place / "file").write_text("no folder")
    assert run(place, "take.py", ZERMELO_CACHE_DIR=str(place / "file")) == ["27", "0", "True"]
    assert cached(place) == []


class Take(OneOrTwo):
    sticks: int = 5


class TakeThree(Take):
    """Take up to three."""

    def moves(self, state):
        for count in range(1, min(3, state.left) + 1):
            yield count


class TakeByName(Take):
    """Rules with code that does not compile."""

    def moves(self, state):
        names = "one two"
        for name in names.encode().split():
            if state.left:
                yield 1 if name == "one" else 2


class TakeHalves(Take):
    """A state that changes its type on the way."""

    def play(self, state, move):
        return Sticks(state.left - move, state.player == 0)


def sequences(game, depth=3):
    counts = new_counts(native=True)
    return int(count_sequences.native(game, game.start(), depth, counts))


def counted(most, sticks, plies=3):
    """Sequences of `plies` numbers of at most `most` that add up to at most `sticks`."""
    return sum(sum(taken) <= sticks for taken in product(range(1, most + 1), repeat=plies))


def test_games_and_parameter_sets_never_share_code():
    assert [sequences(Take(sticks=n)) for n in (2, 3, 5)] == [counted(2, n) for n in (2, 3, 5)]
    assert [sequences(TakeThree(sticks=n)) for n in (3, 5)] == [counted(3, n) for n in (3, 5)]
    assert sequences(Take(sticks=5)) == 7


def test_equal_names_with_other_rules_never_share_code():
    def made(most):
        def moves(self, state):
            for count in range(1, min(most, state.left) + 1):
                yield count

        return type("Same", (Take,), {"moves": moves, "__module__": __name__})()

    assert [sequences(made(most)) for most in (1, 2, 3)] == [1, 7, 10]


def test_a_game_that_cannot_compile_runs_plain_after_one_warning():
    game = TakeByName()
    with pytest.warns(NativeWarning) as caught:
        assert sequences(game, 2) == count_sequences(game, game.start(), 2, new_counts())
    (warning,) = caught
    line = TakeByName.moves.__code__.co_firstlineno + 2
    text = str(warning.message)
    assert text.startswith("takebyname runs as plain Python")
    assert f"{Path(__file__).name}:{line}: " in text
    assert "\n" not in text and not text.rstrip().endswith(": no reason")
    assert not running.is_native(game)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sequences(game, 2)
        max_value.native(game, game.start(), 2, new_counts(native=True))


class TakeByText(Take):
    def moves(self, state):
        yield from range(1, min(self.most(), state.left) + 1)

    def most(self):
        return len(re.findall("1", "11"))


def test_a_library_function_is_blamed_on_the_line_that_calls_it():
    game = TakeByText()
    line = TakeByText.most.__code__.co_firstlineno + 1
    with pytest.warns(NativeWarning, match=rf"test_native\.py:{line}: a call to re.findall"):
        assert sequences(game, 2) == count_sequences(game, game.start(), 2, new_counts())


def test_a_state_that_changes_its_type_on_the_way_counts_the_same():
    game = TakeHalves()
    assert sequences(game) == count_sequences(game, game.start(), 3, new_counts()) == 7


def test_a_kernel_without_a_game_that_cannot_compile_is_an_error():
    @kernel
    def broken():
        return print("what only Python does")

    with pytest.raises(Unsupported, match="a call to print"):
        broken.native()


def test_the_fingerprint_is_of_rules_not_of_parameters_or_drawings():
    class Drawn(Take):
        def picture(self, state):
            return zermelo.Picture.grid(1, 1, {}, {})

    assert rules_fingerprint(Take(sticks=3)) == rules_fingerprint(Take(sticks=4))
    assert rules_fingerprint(Take()) == rules_fingerprint(Drawn())
    assert rules_fingerprint(Take()) != rules_fingerprint(TakeThree())


def test_the_fingerprint_is_of_what_super_is_too(monkeypatch):
    class Above(Take):
        def moves(self, state):
            return super().moves(state)

    before = rules_fingerprint(Above())
    monkeypatch.setattr(Take, "moves", TakeThree.moves)
    assert rules_fingerprint(Above()) != before


def test_modules_that_hold_each_other_have_a_fingerprint(monkeypatch):
    """Rules may use `zermelo.LOSS`; other names of the module make no difference."""

    class ByModule(Take):
        def outcome(self, state):
            return zermelo.LOSS if state.left == 0 else zermelo.ONGOING

    before = rules_fingerprint(ByModule())
    inner = ModuleType("zermelo.left")
    inner.left, inner.zermelo = 5, zermelo
    monkeypatch.setattr(zermelo, "left", inner, raising=False)
    assert rules_fingerprint(ByModule()) == before
    monkeypatch.setattr(zermelo, "LOSS", -2)
    assert rules_fingerprint(ByModule()) != before


def test_a_kernel_returns_states_of_the_games_own_class():
    game = Take()
    state = first_child.native(game, game.start())
    assert type(state) is Sticks and state == Sticks(4, 1)


@kernel
def first_child(game, state):
    for move in game.moves(state):
        state = game.play(state, move)
        break
    return state


def test_nothing_compiles_while_the_process_exits():
    """Otherwise LLVM crashes; the first handler is the last to be called."""
    code = """
import atexit, threading, time
done = []
atexit.register(lambda: (before := len(done), time.sleep(0.3), print(len(done) - before <= 1)))
from zermelo.native.machine import object_code
def work():
    while True:
        done.append(object_code("define i64 @entry() { ret i64 1 }"))
threading.Thread(target=work, daemon=True).start()
while not done:
    time.sleep(0.01)
"""
    assert printed_by("-c", code) == "True\n"
