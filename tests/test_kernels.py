"""Every kernel has a twin: an oracle, slow and obvious, that shares no code with it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import oracles

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "zermelo"

# Which oracle holds which kernels to account, by module. A kernel that only others call is held
# by the oracle of those; the tests of its module compare the two.
TWINS = {
    oracles.sequences: {"search.perft": "count_sequences"},
    oracles.at_random: {"search.playouts": "pick_move playout play_games"},
    oracles.limited: {
        "search.textbook": "estimate max_value min_value minimax_decision"
        " alpha_beta_max alpha_beta_min fail_soft_max fail_soft_min minimax_values"
        " alpha_beta_value alpha_beta_values",
        "search.memo": "below memo_max memo_min memo_value memo_values"
        " bounds_max bounds_min bounds_value bounds_values",
        "search.counters": "visit check_limit at_limit bound_in decides",
        "search.engine.search": "search_frontier evaluate_leaf",
    },
    oracles.solve: {
        "search.mcts": "proven assured_bound transplant grow simulate select expand"
        " foresee_bounds settle"
        " plies_of_best back_up credit mark playout",
    },
    oracles.points_of: {
        "search.textbook": "utility",
        "search.engine.score": "unit end_score endless_score",
        "solver.keyed.rounds": "receive_ends",
        "solver.score": "end_score endless_score",
    },
    oracles.is_proof: {
        "proofs.walk": "may_repeat follow no_move write_row slot_of keep",
        "search.proofnumbers": "proven_move",
        "search.engine.questions": "sufficient_move gets",
        "search.engine.sums": "winning_move",
    },
    oracles.worth_of: {
        "search.proofnumbers": "packed proof_number disproof_number plies_of decided probe save"
        " search expand numbers_of count_candidates shared_key repeats others_at weigh refill",
        "search.engine.questions": "refill",
        "search.engine.sums": "packed first_of second_of cuts_between simplest simplest_positive"
        " cuts_of weigh_cut by_parts already_known mover_wins",
    },
    oracles.multiplied_with_carry: {"search.counters": "next_chance"},
    oracles.scaled: {"search.counters": "draw_number"},
    oracles.solved: {
        "search.engine.search": "search score_without_moves terminal_score transposition_cutoff"
        " score_from_table store proven_bound negate_window is_cutoff settle",
        "search.engine.root": "prove horizon_of question",
        "search.engine.ordering": "arrange pick weight number_of place_of reward plies_less",
        "search.engine.table": "worth_sharing claim_to_share is_claimed is_claimed_now"
        " claim unclaim put_off is_put_off",
        "search.engine.score": "won_in lost_in outcome_score estimate_score",
        "solver.keyed.lookups": "expand score_layer",
        "solver.keys.layouts": "canonical orbit",
        "solver.score": "one_ply_before farther keeps",
        "solver.probing.reading": "row_in tier_in score_of place_of_key state_at score_at is_at"
        " tell same_row tell_places tell_states compare best_after",
        "solver.probing.endgames": "enter_all enter_images in_engine number_of",
        "search.engine.knownends": "enter slot_of known_end latest",
        "tuning.selfplay": "choose_move write_row play_rows",
    },
    oracles.retrograde: {
        "search.engine.search": "repetition_score repeats repetition_ply is_worth_probing",
        "solver.keyed.rounds": "encode_parent decode_parent link part_moves group_moves schedule"
        " weigh_endless plan_first"
        " settle_due write_messages receive_values receive_draws",
        "solver.numbered.rounds": "open_share look first_of send take_back"
        " take_back_symmetric share_of write moves_to receive weigh_cells renumber write_cells",
        "solver.numbered.solver": "tiers_after",
        "laws.differential": "end_within",
    },
    oracles.drawn_by_match: {
        "search.engine.knownends": "is_drawn draw_is_near is_in_time carry",
    },
    oracles.descended: {"tuning.selfplay": "sweep"},
    dict: {
        "search.engine.table": "encode score_of depth_of bound_of proven_of choice_of age_of"
        " selective_of bucket prefetch_entry probe_table save_entry grow_or_follow grow",
        "solver.keys.keyarrays": "write_starts first_from leading_of find look_up",
        "solver.keyed.lookups": "find_owners group_keys ungroup",
        "bridges.vector": "find_number number_of",
    },
    set: {
        "solver.keys.keyarrays": "sort_distinct",
        "solver.keyed.enumeration": "leave_out",
    },
    oracles.Rules: {
        "native.agreement": "answers",
        "laws.differential": "entries replies choices images unpacked numbered retreating"
        " retreat_numbers leaving",
        "bridges.vector": "step_games draw_moves mark_moves read_game write_game",
    },
}


def kernels() -> Iterator[str]:
    """module.function of every function that is decorated as a kernel."""
    for path in sorted(SOURCE.rglob("*.py")):
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and "kernel" in map(
                ast.unparse, node.decorator_list
            ):
                yield f"{module}.{node.name}"


def listed() -> Iterator[str]:
    for modules in TWINS.values():
        for module, names in modules.items():
            yield from (f"{module}.{name}" for name in names.split())


def test_every_kernel_has_a_twin_in_the_oracles():
    """When this fails: write the oracle, compare the two in a test, and add the kernel above."""
    assert sorted(set(kernels()) - set(listed())) == [], "kernels without a twin"
    assert sorted(set(listed()) - set(kernels())) == [], "no kernels, or not any more"
    assert len(list(listed())) == len(set(listed()))


def test_every_oracle_is_compared_with_something():
    places = [TESTS / "oracles", TESTS / "test_kernels.py"]
    texts = [
        path.read_text(encoding="utf-8")
        for path in TESTS.rglob("*.py")
        if not any(path.is_relative_to(place) for place in places)
    ]
    for oracle in set(TWINS) - {dict, set, oracles.Rules}:
        assert any(f"{oracle.__name__}(" in text for text in texts), oracle.__name__


def test_the_oracles_share_no_code_with_the_kernels():
    for path in (TESTS / "oracles").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                assert "zermelo" not in ast.unparse(node), path.name
