# exercise: match
import numpy as np

ONGOING = 2


class Referee:
    def __init__(self, game, players):
        self.game, self.players, self.state = game, players, game.start()

    def turn(self):
        """1, 0 or −1 for the first player when the game is over, else None."""
        mover = self.game.player(self.state)
        lost = -1 if mover == 0 else 1
        try:
            move = self.players[mover](self.game, self.state)
        except Exception:
            return lost
        if all(move != legal for legal in self.game.moves(self.state)):
            return lost
        self.state = self.game.play(self.state, move)
        outcome = self.game.outcome(self.state)
        if outcome == ONGOING:
            return None
        return outcome * (1, -1)[self.game.player(self.state)]


def play_game(game, players, cap=1000):
    referee = Referee(game, players)
    results = (referee.turn() for _ in range(cap))
    return next((result for result in results if result is not None), 0)


def play_match(game, a, b, games):
    results = [
        play_game(game, (a, b)) if n % 2 == 0 else -play_game(game, (b, a)) for n in range(games)
    ]
    return [np.sum(np.equal(results, result)) for result in (1, 0, -1)]
