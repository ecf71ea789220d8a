"""What the crew of a cluster says of it; without Ray, which tests/test_cluster.py has."""

from types import SimpleNamespace

from zermelo.solver.crews.raycrew import Ray

STORE = "object_store_memory"


class Cluster:
    """As much of Ray as a crew asks while it does nothing."""

    def __init__(self, session):
        node = {"NodeID": "one", "Resources": {"CPU": 2.0}, "Alive": True}
        node["ObjectStoreSocketName"] = str(session / "sockets" / "plasma_store")
        elsewhere = {"ObjectStoreSocketName": "/nowhere/sockets/plasma_store", "NodeID": "two"}
        self.known = [node, node | elsewhere, node | {"Alive": False}]
        self.there = {"CPU": 4.0, STORE: 300 << 20}
        self.free = {"CPU": 1.0, STORE: 280 << 20}
        strategies = SimpleNamespace(NodeAffinitySchedulingStrategy=lambda *_, **__: "there")
        self.util = SimpleNamespace(scheduling_strategies=strategies)

    def remote(self, **_):
        return lambda called: called

    def nodes(self):
        return self.known

    def cluster_resources(self):
        return self.there

    def available_resources(self):
        return self.free


def test_news_tell_machines_cores_store_and_what_is_spilled(tmp_path):
    cluster = Cluster(tmp_path)
    crew = Ray(cluster)
    assert crew.news == "2 machines, 3 of 4 cores busy, 20 of 300 MiB stored"
    for node in "ab":
        (tmp_path / f"ray_spilled_objects_{node}").mkdir()
        (tmp_path / f"ray_spilled_objects_{node}" / "one").write_bytes(bytes(1 << 20))
    assert crew.news.endswith("20 of 300 MiB stored, 2 MiB spilled here")
    cluster.free = {}  # everything is busy, and Ray has not told of its store yet
    del cluster.known[1:]
    assert crew.news.startswith("1 machine, 4 of 4 cores busy, 0 of 300 MiB stored")
