# SPDX-License-Identifier: MIT
"""Datasets of PyTorch: nothing is lost or given twice, whoever reads it, and what was interrupted goes on."""

from __future__ import annotations

import itertools
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pyreel
from plays import REPOSITORY
from test_motion import write_motion

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'pyreel[torch]' (3 GB)")

from torch.utils.data import DataLoader, DistributedSampler  # noqa: E402

from pyreel.torch import Replays, ReplayWindows, tensor_of  # noqa: E402

LENGTH = 20


@pytest.fixture(scope="module")
def plays(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("torch")
    for seed in range(7):
        write_motion(folder / f"{seed}.bsor", seed, odd=seed % 2 == 1, player=f"player {seed % 3}")
    (folder / "notes.txt").write_text("no replay")
    return folder


def key(item: dict[str, Any]) -> tuple[str, float, bytes]:
    return item["file"], float(item["time"]), item["values"].numpy().tobytes()


@pytest.fixture(scope="module")
def every(plays: Path) -> list[tuple[str, float, bytes]]:
    scan = pyreel.motion_windows(list(plays.glob("*.bsor")), LENGTH)
    return sorted(
        (windows.file, float(time), np.ascontiguousarray(values).tobytes())
        for windows in scan
        for time, values in zip(windows.times, windows.values, strict=True)
    )


@pytest.mark.parametrize(("world", "workers"), [(1, 0), (1, 2), (2, 2), (3, 0)])
def test_ranks_and_workers_share_the_windows(plays: Path, every: list[Any], world: int, workers: int) -> None:
    given = []
    for rank in range(world):
        data = ReplayWindows(plays, LENGTH, shuffle=True, seed=5, rank=rank, world=world)
        for batch in DataLoader(data, batch_size=4, num_workers=workers):
            assert batch["values"].shape[1:] == (LENGTH, 24)
            assert batch["mask"].all()
            for i in range(len(batch["time"])):
                given.append((batch["file"][i], float(batch["time"][i]), batch["values"][i].numpy().tobytes()))
    assert sorted(given) == every


def test_a_seed_and_an_epoch_decide_the_order(plays: Path, every: list[Any]) -> None:
    def epochs(seed: int) -> list[list[Any]]:
        data = ReplayWindows(plays, LENGTH, shuffle=True, seed=seed)
        return [[key(item) for item in data] for _ in range(3)]

    first, again, other = epochs(1), epochs(1), epochs(2)
    assert first == again
    assert all(sorted(epoch) == every for epoch in [*first, *other])
    orders = [tuple(epoch) for epoch in [*first, *other]]
    assert len(set(orders)) == 6
    plain = [key(item) for item in ReplayWindows(plays, LENGTH)]
    assert [file for file, _, _ in plain] == sorted(file for file, _, _ in plain)


def test_what_was_interrupted_goes_on(plays: Path) -> None:
    def begin() -> ReplayWindows:
        return ReplayWindows(plays, LENGTH, shuffle=True, seed=3)

    data = begin()
    whole = [key(item) for _ in range(2) for item in data]
    states = [begin().state_dict()]
    data = begin()
    for _ in range(2):
        for _item in data:
            states.append(pickle.loads(pickle.dumps(data.state_dict())))
    for done in range(0, len(whole), 5):
        other = begin()
        other.load_state_dict(states[done])
        rest = [key(item) for item in other]
        rest += [key(item) for item in other] if len(rest) < len(whole) - done else []
        assert rest[: len(whole) - done] == whole[done:]


def test_failures_are_known(plays: Path) -> None:
    data = ReplayWindows(plays, LENGTH)
    assert sum(1 for _ in data) > 0
    assert [Path(failure.path).name for failure in data.failures] == ["notes.txt"]


def test_items_are_replays(plays: Path) -> None:
    data = Replays(plays, ["head_position", "right_velocity"], rate=60)
    motions = {
        motion.file: motion for motion in pyreel.motion(list(plays.glob("*.bsor")), ["head_position", "right_velocity"], rate=60)
    }
    assert len(data) == 8
    for item in map(data.__getitem__, range(len(data))):
        if item["file"].endswith("notes.txt"):
            assert item["values"].shape == (0, 6)
            assert "unknown" in item["problem"]
            continue
        motion = motions[item["file"]]
        assert np.array_equal(item["values"][item["present"]].numpy(), motion.values[motion.present])
        assert np.array_equal(item["times"].numpy(), motion.times)
        assert item["player"] == motion.player


def test_samplers_and_workers_read_items(plays: Path) -> None:
    def lengths(item: dict[str, Any]) -> tuple[str, int]:
        return item["file"], len(item["values"])

    data = Replays(plays, transform=lengths)
    wanted = sorted(data[i] for i in range(len(data)))
    given: list[tuple[str, int]] = []
    for rank in range(2):
        sampler: DistributedSampler[Any] = DistributedSampler(data, num_replicas=2, rank=rank, shuffle=True, seed=1)
        given += list(DataLoader(data, batch_size=None, sampler=sampler, num_workers=2, multiprocessing_context="fork"))
    assert sorted(map(tuple, given)) == wanted


def test_nothing_is_copied(plays: Path) -> None:
    (motion,) = pyreel.motion(plays / "0.bsor")
    tensor = tensor_of(motion.values)
    assert tensor.data_ptr() == motion.values.__array_interface__["data"][0]
    assert tensor.stride() == (motion.values.strides[0] // 4, 1)

    def pointers() -> Iterator[int]:
        for item in ReplayWindows(plays / "0.bsor", LENGTH, stride=1):
            yield item["values"].data_ptr()

    found = list(pointers())
    assert len({after - before for before, after in itertools.pairwise(found)}) == 1  # a sample further in one memory


README = REPOSITORY / "python" / "README.md"


@pytest.mark.filterwarnings("ignore::pyreel.ReelWarning")
def test_the_block_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "replays").mkdir()
    write_motion(tmp_path / "replays" / "long.bsor", 1, 4000, odd=False)
    (block,) = re.findall(r"```python torch\n(.*?)```", README.read_text(), re.S)
    names: dict[str, Any] = {}
    exec(compile(block, "README.md", "exec"), names)
    assert names["batch"]["values"].shape[1:] == (900, 24)


def test_wrong_requests_are_refused(plays: Path) -> None:
    with pytest.raises(ValueError, match="rank"):
        ReplayWindows(plays, LENGTH, rank=2, world=2)
    with pytest.raises(ValueError, match="length"):
        ReplayWindows(plays, 0)
