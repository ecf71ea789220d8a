"""Keywords of the public functions: a misspelled one is refused with the one that is meant."""

import dataclasses
import inspect

import pytest

import zermelo
from zermelo.errors import KeywordError, ParameterError, UsageError
from zermelo.matches.schedule import Conditions, Keywords

MISSPELLED = {
    "analyze": ("depht", "depth"),
    "book": ("second", "seconds"),
    "check": ("game_s", "games"),
    "estimate": ("thread", "threads"),
    "match": ("proceses", "processes"),
    "perft": ("natve", "native"),
    "playouts": ("caps", "cap"),
    "report": ("database", "databases"),
    "solve": ("memry", "memory"),
    "tournament": ("opening", "openings"),
    "trace": ("algoritm", "algorithm"),
    "tune": ("round", "rounds"),
    "verify": ("samples", "sample"),
}


@pytest.mark.parametrize("name", MISSPELLED)
def test_a_misspelled_keyword_names_the_one_that_is_meant(name):
    wrong, meant = MISSPELLED[name]
    function = getattr(zermelo, name)
    positions = [
        one
        for one in inspect.signature(function).parameters.values()
        if one.kind is one.POSITIONAL_OR_KEYWORD and one.default is one.empty
    ]
    with pytest.raises(KeywordError, match=f"{name} has no {wrong}; did you mean {meant}"):
        function(*[["first", "random"]] * len(positions), **{wrong: 1})


def test_the_error_is_a_mistake_of_ours_and_of_pythons():
    assert issubclass(KeywordError, UsageError) and issubclass(KeywordError, TypeError)


def test_type_checkers_know_the_fields_of_conditions():
    fields = {field.name: field.type for field in dataclasses.fields(Conditions)}
    declared = {name: kind.__forward_arg__ for name, kind in Keywords.__annotations__.items()}
    assert declared == fields


@pytest.mark.parametrize(
    "call",
    [
        lambda: zermelo.solve("nim(rows=[1])", out=3),
        lambda: zermelo.prove("tictactoe", claim="draw", out=3),
        lambda: zermelo.book("tictactoe", 3),
        lambda: zermelo.Book(3),
        lambda: zermelo.Database(3),
        lambda: zermelo.verify_proof(3),
    ],
)
def test_what_is_no_path_is_refused_in_one_sentence(call):
    with pytest.raises(ParameterError, match=r"(out|path) should be a path, .* not 3$"):
        call()
