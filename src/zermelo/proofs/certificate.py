"""Claims about a position, like "win", "value >= 0" or "score <= -3", and the file of a proof.

The file has lines with digests, see `zermelo.process.ledger`, compressed with gzip. The same proof
always gives the same bytes.

line 2   the game's spec, its rules' fingerprint, the state, the claim, and the number of moves for
         each goal of the claim
others   the claimant's moves in the order of the walk, see `walk`, at most LINE in a line; each
         goal begins on a new line
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from zermelo.contract.analysis import By, value_by
from zermelo.contract.game import Game
from zermelo.errors import CapabilityError, ParameterError, TextError, UsageError, clip
from zermelo.native.fingerprint import truth_fingerprint
from zermelo.process.files import DraftFile, file_errors, regular_file
from zermelo.process.ledger import Kind, damage_error
from zermelo.spec import format_game, recorded_game

SHORT: Final = {"win": "value = 1", "draw": "value = 0", "loss": "value = -1"}
RELATION: Final = re.compile(r"(value|score) *(>=|<=|=|≥|≤) *([+-]?[0-9]{1,5})")
SIGNS: Final = {"≥": ">=", "≤": "<="}
RIGHT: Final = 'a claim should be win, draw, loss, or one like "value >= 0" or "score >= 3"'


class Goal(NamedTuple):
    """One player's side of a claim: `claimant` gets `least` or more, a value or points."""

    claimant: int
    least: int


@dataclass(frozen=True)
class Claim:
    """A claim about a position's worth to its player to move, by outcome or in points."""

    text: str
    by: By
    relation: str
    number: int

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a claim; raises `ParameterError` for any other text.

        >>> Claim.read("score≥3").text
        'score >= 3'
        """
        said = text.strip() if isinstance(text, str) else ""
        parts = RELATION.fullmatch(SHORT.get(said, said))
        if parts is None:
            raise ParameterError(f"{RIGHT}, not {clip(str(text))}")
        what, sign, number = parts[1], SIGNS.get(parts[2], parts[2]), int(parts[3])
        claim = said if said in SHORT else f"{what} {sign} {number}"
        return cls(claim, "score" if what == "score" else "outcome", sign, number)

    def goals(self, game: Game, state: Any) -> tuple[Goal, ...]:
        """The goals that prove the claim about `state`, for `game` with values of the claim's kind.
        Raises `UsageError` for a number beyond the game's values, and for a claim true of every
        position.
        """
        player, bound = game.player(state), game.value_bound
        kind = "score" if self.by == "score" else "value"
        if abs(self.number) > bound:
            raise UsageError(
                f"{self.text} is not a valid claim: every {kind} is from {-bound} to {bound}"
            )
        sides = {">=": [(player, self.number)], "<=": [(1 - player, -self.number)]}
        goals = sides.get(self.relation, sides[">="] + sides["<="])
        chosen = tuple(Goal(*goal) for goal in goals if goal[1] > -bound)
        if not chosen:
            raise UsageError(f"{self.text} is true of every position, so there is nothing to prove")
        return chosen


PROOF: Final = Kind(holds="proof", busy="another command", version=1, compressed=True)
MAGIC: Final = b"\x1f\x8b"  # the first bytes of gzip files
LINE: Final = 1000  # the most moves in a line
KNOWN: Final[dict[str, Any]] = {
    **dict.fromkeys(("game", "spec", "rules", "claim"), str),
    "state": (str, type(None)),
    "moves": list,
}

Moves = Sequence[int]


class Certificate(NamedTuple):
    """A stored proof."""

    game: Game  # the game, by outcome or by score as claimed
    state: Any
    claim: Claim
    moves: tuple[Moves, ...]  # the claimant's moves for each goal, in the order of the walk


def is_certificate(path: Path) -> bool:
    """Whether a file begins like a certificate."""
    with file_errors("read", path), regular_file(path) as file:
        return file.read(len(MAGIC)) == MAGIC


def written_state(game: Game, state: Any) -> str | None:
    """The position's text, or None for the start; `CapabilityError` if no text stands for it."""
    if state == game.start():
        return None
    if game.has("format_state") and game.has("parse_state"):
        text = game.format_state(state)
        if game.parse_state(text) == state:
            return text
    raise CapabilityError(
        f"{game} has no texts of its positions: define format_state and parse_state, or prove a "
        "claim about the start"
    )


def write_certificate(draft: DraftFile, proof: Certificate) -> int:
    """Write a certificate; return its size in bytes."""
    about = {
        "game": str(proof.game),
        "spec": format_game(proof.game),
        "rules": truth_fingerprint(proof.game),
        "state": written_state(proof.game, proof.state),
        "claim": proof.claim.text,
        "moves": [len(moves) for moves in proof.moves],
    }
    lines = (row[at : at + LINE] for row in proof.moves for at in range(0, len(row), LINE))
    return draft.write(PROOF.lines([about, *lines]))


def proven_game(path: Path) -> str:
    """The name of a certificate's game; `UsageError` for a file without one."""
    return str(_load_lines(path)[0]["game"])


def read_certificate(path: Path, game: Game | None = None) -> Certificate:
    """Read a certificate; check only that it is complete and about this game, by default the game
    that the file names. Pass your own game as `game`: files run no code. Rules' fingerprints are
    not compared: a walk shows whether the proof holds by these rules. Raises `UsageError` for a
    file without a certificate, for damage, and for another game.
    """
    about, lines = _load_lines(path)
    claim = Claim.read(about["claim"])
    rules = value_by(recorded_game(about["spec"], path) if game is None else game, claim.by)
    of = clip(about["game"], 200)
    if about["game"] != str(rules):
        raise UsageError(f"{path} is a proof about {of}, not about {rules}")
    moves, text = chain.from_iterable(lines), about["state"]
    proofs = tuple(list(islice(moves, count)) for count in about["moves"])
    try:
        state = rules.start() if text is None else rules.parse_state(text)
    except TextError:
        raise damage_error(path, f"{clip(text)} is not a position of {rules}") from None
    return Certificate(rules, state, claim, proofs)


def _load_lines(path: Path) -> tuple[dict[str, Any], list[Moves]]:
    """Read a certificate's facts, like its claim and game, and its lines of moves."""
    about, *lines = PROOF.read(path) or [None]
    whole = isinstance(about, dict) and about.keys() == KNOWN.keys()
    if whole and all(isinstance(about[name], kind) for name, kind in KNOWN.items()):
        counts = about["moves"]
        moves = [move for line in lines for move in (line if isinstance(line, list) else [None])]
        ints = all(type(number) is int for number in (*moves, *counts))
        if ints and min(counts, default=0) >= 0 and sum(counts) == len(moves):
            return about, lines
    raise damage_error(path, "its claim or its moves are incomplete or malformed")
