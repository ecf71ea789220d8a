"""What the server refuses: bodies, methods, paths, other sites, and any fuzz."""

import socket
from collections import Counter

import pytest

from processes import PATIENCE
from zermelo.web.files import sources
from zermelo.web.guard import LARGEST_BODY


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
    ],
)
def test_malformed_and_oversized_bodies_are_refused(server, body, kind, status):
    answer = server.client.post("/api/sessions", content=body, headers={"content-type": kind})
    assert answer.status_code == status and answer.json()["error"]


def test_a_body_without_an_end_is_cut_off(server):
    pieces = (b" " * 10_000 for _ in range(100))
    headers = {"content-type": "application/json"}
    answer = server.client.post("/api/sessions", content=pieces, headers=headers)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/"),
        ("PUT", "/api/sessions"),
        ("DELETE", "/api/games"),
        ("GET", "/api/sessions"),
        ("POST", "/static/page.js"),
    ],
)
def test_wrong_methods_are_refused(server, method, path):
    assert server.client.request(method, path).status_code == 405


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/..%5capp.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/",
        "/static/%00",
        "/static/page.js/..",
        "/../../etc/passwd",
        "/api/sessions/../games/x",
    ],
)
def test_no_file_outside_the_page_is_served(server, path):
    host, port = server.address.removeprefix("http://").split(":")
    answer = raw(host, int(port), f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 404") and b"root:" not in answer


def raw(host: str, port: int, request: str) -> bytes:
    """What the server answers to these very bytes."""
    with socket.create_connection((host, port), timeout=PATIENCE) as connection:
        connection.sendall(request.encode("latin-1"))
        return connection.recv(65536)


def test_what_is_no_request_is_refused(server):
    host, port = server.address.removeprefix("http://").split(":")
    assert raw(host, int(port), "NONSENSE\r\n\r\n").startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"host": "evil.example"}, 403),
        ({"host": "localhost.evil.example:80"}, 403),
        ({"host": ""}, 403),
        ({"sec-fetch-site": "same-origin"}, 201),
        ({}, 201),
    ],
)
def test_cross_site_requests_are_refused(server, headers, status):
    fields = {"game": "tictactoe"}
    assert server.client.post("/api/sessions", json=fields, headers=headers).status_code == status


def test_the_same_origin_may_ask_and_links_from_elsewhere_open_the_page(server):
    fields = {"game": "tictactoe"}
    own = {"origin": server.address}
    assert server.client.post("/api/sessions", json=fields, headers=own).status_code == 201
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
    assert set(names.values()) == {1} and not {"palette.css", "titles.js"} & set(names)
