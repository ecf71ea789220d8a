"""Claims against plain minimax; altered certificates; files and players."""

import os
import random

import pytest

import oracles
import zermelo
from pointgames import Endless
from toys import Graph, OneOrTwo, Sticks
from walking import random_game
from zermelo import ONGOING, WIN
from zermelo.contract.analysis import value_by
from zermelo.errors import CapabilityError, ParameterError, UsageError
from zermelo.process.files import whole_file
from zermelo.proofs.certificate import Certificate, Goal, read_certificate, write_certificate
from zermelo.proofs.verify import check
from zermelo.proofs.walk import Unproven, compiled_walk, walk

TRUE = [  # small games with a true claim each; a kernel of each would cost seconds
    ("nim(rows=[1, 2])", "win"),
    ("tictactoe", "draw"),
    ("tictactoe", "value >= 0"),
    ("hex(size=3)", "win"),
    ("domineering(width=3, height=3)", "win"),
    ("connectfour(width=4, height=4)", "draw"),
    ("dotsandboxes(width=2, height=2)", "score >= 1"),
    ("kalah(pits=2, seeds=2)", "score <= 5"),
    ("nim(rows=[2, 2])", "loss"),
    ("domineering(width=4, height=2)", "value <= -1"),
    ("dotsandboxes(width=2, height=1)", "score = 0"),
    ("breakthrough(width=3, height=4)", "value <= 0"),
]
MUTANTS = int(os.environ.get("MUTANTS", "600"))


def proven(spec, claim, path):
    """The certificate of a true claim."""
    assert zermelo.prove(spec, claim=claim, out=path, native=False).proven
    return read_certificate(path)


BOXES = "dotsandboxes(width=2, height=2)"


@pytest.mark.parametrize(
    "spec", ["nim(rows=[1, 2])", "tictactoe", "domineering(width=3, height=3)", BOXES]
)
def test_claims_of_every_value_are_proven_just_where_minimax_says_so(spec, tmp_path):
    chance = random.Random(1)
    for by, claims in (("outcome", "value {} {}"), ("score", "score {} {}")):
        game = zermelo.game(spec)
        if by == "score" and not (game.has("score") and game.has("score_bound")):
            continue
        game = value_by(game, by)
        worth, bound = oracles.worth_of(game), game.value_bound
        for _ in range(12):
            *_, state = random_game(game, chance, chance.randrange(6))
            number = chance.randint(1 - bound, bound)
            for sign, holds in (
                (">=", worth(state) >= number),
                ("<=", worth(state) <= -number),
                ("=", worth(state) == number),
            ):
                claim = claims.format(sign, -number if sign == "<=" else number)
                out = tmp_path / "a.proof"
                done = zermelo.prove(zermelo.game(spec), state, claim=claim, out=out, native=False)
                assert done.proven is holds, (state, claim)
                assert out.exists() is holds
                if holds:
                    assert zermelo.verify_proof(out).sound
                    out.unlink()


@pytest.mark.parametrize(("spec", "claim"), TRUE)
def test_a_certificate_is_a_strategy_against_every_reply(spec, claim, tmp_path):
    proof = proven(spec, claim, tmp_path / "a.proof")
    for goal, moves in zip(proof.claim.goals(proof.game, proof.state), proof.moves, strict=True):
        learned = {}
        given = iter(moves)

        def choose(state, learned=learned, given=given):
            learned[state] = next(given)
            return learned[state]

        walk(proof.game, proof.state, goal, choose)
        assert oracles.is_proof(proof.game, proof.state, *goal, learned)


def test_the_same_proof_is_the_same_bytes(tmp_path):
    for name in ("a", "b"):
        proven("tictactoe", "draw", tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def alter_moves(moves, chance):
    """The moves with one entry altered, dropped, added, doubled or exchanged."""
    at, moves = chance.randrange(len(moves)), list(moves)
    kind = chance.randrange(5)
    if kind == 0:
        moves[at] = chance.choice([*moves, moves[at] + 1, moves[at] - 1, moves[at] ^ 8])
    elif kind == 1:
        del moves[at]
    elif kind == 2:
        moves.insert(at, chance.choice(moves))
    elif kind == 3:
        moves[at:] = moves[at : at + 1] + moves[at:]
    else:
        other = chance.randrange(len(moves))
        moves[at], moves[other] = moves[other], moves[at]
    return tuple(moves)


def learning(goals):
    """The moves of each goal's claimant by position, and what learns them from a walk."""
    learned = [{} for _ in goals]

    def learn(game, state, move):
        mine = [goal.claimant for goal in goals].index(game.player(state))
        learned[mine][state] = move

    return learned, learn


@pytest.mark.parametrize(("spec", "claim"), TRUE)
def test_no_mutant_passes_that_is_no_proof_itself(spec, claim, tmp_path):
    proof = proven(spec, claim, tmp_path / "a.proof")
    chance, goals = random.Random(32), proof.claim.goals(proof.game, proof.state)
    accepted = 0
    for _ in range(MUTANTS // len(TRUE)):
        which = chance.randrange(len(goals))
        moves = list(proof.moves)
        moves[which] = alter_moves(moves[which], chance)
        learned, learn = learning(goals)
        _, fault = check(proof._replace(moves=tuple(moves)), learn)
        if fault is None:
            accepted += 1
            for goal, strategy in zip(goals, learned, strict=True):
                assert oracles.is_proof(proof.game, proof.state, *goal, strategy)
    assert accepted < MUTANTS // len(TRUE)


def test_a_file_of_which_any_bit_is_another_is_refused_or_the_same(tmp_path):
    path = tmp_path / "a.proof"
    proof, content = proven("nim(rows=[1, 2])", "win", path), path.read_bytes()
    refused = 0
    for bit in range(8 * len(content)):
        other = bytearray(content)
        other[bit // 8] ^= 1 << bit % 8
        path.write_bytes(other)
        try:
            assert read_certificate(path) == proof  # some bits of gzip's header say nothing
        except UsageError as error:
            assert "\n" not in str(error)
            refused += 1
    assert refused > 8 * (len(content) - 10)


@pytest.mark.compiled
@pytest.mark.parametrize(("spec", "claim"), TRUE[:8])
def test_the_compiled_walk_comes_to_the_same_verdict(spec, claim, tmp_path):
    proof = proven(spec, claim, tmp_path / "a.proof")
    chance = random.Random(33)
    for goal, moves in zip(proof.claim.goals(proof.game, proof.state), proof.moves, strict=True):
        for changes in range(60):
            given = alter_moves(moves, chance) if changes else moves
            result = compiled_walk(proof.game, proof.state, goal, given)
            assert result == plainly(proof, goal, given)


def plainly(proof, goal, moves):
    """The number of positions that the plain walk visits, None if it fails."""
    given = iter(moves)
    try:
        count = walk(proof.game, proof.state, goal, lambda state: next(given, None))
    except Unproven:
        return None
    return count if next(given, None) is None else None


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("spec", "claim", "by"),
    [
        ("connectfour(width=4, height=4)", "draw", "alpha-beta"),
        ("dotsandboxes(width=2, height=2)", "score >= 1", "alpha-beta"),
        ("domineering(width=5, height=5)", "loss", "parts"),
        ("breakthrough(width=3, height=5)", "value <= 0", "df-pn"),
    ],
)
def test_a_kernel_collects_the_moves_of_a_large_proof(spec, claim, by, tmp_path, monkeypatch):
    monkeypatch.setattr("zermelo.proofs.portfolio.FEW", 10)
    monkeypatch.setattr("zermelo.proofs.walk.LEAST_ROOM", 0)
    walks = []
    chosen = zermelo.proofs.portfolio.chosen_walk
    monkeypatch.setattr(
        "zermelo.proofs.portfolio.chosen_walk",
        lambda *given: walks.append(chosen(*given)) or walks[-1],
    )
    done = zermelo.prove(spec, claim=claim, out=tmp_path / "a.proof", threads=1)  # in turns
    assert done.proven and done.by == by
    assert done.positions == sum(positions for positions, _ in walks)
    proof = read_certificate(tmp_path / "a.proof")
    claimed = proof.claim.goals(proof.game, proof.state)
    learned, learn = learning(claimed)
    assert check(proof, learn) == (done.positions, None)
    for goal, strategy in zip(claimed, learned, strict=True):
        assert oracles.is_proof(proof.game, proof.state, *goal, strategy)


def ring(left_at: tuple[int, int, int], kind=Graph, **more) -> Graph:
    """Players go round three places, or leave to a node where the other has drawn, 6, or won, 8."""
    places = [(place, player) for place in range(3) for player in (0, 1)]
    following = [(2 * ((at + 1) % 3) + 1 - who, left_at[at] + 1 - who) for at, who in places]
    children = (*following, (), (), (), ())
    return kind(children=children, players=(0, 1) * 5, eighths=(0,) * 8 + (8, 8), **more)


RING = ring((6, 8, 6))


@pytest.mark.compiled
def test_the_compiled_walk_grows_and_knows_loops(monkeypatch):
    monkeypatch.setattr("zermelo.proofs.walk.LEAST_ROOM", 0)
    game = RING
    assert compiled_walk(game, game.start(), Goal(0, 0), [0] * 6) is None
    assert compiled_walk(game, game.start(), Goal(0, 0), [1 << 63] * 6) is None
    count = walk(game, game.start(), Goal(0, 0), lambda state: 0)
    assert compiled_walk(game, game.start(), Goal(0, 0), [0] * (count // 2)) == count
    assert compiled_walk(game, game.start(), Goal(0, 1), [0] * (count // 2)) is None


def test_endless_play_proves_what_it_is_worth_else_a_draw():
    assert walk(RING, RING.start(), Goal(0, 0), lambda state: 0) > 3
    with pytest.raises(Unproven, match="leads back"):
        walk(RING, RING.start(), Goal(0, 1), lambda state: 0)
    game = ring((6, 8, 6), Endless, endless=WIN)
    with pytest.raises(Unproven, match="leads back"):
        walk(game, game.start(), Goal(1, 0), lambda state: 0)
    with pytest.raises(Unproven, match="missed"):  # the other player may leave for a draw
        walk(game, game.start(), Goal(0, 1), lambda state: 0)
    for claim, proven in (("value >= 0", True), ("win", False)):  # by all positions
        assert zermelo.prove(ring((8, 8, 8)), claim=claim, native=False).proven is proven


class Stuck(Graph):
    """A node without moves that is not over."""

    def outcome(self, state):
        return ONGOING


def test_a_position_without_moves_proves_nothing():
    with pytest.raises(Unproven, match="goes on without a legal move"):
        walk(Stuck(), Stuck().start(), Goal(1, 1), lambda state: 0)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("victory", "a claim should be win, draw, loss"),
        ("value > 0", "a claim should be"),
        ("value >= 2", "every value is from -1 to 1"),
        ("value >= -1", "true of every position"),
        ("score >= 3", "counts no points"),
    ],
)
def test_a_wrong_claim_is_one_line(claim, said):
    with pytest.raises(UsageError, match=said) as refused:
        zermelo.prove("tictactoe", claim=claim, native=False)
    assert "\n" not in str(refused.value)


def test_numbers_that_make_no_sense_and_positions_without_a_text_are_refused(tmp_path):
    for given in ({"seconds": -1}, {"table": 0}):
        with pytest.raises(ParameterError):
            zermelo.prove("tictactoe", native=False, **given)
    game = OneOrTwo()
    with pytest.raises(CapabilityError, match="format_state"):
        zermelo.prove(game, Sticks(2, 1), claim="win", out=tmp_path / "a", native=False)
    assert not any(tmp_path.iterdir())


def test_another_game_is_refused_and_other_code_of_the_same_rules_is_not(tmp_path, monkeypatch):
    path = tmp_path / "a.proof"
    proven("hex(size=3)", "win", path)
    with pytest.raises(UsageError, match=r"about hex\(size=3\), not about hex\(size=4\)"):
        read_certificate(path, zermelo.game("hex(size=4)"))
    fingerprint = "zermelo.proofs.certificate.truth_fingerprint"
    monkeypatch.setattr(fingerprint, lambda game: "0" * 16)
    assert zermelo.verify_proof(path, native=False).sound


@pytest.mark.parametrize(
    "change",
    [
        {"claim": None},
        {"moves": 3},
        {"moves": [-1, 77]},
        {"moves": [1]},
        {"state": "no such position"},
        {"more": 1},
    ],
)
def test_a_file_that_says_something_else_of_itself_is_damaged(change, tmp_path):
    from zermelo.proofs.certificate import PROOF

    path = tmp_path / "a.proof"
    proven("hex(size=3)", "win", path)
    about, *lines = PROOF.read(path)
    path.write_bytes(PROOF.lines([about | change, *lines]))
    with pytest.raises(UsageError, match="is damaged"):
        read_certificate(path)


def test_other_files_are_no_proofs(tmp_path):
    path = tmp_path / "a.proof"
    for content in (b"", b"\x1f\x8b", b"\x1f\x8bnothing"):
        path.write_bytes(content)
        with pytest.raises(UsageError):
            zermelo.verify_proof(path)


def test_the_commands_prove_and_verify_and_a_false_claim_writes_nothing(tmp_path, run):
    path = tmp_path / "a.proof"
    done = run("prove", "tictactoe", "--claim", "win", "--out", str(path), "--plain")
    assert done[0] == 1 and "refuted" in done[1] and not path.exists()
    proved = run("prove", "tictactoe", "--claim", "draw", "--out", str(path), "--plain")
    for status, out, _ in (proved, run("verify", str(path))):
        assert status == 0 and "proven" in out and "claim   draw" in out


def test_a_bad_certificate_ends_with_1(tmp_path, run):
    path = tmp_path / "a.proof"
    proof = proven("tictactoe", "draw", path)
    path.write_bytes(b"")
    with whole_file(path) as draft:
        write_certificate(draft, Certificate(*proof[:3], (proof.moves[0], proof.moves[1][:-1])))
    status, out, _ = run("verify", str(path))
    assert status == 1 and "lacks a move of its proof" in out


@pytest.mark.parametrize("seconds", [0, 0.05])
def test_time_that_is_too_short_proves_nothing(seconds, tmp_path):
    given = {"seconds": seconds, "native": False, "table": 1}
    done = zermelo.prove("connectfour", claim="win", out=tmp_path / "a", **given)
    assert done.proven is None and [path.name for path in tmp_path.iterdir()] == ["a.part"]


def test_a_player_who_follows_a_proof_never_loses_what_it_proves(tmp_path):
    path = tmp_path / "a.proof"
    proven("hex(size=3)", "win", path)
    played = zermelo.match("hex(size=3)", f"proof:{path}", "random", games=10, native=False)
    assert played.moving_first.wins == 5
    with pytest.raises(UsageError, match="not about"):
        zermelo.match("hex(size=4)", f"proof:{path}", "random", games=2, native=False)
