"""Engine protocols: parse and obey commands, search, and print scores and the best move."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, NamedTuple

from zermelo.contract.analysis import Analysis, curve_of
from zermelo.contract.arguments import DEPTH, NODES, SECONDS, Range
from zermelo.contract.game import DRAW, LOSS, ONGOING, WIN, Game
from zermelo.errors import Stopped, TextError, ZermeloError, clip
from zermelo.learned.evaluation import shipped_weights, with_weights
from zermelo.native import switched_off
from zermelo.play.history import DrawRules, History
from zermelo.players.levels import strongest
from zermelo.players.protocols import Notation, notation
from zermelo.search.analyze import analyze_within
from zermelo.search.clock import Limits, Snapshot
from zermelo.search.engine.compiling import Workspace
from zermelo.search.engine.knownends import ONE_MOVE, PLAYING
from zermelo.search.engine.sums import Sums
from zermelo.search.engine.table import Table

SHARE: Final = 25  # a move gets the remaining time divided by this
SOONEST: Final = 0.001  # the fewest seconds for a search
TIMES: Final = {"ugi": ("p1time", "p2time", "p1inc", "p2inc")}
CHESS_TIMES: Final = ("wtime", "btime", "winc", "binc")
NUMBERS: Final = ("depth", "nodes", "mate", "movetime", "movestogo")
WORDS: Final = frozenset(
    (*NUMBERS, *TIMES["ugi"], *CHESS_TIMES, "searchmoves", "infinite", "ponder")
)
TURNS: Final = Range(1, DEPTH.most // 2)
MILLISECONDS: Final = Range(0, 1000 * SECONDS.most, whole=False)


class GoCommand(NamedTuple):
    """The arguments of the command `go`."""

    depth: int | None
    nodes: int | None
    seconds: float | None
    moves: tuple[str, ...]  # the texts of the only moves to search; all moves if empty
    infinite: bool  # whether the best move waits for `stop`
    ponder: bool  # whether the best move waits for `stop` or `ponderhit`, which starts the clock
    faults: tuple[str, ...]  # a sentence for each number that cannot be read

    @property
    def waits(self) -> bool:
        """Whether the best move has to wait even if the search is done."""
        return self.infinite or self.ponder

    @property
    def plays(self) -> bool:
        """Whether to search as in a game, with limited time or nodes, but no depth."""
        limited = self.seconds is not None or self.nodes is not None
        return limited and self.depth is None and not self.infinite

    def limits(self, passed: float) -> Limits:
        """The limits of a search that begins `passed` seconds after `go`."""
        seconds = None if self.waits else self.seconds
        left = None if seconds is None else max(SOONEST, seconds - passed)
        free = left is None and self.nodes is None
        return Limits(self.depth, left, int(NODES.most) if free else self.nodes)


def parse_go(words: list[str], protocol: str, player: int) -> GoCommand:
    """Parse the words of a `go`, with `player` to move. Numbers out of range become the
    nearest allowed, and unreadable numbers the least allowed, so that every `go` ends.
    """
    given: dict[str, list[str]] = {}
    values: list[str] = []
    for word in words:
        if word in WORDS:
            values = given.setdefault(word, [])
        else:
            values.append(word)
    faults: list[str] = []

    def number(name: str, allowed: Range) -> float | None:
        if name not in given:
            return None
        text = " ".join(given[name][:1])
        try:
            return max(allowed.least, min(float(text), allowed.most))
        except ValueError:
            faults.append(f"{name} should be a number, {allowed.least} or more, not {clip(text)!r}")
            return allowed.least

    times = TIMES.get(protocol, CHESS_TIMES)
    left, more = number(times[player], MILLISECONDS), number(times[2 + player], MILLISECONDS) or 0
    turns, depth = number("mate", TURNS), number("depth", DEPTH)
    share = min(SHARE, number("movestogo", TURNS) or SHARE)
    movetime = number("movetime", MILLISECONDS)
    if movetime is None and left is not None:
        movetime = min(left / share + 0.8 * more, left / 2)
    depths = [int(plies) for plies in (depth, turns and 2 * turns - 1) if plies]
    nodes = number("nodes", NODES)
    return GoCommand(
        depth=min(depths, default=None),
        nodes=None if nodes is None else int(nodes),
        seconds=None if movetime is None else max(SOONEST, movetime / 1000),
        moves=tuple(given.get("searchmoves", ())),
        infinite="infinite" in given,
        ponder="ponder" in given,
        faults=tuple(faults),
    )


PER_PAWN: Final = 0.368208  # a pawn's worth in log-odds of a win, as lichess estimates it


def protocol_score(game: Game, value: float, plies: int) -> str:
    """The score of a value: "cp 35" for an estimate, "mate 3" or "mate -2" for a win or a loss.
    The game ends in `plies` plies; "mate" counts the winner's turns. An estimate is converted to
    hundredths of a pawn: `game.pawn` is a pawn's worth in the evaluation. Without it, the chance to
    win is converted as lichess does for chess: 75% to "cp 298".
    """
    if abs(value) < WIN:
        pawn = getattr(game, "pawn", None)
        pawns = value / pawn if pawn else curve_of(game).odds(value) / PER_PAWN
        return f"cp {round(100 * pawns)}"
    return f"mate {(plies + 1) // 2 if value > 0 else -(plies // 2)}"


GRACE: Final = 0.03  # seconds for a stopped search to end by itself
Say = Callable[[str], None]  # prints a line


class Reply:
    """Prints the results of a search of `state`; `best` is the move to print without a line."""

    def __init__(
        self, order: GoCommand, state: Any, notation: Notation, best: str, say: Say
    ) -> None:
        self.order, self.state, self._notation = order, state, notation
        self._best, self._say, self.depth = best, say, 0
        self._lock, self._timer = threading.RLock(), threading.Timer(0, self.end)
        self.released = threading.Event()  # set once the best move may be printed
        self.stopped = threading.Event()  # set once the search has to end
        self.said = threading.Event()  # set once the best move is printed

    def report(self, found: Analysis | Snapshot) -> None:
        """Print the depth of the search, the score and the line."""
        with self._lock:
            if self.said.is_set() or found.value is None:
                return
            line = found.line_moves if isinstance(found, Analysis) else found.line
            game, state, pv = self._notation.game, self.state, list[str]()
            for text in line:
                move = game.parse_move(state, text)
                pv.append(self._notation.format_move(state, move))
                state = game.play(state, move)
            self.depth = max(self.depth, found.depth)
            plies = found.remoteness or len(line)
            score = protocol_score(game, found.value, plies)
            spent = f"time {round(1000 * found.seconds)} nodes {found.nodes}"
            self._say(" ".join([f"info depth {self.depth} score {score} {spent} pv", *pv]))
            self._best = pv[0] if pv else self._best

    def finish(self) -> None:
        """Print the best known move, unless one has been printed."""
        with self._lock:
            if not self.said.is_set():
                self._timer.cancel()
                self._say(f"bestmove {self._best}")
                self.said.set()

    def end(self) -> None:
        """End the search and print the best move, even if the search does not react."""
        self.stopped.set()
        self.released.set()
        if not self.said.wait(GRACE):
            self.finish()

    def release(self) -> None:
        """Allow the best move to be printed, and start the move's time limit."""
        self.released.set()
        if self.order.seconds is not None:
            self._timer = threading.Timer(self.order.seconds, self.end)
            self._timer.daemon = True
            self._timer.start()


HASH: Final = 16  # MiB of the table, unless a program asks for another size
MOST: Final = 2048
GLANCE: Final = 0.01  # seconds between checks whether the machine code is ready


class Engine:
    """Obeys the lines of a protocol, and prints answers with `say`. Searches run on a separate
    thread, compiled if `native` is true; if it is None, only large searches are compiled.
    """

    def __init__(self, game: Game, protocol: str, say: Say, *, native: bool | None) -> None:
        self.game, self.protocol, self.say, self._native = game, protocol, say, native
        self._notation = notation(game, protocol)
        weights = shipped_weights(game)
        self._played = with_weights(game, weights) if weights else game
        self._table: Table | None = None
        self._mebibytes = HASH
        self._history = self._new_history(game.start())
        self._reply: Reply | None = None
        self._compiled = threading.Event()
        self._compiler = threading.Thread(target=self._compile, daemon=True)
        if native is False or switched_off():
            self._compiled.set()

    @property
    def state(self) -> Any:
        """The position that the next `go` searches."""
        return self._history.state

    @property
    def searching(self) -> bool:
        """Whether a search has not printed its best move yet."""
        return self._reply is not None and not self._reply.said.is_set()

    def hear(self, line: str) -> bool:
        """Obey a line of input; return False for "quit"."""
        word, *rest = line.split() or [""]
        actions = {
            self.protocol: self._introduce,
            "isready": self._ready,
            "setoption": lambda: self._set_option(rest),
            f"{self.protocol}newgame": self._begin,
            "position": lambda: self._place(rest),
            "query": lambda: self._answer(rest),
            "go": lambda: self._go(rest),
            "ponderhit": self._ponderhit,
            "stop": self.stop,
            "quit": self.stop,
        }
        if word in actions and not (word == "query" and self.protocol != "ugi"):
            try:
                actions[word]()
            except (ZermeloError, ValueError) as error:
                self._explain(error)
        return word != "quit"

    def _explain(self, error: Exception | str) -> None:
        self.say(f"info string {' '.join(str(error).split())}")

    def _introduce(self) -> None:
        self.say(f"id name Zermelo playing {self.game}")
        self.say("id author the Zermelo project")
        self.say(f"option name hash type spin default {HASH} min 1 max {MOST}")
        if variant := self._notation.variant:
            self.say(f"option name UCI_Variant type combo default {variant} var {variant}")
        self.say(f"{self.protocol}ok")

    def _ready(self) -> None:
        """Print readyok once the machine code is ready; during a search, print it at once."""
        if self._compiled.is_set() or self.searching:
            self.say("readyok")
            return

        def wait() -> None:
            self._compiled.wait()
            self.say("readyok")

        self._begin_compiling()
        threading.Thread(target=wait, daemon=True).start()

    def _begin_compiling(self) -> None:
        if not self._compiled.is_set() and not self._compiler.is_alive():
            self._compiler.start()

    def _compile(self) -> None:
        """Compile everything that a `go` may need."""
        try:
            for algorithm in sorted({"engine", strongest(self.game)}):
                once: Any = {"algorithm": algorithm, "options": PLAYING, "native": True}
                analyze_within(Limits(nodes=1), self._played, self.game.start(), **once)
            if Sums.answers(self._played, self.game.start()):
                Sums(self._played, Workspace(Table(0), native=True))
        finally:
            self._compiled.set()

    def _begin(self) -> None:
        self.stop()
        self._table, self._history = None, self._new_history(self.game.start())

    def _new_history(self, start: Any, quiet: int = 0) -> History:
        """The history of a game from `start`, reached after `quiet` moves without progress."""
        draws = DrawRules(quiet=self._notation.quiet, cap=None)
        return History(self.game, draws, start, quiet)

    def _set_option(self, words: list[str]) -> None:
        """Obey `setoption`, for example `name hash value 64`; other options have no effect."""
        setting = " ".join(words).partition(" value ")
        if setting[0].lower() == "name hash":
            self._mebibytes = min(MOST, max(1, int(setting[2])))
            self._table = None

    def _place(self, words: list[str]) -> None:
        """Obey `position`: `startpos`, or `fen` and a text, then perhaps `moves` from there."""
        self.stop()
        cut = words.index("moves") if "moves" in words else len(words)
        kind, text = words[:1], " ".join(words[1:cut])
        if kind == ["fen"]:
            state, quiet = self._notation.parse_state(text), self._notation.quiet_moves(text)
        elif kind == ["startpos"]:
            state, quiet = self.game.start(), 0
        else:
            raise TextError("position needs startpos or fen TEXT, and may have moves after it")
        history = self._new_history(state, quiet)
        for move in words[cut + 1 :]:
            history.play(self._notation.parse_move(history.state, move))
        self._history = history

    def _answer(self, words: list[str]) -> None:
        """Answer UGI's questions about the position."""
        over, results = self._history.over, {WIN: "p1win", LOSS: "p2win", DRAW: "draw"}
        answers = {
            "gameover": str(over).lower(),
            "p1turn": str(self.game.player(self.state) == 0).lower(),
            "result": results[self._history.result] if over else "none",
        }
        if words and words[0] in answers:
            self.say(f"response {answers[words[0]]}")

    def _go(self, words: list[str]) -> None:
        began, state = time.perf_counter(), self.state
        self.stop()
        order = parse_go(words, self.protocol, self.game.player(state))
        for fault in order.faults:
            self._explain(fault)
        legal: dict[str, int] = {}
        if self.game.outcome(state) == ONGOING:
            legal = {self._notation.format_move(state, m): m for m in self.game.moves(state)}
            for text in order.moves:
                if text not in legal:
                    self._explain(f"searchmoves: {clip(text)} is not a legal move here")
        wanted = [text for text in order.moves if text in legal] or [*legal]
        best = wanted[0] if wanted else "(none)"
        self._reply = Reply(order, state, self._notation, best, self.say)
        if not order.waits:
            self._reply.release()
        self._begin_compiling()
        algorithm = strongest(self.game) if order.plays and not order.moves else "engine"
        options = PLAYING if order.plays else ONE_MOVE
        if algorithm == "engine" and wanted:
            self._table = self._table or Table(self._mebibytes)
            only = frozenset(legal[text] for text in wanted) if order.moves else None
            draws = self._history.match_draws()
            options = replace(options, table=self._table, match_draws=draws, only=only)
        asked: Any = {"algorithm": algorithm, "options": options} if wanted else None
        search = (self._reply, asked, began)
        threading.Thread(target=self._think, args=search, daemon=True).start()

    def _think(self, reply: Reply, options: dict[str, Any] | None, began: float) -> None:
        """Search, wait until the best move may be printed, and print it."""

        def look(seen: Snapshot) -> None:
            if reply.stopped.is_set():
                raise Stopped
            if seen.line and seen.depth > reply.depth:
                reply.report(seen)

        try:
            most = reply.order.limits(0).seconds  # wait for machine code for at most half of it
            while not self._compiled.wait(GLANCE) and not reply.stopped.is_set():
                if most is not None and time.perf_counter() - began > most / 2:
                    break
            native = self._native if self._compiled.is_set() else False
            if options is not None and not reply.stopped.is_set():
                limits = reply.order.limits(time.perf_counter() - began)
                asked: Any = {"native": native, "progress": look, **options}
                reply.report(analyze_within(limits, self._played, reply.state, **asked))
        except Exception as error:  # rules may raise anything; the host still waits for a move
            self._explain(error)
        reply.released.wait()
        reply.finish()

    def _ponderhit(self) -> None:
        """Start the search's time limit, because the opponent has played the expected move."""
        if self._reply is not None and not self._reply.order.infinite:
            self._reply.release()

    def stop(self) -> None:
        """End the current search, which prints its best move before this returns."""
        if self._reply is not None:
            self._reply.end()
