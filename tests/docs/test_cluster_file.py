"""The file for `ray up` in examples/cluster is that of docs/cluster.md, and Ray takes it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILE = ROOT / "examples" / "cluster" / "cluster.yaml"


def test_the_documentation_shows_the_file():
    shown = re.findall("```yaml\n(.*?)```", (ROOT / "docs" / "cluster.md").read_text(), re.DOTALL)
    assert shown == [FILE.read_text()]


def test_ray_takes_the_file():
    pytest.importorskip("ray")
    import yaml
    from ray.autoscaler._private.util import prepare_config, validate_config

    made = prepare_config(yaml.safe_load(FILE.read_text()))
    validate_config(made)
    assert made["max_workers"] == len(made["provider"]["worker_ips"]) == 2
    for role in ("head", "worker"):
        assert any("zermelo[solve,ray]" in command for command in made[f"{role}_setup_commands"])
        assert made[f"{role}_start_ray_commands"][0] == "ray stop"
