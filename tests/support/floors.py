"""The lowest versions that pyproject.toml allows, as constraints that versions.sh installs.

Tools that only the tests need keep their versions from constraints.txt.
"""

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
TOOLS = "test"  # the extra with the tools of the tests


def floors() -> list[str]:
    """A line name==version for every requirement of the package and of its extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    tools = {Requirement(text).name.lower() for text in extras.pop(TOOLS)}
    asked = [Requirement(text) for texts in extras.values() for text in texts]
    asked += map(Requirement, project["dependencies"])
    lowest = {floor(each) for each in asked if each.name != project["name"]}
    tools -= {each.name.lower() for each in asked}
    pinned = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return sorted(lowest) + [pin for pin in pinned if pin.partition("==")[0].lower() in tools]


def floor(asked: Requirement) -> str:
    """The lowest version that a requirement of the kind name>=version allows."""
    (lowest,) = asked.specifier
    assert lowest.operator == ">=", f"{asked} has no lowest version"
    return f"{asked.name}=={lowest.version}"


if __name__ == "__main__":
    print(*floors(), sep="\n")
