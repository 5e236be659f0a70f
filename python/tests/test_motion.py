# SPDX-License-Identifier: MIT
"""Motion at a fixed rate: the same from every format, and windows of it against a plain loop over odd plays."""

from __future__ import annotations

import itertools
import math
import pickle
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import pyreel
from plays import CORPUS, REPOSITORY, golden
from pyreel._motion import Motion
from questions import Bsor


def write_motion(
    to: Path, seed: int, frames: int = 400, *, odd: bool = True, player: str = "Zoë", reach: int = 0, notes: int = 0
) -> None:
    """A play at about 90 frames per second; an odd one has gaps, pauses, times that repeat or go back, and poses that are none."""
    dice = random.Random(seed)
    rows: list[dict[str, Any]] = []
    pauses = []
    time = dice.uniform(0.1, 1.0)
    for i in range(frames):
        time += dice.uniform(0.006, 0.016)
        row: dict[str, Any] = {"time": time}
        for number, part in enumerate(("head", "left_hand", "right_hand")):
            phase = seed + number + i / 20
            row[f"{part}_position"] = [math.sin(phase), 1 + (0.5 + reach) * math.cos(phase), number - 0.2 * math.sin(2 * phase)]
            row[f"{part}_rotation"] = [0.2 * math.sin(phase), 0.5 * math.cos(phase), 0.1, 1.0]
        if odd:
            if dice.random() < 0.01:
                time += dice.uniform(0.05, 0.5)
            if dice.random() < 0.01:
                pauses.append({"time": time, "duration": 2})
            if dice.random() < 0.02:
                row["time"] = dice.choice([time - 0.3, 0.0, math.nan])
            if dice.random() < 0.02:
                row[f"{dice.choice(['head', 'left_hand'])}_position"] = [math.nan, 0, 0]
            if dice.random() < 0.02:
                row["right_hand_rotation"] = [0, 0, 0, 0]
            for _ in range(12 if dice.random() < 0.01 else 0):  # the left hand is lost for longer than a gap
                rows.append({**row, "left_hand_position": [math.nan, 0, 0]})
                time += 0.012
                row["time"] = time
        rows.append(row)
    with pyreel.Writer(to, "bsor", replace=True) as writer:
        header = {"player_name": player, "player_id": player, "map_hash": "0" * 40, "mode": "Standard", "difficulty": "Expert"}
        writer.append("info", header)
        writer.append("frames", rows)
        if notes:
            writer.append(
                "notes", [{"note_id": 30000, "event_time": rows[0]["time"] + i / 2, "event_type": "miss"} for i in range(notes)]
            )
        if pauses:
            writer.append("pauses", pauses)


@pytest.fixture(scope="module")
def odd_plays(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("motion")
    for seed in range(12):
        write_motion(folder / f"{seed:02}.bsor", seed, odd=seed % 4 != 0, player=f"player {seed % 3}")
    return folder


@pytest.mark.filterwarnings("ignore::pyreel.ReelWarning")  # what the other formats cannot store
def test_one_play_has_the_same_motion_in_every_format(tmp_path: Path) -> None:
    write_motion(tmp_path / "a.bsor", 1)
    for format_id, name in (("xror", "a.xror"), ("scoresaber", "a.dat")):
        pyreel.open(tmp_path / "a.bsor").convert(format_id, tmp_path / name, loss="warn")
    tables = {each.name: pyreel.open(each).table("motion.samples").to_arrow() for each in sorted(tmp_path.iterdir())}
    assert tables["a.bsor"].num_rows > 50
    assert tables["a.xror"].equals(tables["a.bsor"])
    assert tables["a.dat"].equals(tables["a.bsor"])
    every = pyreel.scan(tmp_path, "motion.samples", ["sample"]).to_arrow()
    assert every.num_rows == 3 * tables["a.bsor"].num_rows


@pytest.mark.parametrize("rate", [15, 30, 60, 90, 120])
def test_arrays_are_the_columns(odd_plays: Path, rate: int) -> None:
    fields = ["head_position", "left_velocity", "relative_right_6d", "right_turn", "head_acceleration"]
    for motion, path in zip(pyreel.motion(odd_plays, fields, rate=rate), sorted(odd_plays.iterdir()), strict=True):
        with pyreel.open(path) as replay:
            stats = replay.stats(f"{rate}hz", insight="motion")
        columns = stats.table("samples", list(motion.columns)).to_arrow()
        assert motion.file == str(path)
        assert len(motion) == columns.num_rows
        assert np.array_equal(motion.times, motion.samples / rate)
        whole = np.ones(len(motion), bool)
        for number, column in enumerate(columns.columns):
            whole &= column.is_valid().to_numpy()
            values = column.to_numpy()
            assert np.array_equal(motion.values[:, number][motion.present], values[motion.present])
        assert np.array_equal(motion.present, whole)


def loop_of_whole_windows(motion: Motion, length: int, stride: int) -> list[int]:
    """The rows at which windows begin."""
    starts, row = [], 0
    while row < len(motion):
        end = row
        while (
            end < len(motion)
            and motion.present[end]
            and (end == row or (motion.samples[end] == motion.samples[end - 1] + 1 and motion.stretches[end] == motion.stretches[row]))
        ):
            end += 1
        starts += [at for at in range(row, end - length + 1) if (at - row) % stride == 0]
        row = max(end, row + 1)
    return starts


def loop_of_masked_windows(motion: Motion, length: int, stride: int, least: float) -> list[tuple[int, list[int | None]]]:
    """The first sample of each window, and the row of each of its samples."""
    known = {int(sample): row for row, sample in enumerate(motion.samples) if motion.present[row]}
    if not known:
        return []
    windows = []
    first = int(motion.samples[0])
    for start in range(first, max(known) + 1, stride):
        rows = [known.get(sample) for sample in range(start, start + length)]
        count = sum(row is not None for row in rows)
        if count and count >= least * length:
            windows.append((start, rows))
    return windows


@pytest.mark.parametrize(("length", "stride"), [(10, 10), (7, 3), (3, 11), (1, 1), (60, 7)])
def test_windows_are_those_of_a_plain_loop(odd_plays: Path, length: int, stride: int) -> None:
    found = 0
    for motion in pyreel.motion(odd_plays):
        whole = motion.windows(length, stride)
        starts = loop_of_whole_windows(motion, length, stride)
        assert whole.values.shape == (len(starts), length, len(motion.columns))
        assert whole.mask.all()
        for number, start in enumerate(starts):
            assert whole.times[number] == motion.times[start]
            assert np.array_equal(whole.values[number], motion.values[start : start + length])
        masked = motion.windows(length, stride, least=0.4)
        wanted = loop_of_masked_windows(motion, length, stride, 0.4)
        assert len(masked) == len(wanted)
        for number, (start, rows) in enumerate(wanted):
            assert masked.times[number] == start / motion.rate
            assert [bool(each) for each in masked.mask[number]] == [row is not None for row in rows]
            for at, row in enumerate(rows):
                assert (
                    np.array_equal(masked.values[number, at], motion.values[row])
                    if row is not None
                    else np.isnan(masked.values[number, at]).all()
                )
        found += len(starts) + len(wanted)
    assert found > 0


def test_nothing_is_copied_where_a_play_has_one_stretch(tmp_path: Path) -> None:
    write_motion(tmp_path / "whole.bsor", 0, odd=False)
    (motion,) = pyreel.motion(tmp_path)
    windows = motion.windows(30, 1)
    assert len(windows) > 50
    assert np.may_share_memory(motion.times, motion.values)  # the rows of the library
    assert np.shares_memory(windows.values, motion.values)
    assert not motion.values.flags.writeable


def test_a_play_without_poses_has_no_windows(tmp_path: Path) -> None:
    with pyreel.Writer(tmp_path / "none.bsor", "bsor") as writer:
        writer.append("info", {"player_name": "Zoë"})
        writer.append(
            "frames", [{"time": 1 + i / 90, "head_position": [math.nan, 0, 0], "head_rotation": [0, 0, 0, 1]} for i in range(9)]
        )
    with pyreel.Writer(tmp_path / "hands.bsor", "bsor") as writer:
        writer.append("info", {"player_name": "Zoë"})
        hands = {"left_hand_rotation": [0, 0, 0, 1], "right_hand_rotation": [0, 0, 0, 1]}
        writer.append("frames", [{"time": 1 + i / 90, **hands} for i in range(90)])
    hands, none = pyreel.motion(tmp_path)
    assert (len(hands) > 20, len(none)) == (True, 0)
    for motion in (hands, none):
        assert not motion.present.any()
        for least in (1.0, 0.5):
            assert motion.windows(4, 2, least=least).values.shape == (0, 4, 24)
    assert pyreel.motion_windows(tmp_path, 4).to_arrow().num_rows == 0


def test_windows_go_to_arrow_as_tensors(odd_plays: Path) -> None:
    scan = pyreel.motion_windows(odd_plays, 20, 10, ["left_hand_position"], least=0.5)
    table = scan.to_arrow()
    arrays = list(scan)
    assert table.num_rows == sum(map(len, arrays))
    assert table.schema.field("values").metadata[b"columns"].startswith(b"left_hand_position_x,")
    tensors = np.concatenate([chunk.to_numpy_ndarray() for chunk in table["values"].chunks])
    assert np.array_equal(tensors, np.concatenate([each.values for each in arrays]), equal_nan=True)
    assert table["mask"].combine_chunks().flatten().to_numpy(zero_copy_only=False).sum() == sum(each.mask.sum() for each in arrays)
    assert set(table["player"].to_pylist()) == {"player 0", "player 1", "player 2"}
    assert pyreel.motion_windows(odd_plays, 10**6).to_arrow().schema.names == table.schema.names
    assert isinstance(table.schema.field("values").type, pa.FixedShapeTensorType)


def test_files_that_are_not_read_are_failures(odd_plays: Path, tmp_path: Path) -> None:
    whole = (odd_plays / "00.bsor").read_bytes()
    (tmp_path / "cut.bsor").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "notes.txt").write_text("no replay")
    (tmp_path / "other.gdr2").write_bytes(golden("plain.gdr2").read_bytes())
    scan = pyreel.motion(tmp_path)
    with pytest.warns(pyreel.ReelWarning):
        (motion,) = scan
    assert len(motion) > 10
    assert {Path(failure.path).name for failure in scan.failures} == {"cut.bsor", "notes.txt"}
    with pytest.raises(pyreel.ReelError):
        list(pyreel.motion(tmp_path, strict=True))


def test_wrong_requests_are_refused(odd_plays: Path) -> None:
    with pytest.raises(ValueError, match="rate must be one of"):
        pyreel.motion(odd_plays, rate=31)
    with pytest.raises(pyreel.ReelError, match="did you mean 'head_position'"):
        pyreel.motion(odd_plays, ["head_positon"])
    with pytest.raises(pyreel.ReelError, match="is not a column of the motion"):
        pyreel.motion(odd_plays, ["time"])
    with pytest.raises(ValueError, match="must not be empty"):
        pyreel.motion(odd_plays, [])
    (first, *_) = pyreel.motion(odd_plays)
    for wrong in ({"length": 0}, {"length": 5, "stride": 0}, {"length": 5, "least": 0}, {"length": 5, "least": 1.5}):
        with pytest.raises(ValueError, match="must be"):
            first.windows(**wrong)


def test_a_scan_can_be_sent_to_another_process(odd_plays: Path) -> None:
    scan = pickle.loads(pickle.dumps(pyreel.motion(odd_plays, rate=15)))
    assert sum(len(motion) for motion in scan) == sum(len(motion) for motion in pyreel.motion(odd_plays, rate=15))


PAGE = REPOSITORY / "docs" / "insight" / "motion.md"


def run_page(replays: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Runs a block of the page where ``replays`` is a folder of that name."""
    monkeypatch.chdir(replays.parent)
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.S | re.M)
    assert len(blocks) == 5
    names: dict[str, Any] = {"pyreel": pyreel, "np": np}
    if number == 3:
        exec("import polars as pl", names)
    exec(compile(blocks[number], PAGE.name, "exec"), names)
    return names


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two players with two plays each: nothing but the player is the same in both."""
    folder = tmp_path_factory.mktemp("page") / "replays"
    folder.mkdir()
    for player in range(2):
        for play in range(2):
            write_motion(folder / f"{player}{play}.bsor", 10 * player + play, 11000, odd=False, player=f"player {player}", reach=player)
    return folder


@pytest.mark.skipif(not PAGE.exists(), reason="no docs/insight/motion.md: not a checkout")
def test_the_first_block_of_the_page(people: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("polars")
    names = run_page(people, 0, monkeypatch)
    assert names["columns"].height > 4 * 3000
    assert [each.shape[1] for each in names["arrays"]] == [6] * 4
    assert names["tensors"].num_rows > 4 * 10


@pytest.mark.skipif(not PAGE.exists(), reason="no docs/insight/motion.md: not a checkout")
def test_the_example_names_the_player(people: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    names = run_page(people, 1, monkeypatch)
    assert len(names["other_play"]) == 4
    assert names["same_play"] > 0.9
    assert np.mean(names["other_play"]) > 0.9
    assert capsys.readouterr().out.startswith("2 players: ")
    np.random.default_rng(0).shuffle(names["players"])  # no model learns names that are drawn by lot
    assert names["share"](~names["others"][0], names["others"][0]) < 0.9


@pytest.mark.filterwarnings("ignore::pyreel.ReelWarning")
@pytest.mark.skipif(not PAGE.exists(), reason="no docs/insight/motion.md: not a checkout")
def test_the_example_runs_over_real_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    folder = CORPUS / "samples" / "bsor" / "plays"
    if not folder.is_dir():
        pytest.skip("no corpus")
    (tmp_path / "replays").symlink_to(folder)
    names = run_page(tmp_path / "replays", 1, monkeypatch)
    chance = 1 / len(np.unique(names["players"]))
    assert names["same_play"] > 2 * chance
    with capsys.disabled():
        print(capsys.readouterr().out.strip())


# ---- the questions of the page, from the bytes of the files ----------------------------------------------------------


def heights(play: Bsor, hand: int) -> list[tuple[float, float]]:
    """Time and height of a hand in each frame: 1 left, 2 right."""
    return [(each[0], each[2 + 7 * hand + 1]) for each in play.frames]


def at(series: list[tuple[float, float]], time: float) -> float:
    """A value between two frames."""
    after = next(i for i, (known, _) in enumerate(series) if known >= time)
    (one, low), (two, high) = series[max(after - 1, 0)], series[after]
    return high if one == two else low + (high - low) * (time - one) / (two - one)


def grid_of(play: Bsor) -> list[float]:
    first, last = play.frames[0][0], play.frames[-1][0]
    return [k / 30 for k in range(math.ceil(first * 30), math.floor(last * 30) + 1)]


def peak_of(play: Bsor) -> float:
    """The longest way of the left hand in a thirtieth of a second."""
    axes = [[(each[0], each[2 + 7 + axis]) for each in play.frames] for axis in range(3)]
    places = [[at(axis, time) for axis in axes] for time in grid_of(play)]
    return max(math.dist(before, after) for before, after in itertools.pairwise(places)) * 30


def near_notes(play: Bsor) -> tuple[int, float]:
    found = [height for event in play.events for time, height in heights(play, 2) if abs(time - event.time) <= 0.05]
    return len(found), sum(found) / len(found)


def correlation(a: list[float], b: list[float]) -> float:
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    both = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True))
    return both / math.sqrt(sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b))


def lag_of(play: Bsor) -> float:
    left, right = ([at(heights(play, hand), time) for time in grid_of(play)] for hand in (1, 2))
    means = {}
    for lag in range(-15, 16):
        starts = range(0, len(left) - 300 + 1, 150)
        means[lag] = sum(correlation(left[s + 15 : s + 285], right[s + 15 + lag : s + 285 + lag]) for s in starts) / len(starts)
    return max(means, key=lambda lag: means[lag]) / 30


@pytest.fixture(scope="module")
def questioned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("questions") / "replays"
    folder.mkdir()
    for seed in range(3):
        write_motion(folder / f"{seed}.bsor", seed, 1500, odd=False, reach=seed, notes=12)
    return folder


@pytest.mark.skipif(not PAGE.exists(), reason="no docs/insight/motion.md: not a checkout")
def test_the_questions_of_the_page(questioned: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("polars")
    files = {f"replays/{path.name}": Bsor(path) for path in sorted(questioned.iterdir())}
    peaks = run_page(questioned, 2, monkeypatch)["answer"].rows()
    assert [file for file, _ in peaks] == list(files)
    assert [peak for _, peak in peaks] == pytest.approx([peak_of(play) for play in files.values()], rel=1e-4)
    near = run_page(questioned, 3, monkeypatch)["answer"].rows()
    assert [(count, pytest.approx(height, rel=1e-5)) for _, count, height in near] == [near_notes(play) for play in files.values()]
    lags = run_page(questioned, 4, monkeypatch)["answer"]
    assert lags == pytest.approx({file: lag_of(play) for file, play in files.items()})
    assert all(lags.values())
