"""The kinds of files that are tried: each says how one is damaged, and what then reads it."""

from typing import NamedTuple

from fuzz.damage import (
    Damage,
    bytes_of,
    certificate,
    database,
    handed_in,
    journals,
    lines_of,
    manifest,
    plug_in,
    text_of,
)
from fuzz.forgeries import arrays, draft, packing


class Kind(NamedTuple):
    """A kind of file.

    damage    damages the files of the directory that is given
    commands  the command lines that read them
    alone     whether each is a process of its own, as what is imported once stays
    """

    damage: Damage
    commands: list[list[str]]
    alone: bool = False


RESUMING = ["solve", "nim(rows=[1, 2])", "--out", "nim", "--plain"]
READING_A_DATABASE = [
    ["verify", "nim"],
    ["probe", "nim", "--state", "1,2 A", "--json"],
    ["audit", "nim", "--player", "random", "--positions", "3"],
    ["analyze", "nim(rows=[1, 2])", "--database", "nim", "--plain"],
    ["match", "nim(rows=[1, 2])", "database:nim", "first", "--games", "2"],
    ["export", "nim", "--out", "nim.parquet"],
    ["probe", "nim", "--hardest", "9", "--json"],
    RESUMING,
]
SEARCHING = ["analyze", "nim(rows=[1, 2])", "--endgames", "nim", "--depth", "3", "--plain"]
MATCH = ["match", "nim(rows=[1, 2])", "first", "random", "--games", "4", "--records", "games.db"]
READING_RECORDS = [MATCH, [*MATCH, "--json"], [*MATCH, "--export", "games.jsonl"]]
BOOK = ["book", "nim(rows=[1, 2])", "--plies", "1", "--exact", "--out", "nim.book"]
READING_A_BOOK = [
    BOOK,
    ["verify", "nim.book"],
    ["analyze", "nim(rows=[1, 2])", "--book", "nim.book", "--plain", "--json"],
]
READING_A_PROOF = [
    ["verify", "nim.proof"],
    ["verify", "nim.proof", "--json"],
    ["perft", "nim(rows=[1, 2])", "1", "--plain"],
]
READING_RESULTS = [
    ["tune", "isolation", "--results", "games.jsonl"],
    ["tune", "tictactoe", "--results", "games.jsonl", "--json"],
]
USING_A_PLUG_IN = [["games"], ["perft", "plugged", "2", "--plain"], ["show", "plugd"]]
LISTED = ["match", "tictactoe", "first", "random", "--games", "2", "--openings", "openings.txt"]
KINDS = {
    "manifest": Kind(manifest, READING_A_DATABASE),
    "database": Kind(database, READING_A_DATABASE),
    "arrays": Kind(arrays, [*READING_A_DATABASE, SEARCHING]),
    "packing": Kind(packing, [*READING_A_DATABASE, SEARCHING]),
    "draft": Kind(draft, [RESUMING]),
    "records": Kind(lines_of("games.db"), READING_RECORDS),
    "records' bytes": Kind(bytes_of("games.db"), READING_RECORDS),
    "book": Kind(lines_of("nim.book"), READING_A_BOOK),
    "book's bytes": Kind(bytes_of("nim.book"), READING_A_BOOK),
    "certificate": Kind(certificate, READING_A_PROOF),
    "certificate's bytes": Kind(bytes_of("nim.proof"), READING_A_PROOF),
    "journals": Kind(journals, [MATCH, *READING_A_BOOK]),
    "openings": Kind(bytes_of("openings.txt"), [LISTED]),
    "results": Kind(text_of("games.jsonl"), READING_RESULTS),
    "class": Kind(handed_in, [["grade", "class"], ["grade", "class", "--json"]], alone=True),
    "plug-in": Kind(plug_in, USING_A_PLUG_IN, alone=True),
}
