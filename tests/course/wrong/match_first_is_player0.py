# exercise: match
ONGOING = 2


def play_game(game, players, cap=1000):
    state, turn = game.start(), 0
    for _ in range(cap):
        if game.outcome(state) != ONGOING:
            break
        try:
            move = players[turn % 2](
                game, state
            )  # turns by parity: wrong where a player moves twice
            if move not in game.moves(state):
                raise ValueError
        except Exception:
            return -1 if turn % 2 == 0 else 1
        state = game.play(state, move)
        turn += 1
    o = game.outcome(state)
    if o == ONGOING:
        return 0
    return o if turn % 2 == 0 else -o


def play_match(game, a, b, games):
    w = [0, 0, 0]
    for i in range(games):
        r = play_game(game, (a, b)) if i % 2 == 0 else -play_game(game, (b, a))
        w[1 - r] += 1
    return tuple(w)
