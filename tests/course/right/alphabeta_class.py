# exercise: alphabeta
class Window:
    def __init__(self, game, alpha, beta):
        self.game, self.alpha, self.beta = game, alpha, beta

    def empty(self):
        return self.alpha >= self.beta

    def highest(self, state):
        if self.game.finished(state):
            return self.game.utility(state)
        for child in self.game.next_states(state):
            self.alpha = max(self.alpha, Window(self.game, self.alpha, self.beta).lowest(child))
            if self.empty():
                return self.beta
        return self.alpha

    def lowest(self, state):
        if self.game.finished(state):
            return self.game.utility(state)
        for child in self.game.next_states(state):
            self.beta = min(self.beta, Window(self.game, self.alpha, self.beta).highest(child))
            if self.empty():
                return self.alpha
        return self.beta


def alpha_beta_max(game, state, alpha, beta):
    return Window(game, alpha, beta).highest(state)


def alpha_beta_min(game, state, alpha, beta):
    return Window(game, alpha, beta).lowest(state)
