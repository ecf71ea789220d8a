"""Chess: notation of protocols, mates that the engine proves, and endings solved."""

from collections import Counter
from itertools import permutations
from typing import ClassVar

import numpy as np
import pytest

import oracles
import zermelo
from facts import MATES
from oracles.rules import empty
from zermelo.errors import ParameterError, UsageError
from zermelo.games.chess.texts import ChessGame
from zermelo.players.protocols import notation
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.endgames import endgames
from zermelo.solver.probing.hardest import longest_win
from zermelo.solver.score import remoteness_of, value_of

CHESS = zermelo.game("chess")


def test_protocols_write_chess_as_uci_has_it():
    speaks = notation(CHESS, "uci")
    state = speaks.parse_state("r3k3/6P1/8/8/8/8/8/4K2R w Kq - 3 40")
    moves = {speaks.format_move(state, move) for move in CHESS.moves(state)}
    assert {"g7g8q", "g7g8n", "e1g1", "h1h8"} <= moves
    after = CHESS.play(state, speaks.parse_move(state, "g7g8n"))
    assert speaks.format_state(after) == "r3k1N1/8/8/8/8/8/8/4K2R b Kq - 0 1"


@pytest.mark.compiled
@pytest.mark.parametrize("mate", MATES, ids=str)
def test_the_engine_proves_a_mate_by_its_key_alone_and_none_sooner(mate):
    state, plies = CHESS.parse_state(mate.text), 2 * mate.moves - 1
    analysis = zermelo.analyze(CHESS, state, depth=plies, nodes=10_000_000)
    assert (analysis.value, analysis.exact, analysis.remoteness) == (1.0, True, plies)
    assert analysis.best_moves == (mate.key,)
    assert not zermelo.analyze(CHESS, state, depth=plies - 2).exact


def test_there_are_fifty_published_mates():
    assert len({mate.text for mate in MATES}) == len(MATES) == 50
    assert {mate.moves for mate in MATES} == {2, 3, 4}


pytest.importorskip("zarr")


class Tiny(ChessGame):
    """Chess on 3 × 4 squares."""

    shape = (3, 4)
    promotions: ClassVar[tuple[int, ...]] = (4, 3)
    setup = "rqk/ppp/PPP/RQK w - -"


def every(rules: oracles.Chess, men: str) -> dict[str, tuple]:
    """All positions with these men, by their texts, and the positions after each."""
    board, reached = empty(3, 4), {}
    for places in permutations(board, len(men)):
        placed = board.replace(*zip(places, men, strict=True))
        movers = [player for player in (0, 1) if not rules.checked(placed, 1 - player)]
        waiting = [(placed, "", None, player) for player in movers]
        for man, place in zip(men, places, strict=True):
            if man in "Pp" and place[1] in (0, 3):
                waiting = []
        for position in waiting:
            text = rules.text_of(*position)
            if text not in reached:
                after = [rules.after(position, move) for move in rules.legal(position)]
                reached[text] = (position, after)
                waiting += after
    return reached


def test_every_position_of_a_small_board_is_worth_what_an_oracle_says(tmp_path):
    """King and pawn against king, with what the pawn becomes."""
    rules = oracles.Chess("rqk/ppp/PPP/RQK", "", "QR")
    reached = every(rules, "KPk")
    number = {text: place for place, text in enumerate(reached)}
    children = [[number[rules.text_of(*at)] for at in after] for _, after in reached.values()]
    players = [position[-1] for position, _ in reached.values()]
    ends = [0 if after else rules.result(*position) for position, after in reached.values()]
    expected = oracles.retrograde(children, players, ends)

    solution = zermelo.solve(Tiny(), tmp_path / "db", endgame="KPK", native=False)
    database = Database(tmp_path / "db", Tiny())
    assert solution.states == len(reached)
    for text, (value, plies) in zip(reached, expected, strict=True):
        score = database.score(text)
        assert (value_of(score), remoteness_of(score) or 0) == (value, plies if value else 0), text
    longest = max(plies for value, plies in expected if value == 1)
    plies, state = longest_win(database)
    score = database.score(state)
    assert (plies, value_of(score), remoteness_of(score)) == (longest, 1, longest)


# Black to move against king and rook, up to symmetry: how many are lost in 0, 1, 2 … moves, and
# drawn; the data set "Chess (King-Rook vs. King)" of the UCI Machine Learning Repository, 1994,
# which Michael Bain and Arthur van Hoff made. Published longest mates: White's in 16 moves.
LOST_IN = (27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390)
DRAWN = 2796


def places(database: Database, keys: np.ndarray) -> dict[str, list[np.ndarray]]:
    """The places in a key of the bits of each field of a chess state, as in manifests."""
    packing, columns, shift = database.manifest["packing"], {}, 0
    fields = zip(type(CHESS.start())._fields, packing["most"], packing["size"], strict=True)
    for name, most, size in fields:
        ends = [shift + size * at for at in range(max(most, 1))]
        columns[name] = [keys >> end & (1 << size) - 1 for end in ends]
        shift += size * max(most, 1)
    return columns


def images(square: np.ndarray) -> list[np.ndarray]:
    """Where the eight symmetries of the board take squares."""
    row, column = square // 8, square % 8
    both = [(a, b) for a in (row, 7 - row) for b in (column, 7 - column)]
    return [8 * a + b for a, b in both] + [8 * b + a for a, b in both]


@pytest.mark.long
@pytest.mark.compiled
def test_king_and_rook_against_king_are_as_published(run, read_output, tmp_path):
    path = tmp_path / "rook"
    status, out, _ = run("solve", "chess", "--endgame", "KRK", "--out", str(path))
    assert status == 0 and "endgame KRK" in out and "longest win" in out
    database = Database(path)
    assert longest_win(database)[0] == 31
    keys, scores = database.states.part(0, database.states.places)
    at = places(database, keys)
    (rook,) = at["rooks"]
    blacks = (at["player"][0] == 1) & (rook > 0)
    assert (len(keys), int(blacks.sum())) == (406_336, 223_944)  # with 7,224 of bare kings

    black, men = at["own"][0][blacks] - 1, [each[blacks] - 1 for each in at["kings"]]
    white, rook, scores = sum(men) - black, rook[blacks] - 1, scores[blacks].astype(int)
    turned = zip(*map(images, (white, rook, black)), strict=True)
    least = np.min([one << 12 | two << 6 | three for one, two, three in turned], axis=0)
    _, first = np.unique(least, return_index=True)
    lost = Counter(remoteness_of(score) for score in scores[first].tolist() if score)
    assert lost == {2 * moves: count for moves, count in enumerate(LOST_IN)}
    assert (scores[first] == 0).sum() == DRAWN
    assert zermelo.verify(path, sample=2000).sound

    far = "K7/1R6/2k5/8/8/8/8/8 w - -"
    assert "mates in 16" in read_output("probe", str(path), "--state", far)
    known = zermelo.analyze(CHESS, CHESS.parse_state(far), depth=2, endgames=endgames(database))
    assert (known.value, known.exact, known.remoteness) == (1.0, True, 31)


def test_endings_have_as_many_positions_as_is_known():
    """Of White's turn and of Black's; as in the tables of endgames for chess programs."""
    seen = Counter(state.player for state in CHESS.endgame("KQK"))
    assert seen == {0: 144_508, 1: 223_944}


def test_an_ending_is_named_by_its_men(refused):
    kings = list(CHESS.endgame("KK"))
    assert len(kings) == len(set(kings)) == 2 * 3612
    assert all(CHESS.parse_state(CHESS.format_state(state)) == state for state in kings[::500])
    for name in ("", "KQ", "KQQ", "QKK", "kqk", "KXK"):
        with pytest.raises(UsageError, match="is not an endgame of chess; write White's men"):
            next(CHESS.endgame(name))
    assert "the limit is 1,048,576" in refused("solve", "chess", "--endgame", "KQKR")
    with pytest.raises(ParameterError, match="give only one of states and endgame"):
        zermelo.solve(CHESS, states=[CHESS.start()], endgame="KQK")
