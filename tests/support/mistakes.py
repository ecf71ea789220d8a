"""Six mistakes that students make in each exercise, each a passage of the solution put wrong.

And plausible faults, and solutions that are right with other types than those of the solution.
"""

from pathlib import Path

from zermelo.course import grade
from zermelo.course.exercise import exercise_called

MISTAKES = {
    "isolation": [
        ("OPEN = {(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)}", "OPEN = {(x, y) for x in (0, 1, 2) for y in (0, 1)}"),
        ("while (x, y) in OPEN and (x, y) not in self.closed:\n                collected.append((x, y))", "while (x, y) in OPEN:\n                if (x, y) not in self.closed:\n                    collected.append((x, y))"),
        ("if (x, y) != (0, 0)]", "if abs(x) + abs(y) == 1]"),
        ("self.closed | {move}", "{move}"),
        ("raise ValueError(move)", "pass"),
        ("while (x, y) in OPEN and", "if (x, y) in OPEN and"),
    ],
    "minimax": [
        ("return -1", "return 1"),
        ("return 1", "return -1"),
        ("value = max(value, min_value(", "value = max(value, max_value("),
        ("value = min(value, max_value(", "value = max(value, max_value("),
        ("max(game.moves(state), key=lambda move: min_value(", "max(game.moves(state), key=lambda move: max_value("),
        ("return not list(game.moves(state))", "return False"),
    ],
    "depth": [
        ("    if terminal_test(game, state):\n        return -1\n    if depth == 0:\n        return 0", "    if depth == 0:\n        return 0\n    if terminal_test(game, state):\n        return -1"),
        ("    if terminal_test(game, state):\n        return 1\n    if depth == 0:\n        return 0", "    if depth == 0:\n        return 0\n    if terminal_test(game, state):\n        return 1"),
        ("move), depth - 1) for move in game.moves(state))\n\n\ndef min_value", "move), depth) for move in game.moves(state))\n\n\ndef min_value"),
        ("key=lambda move: min_value(game, game.play(state, move), depth - 1)", "key=lambda move: min_value(game, game.play(state, move), depth)"),
        ("        return -1\n    if depth == 0:\n        return 0", "        return -1\n    if depth == 0:\n        return -1"),
        ("moves = list(game.moves(state))\n", "moves = list(game.moves(state))[::-1]\n"),
    ],
    "evaluation": [
        ("return moves_of(game, state, player)\n", "return moves_of(game, state, state.player)\n"),
        ("- moves_of(game, state, 1 - player)", "+ moves_of(game, state, 1 - player)"),
        ("return evaluate(game, state, player)", "return evaluate(game, state, state.player)"),
        ("best = max if state.player == player else min", "best = max if state.player == 0 else min"),
        ("return -100 if state.player == player else 100", "return -100"),
        ("move), depth - 1, me, evaluate)", "move), depth - 1, 1 - me, evaluate)"),
    ],
    "limits": [
        ("        result = -value", "        result = value"),
        ("count, best, chosen = [0]", "count, best, chosen = [1]"),
        ("if result > best", "if result >= best"),
        ("depth = max(limit - ply, 0)", "depth = limit"),
        ("    if outcome != ONGOING:\n        return outcome\n    if depth == 0:\n        return 0\n", "    if depth == 0:\n        return 0\n    if outcome != ONGOING:\n        return outcome\n"),
        ("if result == 1 else", "if result == -1 else"),
    ],
    "alphabeta": [
        ("        if value >= beta:\n            return beta\n", ""),
        ("        if value <= alpha:\n            return alpha\n", ""),
        ("if value >= beta", "if value > beta"),
        ("alpha = max(alpha, value)", "alpha = value"),
        ("value = alpha_beta_min(game, child, alpha, beta)", "value = alpha_beta_max(game, child, alpha, beta)"),
        ("    if game.finished(state):\n        return game.utility(state)\n    for child in game.next_states(state):\n        value = alpha_beta_max", "    if game.finished(state):\n        return -game.utility(state)\n    for child in game.next_states(state):\n        value = alpha_beta_max"),
    ],
    "cache": [
        ("key = (state, alpha, beta)", "key = state"),
        ("    if key in table:\n        return table[key]\n", ""),
        ("    table[key] = value\n    return value\n\n", "    table[state, value, beta] = value\n    return value\n\n"),
        ("                value = beta\n                break", "                return beta"),
        ("cached_min(game, child, value, beta, table)", "cached_min(game, child, value, beta, {})"),
        ("value = game.utility(state)\n    else:\n        value = alpha", "return game.utility(state)\n    else:\n        value = alpha"),
    ],
    "bounds": [
        ("    if best < beta:\n        high = min(high, best)\n", "    high = best\n"),
        ("    if best > alpha:\n        low = max(low, best)\n", "    low = best\n"),
        ("    if low >= beta or low == high:\n        return low\n", ""),
        ("    alpha, beta = max(alpha, low), min(beta, high)\n", ""),
        ("    table[state] = (low, high)\n", ""),
        ("    if high <= alpha:\n        return high\n", ""),
    ],
    "nim": [
        ("total ^= row", "total += row"),
        ("return nim_sum(rows) != 0", "return nim_sum(rows) == 0"),
        ("if left < row", "if left <= row"),
        ("(place, row - left)", "(place, left)"),
        ("    return result", "    return result[:1]"),
        ("total = 0", "total = 1"),
    ],
    "bestmoves": [
        ("return max(-value(", "return max(value("),
        ("move: -value(", "move: value("),
        ("return outcome, []", "return outcome, [None]"),
        ("if worth == best]", "if worth == best][:1]"),
        ("random.Random(seed).choice(best_moves(game, state)[1])", "best_moves(game, state)[1][0]"),
        ("random.Random(seed).choice(best_moves(game, state)[1])", "random.Random(seed).choice(list(game.moves(state)))"),
    ],
    "heuristic": [
        ("return sum(all(", "return sum(any("),
        ("len(empty) == 1", "len(empty) >= 0"),
        ("+ weights.stash * hand", "+ weights.stones * hand"),
        ("9 * max(weights.stones, weights.stash)", "9 * weights.stones"),
        ("else -value", "else value"),
        ("8 * weights.possible + 1", "8 * weights.possible"),
    ],
    "player": [
        ("-self.value(game, game.play(state, move), 1 - player", "self.value(game, game.play(state, move), 1 - player"),
        ("key = (state, player, limit)", "key = state"),
        ("        other = 1 - game.player(state)", "        self.cache = {}\n        other = 1 - game.player(state)"),
        ("other, self.limit)", "other, self.limit - 1)"),
        ("if value == best], best", "if value == best][:1], best"),
        ("result = outcome", "result = -outcome"),
    ],
    "match": [
        ("return -1 if mover == 0 else 1", "return 1 if mover == 0 else -1"),
        ("return outcome if game.player(state) == 0 else -outcome", "return outcome"),
        ("            legal = move in game.moves(state)", "            legal = True"),
        ("for _ in range(cap)", "for _ in range(1000)"),
        ("result = -play_game(game, (b, a))", "result = play_game(game, (b, a))"),
        ("        if number % 2 == 0:", "        if True:"),
    ],
    "own": [
        ("Pile(state.left - move, 1 - state.player)", "Pile(state.left - move, state.player)"),
        ("range(1, min(3, state.left) + 1)", "range(1, 4)"),
        ("range(1, min(3, state.left) + 1)", "range(0, min(3, state.left) + 1)"),
        ("range(1, min(3, state.left) + 1)", "range(1, 2)"),
        ("class Take(Game[Pile])", "class Take"),
        ("Take one to three counters; the player who takes the last one wins.", "Mine."),
    ],
}  # fmt: skip

# Faults that a few questions would not meet: passages of the solutions, each put wrong.
PLAUSIBLE = {
    "minimax_lost_is_zero": ["minimax", ('    value = -2\n', '    value = 0  # a lost position counts as 0\n')],
    "depth_none_when_lost": ["depth", ('    moves = list(game.moves(state))\n    return max(moves, key=lambda move: min_value(game, game.play(state, move), depth - 1))', '    best, chosen = -1, None\n    for move in game.moves(state):\n        value = min_value(game, game.play(state, move), depth - 1)\n        if value > best:\n            best, chosen = value, move\n    return chosen')],
    "depth_looks_further": ["depth", ('    return not list(game.moves(state))', '    return all(False for move in game.moves(state))'), ('    if depth == 0:\n        return 0\n    return min(', '    if depth < 0:\n        return 0\n    return min(')],
    "evaluation_small_infinity": ["evaluation", ('    best = max if state.player == player else min\n    return best(value(game, game.play(state, m), depth - 1, player, evaluate) for m in moves)', '    best = -50 if state.player == player else 50  # an end is worth 100\n    for m in moves:\n        found = value(game, game.play(state, m), depth - 1, player, evaluate)\n        best = max(best, found) if state.player == player else min(best, found)\n    return best')],
    "limits_none_when_lost": ["limits", ('count, best, chosen = [0], -2, None', 'count, best, chosen = [0], -1, None')],
    "limits_last_mover_wins": ["limits", ('    result = game.outcome(state) * (-1) ** ply  # for player 1\n', '    result = 1 if ply % 2 else -1\n'), ('    if result == 0:', '    if game.outcome(state) == 0:')],
    "limits_lost_is_zero": ["limits", ('    best = -1\n', '    best = 0\n')],
    "alphabeta_small_infinity": ["alphabeta", ('    for child in game.next_states(state):\n        value = alpha_beta_min(', '    alpha = max(alpha, -99)\n    for child in game.next_states(state):\n        value = alpha_beta_min('), ('    for child in game.next_states(state):\n        value = alpha_beta_max(', '    beta = min(beta, 99)\n    for child in game.next_states(state):\n        value = alpha_beta_max(')],
    "alphabeta_shallow_cuts": ["alphabeta", ('        value = alpha_beta_min(game, child, alpha, beta)', '        value = alpha_beta_min(game, child, alpha, 99)'), ('        value = alpha_beta_max(game, child, alpha, beta)', '        value = alpha_beta_max(game, child, -99, beta)')],
    "cache_forgets_zero": ["cache", ('    if key in table:\n        return table[key]', '    if table.get(key):\n        return table[key]')],
    "cache_of_max_levels": ["cache", ('            value = min(value, cached_max(game, child, alpha, value, table))\n            if value <= alpha:\n                value = alpha\n                break\n    table[key] = value', '            value = min(value, cached_max(game, child, alpha, value, table))\n            if value <= alpha:\n                value = alpha\n                break\n    if value > alpha:\n        table[key] = value')],
    "bounds_strict": ["bounds", ('    if low >= beta or low == high:', '    if low > beta or low == high:'), ('    if high <= alpha:', '    if high < alpha:')],
    "bounds_ends_only_exact": ["bounds", ('    if best < beta:\n        high = min(high, best)\n', '    if alpha < best < beta:\n        high = min(high, best)\n')],
    "player_estimate_before_end": ["player", ('        if outcome != 2:\n            result = outcome\n        elif limit == 0:\n            result = game.evaluate(state)', '        if limit == 0:\n            result = game.evaluate(state)\n        elif outcome != 2:\n            result = outcome')],
    "player_end_is_loss": ["player", ('            result = outcome\n', '            result = -abs(outcome)\n')],
    "player_forgets_zero": ["player", ('        if key in self.cache:', '        if self.cache.get(key):')],
    "match_one_kind_of_error": ["match", ('except Exception:', 'except ValueError:')],
    "match_last_mover_wins": ["match", ('            return outcome if game.player(state) == 0 else -outcome', '            return 0 if outcome == 0 else 1 if mover == 0 else -1')],
    "match_draws_lost_at_cap": ["match", ('    return 0\n\n\ndef play_match', '    return -1 if game.player(state) == 0 else 1\n\n\ndef play_match')],
    "own_still_picture": ["own", ('dict.fromkeys(range(state.left), "o")', 'dict.fromkeys(range(self.counters), "o")'), ('(state.left - move,) for', '(move,) for')],
    "bestmoves_stops_at_win": ["bestmoves", ('    values = {move: -value(game, game.play(state, move)) for move in game.moves(state)}\n', '    values = {}\n    for move in game.moves(state):\n        values[move] = -value(game, game.play(state, move))\n        if values[move] == 1 and game.outcome(game.play(state, move)) == -1:\n            break  # a win at once\n')],
    "bestmoves_short_sight": ["bestmoves", ('def value(game, state):\n    outcome = game.outcome(state)\n', 'def value(game, state, depth=7):\n    outcome = game.outcome(state)\n    if depth == 0:\n        return 0\n'), ('max(-value(game, game.play(state, move)) for', 'max(-value(game, game.play(state, move), depth - 1) for')],
    "heuristic_three_or_two": ["heuristic", ('    return sum(all(point in own for point in line) for line in LINES)', '    return min(2, sum(all(point in own for point in line) for line in LINES))')],
    "isolation_own_cell": ["isolation", ('        if move not in self.moves():', '        if move not in OPEN:')],
    "nim_greedy": ["nim", ('        if left < row:\n', '        if left < row and row >= total:\n')],
    "minimax_none_when_lost": ["minimax", ('def minimax_decision(game, state):\n    return max(game.moves(state), key=lambda move: min_value(game, game.play(state, move)))\n', 'def minimax_decision(game, state):\n    best, chosen = -1, None  # where every move loses, none is better\n    for move in game.moves(state):\n        value = min_value(game, game.play(state, move))\n        if value > best:\n            best, chosen = value, move\n    return chosen\n')],
    "minimax_depth_left_in": ["minimax", ('def max_value(game, state):\n', 'def max_value(game, state, depth=6):\n    if depth == 0:\n        return 0\n'), ('max(value, min_value(game, game.play(state, move)))', 'max(value, min_value(game, game.play(state, move), depth - 1))'), ('def min_value(game, state):\n', 'def min_value(game, state, depth=6):\n    if depth == 0:\n        return 0\n'), ('min(value, max_value(game, game.play(state, move)))', 'min(value, max_value(game, game.play(state, move), depth - 1))')],
    "depth_zero_start": ["depth", ('    return max(min_value(game, game.play(state, move), depth - 1) for move in game.moves(state))\n\n\ndef min', '    best = 0\n    for move in game.moves(state):\n        best = max(best, min_value(game, game.play(state, move), depth - 1))\n    return best\n\n\ndef min')],
    "depth_cut_by_one_side": ["depth", ('game.play(state, move), depth - 1) for move in game.moves(state))\n\n\ndef min', 'game.play(state, move), depth - 1) for move in list(game.moves(state))[:4])\n\n\ndef min')],
    "evaluation_decision_ignores": ["evaluation", ('depth - 1, me, evaluate)', 'depth - 1, me, difference)')],
    "evaluation_prefers_quick": ["evaluation", ('return -100 if state.player == player else 100', 'return -100 - depth if state.player == player else 100 + depth')],
    "limits_ends_uncounted": ["limits", ('    for move in game.moves(state):\n        count[0] += 1\n        best = max(', '    for move in game.moves(state):\n        count[0] += game.outcome(game.play(state, move)) == ONGOING\n        best = max(')],
    "limits_real_moves_counted": ["limits", ('        state, ply = game.play(state, move), ply + 1', '        state, ply, states = game.play(state, move), ply + 1, states + (depth == 0)')],
    "alphabeta_whole_numbers": ["alphabeta", ('    for child in game.next_states(state):\n        value = alpha_beta_min', '    alpha = int(alpha) if abs(alpha) < 9 else alpha\n    for child in game.next_states(state):\n        value = alpha_beta_min')],
    "alphabeta_all_first": ["alphabeta", ('        value = alpha_beta_min(game, child, alpha, beta)\n        if value >= beta:\n            return beta\n        alpha = max(alpha, value)\n    return alpha', '        alpha = max(alpha, alpha_beta_min(game, child, alpha, beta))\n    return min(alpha, beta)')],
    "bounds_forgets": ["bounds", ('    table[state] = (low, high)\n', '    table[state] = (best if best > alpha else -inf, best if best < beta else inf)\n')],
    "bounds_max_only": ["bounds", ('    table[state] = (low, high)\n', '    if highest:\n        table[state] = (low, high)\n')],
    "cache_without_beta": ["cache", ('    key = (state, alpha, beta)\n    if key in table:\n        return table[key]\n    if game.finished(state):\n        value = game.utility(state)\n    else:\n        value = beta', '    key = (state, alpha, beta)\n    if (state, alpha) in table:\n        return table[state, alpha]\n    if game.finished(state):\n        value = game.utility(state)\n    else:\n        value = beta')],
    "nim_changes_rows": ["nim", ('    total, result = nim_sum(rows), []', '    rows.sort()\n    total, result = nim_sum(rows), []')],
    "nim_first_moves": ["nim", ('    return result', '    return result[:2]')],
    "player_estimate_of_root": ["player", ('            result = game.evaluate(state)', '            result = -game.evaluate(state)')],
    "player_one_limit": ["player", ('1 - player, limit - 1)', '1 - player, min(limit - 1, 2))')],
    "match_cap_is_one_more": ["match", ('for _ in range(cap)', 'for _ in range(cap + 1)')],
    "match_b_always_second": ["match", ('result = -play_game(game, (b, a))', 'result = play_game(game, (a, b))')],
    "heuristic_mills_by_men": ["heuristic", ('    return sum(all(point in own for point in line) for line in LINES)', '    return len({point for line in LINES if all(p in own for p in line) for point in line}) // 3')],
    "isolation_no_queen_back": ["isolation", ('for x in (-1, 0, 1) for y in (-1, 0, 1)', 'for x in (-1, 0, 1) for y in (0, 1)')],
    "depth_draws_when_lost": ["depth", ('    return min(max_value(game, game.play(state, move), depth - 1) for move in game.moves(state))', '    return min((max_value(game, game.play(state, move), depth - 1) for move in game.moves(state)), key=abs) if depth > 3 else min(max_value(game, game.play(state, move), depth - 1) for move in game.moves(state))')],
    "limits_second_limit": ["limits", ('depth = max(limit - ply, 0)', 'depth = max(limit - ply // 2 * 2, 0)')],
    "bounds_ends_not_kept_narrow": ["bounds", ('    alpha, beta = max(alpha, low), min(beta, high)\n', '    alpha = max(alpha, low)\n')],
    "bestmoves_win_at_end_is_lost": ["bestmoves", ('        return outcome\n    return max', '        return -abs(outcome)\n    return max'), ('return outcome, []', 'return -abs(outcome), []')],
    "isolation_first_move_unchecked": ["isolation", ('        if move not in', '        if self.pieces[self.player] and move not in')],
    "limits_player_2_never_wins": ["limits", ('("player 1 wins" if result == 1 else "player 2 wins"), states', '"player 1 wins", states')],
    "match_turns_by_parity": ["match", ('    for _ in range(cap):\n        mover = game.player(state)', '    for turn in range(cap):\n        mover = turn % 2'), ('return outcome if game.player(state) == 0', 'return outcome if turn % 2 == 1')],
    "nim_three_bits": ["nim", ('total ^= row', 'total ^= row & 7')],
    "match_odd_games": ["match", ('        if number % 2 == 0:', '        if number < games // 2:')],
}  # fmt: skip

# Right all the same, with numbers and containers of other types; whole programs are in course/right.
UNUSUAL = {
    "bestmoves_fractions": ["bestmoves", ('import random', 'import random\nfrom fractions import Fraction\nfrom functools import cache'), ('def value', '@cache\ndef value'), ('        return outcome\n    return max', '        return Fraction(outcome)\n    return max'), ('return best, [move for move, worth in values.items() if worth == best]', 'return best, tuple(move for move in values if values[move] == best)')],
    "depth_generators": ["depth", ('return not list(game.moves(state))', 'return not any(True for _ in game.moves(state))')],
    "limits_numpy": ["limits", ('ONGOING = 2', 'import numpy as np\n\nONGOING = 2'), ('count, best, chosen = [0], -2, None', 'count, best, chosen = np.zeros(1, dtype=int), -2, None'), ('return chosen, count[0]', 'return [chosen, count[0]]')],
    "minimax_dataclass": ["minimax", ('def ', 'from __future__ import annotations\n\nfrom dataclasses import dataclass\nfrom typing import Any\n\n\n@dataclass\nclass Best:\n    value: Any = -2\n\n\ndef '), ('value = -2', 'value = Best().value')],
    "evaluation_numpy": ["evaluation", ('def moves_of', 'import numpy as np\n\n\ndef moves_of'), ('    return moves_of(game, state, player)\n', '    return np.float64(moves_of(game, state, player))\n'), ('return moves_of(game, state, player) - moves_of(game, state, 1 - player)', 'return np.subtract(moves_of(game, state, player), moves_of(game, state, 1 - player))'), ('return -100 if state.player == player else 100', 'return np.int64(-100 if state.player == player else 100)'), ('        game.moves(state),\n', '        np.array(list(game.moves(state))),\n')],
    "heuristic_decimals": ["heuristic", ('from typing import NamedTuple\n', 'from decimal import Decimal\nfrom typing import NamedTuple\n'), (']  # fmt: skip', ']  # fmt: skip\nLINES = [frozenset(line) for line in LINES]'), ('    white = worth(', '    weights = Weights(*map(Decimal, weights))\n    white = worth(')],
    "isolation_lists": ["isolation", ('class GameState:', 'class IllegalMoveError(ValueError):\n    pass\n\n\nclass GameState:'), ('return list(OPEN - self.closed)', 'return [list(cell) for cell in OPEN - self.closed]'), ('collected.append((x, y))', 'collected.append([x, y])'), ('if move not in self.moves():\n            raise ValueError(move)', 'if list(move) not in self.moves():\n            raise IllegalMoveError(move)'), ('self.player] = move', 'self.player] = tuple(move)'), ('self.closed | {move}', 'self.closed | {tuple(move)}')],
    "isolation_numpy": ["isolation", ('OPEN =', 'import numpy as np\n\nOPEN ='), ('return list(OPEN - self.closed)', 'return [tuple(cell) for cell in np.array(list(OPEN - self.closed))]'), ('collected.append((x, y))', 'collected.append(tuple(np.array((x, y))))')],
    "match_numpy": ["match", ('ONGOING = 2', 'import numpy as np\n\nONGOING = 2'), ('legal = move in game.moves(state)', 'legal = any(move == other for other in game.moves(state))'), ('return tuple(results)', 'return list(np.array(results))')],
    "minimax_numpy": ["minimax", ('def ', 'import numpy as np\n\n\ndef '), ('return not list(game.moves(state))', 'return np.equal(len(list(game.moves(state))), 0)'), ('return -1', 'return np.int8(-1)'), ('return 1', 'return np.int8(1)'), ('return max(game.moves(state), key', 'return max(np.array(list(game.moves(state))), key')],
    "nim_fractions": ["nim", ('def nim_sum', 'from fractions import Fraction\n\n\ndef nim_sum'), ('return total', 'return Fraction(total)'), ('total, result = nim_sum(rows)', 'total, result = int(nim_sum(rows))'), ('(place, row - left)', '[place, row - left]'), ('return result', 'return iter(result)')],
    "own_again": ["own", ('Take one to three counters; the player who takes the last one wins.', 'Begin with one counter, then take one to three; after an odd number you move again. The last one wins.'), ('counters: int = 10', 'counters: int = 12'), ('range(1, min(3, state.left) + 1)', 'range(1, 2 if state.left == self.counters else min(3, state.left) + 1)'), ('1 - state.player)', 'state.player if move % 2 and state.left > move else 1 - state.player)'), ('    def start', '    def player(self, state):\n        return state.player\n\n    def start')],
}  # fmt: skip


def replace_passages(solution: str, *passages: tuple[str, str]) -> str:
    """The solution with each of these passages, the first of its kind, put otherwise."""
    for old, new in passages:
        assert old in solution
        solution = solution.replace(old, new, 1)
    return solution


# Unusual solutions: the exercise and the source of each.
RIGHT = {
    name: (of, replace_passages(exercise_called(of).solution, *ways))
    for name, (of, *ways) in UNUSUAL.items()
}
for file in sorted((Path(__file__).parents[1] / "course" / "right").glob("*.py")):
    RIGHT[file.stem] = (grade.NAMED.search(file.read_text("utf-8"))[1], file.read_text("utf-8"))
