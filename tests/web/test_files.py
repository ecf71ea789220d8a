"""The files of the pages, served under one address though several parts of the house own them."""

from collections import Counter

from zermelo.web.pages import page_files, sources


def test_no_two_owners_have_a_file_of_one_name():
    names = Counter(file.name for file in sources())
    assert set(names.values()) == {1}
    made = {"palette.css", "titles.js"}
    served = {name for name in names if not name.endswith(".d.ts")}  # which only editors read
    assert served | made == set(page_files()) and not made & served
