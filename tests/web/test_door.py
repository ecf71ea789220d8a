"""Who gets in, what the server refuses, and the command that serves."""

import json
import logging
import re
import signal
import socket
import time
from collections import Counter
from urllib.parse import urljoin, urlsplit

import httpx
import pytest

from processes import PATIENCE, command
from serving import run_server
from zermelo.errors import UsageError
from zermelo.web.app import Web
from zermelo.web.files import sources
from zermelo.web.guard import LARGEST_BODY, choose_token
from zermelo.web.serve import address, exposure, is_loopback, listener, require_name, serve
from zermelo.web.server import Server

TOKEN = "for-the-class"
GAME = {"game": "tictactoe"}


@pytest.fixture(scope="module")
def closed():
    with run_server(Web(native=False), token=TOKEN, names=["Lab7.example.org"]) as running:
        yield running


def test_without_the_token_there_is_no_session_and_no_search(closed):
    before = set(closed.web.rooms._rooms)
    for path in ("/api/sessions", "/api/trees"):
        answer = closed.client.post(path, json=GAME)
        assert answer.status_code == 401 and "token" in answer.json()["error"]
    assert closed.client.get("/api/games").status_code == 401
    assert set(closed.web.rooms._rooms) == before


@pytest.mark.parametrize(
    "headers",
    [
        {"authorization": f"Bearer {TOKEN}"},
        {"authorization": "Bearer for-the-clasS"},
        {"authorization": "Bearer"},
        {"authorization": f"Basic {TOKEN}"},
        {"authorization": "Bearer för-the-class".encode("latin-1")},
        {"cookie": "zermelo=for-the-class"},
        {"cookie": "zermelo-0=for-the-class; \x01"},
        {"cookie": '"'},
    ],
)
def test_a_program_sends_the_token_and_a_wrong_one_is_none(closed, headers):
    status = 201 if headers.get("authorization") == f"Bearer {TOKEN}" else 401
    assert closed.client.post("/api/sessions", json=GAME, headers=headers).status_code == status


@pytest.mark.parametrize("wrong", ["bearer", "cookie", "address"])
def test_a_wrong_token_takes_time_however_it_is_given(closed, wrong, monkeypatch):
    monkeypatch.setattr("zermelo.web.guard.PAUSE", 0.3)
    cookie = f"zermelo-{urlsplit(closed.address).port}=wrong"
    ways = {"bearer": {"authorization": "Bearer wrong"}, "cookie": {"cookie": cookie}}
    query = {"token": "wrong"} if wrong == "address" else {}
    began = time.monotonic()
    answer = closed.client.get("/api/games", headers=ways.get(wrong), params=query)
    assert answer.status_code == 401 and time.monotonic() - began > 0.3


def test_the_address_with_the_token_opens_the_door_for_good_and_leads_nowhere_else(closed):
    with httpx.Client(base_url=closed.address, timeout=PATIENCE) as client:
        wrong = client.get("/?token=for-the-pupils")
        assert wrong.status_code == 401 and "token" in wrong.text and not client.cookies
        opened = client.get(f"/?token={TOKEN}")
        assert opened.status_code == 303 and opened.headers["location"] == "/"
        assert "HttpOnly" in opened.headers["set-cookie"] and "SameSite=lax" in str(opened.headers)
        assert "<title>Zermelo</title>" in client.get("/").text
        assert client.post("/api/sessions", json=GAME).status_code == 201
    slashes = ("//", "///", "/%2F", "/%5C", "/%09/", "/.//", "/%2E//", "/%0D%0ALocation:%20//")
    for slash in slashes:
        opened = httpx.get(f"{closed.address.rstrip('/')}{slash}evil.example/?token={TOKEN}")
        assert opened.status_code == 303
        leads = urljoin(closed.address, opened.headers["location"].replace("\\", "/"))
        assert urlsplit(leads).netloc == urlsplit(closed.address).netloc, slash


def test_the_page_that_asks_is_as_guarded_as_the_others(closed):
    asked = closed.client.get("/")
    assert asked.status_code == 401 and "<form" in asked.text
    assert "form-action 'self'" in asked.headers["content-security-policy"]
    assert asked.headers["x-content-type-options"] == "nosniff"
    (sheet,) = re.findall(r"static/[\w-]+\.css", asked.text)
    assert closed.client.get(f"/{sheet}").status_code == 200
    from_elsewhere = {"authorization": f"Bearer {TOKEN}", "origin": "http://evil.example"}
    assert closed.client.post("/api/sessions", json=GAME, headers=from_elsewhere).status_code == 403


def test_a_person_is_asked_and_let_in(browser, closed):
    page = browser.new_page()
    page.goto(closed.address)
    page.get_by_label("token").fill(TOKEN)
    page.get_by_role("button", name="Enter").click()
    page.wait_for_selector(".card")
    assert "token" not in page.url
    page.close()


ANSWERED = ("localhost", "127.0.0.1:8000", "lab7.example.org", "LAB7.EXAMPLE.ORG:99", "[::1]:8000")
UNANSWERED = (
    *("lab8.example.org", "lab7.example.org.evil.example", "[::1].evil.example", "10.0.0.7", ""),
    *("[::1]evil.example", "localhost@evil.example", "evil.example/localhost"),
)


@pytest.mark.parametrize("host", [*ANSWERED, *UNANSWERED])
def test_no_name_but_those_allowed_is_answered_to(closed, host):
    headers = {"host": host, "authorization": f"Bearer {TOKEN}"}
    answer = closed.client.get("/api/games", headers=headers)
    assert answer.status_code == (200 if host in ANSWERED else 403)


def test_beyond_loopback_names_are_refused_too():
    """DNS rebinding: a page elsewhere whose name has come to mean this machine."""
    listen = ("serve", "--host", "0.0.0.0", "--port", "0")
    with command(*listen) as running:
        address = running.stdout.readline().split()[3].replace("localhost", "127.0.0.2")
        assert httpx.get(f"{address}api/games").status_code == 200  # the address it is reached at
        for host in ("evil.example", "192.0.2.1"):
            answer = httpx.get(f"{address}api/games", headers={"host": host})
            assert answer.status_code == 403 and "--allow-host" in answer.json()["error"]
        running.terminate()
        (warning,) = running.communicate(timeout=PATIENCE)[1].splitlines()
    assert "everyone who can reach this machine can play" in warning and "--token" in warning


def test_the_command_makes_up_a_token_and_says_it():
    with command("serve", "--port", "0", "--token", "new") as running:
        address = running.stdout.readline().split()[3]
        token = address.partition("?token=")[2]
        plain = address.partition("?")[0]
        assert len(token) == 12 and httpx.get(plain).status_code == 401
        known = {"authorization": f"Bearer {token}"}
        answer = httpx.post(f"{plain}api/sessions", json=GAME, headers=known)
        assert json.loads(answer.text)["game"] == "tictactoe"
        running.terminate()
        running.communicate(timeout=PATIENCE)


def test_what_is_no_token_or_name_is_refused():
    assert [choose_token(text) for text in (None, "12345678")] == [None, "12345678"]
    assert choose_token("new") != "new"
    assert exposure("127.0.0.1", None) is None and exposure("::1", None) is None
    assert "knows the token" in exposure("0.0.0.0", "12345678")
    for token in ("", "short", "with space", "ümlaut-ümlaut", "a" * 65, "; path=/; x=12345"):
        with pytest.raises(UsageError, match="a token should be"):
            choose_token(token)
    for name in ("*", "", "a/b", "http://a", "a:80", "evil..", "-a"):
        with pytest.raises(UsageError, match="not the name of a host"):
            require_name(name)
    for name in ("chess.example.org", "lab-7", "192.0.2.1", "2001:db8::1"):
        require_name(name)


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[1]", "application/json", 400),
        (b'{"game": NaN}', "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"[" * 50_000, "application/json", 400),
        (b'{"game": "tictactoe"}', "text/plain", 400),
        (b"game=tictactoe", "application/x-www-form-urlencoded", 400),
        (b" " * (LARGEST_BODY + 1), "application/json", 413),
        ((b" " * 10_000 for _ in range(100)), "application/json", 413),  # without an end
    ],
)
def test_malformed_and_oversized_bodies_are_refused(server, body, kind, status):
    answer = server.client.post("/api/sessions", content=body, headers={"content-type": kind})
    assert answer.status_code == status and answer.json()["error"]


WRONG = ("POST /", "PUT /api/sessions", "DELETE /api/games", "GET /api/sessions")


@pytest.mark.parametrize("words", [*WRONG, "POST /static/page.js"])
def test_wrong_methods_are_refused(server, words):
    assert server.client.request(*words.split()).status_code == 405


OUTSIDE = (
    *("../app.py", "..%2fapp.py", "%2e%2e/app.py", "..%5capp.py", "page.js/..", "%00", ""),
    *("/etc/passwd", "%2fetc%2fpasswd"),
)
PATHS = [*(f"/static/{path}" for path in OUTSIDE), "/../../etc/passwd", "/api/sessions/../games/x"]


@pytest.mark.parametrize("path", PATHS)
def test_no_file_outside_the_page_is_served(server, path):
    answer = raw(server, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 404") and b"root:" not in answer
    assert raw(server, f"{path} NONSENSE\r\n\r\n").startswith(b"HTTP/1.1 400")


def raw(server, request: str) -> bytes:
    """What the server answers to these very bytes."""
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        connection.sendall(request.encode("latin-1"))
        return connection.recv(65536)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"host": "evil.example"}, 403),
        ({"sec-fetch-site": "same-origin"}, 201),
        ({"origin": "{own}"}, 201),
        ({}, 201),
    ],
)
def test_cross_site_requests_are_refused(server, headers, status):
    headers = {name: value.format(own=server.address) for name, value in headers.items()}
    assert server.client.post("/api/sessions", json=GAME, headers=headers).status_code == status


def test_links_from_elsewhere_open_the_page(server):
    elsewhere = {"sec-fetch-site": "cross-site"}
    assert server.client.get("/", headers=elsewhere).status_code == 200
    assert server.client.get("/api/games", headers=elsewhere).status_code == 403


@pytest.mark.parametrize("path", ["/", "/api/games", "/nothing", "/static/page.js"])
def test_every_answer_carries_the_headers_that_protect_it(server, path):
    headers = server.client.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers


# The files of the pages, served under one address though several parts of the house own them ----


def test_no_two_owners_have_a_file_of_one_name():
    names = Counter(file.name for file in sources())
    assert set(names.values()) == {1} and not {"palette.css", "solved.js"} & set(names)


def test_the_command_prints_its_address_and_ends_with_ctrl_c():
    with command("serve", "--port", "0") as run:
        match = re.search(r"http://127\.0\.0\.1:\d+/", run.stdout.readline())
        assert httpx.get(match[0] + "api/games").status_code == 200
        with httpx.Client(base_url=match[0]) as client:
            key = client.post("api/sessions", json={"game": "nim"}).json()["key"]
            with client.stream("GET", f"api/sessions/{key}/events"):
                run.send_signal(2)
                assert run.wait(PATIENCE) == 0
        assert run.stderr.read() == ""


def test_addresses_are_shown_as_browsers_take_them_or_are_a_clear_mistake():
    assert address("0.0.0.0", 1) == "http://localhost:1/" and address("::1", 2) == "http://[::1]:2/"
    assert is_loopback("::1") and is_loopback("localhost") and not is_loopback("0.0.0.0")
    assert not is_loopback("example")
    with listener("127.0.0.1", 0) as taken, pytest.raises(UsageError, match="cannot listen"):
        serve("127.0.0.1", taken.getsockname()[1])
    with pytest.raises(UsageError, match="cannot listen"):
        listener("no such host", 0)


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


def test_a_server_leaves_the_handlers_of_other_logs_open(monkeypatch):
    handler, closed = logging.StreamHandler(), []
    monkeypatch.setattr(handler, "close", lambda: closed.append(handler))
    Server(Web(native=False))
    assert closed == []


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
