"""The claims of a search about a graph that loops, compared with its true values."""

import oracles


def check_claims(result, game) -> int:
    """Nothing exact is wrong, and every win and loss is found; returns the true value."""
    ends = [end // 8 for end in game.eighths]
    truth = oracles.retrograde(game.children, game.players, ends)
    value, plies = truth[0]
    assert not result.exact or result.value == value
    assert value == 0 or (result.value, result.exact, result.remoteness) == (value, True, plies)
    for move, child in zip(result.moves, game.children[0], strict=True):
        same = game.players[child] == game.players[0]
        assert not move.exact or move.value == oracles.mirrored(truth[child][0], same)
        assert move.remoteness is None or move.remoteness == 1 + truth[child][1]
    return value
