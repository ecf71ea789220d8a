"""Setting up a position, as the server sees it."""

from serving import served
from zermelo.web.app import Web


def test_a_page_learns_how_positions_are_written(server):
    key = server.open("morris(men=3)")["key"]
    spelling = server.client.get(f"/api/sessions/{key}/alphabet").json()
    looks = [piece.pop("look") for piece in spelling["alphabet"]["pieces"]]
    assert [look[:1] and look[0][0] for look in looks] == ["light", "dark", []]
    assert spelling["empty"] == ".........,3,3,W"
    assert spelling["alphabet"] == {
        "places": list(range(9)),
        "pieces": [
            {"symbol": "○", "letter": "W", "side": 0},
            {"symbol": "●", "letter": "B", "side": 1},
            {"symbol": "", "letter": ".", "side": None},
        ],
        "turn": 14,
        "movers": ["W", "B"],
    }
    key = server.open("nim")["key"]
    assert server.client.get(f"/api/sessions/{key}/alphabet").json() == {"alphabet": None}


def test_a_draft_is_a_position_or_the_reason_why_it_is_none(server):
    key = server.open(moves=["1,1"])["key"]
    result = server.act(key, "draft", state="XX./OO./...").json()
    assert result["error"] is None and result["status"] == "player 1 (X) to move"
    assert len(result["board"]["pieces"]) == 4 and not result["board"]["active"]
    result = server.act(key, "draft", state="XXX/OO./...").json()
    assert result["status"] == "the game is over: player 1 (X) wins"
    result = server.act(key, "draft", state="XXX/.../...").json()
    assert "X should have" in result["error"] and "board" not in result
    assert server.act(key, "draft").status_code == 400
    assert server.client.get(f"/api/sessions/{key}").json()["history"] == ["1,1"]


def test_rules_of_ones_own_that_cannot_read_a_text_are_no_fault_of_the_servers(tmp_path):
    rules = "from zermelo.games.mnk import TicTacToe\n\nclass Mine(TicTacToe):\n"
    path = tmp_path / "mine.py"
    path.write_text(rules + "    def parse_state(self, text):\n        return int(text)\n")
    with served(Web([str(path)], native=False)) as own:
        key = own.open(str(path))["key"]
        text = "the rules cannot read this text: ValueError"
        assert own.act(key, "draft", state="x").json() == {"error": text}
        assert own.act(key, "set-up", state="x").json() == {"error": text}
