# SPDX-License-Identifier: MIT
"""Uploads are compared with their motion: the answer says what it supports, and require-evidence binds."""

from __future__ import annotations

import pathlib
import sys

import pytest
from plays import text
from test_demands import Demanding, judged
from test_uploads import upload

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests/insight/beatsaber"))
import honest_plays  # noqa: E402


def moved(seed: int = 0, forge: int = 0, kind: str = "plain", level: str = "A" * 40, player: str = "1") -> bytes:
    """A play that its motion supports, but for the first `forge` cuts, which state a better distance."""
    o, frames, notes = honest_plays.make(kind, seed, seconds=8)
    good = [note for note in notes if note["kind"] == 0]
    for note in [note for note in good if note["distance"] > 0.05][:forge]:
        note["distance"] = 0.0
    data: bytes = honest_plays.encode(o, frames, notes, score=honest_plays.score_of(notes))
    return data.replace(b"A" * 40, level.encode()).replace(text("1") + text("Ann"), text(player) + text("Ann"))


def evidence_of(one: Demanding, data: bytes) -> dict:
    answer = upload(one.server, one.token, data)
    assert answer.status_code in (201, 422), answer.text
    return answer.json()["evidence"]


def test_the_answer_says_what_the_motion_supports(tmp_path):
    with Demanding(tmp_path) as one:
        honest = evidence_of(one, moved())
        row = honest["motion"]["evidence"][0]
        assert honest["support"] == "full"
        assert row["supported"] == row["good_cuts"] > 20
        assert row["motion_score"] == row["event_score"] == row["stated_score"]
        assert [each["rule"] for each in honest["findings"]] == ["beatsaber.motion-score"]
        forged = evidence_of(one, moved(2, forge=10))
        assert forged["support"] == "against"
        assert forged["motion"]["evidence"][0]["not_supported"] == 10
        assert "beatsaber.motion-center" in [each["rule"] for each in forged["findings"] if each["severity"] == "error"]
        assert evidence_of(one, moved(3, forge=1))["support"] == "partial"
        assert evidence_of(one, moved(4, kind="360 degrees"))["support"] == "none"


@pytest.mark.parametrize("rule", [None, "evidence any", "evidence partial"])
def test_what_the_motion_contradicts_is_on_no_board(tmp_path, rule):
    """Unless the board says so; an honest play is on each."""
    words = ["board mine", "title Mine", "game Beat Saber", "rows beatsaber.summary", "value score", "better higher"]
    (tmp_path / "boards.conf").write_text("\n".join(words + [rule or ""]) + "\n")
    with Demanding(tmp_path, f"boards {tmp_path / 'boards.conf'}") as one:
        honest, forged = upload(one.server, one.token, moved()), upload(one.server, one.token, moved(2, forge=10))
        assert judged(honest) == judged(forged) == ("accepted", [])
        assert forged.json()["evidence"]["support"] == "against"
        assert [each["board"] for each in honest.json()["boards"]] == ["mine"]
        assert [each["board"] for each in forged.json()["boards"]] == (["mine"] if rule == "evidence any" else [])


def test_without_a_demand_it_is_only_shown(tmp_path):
    """What people read of an upload is kept, and its own findings have none about motion."""
    with Demanding(tmp_path) as one:
        answer = upload(one.server, one.token, moved(2, forge=10))
        assert judged(answer) == ("accepted", [])
        assert not [each for each in answer.json()["findings"] if "motion" in each["rule"]]
        again = upload(one.server, one.token, moved(2, forge=10))
        assert again.status_code == 200 and again.json()["evidence"] == answer.json()["evidence"]


@pytest.mark.parametrize(
    ("demand", "binds"),
    [("all", True), ("format:bsor", True), ("format:xror", False), (f"level:{'A' * 40}", True), ("uploader:other", False)],
)
def test_a_forged_play_is_refused_where_evidence_is_demanded(tmp_path, demand, binds):
    with Demanding(tmp_path, f"require-evidence {demand}") as one:
        assert one.upload(moved()) == ("accepted", [])
        answer = upload(one.server, one.token, moved(2, forge=10))
        assert answer.status_code == (422 if binds else 201)
        if binds:
            assert answer.json()["rule"] == "server.evidence" and answer.json()["evidence"]["support"] == "against"


def test_what_cannot_be_shown_is_held_in_words(tmp_path):
    with Demanding(tmp_path, "require-evidence all") as one:
        for data, rule, word in [
            (moved(3, forge=1), "server.evidence", "only in part"),
            (moved(4, kind="360 degrees"), "server.evidence-missing", "cannot show"),
        ]:
            answer = upload(one.server, one.token, data)
            assert judged(answer) == ("held", [rule])
            assert word in answer.json()["reasons"][0]["message"]


def test_findings_about_motion_hold_by_rule(tmp_path):
    with Demanding(tmp_path, "hold beatsaber.motion-*") as one:
        assert one.upload(moved()) == ("accepted", [])
        assert one.upload(moved(2, forge=10)) == ("held", ["beatsaber.motion-center"])
