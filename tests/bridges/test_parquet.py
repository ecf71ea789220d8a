"""Tables for other programs: Parquet files of databases, and results as pandas has them."""

import pytest

import zermelo
from zermelo.bridges import parquet as bridge
from zermelo.bridges.parquet import export

pandas = pytest.importorskip("pandas")
parquet = pytest.importorskip("pyarrow.parquet")
NIM = zermelo.game("nim(rows=[1, 2, 4])")


@pytest.fixture
def database(tmp_path):
    zermelo.solve(NIM, tmp_path / "nim", native=False)
    return zermelo.Database(tmp_path / "nim")


def test_a_file_has_every_position_and_says_what_it_is(database, tmp_path, monkeypatch):
    monkeypatch.setattr(bridge, "GROUP", 20)
    with (tmp_path / "nim.parquet").open("wb") as file:
        done = export(database, file, native=False)
    table = parquet.read_table(tmp_path / "nim.parquet")
    arrays = database.to_arrays(native=False)
    assert (done.rows, done.columns) == (len(table), tuple(arrays))
    assert table["rows_2"].to_pylist() == arrays["rows_2"].tolist()
    lost = [value for value in table["remoteness"].to_pylist() if value is not None]
    assert lost == [value for value in arrays["remoteness"].tolist() if value != -1]
    assert table.schema.metadata[b"zermelo.contract.game"] == str(NIM).encode()
    message = table.schema.metadata[b"zermelo.fingerprint"].decode()
    assert message == database.manifest["fingerprint"]


def test_the_command_exports_and_refuses_other_names(
    database, read_output, refused, run_json, tmp_path
):
    given = "export", str(database.path), "--out"
    assert run_json(*given, str(tmp_path / "x.parquet"))["rows"] == 52
    assert "rows_0 rows_1 rows_2 player value" in read_output(*given, str(tmp_path / "x.parquet"))
    assert ".parquet file" in refused(*given, str(tmp_path / "x.csv"))


def test_results_are_tables_of_their_rows():
    done = zermelo.tournament(NIM, ["random", "first", "random"], games=2)
    table = done.to_pandas()
    assert list(table["player"])[1] == "first" and len(table) == 3
    assert table["score_wins"].sum() == 6
    counted = zermelo.match(NIM, "random", "first", games=2).to_pandas()
    assert len(counted) == 1 and counted["score_wins"][0] + counted["score_losses"][0] == 2
