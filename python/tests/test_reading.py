# SPDX-License-Identifier: MIT
"""Opening, headers, tables and values."""

from __future__ import annotations

import io
import json
import pickle
import uuid
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

import pyreel
from plays import files, golden, write_play


@pytest.mark.parametrize("path", files("golden"), ids=lambda path: path.name)
def test_golden_files_read_completely(path: Path) -> None:
    replay = pyreel.open(path)
    assert replay.damage is None
    for name, info in replay.tables.items():
        table = replay.table(name)
        rows = list(table)
        arrow = table.to_arrow()
        assert arrow.num_rows == len(rows) == len(table.rows())
        assert arrow.column_names == info.columns
    assert repr(replay.header) == repr(pyreel.open(path.read_bytes()).header)


@pytest.mark.parametrize("path", files("golden"), ids=lambda path: path.name)
def test_rows_and_columns_have_the_same_values(path: Path) -> None:
    replay = pyreel.open(path)
    for name, info in replay.tables.items():
        rows = replay.table(name).rows()
        arrow = replay.table(name, labels=False).to_arrow()
        for field in info.fields:
            if field.type in ("string", "bytes", "uuid"):
                continue
            for index, column in enumerate(field.columns):
                values = rows[field.name] if field.count == 1 else rows[field.name][:, index]
                expected = arrow.column(column).to_pylist()
                pairs = zip(values.tolist(), expected, strict=True)
                assert all(b is None or a == b or a != a or str(a) == b for a, b in pairs), (name, column)  # identities are text


@pytest.mark.parametrize("path", files("golden"), ids=lambda path: path.name)
def test_dictionaries_and_arrow_have_the_same_values(path: Path) -> None:
    replay = pyreel.open(path)
    for name, info in replay.tables.items():
        arrow = replay.table(name).to_arrow()
        rows = list(replay.table(name))
        for field in info.fields:
            for index, column in enumerate(field.columns):
                values = [row[field.name] for row in rows]
                if field.count > 1:
                    values = [None if value is None else value[index] for value in values]
                for value, expected in zip(values, arrow.column(column).to_pylist(), strict=True):
                    same = value == expected or str(value) == str(expected) or value != value
                    assert same or (field.type == "uuid" and value.bytes == expected), (name, column, value, expected)


def test_a_header_has_the_first_table_flat_and_others_as_lists() -> None:
    header = pyreel.open(golden("arena.butter")).header
    assert isinstance(header["roster"], list)
    assert "client" in header or len(header) > 1
    assert all(not isinstance(value, dict) for value in header.values())


def test_a_uuid_is_a_uuid() -> None:
    path = next(path for path in files("golden") if path.suffix == ".teehistorian")
    replay = pyreel.open(path)
    name = next(field.name for field in replay.tables["header"].fields if field.type == "uuid")
    assert isinstance(replay.header[name], uuid.UUID)
    assert isinstance(replay.table("header").to_pandas()[name][0], uuid.UUID)
    assert replay.table("header").rows()[name][0].tobytes() == replay.header[name].bytes


def test_enumerations_have_their_names(play: Path) -> None:
    replay = pyreel.open(play)
    assert next(iter(replay["notes"]))["event_type"] == "miss"
    assert replay["notes"].to_polars()["event_type"].to_list() == ["miss"] * 4
    assert replay.table("notes", ["event_type"], labels=False).to_arrow().column(0).type == pa.int32()


def test_absent_values_are_none(play: Path) -> None:
    replay = pyreel.open(play)
    assert next(iter(replay["notes"]))["saber_speed"] is None
    assert replay["notes"].to_arrow()["saber_speed"].null_count == 4
    assert replay["notes"].to_pandas()["saber_type"].isna().all()


def test_absent_integers_stay_integers_in_pandas() -> None:
    notes = pyreel.open(golden("full.bsor")).table("notes", labels=False).to_pandas()
    assert str(notes["saber_type"].dtype) == "Int64"
    assert str(notes["note_id"].dtype) == "int64"


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, io.BytesIO])
def test_bytes_and_file_objects_read_as_the_path_does(kind: type, play: Path) -> None:
    assert list(pyreel.open(kind(play.read_bytes()))["frames"]) == list(pyreel.open(play)["frames"])


def test_a_file_object_is_read_from_where_it_is(play: Path) -> None:
    with (play.parent / "later").open("w+b") as file:
        file.write(b"something before")
        file.write(play.read_bytes())
        file.seek(len(b"something before"))
        replay = pyreel.open(file)
        assert len(replay["frames"]) == 3
        assert len(replay["notes"]) == 4


def test_a_file_object_is_not_read_whole() -> None:
    class Counting(io.BytesIO):
        most = total = 0

        def read(self, size: int | None = -1, /) -> bytes:
            data = super().read(size)
            self.most = max(self.most, len(data))
            self.total += len(data)
            return data

    whole = io.BytesIO()
    write_play(whole, frames=50_000)
    counting = Counting(whole.getvalue())
    pyreel.open(counting)
    assert 0 < counting.total < len(whole.getvalue()) / 10


def test_a_pipe_can_be_read_twice(play: Path) -> None:
    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self._data = io.BytesIO(play.read_bytes())

        def readable(self) -> bool:
            return True

        def readinto(self, into: memoryview) -> int:  # type: ignore[override]
            return self._data.readinto(into)

    replay = pyreel.open(Pipe())  # type: ignore[arg-type]
    assert len(replay["frames"]) == 3
    assert len(replay["frames"]) == 3


def test_a_buffer_that_changes_is_copied(play: Path) -> None:
    data = bytearray(play.read_bytes())
    replay = pyreel.open(data)
    data[:] = bytes(len(data))
    assert len(replay["frames"]) == 3


def test_columns_are_in_the_order_asked_for(play: Path) -> None:
    table = pyreel.open(play).table("frames", ["fps", "head_position", "time"])
    assert table.to_arrow().column_names == ["fps", "head_position_x", "head_position_y", "head_position_z", "time"]
    assert table.rows().dtype.names == ("fps", "head_position", "time")
    assert list(next(iter(table))) == ["fps", "head_position", "time"]


def test_vectors_as_lists_and_structs(play: Path) -> None:
    replay = pyreel.open(play)
    lists = replay.table("frames", ["head_position"], vectors="lists").to_arrow()
    assert lists.schema.field(0).type == pa.list_(pa.field("item", pa.float32(), False), 3) or lists.schema.field(0).type.list_size == 3
    structs = replay.table("frames", ["head_position"], vectors="structs").to_arrow()
    assert structs["head_position"][0].as_py() == {"x": 0.25, "y": 1.5, "z": -0.125}


def test_a_row_column_numbers_the_rows(play: Path) -> None:
    assert pyreel.open(play).table("frames", ["time"], row="row").to_polars()["row"].to_list() == [0, 1, 2]


def test_each_consumer_gets_a_fresh_stream(play: Path) -> None:
    table = pyreel.open(play).table("frames")
    assert pa.table(table).num_rows == pa.table(table).num_rows == 3
    assert pa.schema(table) == pa.table(table).schema


def test_statistics_are_tables(play: Path) -> None:
    stats = pyreel.open(play).stats()
    assert next(iter(stats["summary"]))["misses"] == 4
    assert stats["summary"].to_polars().height == 1
    assert pa.table(stats["summary"]).num_rows == 1
    assert len(pyreel.open(play).table("summary").to_arrow()) == 1
    assert len(pyreel.open(play).table("summary")) == 1


def test_metadata_has_units_and_docs(play: Path) -> None:
    field = pa.schema(pyreel.open(play).table("frames")).field("time")
    assert field.metadata[b"reel:unit"] == b"s"
    assert json.loads(pa.schema(pyreel.open(play).table("notes", labels=False)).field("event_type").metadata[b"reel:labels"])


def test_rows_are_not_copied_and_cannot_be_written(play: Path) -> None:
    rows = pyreel.open(play).table("frames").rows()
    assert not rows.flags.owndata
    assert not rows.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        rows["time"][0] = 1


def test_rows_with_text_are_objects() -> None:
    rows = pyreel.open(golden("full.bsor")).table("info").rows()
    assert rows["player_name"][0] == "Player One"
    assert rows["score"][0] == 1234


def test_odd_bools_are_safe_masks() -> None:
    replay = pyreel.open(golden("flag-bytes.bsor"))
    rows = replay.table("notes").rows()
    for field in replay.tables["notes"].fields:
        if field.type == "bool":
            mask = rows[field.name]
            assert set(mask.view(np.uint8).tolist()) <= {0, 1}
            assert len(rows[mask]) == sum(mask.tolist())


def test_every_table_has_a_layout() -> None:
    for format_id, description in pyreel.formats().items():
        names = [*description.tables, *(f"{i.id}.{name}" for i in description.insights for name in i.tables)]
        for name in names:
            layout, _ = pyreel._reel.no_rows(format_id, name)
            fields = [f for f in description.table(name).fields if f.type not in ("string", "bytes")]
            kind = np.asarray(memoryview(layout)).dtype
            assert set(kind.names or ()) == {field.name for field in fields}


def test_errors_can_be_pickled() -> None:
    with pytest.raises(pyreel.ReelError) as caught:
        pyreel.open(b"nothing of the kind")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.status, copy.rule, str(copy)) == ("unsupported", "reel.unknown-format", str(caught.value))


def test_progress_is_reported_and_can_stop() -> None:
    whole = io.BytesIO()
    write_play(whole, frames=100_000)
    seen: list[tuple[int, int | None]] = []
    replay = pyreel.open(whole.getvalue(), progress=lambda read, size: seen.append((read, size)))
    replay.check()
    assert seen
    assert all(size == len(whole.getvalue()) for _, size in seen)
    with pytest.raises(pyreel.ReelError) as caught:
        pyreel.open(whole.getvalue(), progress=lambda read, size: False).check()
    assert caught.value.status == "cancelled"


def test_an_exception_of_a_progress_callback_arrives() -> None:
    def fail(read: int, size: int | None) -> None:
        raise ZeroDivisionError

    whole = io.BytesIO()
    write_play(whole, frames=100_000)
    replay = pyreel.open(whole.getvalue(), progress=fail)
    for call in (replay.check, replay["frames"].to_arrow, replay.stats):
        with pytest.raises(ZeroDivisionError):
            call()


def test_html_for_jupyter(play: Path) -> None:
    replay = pyreel.open(play)
    assert "Zoë" in replay._repr_html_()
    assert "<td>0.5</td>" in replay["frames"]._repr_html_()
    assert "summary" in replay.stats()._repr_html_()
    assert "head_position" in replay.tables["frames"]._repr_html_()


def test_limits(play: Path) -> None:
    limited = pyreel.open(play, limits={"rows": 2})
    assert pyreel.open(play, limits={"rows": 100}).damage is None
    assert limited.damage is not None
    assert [finding.message for finding in limited.check() if finding.rule == limited.damage.rule]
    for use in (lambda: limited["frames"].to_arrow(), lambda: limited["frames"].rows(), limited.stats):
        with pytest.raises(pyreel.ReelError) as caught:
            use()
        assert caught.value.status == "limit"
    assert pyreel.open(play, limits={"rows": 0})["frames"].to_arrow().num_rows == 3
    with pytest.raises(pyreel.ReelError, match="input"):
        pyreel.open(play, limits={"input_bytes": 10})
    with pytest.raises(pyreel.ReelError, match="did you mean 'rows'"):
        pyreel.open(play, limits={"row": 2})  # type: ignore[typeddict-unknown-key]
    with pytest.raises(OverflowError):
        pyreel.open(play, limits={"nesting": 1 << 32})
    with pytest.raises(OverflowError):
        pyreel.open(play, limits={"rows": -1})


def test_reading_conventions() -> None:
    replay = pyreel.open(golden("arena.butter"), reading="faithful")
    assert replay["teams"].rows().tobytes() != pyreel.open(golden("arena.butter"))["teams"].rows().tobytes()
    assert replay.check() is not None
    with pytest.raises(pyreel.ReelError, match="no reading convention called x"):
        pyreel.open(golden("arena.butter"), reading="x")
