"""The compiler alone: each construct gives the same result compiled, or is refused."""

import inspect

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compiledrules import Compiled, FailedError, same
from constructs import EQUAL, REFUSED
from furtherconstructs import FAILING  # with it, its functions are in the tables, too
from zermelo.native.compiler.kinds import Unsupported
from zermelo.native.running import why

pytestmark = pytest.mark.compiled

ROW = (1, 2, 3, 3)


def answer(function, *given):
    """The result of a function, or the class of the exception that it raises."""
    try:
        return function(*given)
    except FailedError:
        raise
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("function", EQUAL, ids=lambda function: function.__name__)
def test_a_construct_agrees_with_plain_python(function):
    compiled = Compiled(function, ROW, 0)
    for row, move in ((ROW, 0), ((1, 2, 5, 1), 0)):
        plain, other = answer(function, row, move), answer(compiled, row, move)
        assert same(plain, other), (plain, other)


@pytest.mark.parametrize("name", FAILING)
def test_compiled_code_raises_the_exceptions_of_python(name):
    function = FAILING[name]
    plain = answer(function, ROW, 0)
    assert issubclass(plain, Exception)
    assert answer(Compiled(function, ROW, 0), ROW, 0) is plain


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_a_refused_construct_is_named_with_its_line_and_a_cure(function):
    with pytest.raises(Unsupported) as refused:
        Compiled(function, ROW, 0)
    file, line, text = why(refused.value).split(":", 2)
    assert (file.endswith("constructs.py"), text.strip()) == (True, REFUSED[function])
    first = inspect.getsourcelines(function)[1]
    assert first < int(line) < first + 14


def operate(a, b):
    """All operations on two ints, dividing only by a number other than 0."""
    c = b if b else 7
    return (
        a + b, a - b, a & b, a | b, a ^ b, a // c, a % c, -a, ~b, abs(a), min(a, b), max(a, b),
        a.bit_length(), b.bit_count(), a < b, a == b, a >> (b & 63),
        (a & 65535) << (b & 31), divmod(b, 3), a >> (b & 255), (a & 1) << (b & 63),
        -1 >> (b & 127), (a & 3).bit_count() - (-1).bit_length(),
    )  # fmt: skip


def multiply(a, b):
    """Products, which need the widest words."""
    return a * b, a * 3 - b, (a * a) % 1_000_003


def ints(bits):
    """Ints of up to `bits` bits, often at an edge."""
    edges = [
        sign * (1 << n) + by
        for n in (0, 31, 62, 63, bits - 1)
        for sign in (1, -1)
        for by in (-1, 0, 1)
    ]
    low, high = -(1 << bits - 1), (1 << bits - 1) - 1
    return st.sampled_from([edge for edge in edges if low <= edge <= high]) | st.integers(low, high)


@pytest.mark.parametrize("bits", [64, 128, 256])
@pytest.mark.parametrize("function", [operate, multiply], ids=lambda function: function.__name__)
def test_arithmetic_is_pythons_in_every_width(function, bits):
    edge = (1 << bits - 1) - 1
    compiled = Compiled(function, edge, -edge, bits=2 * bits)

    @settings(
        max_examples=60,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(ints(bits), ints(bits))
    def agrees(a, b):
        assert same(function(a, b), compiled(a, b))

    agrees()


def test_ints_beyond_the_words_are_an_error_and_never_another_number():
    compiled = Compiled(multiply, 1, 1)
    assert compiled(3, 4) == multiply(3, 4)
    with pytest.raises(FailedError):
        compiled(1 << 62, 1 << 62)
