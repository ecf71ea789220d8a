"""The memory that kernels share with Python."""

import ctypes

import pytest

from zermelo.native import arrays


def test_arrays_hold_64_bit_ints_and_are_cleared_as_far_as_asked():
    words, most = arrays.new_words(5), (1 << 63) - 1
    assert list(words) == [0] * 5
    for index in range(5):
        words[index] = most - index
    assert memoryview(words)[4] == most - 4
    arrays.clear_words(words, 3)
    assert list(words) == [0, 0, 0, most - 3, most - 4]
    assert list(arrays.new_words(3, -1)) == [-1] * 3
    assert list(arrays.new_words(0)) == []
    assert list(arrays.words_of([7, -7])) == [7, -7]


@pytest.mark.parametrize("native", [False, True])
def test_records_begin_at_zero_and_keep_what_is_written(native):
    record = arrays.new_record(("first", "second"), native=native)
    record["second"] += 1 << 62
    assert (int(record["first"]), int(record["second"])) == (0, 1 << 62)


def test_a_record_is_a_row_of_words_in_memory():
    record = arrays.Record(("nodes", "top"))
    record["top"] = 9
    assert (record["nodes"], record["top"]) == (0, 9)
    assert ctypes.c_int64.from_address(record.address + 8).value == 9


@pytest.mark.parametrize("numbers", [[5, 6], []])
def test_an_array_of_pythons_own_is_found_by_its_address(numbers):
    place = arrays.place_of(kept := arrays.words_of(numbers), native=True)
    assert [arrays.array_at(place)[index] for index in range(len(kept))] == numbers
