"""Compiled games: how many are kept, and whose turn it is to have one compiled."""

import contextvars
import threading

import zermelo
from processes import PATIENCE, soon
from zermelo.search.clock import asker
from zermelo.search.engine.compiling import MOST_WAITING, Background, Kernels, LoadedGames

GAMES = [zermelo.game(f"nim(rows=[1, {size}])") for size in range(1, 10)]


def test_the_game_that_was_used_least_goes():
    loaded, made = LoadedGames(most=2), []

    def use(number: int) -> None:
        loaded.of(GAMES[number], lambda: made.append(number) or Kernels())

    for number in (0, 1, 0, 2, 0, 1):
        use(number)
    assert made == [0, 1, 2, 1] and len(loaded) == 2
    assert GAMES[0] in loaded and GAMES[2] not in loaded
    loaded.release(GAMES[0])
    assert GAMES[0] not in loaded


class Compiler:
    """A background whose games are compiled one by one, when they may be."""

    def __init__(self) -> None:
        self.done, self.threads = [], set()
        self.may = threading.Semaphore(0)
        self.background = Background(self.compile)

    def compile(self, game) -> None:
        self.may.acquire(timeout=PATIENCE)
        self.threads.add(threading.current_thread())
        self.done.append(GAMES.index(game))

    def ask(self, by: str, number: int) -> None:
        def wait() -> None:
            asker.set(by)
            self.background.wait(GAMES[number], PATIENCE)

        contextvars.copy_context().run(wait)


def test_askers_take_turns_and_have_few_games_waiting():
    compiler = Compiler()
    compiler.ask("crowd", 0)  # nobody waits who shares the server
    assert soon(lambda: not compiler.background._waiting)
    for number in range(1, 8):
        compiler.ask("crowd", number)
    compiler.ask("polite", 8)
    for _ in range(9):
        compiler.may.release()
    assert soon(lambda: len(compiler.done) == MOST_WAITING + 2)
    assert compiler.done == [0, 8, 1, 2, 3, 4] and len(compiler.threads) == 1


def test_who_is_alone_waits_for_the_compiler():
    compiler = Compiler()
    compiler.may.release()
    compiler.ask("", 3)
    assert compiler.done == [3]
    compiler.background.wait(GAMES[4], 0.01)
    assert compiler.done == [3]
    compiler.may.release()
