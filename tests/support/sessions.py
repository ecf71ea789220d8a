"""Random sessions of engine protocols, compared with a small model of the published protocols."""

import queue
import time
from dataclasses import dataclass, field

from hypothesis import strategies as st

import zermelo
from zermelo import ONGOING
from zermelo.bridges.engine import Engine
from zermelo.players.protocols import notation

GAMES = [
    ("tictactoe", "ugi"), ("tictactoe", "uci"), ("nim(rows=[1, 2, 3])", "ugi"), ("gardner", "uci"),
    ("connectfour", "uci"), ("kalah(pits=2, seeds=1)", "ugi"),
]  # fmt: skip
PATIENCE = 60.0  # seconds after which an answer counts as missing, on the busiest machine
ENDLESS = {("depth", "9999"), ("nodes", "99999999999999999999"), ("mate", "9")}  # limits too high
TIMES = {"ugi": ("p1time", "p2time", "p1inc", "p2inc"), "uci": ("wtime", "btime", "winc", "binc")}
CLOCKS = ["100", "2000.5", "0", "-7", "soon"]
LIMITS = [
    *(("depth", text) for text in ("1", "2", "0", "-3", "1.5", "much", "", "9999")),
    *(("nodes", text) for text in ("1", "60", "0", "-1", "nan", "99999999999999999999")),
    *(("movetime", text) for text in ("1", "20", "30.5", "0", "-5", "x")),
    *(("mate", text) for text in ("1", "0", "9")),
    ("movestogo", "1"), ("movestogo", "0"), ("infinite", ""), ("ponder", ""), ("weather", "fine"),
]  # fmt: skip


def steps(protocol: str) -> st.SearchStrategy:
    """One step of a session: its name and its arguments."""
    clocks = [(word, text) for word in TIMES[protocol] for text in CLOCKS]
    numbers = st.lists(st.integers(0, 999), max_size=4)
    go = st.tuples(
        st.just("go"),
        st.lists(st.sampled_from(LIMITS + clocks), max_size=3),
        numbers,
        st.booleans(),
    )
    played = st.lists(st.integers(0, 999), max_size=8)
    position = st.tuples(st.just("position"), played, st.booleans(), st.booleans())
    words = st.sampled_from(["isready", "stop", "ponderhit", "newgame", "hash", "query", "odd"])
    return st.one_of(go, position, go, position, words.map(lambda word: (word,)))


SESSIONS = st.sampled_from(GAMES).flatmap(
    lambda game: st.tuples(st.just(game), st.lists(steps(game[1]), min_size=2, max_size=12))
)


@dataclass
class Owed:
    """A best move that the engine still has to send, any of `moves`."""

    moves: set[str]
    ponders: bool
    bounded: bool


@dataclass
class Session:
    """One session with the engine, and the state of the model."""

    spec: str
    protocol: str
    owed: Owed | None = None
    said: queue.SimpleQueue = field(default_factory=queue.SimpleQueue)
    readied: queue.SimpleQueue = field(default_factory=queue.SimpleQueue)

    def __post_init__(self) -> None:
        self.game = zermelo.game(self.spec)
        self.texts = notation(self.game, self.protocol)
        self.state = self.game.start()
        self.engine = Engine(self.game, self.protocol, self.say, native=False)

    def say(self, line: str) -> None:
        assert "\n" not in line
        if line.startswith("bestmove "):
            self.said.put(line)
        elif line == "readyok":
            self.readied.put(line)

    def hold(self, steps: list[tuple]) -> None:
        """Take each step, then quit; raise `AssertionError` where the model disagrees."""
        for name, *given in steps:
            getattr(self, name)(*given)
        assert not self.engine.hear("quit")
        self.settle()
        assert self.said.empty() and self.readied.empty()

    def hear(self, line: str) -> None:
        assert self.engine.hear(line)

    def settle(self) -> None:
        """Require the best move that the engine still has to send, if there is one."""
        if self.owed is not None:
            self.take(0.0)

    def take(self, patience: float = PATIENCE) -> None:
        owed, self.owed = self.owed, None
        line = self.said.get(timeout=patience) if patience else self.said.get_nowait()
        assert line.split()[1] in owed.moves

    # Steps ---------------------------------------------------------------------------------------

    def legal(self, state: tuple) -> list[str]:
        over = self.game.outcome(state) != ONGOING
        return [] if over else [self.texts.format_move(state, m) for m in self.game.moves(state)]

    def go(self, limits: list[tuple[str, str]], picks: list[int], odd: bool) -> None:
        legal = self.legal(self.state)
        only = [legal[pick % len(legal)] for pick in picks] if legal else []
        words = [f"{word} {text}".strip() for word, text in limits]
        searched = ["searchmoves", *only, *(["z9z9"] if odd else [])] if picks or odd else []
        self.hear(" ".join(["go", *words, *searched]))
        self.settle()
        given = dict(limits) | {word: text for word, text in reversed(limits) if text}
        own = TIMES[self.protocol][self.game.player(self.state)]
        self.owed = Owed(
            set(only or legal) or {"(none)"},
            "ponder" in given and "infinite" not in given,
            any((w, t) not in ENDLESS for w, t in given.items() if w in ("depth", "nodes", "mate"))
            or "movetime" in given or own in given,
        )  # fmt: skip
        if "infinite" in given or "ponder" in given:
            time.sleep(0.002)
            assert self.said.empty()
        elif self.owed.bounded or not legal:
            self.take()

    def stop(self) -> None:
        self.hear("stop")
        self.settle()
        assert self.said.empty()

    def ponderhit(self) -> None:
        self.hear("ponderhit")
        if self.owed is not None and self.owed.ponders:
            self.owed.ponders = False
            if self.owed.bounded or self.owed.moves == {"(none)"}:
                self.take()

    def position(self, picks: list[int], from_text: bool, wrong: bool) -> None:
        """Send a random game, perhaps from a FEN on, perhaps with an illegal move at its end."""
        state, before, moves = self.game.start(), self.game.start(), []
        for number, pick in enumerate(picks):
            if legal := self.legal(state):
                text = legal[pick % len(legal)]
                state = self.game.play(state, self.texts.parse_move(state, text))
                moves.append(text)
                if from_text and number == len(picks) // 2:
                    before, moves = state, []
        start = (
            "startpos" if before == self.game.start() else f"fen {self.texts.format_state(before)}"
        )
        moves += ["z9z9"] if wrong else []
        self.hear(" ".join(["position", start, *(["moves", *moves] if moves else [])]))
        self.settle()
        self.state = self.state if wrong else state

    def isready(self) -> None:
        self.hear("isready")
        assert self.readied.get(timeout=PATIENCE) == "readyok"

    def newgame(self) -> None:
        self.hear(f"{self.protocol}newgame")
        self.settle()
        self.state = self.game.start()

    def hash(self) -> None:
        self.hear("setoption name Hash value 2")

    def query(self) -> None:
        self.hear("query gameover")

    def odd(self) -> None:
        self.hear("xyzzy go depth 1")
