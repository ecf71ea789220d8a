"""How kernels are run for a solver: plain or compiled."""

import pickle

from zermelo.solver.crews.crew import FEW, Kernels


class Told:
    """A kernel that says how it was run."""

    def __call__(self, word):
        return f"{word} plain"

    def prepare(self, _):
        return lambda word: f"{word} compiled"


def test_little_is_done_plain_until_it_is_much():
    kernels, kernel = Kernels(native=True), Told()
    assert kernels.run_for(FEW // 2, kernel, "a") == "a plain"
    assert kernels.run_for(FEW, kernel, "b") == "b compiled"
    assert kernels.run_for(FEW // 2, kernel, "c") == "c plain"
    assert kernels.run_for(1, kernel, "d") == "d compiled"
    kernels.begin()
    assert kernels.run_for(1, kernel, "e") == "e plain"
    assert Kernels(native=False).run_for(2 * FEW, kernel, "f") == "f plain"


def test_what_runs_kernels_is_sent_to_other_processes():
    for native in (True, False):
        kernels = pickle.loads(pickle.dumps(Kernels(native=native)))
        assert kernels.native == native and kernels.run(Told(), "a").endswith(
            "compiled" if native else "plain"
        )
