"""The table returns what was stored; proofs by questions; which compiled games stay loaded."""

import contextvars
import random
import threading
from typing import cast
from unittest.mock import Mock, call

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import zermelo
from processes import PATIENCE, soon
from walking import SOLVABLE
from zermelo.native.arrays import new_words
from zermelo.search.clock import NO_LIMITS, Limits, asker
from zermelo.search.counters import AT_LEAST, AT_MOST, EXACT
from zermelo.search.engine import compiling, search
from zermelo.search.engine.compiling import MOST_WAITING, Background, Kernels, Workspace
from zermelo.search.engine.questions import Prover
from zermelo.search.engine.root import Proof
from zermelo.search.engine.score import WON, plies_to_end, value_of, won_in
from zermelo.search.engine.table import (
    DEEPEST,
    LOAD,
    MEBIBYTES,
    NOTHING,
    SMALL,
    Memory,
    Table,
    age_of,
    bound_of,
    buckets_in,
    choice_of,
    depth_of,
    encode,
    grow,
    passing_table,
    probe_table,
    proven_of,
    save_entry,
    score_of,
)
from zermelo.spec import parse_game


@given(
    score=st.integers(-WON, WON),
    depth=st.integers(0, 511),
    bound=st.sampled_from([AT_LEAST, AT_MOST, EXACT]),
    decided=st.booleans(),
    choice=st.integers(0, 255),
    age=st.integers(1, 15),
)
def test_an_entry_returns_the_stored_fields(score, depth, bound, decided, choice, age):
    data = encode(score, 0, depth, bound, decided, choice, age)
    assert 0 < data < 1 << 63
    assert (score_of(data, 0), depth_of(data), bound_of(data)) == (score, depth, bound)
    assert (proven_of(data), choice_of(data), age_of(data)) == (decided, choice, age)


def test_distances_in_the_table_count_from_the_entrys_own_state():
    data = encode(won_in(9), 4, 1, EXACT, True, 0, 1)
    assert (score_of(data, 0), score_of(data, 2)) == (won_in(5), won_in(7))


def test_an_entry_that_two_threads_wrote_at_once_is_ignored():
    table = Table(0.1)
    workspace = Workspace(table, native=False)
    data = encode(5, 0, 3, EXACT, True, 1, table.age)
    save_entry(workspace.memory, 77, data)
    assert probe_table(workspace.memory, 77) == data
    at = next(i for i, word in enumerate(table.words) if word)
    table.words[at] ^= 1 << 40
    assert probe_table(workspace.memory, 77) == NOTHING


def test_a_passing_table_is_empty_and_no_bigger_than_the_limits_can_fill():
    with passing_table(NO_LIMITS) as table:
        table.words[0] = 7
        assert table.most == buckets_in(MEBIBYTES)
        with passing_table(NO_LIMITS) as other:  # beside the first
            assert other.words[0] == 0
    for seconds, nodes, mebibytes in ((0.15, None, 18), (60, None, 64), (9, 100_000, 1.6)):
        with passing_table(Limits(None, seconds, nodes)) as table:
            assert not any(table.words[: 4 * table.buckets])
            assert table.buckets == buckets_in(SMALL)
            assert table.most == buckets_in(mebibytes)


@pytest.mark.parametrize("native", [True, False])
def test_a_table_that_grows_keeps_every_entry_and_nothing_else(native):
    """The old content of its memory does not matter."""
    words = new_words(4 * buckets_in(2), 7)
    table, generator = Table(2, words, grows=True), random.Random(8)
    workspace = Workspace(table, native=native)
    memory, double = workspace.memory, grow.native if native else grow
    known = {generator.randrange(1, 1 << 60): number for number in range(1, 20_000)}
    for key, data in known.items():
        save_entry(plain(workspace), key, data)
    result = {key for key, data in known.items() if probe_table(workspace.memory, key) == data}
    assert len(result) > 10_000
    for times in (2, 4):
        double(memory)
        assert memory["buckets"] == times * table.buckets
        assert {key for key in known if probe_table(workspace.memory, key) == known[key]} == result
        used = words[1 : 4 * memory["buckets"] : 2]
        assert sum(map(bool, used)) == len(result)
    workspace.forget()
    assert memory["buckets"] == table.buckets and not any(probe_table(memory, key) for key in known)


def plain(workspace: Workspace) -> Memory:
    """The part of a workspace's memory that plain kernels need."""
    fields = ("buckets", "most", "filled", "load", "age", "entries")
    reported = {field: int(workspace.memory[field]) for field in fields}
    places = {"table": workspace.table.words, "size": workspace.arrays["size"]}
    return cast(Memory, reported | {name: memoryview(words) for name, words in places.items()})


def test_a_table_of_two_threads_grows_with_the_first_and_the_second_follows():
    table = Table(2, grows=True)
    first = Workspace(table, native=False)
    second = first.partner().memory
    first.share()
    first.memory["filled"] = LOAD // 2 * table.buckets
    data = encode(0, 0, 1, EXACT, True, 1, table.age)
    for memory, times in ((second, 1), (first.memory, 2), (second, 2)):
        second["filled"] = LOAD * table.buckets
        save_entry(memory, 1, data)
        assert memory["buckets"] == times * table.buckets
    save_entry(second, 1, data)
    assert probe_table(first.memory, 1) == probe_table(second, 1) == data


def test_recalled_entries_are_those_that_were_stored():
    """Compared with a dictionary, the table may forget entries, but never confuse them."""
    table, known, generator = Table(0.01), {}, random.Random(6)
    memory, recalled = Workspace(table, native=False).memory, 0
    for _ in range(3000):
        key, depth = generator.randrange(1, 1 << 60), generator.randrange(40)
        known[key] = encode(generator.randrange(-9, 9), 0, depth, EXACT, True, 1, table.age)
        save_entry(memory, key, known[key])
        assert probe_table(memory, key) == known[key]
        asked = generator.choice(list(known)[-200:])
        assert probe_table(memory, asked) in (known[asked], NOTHING)
        recalled += probe_table(memory, asked) == known[asked]
        assert probe_table(memory, generator.randrange(1, 1 << 60)) == NOTHING
    assert recalled > 1000


SIZES = [zermelo.game(f"nim(rows=[1, {size}])") for size in range(1, 10)]


def test_the_game_that_was_used_least_goes(monkeypatch):
    made = []
    monkeypatch.setattr(compiling, "MOST_LOADED", 2)
    monkeypatch.setattr(compiling, "_compile", lambda game: made.append(game) or Kernels())
    for number in (0, 1, 0, 2, 0, 1):
        compiling.kernels_for(SIZES[number])
    assert made == [SIZES[number] for number in (0, 1, 2, 1)]
    assert list(compiling._searches) == SIZES[:2]


class Compiler:
    """A background compiler that compiles the next game each time the test allows it."""

    def __init__(self) -> None:
        self.done, self.threads = [], set()
        self.may = threading.Semaphore(0)
        self.background = Background(self.compile)

    def compile(self, game) -> None:
        self.may.acquire(timeout=PATIENCE)
        self.threads.add(threading.current_thread())
        self.done.append(SIZES.index(game))

    def ask(self, by: str, number: int) -> None:
        def wait() -> None:
            asker.set(by)
            self.background.wait(SIZES[number], PATIENCE)

        contextvars.copy_context().run(wait)


def test_users_take_turns_and_have_few_games_waiting():
    compiler = Compiler()
    compiler.ask("crowd", 0)  # those who share the server do not wait
    assert soon(lambda: not compiler.background._waiting)
    for number in range(1, 8):
        compiler.ask("crowd", number)
    compiler.ask("polite", 8)
    for _ in range(9):
        compiler.may.release()
    assert soon(lambda: len(compiler.done) == MOST_WAITING + 2)
    assert compiler.done == [0, 8, 1, 2, 3, 4] and len(compiler.threads) == 1


def test_a_single_user_waits_for_the_compiler():
    compiler = Compiler()
    compiler.may.release()
    compiler.ask("", 3)
    assert compiler.done == [3]
    compiler.background.wait(SIZES[4], 0.01)
    assert compiler.done == [3]
    compiler.may.release()


def test_a_game_that_fails_to_compile_leaves_the_next_to_the_background():
    background = Background(compiled := Mock(side_effect=MemoryError))
    for number in range(2):
        background.wait(SIZES[number], PATIENCE)
    assert compiled.call_args_list == [call(SIZES[0]), call(SIZES[1])]


@pytest.fixture(params=SOLVABLE)
def truth(request):
    """A game, and the value and the plies to the end of some of its positions."""
    game, rules = parse_game(request.param), SOLVABLE[request.param]
    solved = oracles.solved(rules)
    texts = random.Random(request.param).sample(sorted(solved), min(300, len(solved)))
    return game, {text: solved[text] for text in texts}


def told(score):
    return value_of(score), plies_to_end(score) if score else None


@pytest.mark.parametrize("probe_depth", [1, 5])
def test_a_cut_by_a_child_in_the_table_changes_no_score(truth, monkeypatch, probe_depth):
    monkeypatch.setattr(search, "PROBE_DEPTH", probe_depth)
    game, positions = truth
    memory = Workspace(Table(1), native=False).memory
    for text, (value, plies) in positions.items():
        state = game.parse_state(text)
        proof = Proof(game.remaining(state), distance=True)
        given = game, state, DEEPEST
        proof.run(lambda low, given=given: search.search(*given, low, low + 1, 0, memory))
        score = proof.low
        assert told(score) == (value, plies if value else None), text


@pytest.mark.compiled
@pytest.mark.parametrize("truth", ["tictactoe"], indirect=True)
def test_the_prover_tells_value_and_distance(truth):
    game, positions = truth
    prover = Prover(game, mebibytes=1)
    for text, (value, plies) in positions.items():
        reported = (value, plies if value or plies == 0 else None)
        assert prover.solve(game.parse_state(text)) == reported, text
