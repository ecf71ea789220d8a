"""Our engine for other people's programs: the Universal Game Interface, and UCI where games fit.

UGI follows its text, https://github.com/kz04px/cutegames/blob/master/ugi.md; UCI is the part of
it that a referee like cutechess uses. Unknown input is ignored, as in UCI. Within a time or a
number of nodes it plays as the player "best" does; to a depth, or until it is stopped, it looks at
every line.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from zermelo.contract.analysis import Analysis
from zermelo.contract.game import DRAW, ONGOING, WIN, Game
from zermelo.errors import Stopped, ZermeloError
from zermelo.learned.file import evaluated, shipped
from zermelo.naming import winner
from zermelo.players.levels import strongest
from zermelo.players.notation import notation
from zermelo.search.analyze import analyze_within
from zermelo.search.engine.options import PLAYING, USUAL
from zermelo.search.engine.table import Table
from zermelo.search.limits import Limits, Progress, Snapshot

HASH: Final = 16  # MiB of the table, unless a program asks for another size
MOST: Final = 2048
FOREVER: Final = 1e6  # seconds of a search that ends when it is stopped
SHARE: Final = 25  # a move takes this part of the time that is left
TIMES: Final = {"ugi": ("p1time", "p2time", "p1inc", "p2inc")}
CHESS_TIMES: Final = ("wtime", "btime", "winc", "binc")


class Engine:
    """Hears lines of a protocol and says answers; searches on a thread of its own.

    say     what each line of an answer is passed to
    native  whether searches run compiled; None: unless they are small
    """

    def __init__(
        self, game: Game, protocol: str, say: Callable[[str], None], *, native: bool | None
    ) -> None:
        self.game, self.protocol, self.say, self._native = game, protocol, say, native
        self._notation = notation(game, protocol)
        self.state = game.start()
        weights = shipped(game)
        self._played = evaluated(game, weights) if weights else game
        self._table: Table | None = None
        self._mebibytes = HASH
        self._stop, self._thread, self._reported = threading.Event(), threading.Thread(), 0

    def hear(self, line: str) -> bool:
        """Do what a line says; False once it is "quit"."""
        word, *rest = line.split() or [""]
        doing = {
            self.protocol: self._introduce,
            "isready": self._ready,
            "setoption": lambda: self._set(rest),
            f"{self.protocol}newgame": self._begin,
            "position": lambda: self._place(rest),
            "query": lambda: self._answer(rest),
            "go": lambda: self._go(rest),
            "stop": self.stop,
            "quit": self.stop,
        }
        if word in doing and not (word == "query" and self.protocol != "ugi"):
            try:
                doing[word]()
            except (ZermeloError, ValueError) as error:
                self.say(f"info string {' '.join(str(error).split())}")
        return word != "quit"

    def _introduce(self) -> None:
        self.say(f"id name Zermelo playing {self.game}")
        self.say("id author the Zermelo project")
        self.say(f"option name hash type spin default {HASH} min 1 max {MOST}")
        if variant := self._notation.variant:
            self.say(f"option name UCI_Variant type combo default {variant} var {variant}")
        self.say(f"{self.protocol}ok")

    def _ready(self) -> None:
        """Compiled, and with memory, before the first search is asked for."""
        if self._table is None and not self._thread.is_alive():
            self._table = Table(self._mebibytes)
            self._analysis(Limits(nodes=1))
        self.say("readyok")

    def _begin(self) -> None:
        self.stop()
        self._table, self.state = Table(self._mebibytes), self.game.start()

    def _set(self, words: list[str]) -> None:
        """`name hash value 64`; other options are unknown here."""
        setting = " ".join(words).partition(" value ")
        if setting[0].lower() == "name hash":
            self._mebibytes = min(MOST, max(1, int(setting[2])))
            self._table = None

    def _place(self, words: list[str]) -> None:
        """`startpos` or `fen` and a text, then perhaps `moves`."""
        self.stop()
        cut = words.index("moves") if "moves" in words else len(words)
        kind, text = words[:1], " ".join(words[1:cut])
        state = self._notation.parse_state(text) if kind == ["fen"] else self.game.start()
        for move in words[cut + 1 :]:
            state = self.game.play(state, self._notation.parse_move(state, move))
        self.state = state

    def _answer(self, words: list[str]) -> None:
        """UGI's questions about the position."""
        over = self.game.outcome(self.state) != ONGOING
        won = winner(self.game, self.state)
        result = "none" if not over else "draw" if won is None else f"p{won + 1}win"
        answers = {
            "gameover": str(over).lower(),
            "p1turn": str(self.game.player(self.state) == 0).lower(),
            "result": result,
        }
        if words and words[0] in answers:
            self.say(f"response {answers[words[0]]}")

    def _go(self, words: list[str]) -> None:
        self.stop()
        given = dict(zip(words, [*words[1:], ""], strict=True))
        limits: dict[str, Any] = {n: int(given[n]) for n in ("depth", "nodes") if n in given}
        times = TIMES.get(self.protocol, CHESS_TIMES)
        if "movetime" in given:
            limits["seconds"] = int(given["movetime"]) / 1000
        elif (mine := given.get(times[self.game.player(self.state)])) is not None:
            more = int(given.get(times[2 + self.game.player(self.state)], 0))
            limits["seconds"] = max(1, min(int(mine) / SHARE + 0.8 * more, int(mine) / 2)) / 1000
        if "infinite" in given or not limits:
            limits["seconds"] = FOREVER
        self._stop, self._reported = threading.Event(), 0
        asked = Limits(**limits), "infinite" in given, self._stop
        self._thread = threading.Thread(target=self._think, args=asked, daemon=True)
        self._thread.start()

    def _think(self, limits: Limits, wait: bool, stop: threading.Event) -> None:
        """Search, and say the best move; after `go infinite` once there is a `stop`."""
        best = "(none)"
        if self.game.outcome(self.state) == ONGOING:
            analysis = self._analysis(limits, lambda seen: self._look(seen, stop))
            line = [*analysis.line_moves, *analysis.best_moves] or list(self._texts())[:1]
            best = self._written(line[:1])[0]
            value = DRAW if analysis.value is None else analysis.value
            self._tell(
                analysis.depth or 0, analysis.nodes, analysis.seconds, value, analysis.line_moves
            )
        if wait:
            stop.wait()
        self.say(f"bestmove {best}")

    def _analysis(self, limits: Limits, progress: Progress | None = None) -> Analysis:
        """The analysis of the position by the search that suits the limits."""
        playing = limits.depth is None and limits.seconds != FOREVER
        algorithm = strongest(self.game) if playing else "engine"
        options = PLAYING if playing else USUAL
        if algorithm == "engine":
            options = replace(options, table=self._table)
        asked: Any = {"native": self._native, "progress": progress, "options": options}
        return analyze_within(limits, self._played, self.state, algorithm=algorithm, **asked)

    def _texts(self) -> list[str]:
        moves = self.game.moves(self.state)
        return [self.game.format_move(self.state, move) for move in moves]

    def _look(self, seen: Snapshot, stop: threading.Event) -> None:
        if stop.is_set():
            raise Stopped
        if seen.value is not None and seen.line and seen.depth > self._reported:
            self._reported = seen.depth
            self._tell(seen.depth, seen.nodes, seen.seconds, seen.value, seen.line)

    def _tell(
        self, depth: int, nodes: int, seconds: float, value: float, line: tuple[str, ...]
    ) -> None:
        """A line about the search; a proven win is 100 pawns, as many as there is room for."""
        score = round(100 * value) if abs(value) < WIN else round(10_000 * value)
        pv = " ".join(self._written(line))
        info = f"info depth {depth} score cp {score} time {round(1000 * seconds)} nodes {nodes}"
        self.say(f"{info} pv {pv}" if pv else info)

    def _written(self, line: tuple[str, ...] | list[str]) -> list[str]:
        """A line of our texts as the protocol writes it."""
        state, texts = self.state, []
        for text in line:
            move = self.game.parse_move(state, text)
            texts.append(self._notation.format_move(state, move))
            state = self.game.play(state, move)
        return texts

    def stop(self) -> None:
        """End the search under way; it says its best move before this returns."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
