"""Results as they show themselves: each printed as its report, and as HTML in a notebook."""

import re

import pytest
from rich.text import Text

import zermelo
from elements import Elements
from pages import accessible
from toys import Again, OneOrTwo, Sticks
from zermelo import Picture
from zermelo.bridges.parquet import Exported
from zermelo.course.classes import ClassGrades
from zermelo.course.grade import Difference, Grade
from zermelo.errors import ParameterError
from zermelo.experiments.experiment import compare_searches, depth_experiment
from zermelo.experiments.profile import report
from zermelo.laws.differential import CompiledFunction, CompiledRules, Variable
from zermelo.notebook import Replay
from zermelo.players.minimax import Minimax
from zermelo.players.search import FirstMove
from zermelo.reports.results import fact, plain_table, recall_position
from zermelo.reports.show import REPORTS, as_html, as_text, hypertext
from zermelo.solver.probing.publishing import Compacted
from zermelo.trees import page as treecell
from zermelo.tuning.audit import audit
from zermelo.tuning.tables import Learning
from zermelo.tuning.tune import Tuning

TIC_TAC_TOE = zermelo.game("tictactoe")
NIM = zermelo.game("nim(rows=[1, 2])")
GRADED = Difference("wins([])", "False", "True", "the end is lost", "nim(rows=[1, 2])", "0,0 A")


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> dict[str, object]:
    """One result of each kind."""
    place = tmp_path_factory.mktemp("shown") / "nim"
    solution = zermelo.solve(NIM, place, native=False)
    database = zermelo.Database(place)
    outcome = [
        zermelo.analyze(NIM, native=False),
        audit(database, FirstMove(), positions=4),
        zermelo.book(NIM, place.parent / "nim.book", plies=1, native=False),
        Minimax(limit=0).best_moves(NIM, NIM.start()),
        database,
        depth_experiment(NIM, [1, 2], native=False),
        compare_searches(NIM, native=False),
        zermelo.estimate(NIM, native=False),
        zermelo.match(NIM, "random", "first", games=2),
        zermelo.perft(NIM, 2, native=False),
        zermelo.playouts(NIM, games=3, native=False),
        zermelo.probe(database),
        zermelo.check(NIM, native=False),
        CompiledRules(
            "nim",
            (CompiledFunction("nim.py:50", "moves", (Variable("row", "int 0 … 3"),), ()),),
            "",
        ),
        solution,
        zermelo.tournament(NIM, ["random", "first"], games=2),
        zermelo.trace(NIM),
        Tuning("nim", "truth", {"a": 1.0}, {"a": 2.0}, 0.5, 0.25, None, (), 1.0),
        Learning("tictactoe", 8, 300, 1000, 0.6, 2.0, "three.weights"),
        zermelo.verify(place),
        zermelo.value(NIM),
        zermelo.prove(NIM, claim="win", out=place.parent / "nim.proof", native=False),
        zermelo.verify_proof(place.parent / "nim.proof"),
        designed := report(NIM, seconds=1, native=False),
        *designed.profiles,
        Exported("nim", 3, ("value",), 100, 0.5),
        Compacted("morris(men=3)", 28, 900, 300, 0.5),
        grade := Grade("a/nim.py", "nim", ("wins([4])",), 2, GRADED, {"": "[b]"}),
        ClassGrades("a", (grade,)),
    ]
    return {type(result).__name__: result for result in outcome}


@pytest.mark.parametrize("name", REPORTS)
def test_every_result_prints_and_shows_itself_as_its_report(results, name):
    result = results[name]
    text, html = as_text(result), as_html(result)
    assert "\x1b" not in text and "object at" not in html
    assert not [line for line in text.split("\n") if line != line.rstrip()]
    elements = Elements(html)
    assert elements.counts.get("table") or elements.counts.get("p") or elements.counts.get("svg")
    assert (str(result), result._repr_html_()) == (text, html)
    printed: list[str] = []
    result._repr_pretty_(type("Printer", (), {"text": printed.append}), False)
    assert printed == [str(result)]


def test_an_analysis_shows_its_board_with_the_values_of_its_moves():
    analysis = zermelo.analyze(TIC_TAC_TOE, TIC_TAC_TOE.parse_state("XX./OO./..."), native=False)
    html = as_html(analysis)
    assert html.count("<svg") == 1 and html.count('class="win solid"') == 1
    assert '<tr class="best"><td>▸</td><td>c3</td><td>win</td></tr>' in html.replace("<b>", "")
    for words in ("player 1 (X) wins in 1 ply", "│ X │ X │   │"):
        assert words in as_text(analysis)


# The games that results name ----------------------------------------------------------------------


class Single(OneOrTwo):
    """It has texts and a picture."""

    def format_state(self, state):
        return f"{state.left} {state.player}"

    def parse_state(self, text):
        return Sticks(*map(int, text.split()))

    def picture(self, state):
        clicks = {move: (move - 1,) for move in self.moves(state)}
        return Picture.grid(3, 1, dict.fromkeys(range(state.left), "■"), clicks)


def test_a_report_recalls_its_game_and_position_where_they_are_known():
    game = Single(sticks=2)
    analysis = zermelo.analyze(game, native=False)
    assert recall_position(analysis) == (game, game.start())
    assert as_html(analysis).count("<svg") == 1

    class Nim(Single):
        """Another game of this name."""

    assert Nim.__name__ == "Nim"
    game, state = recall_position(zermelo.analyze(zermelo.game("nim"), native=False, depth=1))
    assert game == zermelo.game("nim") and state == game.start()
    analysis = zermelo.analyze(Again(), native=False)
    assert recall_position(analysis) == (None, None)
    assert "<svg" not in as_html(analysis) and "player 1 to move" in as_text(analysis)


def test_texts_are_escaped_and_styles_are_kept():
    table = plain_table()
    table.add_column("<b>")
    table.add_column("n", justify="right")
    table.add_row(Text("<script>"), "1", style="bold green")
    assert "&lt;script&gt;" in hypertext(table) and "<script>" not in hypertext(table)
    assert 'style="text-align:right"' in hypertext(table)
    assert '<p><span class="dim">a       </span>b</p>' in hypertext(fact("a", "b"))
    assert '<p><span class="red"><b>FAULTY</b></span></p>' in hypertext(Text("FAULTY", "bold red"))


def test_a_small_tree_is_drawn_and_a_larger_one_is_a_page_or_a_sentence(monkeypatch):
    assert as_html(zermelo.trace(NIM)).count("<svg") >= 1
    frame = as_html(zermelo.trace(TIC_TAC_TOE, depth=3))
    assert frame.startswith('<iframe sandbox="allow-scripts allow-forms"')
    assert not re.search(r"https?://(?!www\.w3\.org)", frame)
    monkeypatch.setattr(treecell, "MOST", 80)
    message = as_html(zermelo.trace(TIC_TAC_TOE, depth=3))
    assert message.startswith("<p>A cell holds 80 nodes at most, not 96; write a file")


def test_a_replay_is_an_exercise_or_two_searches_and_can_be_written(tmp_path):
    trace, plain = zermelo.trace(NIM), zermelo.trace(NIM, algorithm="minimax")
    replay = Replay(trace, against=plain, height=300)
    assert "height:300px" in replay._repr_html_() and "minimax" in replay._repr_html_()
    assert str(replay) == str(trace)
    replay.write(tmp_path / "tree.html")
    assert (tmp_path / "tree.html").read_text().startswith("<!doctype html>")
    with pytest.raises(ParameterError, match="minimax never cuts"):
        Replay(plain, exercise="cuts")


NOTEBOOK = (
    "<!doctype html><html lang='en'><title>cells</title><style>:root{color-scheme:light dark}"
    "body{background:Canvas;color:CanvasText}</style><main><h1>cells</h1>%s</main></html>"
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_cells_are_readable_and_ask_for_nothing(browser, results, scheme):
    shown = [as_html(results[name]) for name in REPORTS]
    page = browser.new_page(color_scheme=scheme)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_content(NOTEBOOK % "".join(shown))
    assert accessible(page) == []
    assert asked == []
    page.close()


def test_a_replay_works_in_its_frame(browser):
    page = browser.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text))
    page.set_content(NOTEBOOK % Replay(zermelo.trace(NIM), exercise="values")._repr_html_())
    inside = page.frame_locator("iframe")
    inside.get_by_role("textbox", name="Its value").fill("1")
    inside.get_by_role("button", name="Check").click()
    inside.get_by_text("Right. MAX takes 1").wait_for()
    assert faults == []
    page.close()
