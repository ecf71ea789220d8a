"""The command: results and JSON of each subcommand, mistakes, Ctrl-C and files."""

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import zermelo
from processes import PATIENCE, command, computed, python, read_up_to, soon
from zermelo.cli import COMPLETING
from zermelo.cli.commands import COMMANDS
from zermelo.cli.options import HEADINGS, group
from zermelo.cli.output import Progress

GAMES = ["tictactoe", "mnk", "isolation", "nim", "connectfour", "morris"]
POSITION = ("--moves", "0,0 1,1 0,2")


def test_games_lists_every_game_with_its_parameters(read_output, run_json):
    listed = {entry["name"]: entry for entry in run_json("games")["games"]}
    assert set(GAMES) <= set(listed)
    assert listed["nim"]["parameters"] == {"rows": [1, 3, 5, 7], "misere": False}
    assert all(entry["about"] for entry in listed.values())
    out = read_output("games")
    assert all(name in out for name in GAMES)


def test_analyze_gives_every_field_and_says_it_in_words(run_json, read_output):
    answer = run_json("analyze", "tictactoe", *POSITION, "--plain")
    fields = "game state player value exact depth best_moves complete moves line remoteness "
    fields += "nodes table_entries table_hits seconds native"
    assert list(answer) == fields.split()
    known = {"game": "tictactoe", "player": 1, "value": 0, "exact": True, "best_moves": ["b3"]}
    assert known.items() <= answer.items()
    assert {entry["move"]: entry["value"] for entry in answer["moves"]} == {
        "b3": 0, "a2": -1, "c2": -1, "a1": -1, "b1": -1, "c1": -1,
    }  # fmt: skip
    assert answer["native"] is False
    out = read_output("analyze", "tictactoe", *POSITION, "--plain")
    assert "player 2 (O) to move: draw" in out
    assert "▸  b3" in " ".join(out.split("\n")).replace("   ", "  ")


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "memo", "bounds", "mcts"])
def test_every_algorithm_agrees_and_can_be_played_against(run_json, algorithm):
    answer = run_json("analyze", "nim(rows=[1, 2, 3])", "--algorithm", algorithm, "--plain")
    assert (answer["value"], answer["exact"]) == (-1, True)
    seats = ("--first", "random", "--second", f"{algorithm}:nodes=5000")
    assert run_json("play", "nim(rows=[1, 2, 3])", *seats)["result"] == -1


def test_a_depth_limit_makes_an_estimate(read_output, run_json):
    answer = run_json("analyze", "tictactoe", "--depth", "2", "--plain")
    assert (answer["exact"], answer["depth"]) == (False, 2)
    out = read_output("analyze", "tictactoe", "--depth", "2", "--plain")
    assert "50% chance for player 1 (X) at depth 2" in out


def test_perft_counts(read_output, run_json):
    counted = run_json("perft", "tictactoe", "4", "--plain")
    assert list(counted) == ["game", "sequences", "seconds", "native"]
    assert counted["sequences"] == [9, 72, 504, 3024]
    assert "3,024" in read_output("perft", "tictactoe", "4", "--plain")


def test_playouts_say_how_random_games_end(read_output, run_json):
    asked = ("playouts", "tictactoe", "--moves", "0,0 1,0 0,1 1,1", "--games", "9")
    played = run_json(*asked, "--seed", "1")
    assert list(played)[:6] == ["game", "state", "playouts", "seconds", "per_second", "plies"]
    assert (played["playouts"], played["state"]) == (9, "XX./OO./...")
    assert sum(share["count"] for share in (*played["wins"], played["draws"])) == 9
    assert "9 games in" in read_output(*asked, "--seed", "1")


def test_the_experiment_gives_rows(read_output, run_json):
    arguments = ("experiment", "depth", "tictactoe", "--depths", "2,4", "--from", "game")
    done = run_json(*arguments)
    assert (done["game"], done["from"]) == ("tictactoe", "game")
    assert [row["states"] for row in done["rows"]] == [89, 4064]
    assert done["rows"][0]["result"] == "player 1 wins"
    out = read_output(*arguments, "--show")
    assert "4,064" in out and "3,609 states generated" in out


def test_computers_play_a_game_and_record_it_also_for_points(run_json):
    assert len(run_json("play", "nim(rows=[1])", "--first", "computer")["moves"]) == 1
    seats = ("--first", "engine:seconds=60", "--second", "engine:seconds=60")
    record = run_json("play", "tictactoe", *seats)
    assert (record["outcome"], record["result"], len(record["moves"])) == ("draw", 0, 9)
    seats = ("--first", "minimax:limit=20", "--second", "minimax:limit=20", "--seed", "1")
    asked = ("play", "kalah(pits=2, seeds=2)", *seats, "--by", "score")
    record = run_json(*asked)
    assert (record["by"], record["outcome"]) == ("score", "player 2 wins by 2 points")


def test_a_person_plays_through_a_pipe_whose_end_is_that_of_the_game():
    playing = command("play", "tictactoe", "--second", "first", "--json")
    out, err = playing.communicate("1,1\nnonsense\n0,2\n2,0\n")
    assert playing.returncode == 0
    assert json.loads(out)["moves"] == ["b2", "a3", "c3", "b3", "a1"]
    assert "nonsense is not a legal move here" in err
    assert "Game over: player 1 (X) wins." in err
    playing = command("play", "tictactoe")
    out, err = playing.communicate("")
    assert (playing.returncode, err) == (0, "")
    assert "your move" in out


# test_ranges.py tests numbers out of range; test_signals.py tests missing files and folders.
MISTAKES = [
    "nonsense",
    "experiment",
    "games --nonsense",
    "analyze",
    "analyze chess960",
    "analyze nim(rows=[0])",
    "analyze nim(rows=__import__('os'))",
    "analyze tictactoe --state XXX/.../...",
    "analyze tictactoe --state=",
    "analyze tictactoe --moves 0,0,0,0",
    "analyze tictactoe --algorithm magic",
    "analyze tictactoe --algorithm mcts --depth 3",
    "perft tictactoe",
    "experiment depth tictactoe",
    "experiment depth tictactoe --depths 1,x",
    "experiment depth tictactoe --depths=",
    "experiment depth tictactoe --depths 2,-1",
    "experiment depth tictactoe --depths 100000",
    "experiment depth tictactoe --depths 1 --from root",
    "experiment depth tictactoe --depths 1 --plot plot.txt",
    "play tictactoe --first me",
    "play tictactoe --by score",
    "play kalah --by luck",
    "play tictactoe --second magic",
    "estimate nothing",
    "solve",
    "solve nim --memory lots",
    "solve nim --memory 1",
    "solve nim --memory 0GiB",
    "solve nim --out /dev/null/database",
    "solve nim --moves 9,9",
    "solve morris --endgame 9",
    "solve morris --endgame 3-3 --moves d6",
    f"solve tictactoe --memory {10**20}TiB --threads 100000",
    "match tictactoe first",
    "match tictactoe first random --games 3",
    "match tictactoe first random --sprt 5",
    "match tictactoe first random --sprt 5,0",
    "match tictactoe first random --sprt a,b",
    "match tictactoe first random --sprt nan,nan",
    "match tictactoe first random --sprt 0,inf",
    "match tictactoe first random --opening-plies 9",
    "match tictactoe first random --quiet 5",
    "tournament tictactoe first",
    "tournament tictactoe",
    "tournament nogame first random",
    "tournament isolation nobody --gauntlet",
    "tournament tictactoe random --gauntlet",
    "tournament isolation random greedy:a=1",
]


@pytest.mark.parametrize("line", MISTAKES)
@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
def test_a_mistake_is_one_line_and_exit_status_2(refused, line, as_json):
    err = refused(*line.split(), *(["--json"] if as_json else []))
    assert len(err) > 15 and "Traceback" not in err


def test_mistakes_name_what_would_be_right(refused):
    assert "not a legal move" in refused("analyze", "tictactoe", "--moves", "0,0 y")
    assert "tictactoe" in refused("analyze", "tictactoo")
    assert "need experiment depth" in refused("experiment", "searches", "nim", "--show")
    assert "give --depths" in refused("experiment", "depth", "nim")
    assert "2,4,9" in refused("experiment", "depth", "nim", "--depths", "1-3")
    assert ".svg" in refused("experiment", "depth", "nim", "--depths", "1", "--plot", "p.doc")


def test_help_is_plain_and_names_every_command_and_the_version(run, read_output):
    status, out, _ = run("--help")
    assert status == 0 and out == read_output()
    lines = out[out.index("Play and show:") :].splitlines()
    named = [line.split()[0] for line in lines if line.startswith("  ")]
    assert named == list(COMMANDS) and len(named) <= 31
    assert sum(line.endswith(":") for line in lines) == 5
    assert out.rstrip() == group().get_help(None)
    assert max(map(len, out.splitlines())) < 80 and out.count("\n") <= 55
    assert run("--version")[:2] == (0, f"zermelo {zermelo.__version__}\n")


COMPLETED = {
    "ana": "analyze",
    "analyze conn": "connectfour",
    "show nim --th": "--theme",
    "exercise mi": "minimax",
    "tree nim --exercise val": "values",
    "tree nim --algorithm fail": "failsoft",
}


@pytest.mark.long
@pytest.mark.parametrize("typed", COMPLETED)
def test_shells_complete_what_can_be_listed(typed):
    words = f"zermelo {typed}"
    asked = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    offered = python("-m", "zermelo", env=os.environ | asked | {COMPLETING: "complete_bash"})
    assert (offered.returncode, offered.stdout) == (0, f"{COMPLETED[typed]}\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_one_command_alone_reads_its_line_as_among_all(name):
    alone, among = group(name).commands[name], group().commands[name]
    assert [one.opts for one in alone.params] == [one.opts for one in among.params]
    assert (alone.help, alone.short_help) == (among.help, COMMANDS[name].about)


def test_every_option_has_a_heading_and_a_help():
    every = [one for command in group().commands.values() for one in command.params]
    options = [one for one in every if one.param_type_name == "option"]
    assert len(options) <= 220 and all(one.help for one in options)
    headed = {word for words in HEADINGS.values() for word in words.split()}
    assert {one.opts[0].removeprefix("--") for one in options} == headed


def experiment(path) -> list[str]:
    return ["experiment", "depth", "tictactoe", "--depths", "1,2", "--plot", str(path)]


def test_a_failed_plot_leaves_the_old_file_and_no_other(run, tmp_path, monkeypatch):
    def fail(*arguments):
        raise RuntimeError

    monkeypatch.setattr("zermelo.reports.charts.depth_figure", fail)
    path = tmp_path / "plot.svg"
    path.write_text("old")
    with pytest.raises(RuntimeError):
        run(*experiment(path))
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["plot.svg"]


def test_a_plot_that_cannot_be_written_is_refused_before_the_work(run, tmp_path, monkeypatch):
    def never(*arguments, **options):
        raise AssertionError("the work began")

    monkeypatch.setattr("zermelo.experiments.experiment.depth_experiment", never)
    for path in (tmp_path, tmp_path / "missing" / "plot.svg"):
        (tmp_path / "plot.svg").mkdir(exist_ok=True)
        assert run(*experiment(path))[0] == 2
    assert run(*experiment(tmp_path / "plot.svg"))[0] == 2


def under_way(running: subprocess.Popen) -> None:
    """Wait until the command has started, which takes less than a second, and made progress."""
    assert soon(lambda: computed(running) > 2)


def waiting(running: subprocess.Popen) -> None:
    assert "your move" in read_up_to(running.stderr, "your move")


@pytest.mark.long
@pytest.mark.parametrize(
    ("line", "when", "left"),
    [
        ("analyze connectfour --seconds 600 --plain", under_way, lambda found: found["depth"] > 0),
        (
            "experiment depth connectfour --depths 0,12",
            under_way,
            lambda found: [row["depth"] for row in found["rows"]] == [0],
        ),
        ("play tictactoe", waiting, lambda found: found["moves"] == []),
    ],
)
def test_ctrl_c_leaves_what_is_known(line, when, left):
    with command(*line.split(), "--json", leisure=True) as running:
        try:
            when(running)
            running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=PATIENCE)
        finally:
            running.kill()
    assert running.returncode == 130 and "Traceback" not in err and left(json.loads(out))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_of_the_help_are_no_mistakes(run, name):
    status, out, _ = run(name, "--help")
    assert status == 0 and max(map(len, out.splitlines())) <= 100
    for paragraph in re.findall(r"Example: zermelo (.*?)\n\n", out, re.DOTALL):
        words = shlex.split(paragraph)
        assert words[0] == name
        for option in (word for word in words if word.startswith("--")):
            assert re.search(rf"  {option}[ ,]", out)


POINTS = f"{Path(__file__).parents[1] / 'support' / 'pointgames.py'}:Matches"


def test_values_in_points(run, refused, run_json):
    answer = run_json("analyze", POINTS, "--by", "score", "--plain")
    assert (answer["by"], answer["value"], answer["exact"]) == ("score", 1, True)
    status, out, _ = run("analyze", POINTS, "--by", "score", "--plain")
    assert status == 0 and "player 1 wins by 1 point" in out and "+1" in out
    asked = run_json("analyze", POINTS, "--margin", "2", "--plain")
    assert (asked["margin"], asked["value"], asked["best_moves"]) == (2, -1, [])
    error = refused("analyze", "nim", "--by", "score")
    assert error == "zermelo: nim counts no points: define score and score_bound\n"


@pytest.mark.parametrize("words", ["show", "analyze --depth 1 --plain"])
def test_lines_are_whole_in_a_pipe(run, words):
    """A position whose text is broken across lines could not be read back."""
    _, out, _ = run(words.split()[0], "hex(size=11)", *words.split()[1:])
    hexes = zermelo.game("hex(size=11)")
    name, text = out.splitlines()[0].split(maxsplit=1)
    assert (name, hexes.parse_state(text)) == ("hex", hexes.start())


# What a terminal shows while a command works ----------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_shows_the_match_at_once_and_without_one_lines_are_written(monkeypatch):
    monkeypatch.setattr("zermelo.cli.output.PATIENCE", 0.05)
    monkeypatch.setattr("sys.stderr", Terminal())
    with Progress("playing") as progress:
        progress("0 of 4 games, +0 =0 -0")
        assert soon(lambda: "playing: 0 of 4 games" in sys.stderr.getvalue())
    monkeypatch.setattr("zermelo.cli.output.EVERY", 0.05)
    monkeypatch.setattr("sys.stderr", io.StringIO())
    with Progress("playing") as progress:
        progress("0 of 4 games, +0 =0 -0")
        assert soon(lambda: sys.stderr.getvalue().count("zermelo: playing: 0 of 4 games") > 1)
    written = sys.stderr.getvalue()
    assert not soon(lambda: sys.stderr.getvalue() != written, 0.2)


@pytest.mark.parametrize("screen", [io.StringIO, Terminal])
def test_ctrl_c_before_the_thread_that_shows_it_has_begun_is_no_other_error(monkeypatch, screen):
    def interrupted(thread):
        raise KeyboardInterrupt

    monkeypatch.setattr("sys.stderr", screen())
    monkeypatch.setattr(threading.Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt), Progress("playing") as progress:
        progress("0 of 4 games, +0 =0 -0")
    assert sys.stderr.getvalue() == ""
