"""The command that serves, and its addresses."""

import re
import signal
import socket
import subprocess
import sys

import httpx
import pytest

from zermelo.errors import UsageError
from zermelo.web.app import Web
from zermelo.web.serve import address, is_loopback, listener, serve
from zermelo.web.server import Server


def test_the_command_prints_its_address_and_ends_with_ctrl_c():
    command = [sys.executable, "-m", "zermelo", "serve", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        line = run.stdout.readline()
        match = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert httpx.get(match[0] + "api/games").status_code == 200
        with httpx.Client(base_url=match[0]) as client:
            key = client.post("api/sessions", json={"game": "nim"}).json()["key"]
            with client.stream("GET", f"api/sessions/{key}/events"):
                run.send_signal(2)
                assert run.wait(10) == 0
        assert run.stderr.read() == ""


def test_an_address_that_is_taken_or_none_is_a_clear_mistake():
    with listener("127.0.0.1", 0) as taken, pytest.raises(UsageError, match="cannot listen"):
        serve("127.0.0.1", taken.getsockname()[1])
    with pytest.raises(UsageError, match="cannot listen"):
        listener("no such host", 0)


def test_addresses_are_shown_as_browsers_take_them():
    assert address("0.0.0.0", 1) == "http://localhost:1/" and address("::1", 2) == "http://[::1]:2/"
    assert is_loopback("::1") and is_loopback("localhost") and not is_loopback("0.0.0.0")
    assert not is_loopback("example")


class Impatient(Server):
    """A server that is told to end before its event loop has heard of it."""

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        signal.raise_signal(signal.SIGINT)
        await super().serve(sockets)


@pytest.fixture
def interruptible():
    """Ctrl-C raises, even if a shell started the tests in its background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("kind", [Server, Impatient])
def test_ctrl_c_early_and_twice_is_quiet(capsys, kind):
    web = Web(native=False)

    def interrupted() -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        kind(web, ready=interrupted).run([listener("127.0.0.1", 0)])
    assert capsys.readouterr().err == ""
