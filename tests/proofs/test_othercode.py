"""A certificate by other rules proves nothing; one by other code of the same rules does."""

import zermelo


def test_a_certificate_by_other_rules_proves_nothing(tmp_path):
    """First the player who takes the last match wins, then that player loses."""
    file, path = tmp_path / "own.py", tmp_path / "a.proof"

    def own(outcome):
        head = "from zermelo.games.nim import Nim\nclass Own(Nim):\n    def outcome(self, state):\n"
        file.write_text(f"{head}        return {outcome}\n")
        return zermelo.game(f"{file}(rows=[1, 2])")

    assert zermelo.prove(own("super().outcome(state)"), claim="win", out=path, native=False).proven
    for end, holds in (-1, True), (1, False):
        game = own(f"2 if any(state.rows) else {end}")
        assert zermelo.verify_proof(path, game=game, native=False).sound == holds
