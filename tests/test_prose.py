"""The prose lint flags wording that reads as if translated, and passes plain English and code."""

import pytest

import prose


@pytest.mark.parametrize(
    "text",
    [
        "Who outgrows a machine adds `--on`.",
        "It begins. Who cannot move has lost.",
        "The value for who moves there.",
        "Take one match or two; who takes the last one wins.",
        "It waits for ever.",
        "What plain Python ends at once is not compiled.",
        "The player to move, or whoever asked.",
        "What was found stays in the table.",
        "Whether it was found out in time.",
        "The page is told.",
        "It is said in one line.",
        "Such moves, and such like them.",
        "The same holds likewise.",
        "Seeds in one's store.",
        "A player of ours.",
        "Seven thousand million states.",
        "English draughts.",
        "It writes so much a minute.",
        "Signs, brackets and the like.",
        "It ends, for it has no time.",
        "The game begins anew.",
        "Rules are held against the contract.",
        "It lets go of the lock.",
    ],
)
def test_translated_wording_is_flagged(text):
    assert list(prose.faults(text))


@pytest.mark.parametrize(
    "text",
    [
        "Who wins then?",
        "What is the value of a tempo? See below.",
        "Players who cannot move lose.",
        "It prints what it counted.",
        "Games such as Nim, and there is no such file.",
        "The solver found a draw.",
        'A message "you were told" and `such` code.',
        "A loop for it, and one for each state.",
        "If one machine isn't enough, add `--on ADDRESS`.",
    ],
)
def test_plain_english_passes(text):
    assert list(prose.faults(text)) == []


def test_lines_are_those_of_the_file(tmp_path):
    page, program = tmp_path / "page.md", tmp_path / "program.py"
    page.write_text("# What a title\n\nPlain.\n\n```\nsuch code\n```\n\n- Games,\n  likewise.\n")
    program.write_text(
        '"""Plain.\n\nThe page\nis told.\n"""\ntold = 1  # such a move\nx = f"{told} anew"\n'
    )
    assert [fault.line for fault in prose.check(page)] == [10]
    assert [fault.line for fault in prose.check(program)] == [4, 6, 7]


def test_main_prints_each_fault_and_fails(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(prose, "ROOT", tmp_path)
    (tmp_path / "bad.md").write_text("A player of ours.\n")
    assert prose.main([]) == 1
    assert capsys.readouterr().out == 'bad.md:1: "ours": write the name: "Zermelo\'s"\n'
    (tmp_path / "bad.md").write_text("A player of Zermelo's.\n")
    assert prose.main([]) == 0
