"""What a run of the suite leaves out: with ZERMELO_NATIVE=off, the tests of compiled code."""

from __future__ import annotations

import pytest

from zermelo.native import switched_off


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if switched_off():
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="compiles, and ZERMELO_NATIVE is off"))
