ONGOING = 2


def play_game(game, players, cap=1000):
    state = game.start()
    for _ in range(cap):
        mover = game.player(state)
        try:
            move = players[mover](game, state)
            legal = move in game.moves(state)
        except Exception:
            legal = False
        if not legal:
            return -1 if mover == 0 else 1
        state = game.play(state, move)
        outcome = game.outcome(state)
        if outcome != ONGOING:
            return outcome if game.player(state) == 0 else -outcome
    return 0


def play_match(game, a, b, games):
    results = [0, 0, 0]
    for number in range(games):
        if number % 2 == 0:
            result = play_game(game, (a, b))
        else:
            result = -play_game(game, (b, a))
        results[1 - result] += 1
    return tuple(results)
