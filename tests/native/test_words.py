"""Memory of searches: the same ints in Python's own arrays and in numpy's."""

import pytest

from zermelo.native.arrays import clear_words, new_record, new_words, words_of


@pytest.mark.parametrize("native", [False, True])
def test_arrays_hold_64_bit_ints_and_are_cleared_as_far_as_asked(native):
    words, most = new_words(5), (1 << 63) - 1
    assert list(words) == [0] * 5
    for index in range(5):
        words[index] = most - index
    assert memoryview(words)[4] == most - 4
    clear_words(words, 3)
    assert list(words) == [0, 0, 0, most - 3, most - 4]
    assert list(new_words(3, -1)) == [-1] * 3
    assert list(new_words(0)) == []
    assert list(words_of([7, -7])) == [7, -7]


@pytest.mark.parametrize("native", [False, True])
def test_records_begin_at_zero_and_keep_what_is_written(native):
    record = new_record(("first", "second"), native=native)
    record["second"] += 1 << 62
    assert (int(record["first"]), int(record["second"])) == (0, 1 << 62)
