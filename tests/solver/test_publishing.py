"""A database published on a site gives the same answers, and a page reads little of it."""

import json

import pytest

import zermelo
from widegames import CodedTug, SeldomSeen, Striding
from zermelo.errors import UsageError
from zermelo.play.advice import DatabaseAdvisor
from zermelo.solver.probing import publishing as writing
from zermelo.solver.probing.published import PublishedDatabase
from zermelo.solver.probing.publishing import Published, publish_databases

pytest.importorskip("zarr")

# Keys of symmetric states together, the game's own, of two words, with tied bits, with places of
# bits, by the score of points; and numbers instead.
GAMES = {
    "mnk": zermelo.game("mnk(width=3, height=2, k=2)"),
    "connectfour": zermelo.game("connectfour(width=3, height=3, k=2)"),
    "coded": CodedTug(),
    "seldom": SeldomSeen(),
    "striding": Striding(),
    "boxes": zermelo.game("dotsandboxes(width=1, height=2)"),
    "numbered": zermelo.game("isolation(width=2, height=3)"),
}


@pytest.fixture
def small(monkeypatch):
    """Chunks of a few positions, of which small games have many."""
    monkeypatch.setattr(writing, "CHUNK", 9)


def opened(made: Published, game) -> tuple[PublishedDatabase, list[int]]:
    """The database as a page opens it, and where it began to read parts of it."""
    reads: list[int] = []

    def read(name: str, first: int, size: int) -> bytes:
        reads.append(first)
        return made.files[name][first : first + size]

    database = PublishedDatabase(game, made.file, made.digest, made.files.__getitem__, read)
    return database, reads


class Otherwise:
    """The advisor for positions that a database does not contain."""

    def advise(self, game, state, seconds=None, known=None):
        return "searched"


@pytest.mark.parametrize("name", GAMES)
def test_it_says_of_every_position_what_the_database_says(name, solve, small):
    game, by = GAMES[name], "score" if name == "boxes" else "outcome"
    starts = [game.start(), game.play(game.start(), next(iter(game.moves(game.start()))))]
    given = {"states": starts} if name == "striding" else {}
    original = solve(game, by=by, **given)
    [made] = publish_databases([original.path], {name: ("the spec", game)})
    assert (made.spec, made.by) == ("the spec", by)
    result, reads = opened(made, original.game)
    assert result.start == original.start and len(result.index["ends"]) > 2
    places = range(original.states.places)
    states = [state for place in places if (state := original.states.state(place)) is not None]
    assert len(states) > 20
    for state in states:
        assert result.score(state) == original.score(state) is not None
        for move in list(game.moves(state)) if game.outcome(state) == zermelo.ONGOING else []:
            after = game.play(state, move)
            assert result.score(after) == original.score(after)
    assert len(set(reads)) == len(result.index["ends"])


def test_a_position_that_it_does_not_have_is_left_to_the_engine(solve, small):
    game = GAMES["connectfour"]
    late = game.play(game.start(), 0)
    database = solve(game, states=[late])
    [made] = publish_databases([database.path], {"c": ("c", game)})
    result, _ = opened(made, game)
    advisor = DatabaseAdvisor(result, Otherwise())
    assert advisor.advise(game, game.start()) == "searched"
    known = advisor.advise(game, late)
    assert (known.source, known.exact) == ("database", True)
    expected = DatabaseAdvisor(database, Otherwise()).advise(game, late).as_dict()
    assert known.as_dict() == expected | {"seconds": known.seconds}


def test_asked_about_one_position_it_reads_few_chunks_and_each_once(solve, small):
    game = GAMES["connectfour"]
    [made] = publish_databases([solve(game).path], {"c": ("c", game)})
    result, reads = opened(made, game)
    for _ in range(3):
        assert DatabaseAdvisor(result, None).advise(game, game.start()).exact
    assert len(reads) == len(set(reads)) <= 4 < len(result.index["ends"])


def test_damaged_or_missing_parts_are_reported_and_left_to_the_engine(solve, small):
    game = GAMES["mnk"]
    [made] = publish_databases([solve(game).path], {"mnk": ("mnk", game)})
    for name, content in made.files.items():
        changed = bytes([content[0] ^ 1]) + content[1:]
        result, _ = opened(made._replace(files=made.files | {name: changed}), game)
        with pytest.warns(match=f"{name} is damaged: its checksum is not"):
            assert DatabaseAdvisor(result, Otherwise()).advise(game, game.start()) == "searched"

    def missing(name: str, *part: int) -> bytes:
        raise OSError("is there no network?")

    result = PublishedDatabase(game, made.file, made.digest, missing, missing)
    with pytest.warns(match="json cannot be read: is there no network"):
        assert DatabaseAdvisor(result, Otherwise()).advise(game, game.start()) == "searched"


def test_databases_unfit_for_a_site_are_refused(solve, tmp_path, monkeypatch):
    path = solve("nim(rows=[1, 2])", "nim").path
    with pytest.raises(UsageError, match=r"a database of nim\(.*\), which is not on this site"):
        publish_databases([path], {"nim": ("nim", zermelo.game("nim"))})
    games = {"nim": ("nim", zermelo.game("nim(rows=[1, 2])"))}
    with pytest.raises(UsageError, match="nim is a second database of nim"):
        publish_databases([path, path], games)
    with pytest.raises(UsageError, match="none contains no database"):
        publish_databases([tmp_path / "none"], games)
    monkeypatch.setattr(writing, "LARGEST", 10)
    with pytest.raises(UsageError, match="nim is too large for a site: more than"):
        publish_databases([path], games)


def test_names_change_with_the_content_and_with_nothing_else(solve):
    nim = solve("nim(rows=[1, 2])")
    first, again = (publish_databases([nim.path], {"nim": ("nim", nim.game)})[0] for _ in range(2))
    assert first == again and len(first.files) == 2
    assert json.loads(first.files[first.file])["file"] in first.files
