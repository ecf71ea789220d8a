"""Cores and memory, also where Linux's ways to ask for them do not exist."""

import os

import pytest

import zermelo
from zermelo.process.resources import MODEST, physical_memory, usable_cores


@pytest.fixture
def elsewhere(monkeypatch):
    """Makes `os` what it is on macOS, and on Windows without `sysconf` too."""
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    return monkeypatch


def test_cores_are_those_this_process_may_use(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {4, 7}, raising=False)
    assert usable_cores() == 2


def test_where_processes_are_not_tied_to_cores_all_are_usable(elsewhere):
    assert usable_cores() == 3
    elsewhere.setattr(os, "cpu_count", lambda: None)
    assert usable_cores() == 1


def test_memory_is_asked_of_the_system_or_taken_to_be_modest(elsewhere):
    assert physical_memory() > 1 << 26
    elsewhere.delattr(os, "sysconf")
    assert physical_memory() == MODEST


def test_games_are_solved_where_neither_can_be_asked(elsewhere):
    elsewhere.delattr(os, "sysconf")
    assert zermelo.solve(zermelo.game("nim(rows=[1, 2])"), native=False).value == 1
