# SPDX-License-Identifier: MIT
"""What a moderator decides on, as the desk shows it; acts on many plays at once; and undoing them."""

from __future__ import annotations

import contextlib
import itertools
import random
import re
import subprocess

import pytest
from conftest import PROGRAM, Server, own_schema
from test_desk import Forms, Person, put, text_of

LONG = 50.0  # seconds: a fingerprint needs ten windows


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(request, tmp_path_factory):
    """The same pages on either database."""
    with contextlib.ExitStack() as stack:
        where = stack.enter_context(own_schema("decisions")) if request.param == "postgres" else ""
        folder = tmp_path_factory.mktemp("decisions")
        viewer = folder / "viewer.html"
        viewer.write_text("<!doctype html><html><head><title>v</title></head><body><div id=\"app\"></div></body></html>")
        one = Server(folder, "--viewer", str(viewer), postgres=where)
        yield one
        assert one.stop() == 0, one.log.read_text()


@pytest.fixture(scope="module")
def moderator(server: Server) -> dict[str, str]:
    return server.token("moderate", name="mod")


@pytest.fixture
def desk(server: Server, moderator: dict[str, str]) -> Person:
    return Person(server, moderator)


def state_of(server: Server, moderator: dict[str, str], one: str) -> str:
    return server.get(f"/moderation/replays/{one}", headers=moderator).json()["state"]


def figures(page: str) -> dict[str, str]:
    return dict(re.findall(r"<dt>([^<]*)</dt><dd[^>]*>([^<]*)</dd>", page))


def test_scores_and_the_interval_of_the_evidence(server, uploader, desk):
    body = put(server, uploader, "liar", seed=1, score=5)
    row = body["evidence"]["motion"]["evidence"][0]
    shown = figures(desk.see(f"/desk/replays/{body['id']}"))
    assert shown["Score, as stated"] == "5" == str(row["stated_score"])
    assert shown["Score, recomputed"].replace(",", "") == str(body["score"]) != "5"
    assert shown["Score that the motion shows"].replace(",", "") == f"{row['motion_score']} to {row['motion_score_most']}"


def test_the_original_is_beside_the_copy_with_the_seconds_of_both(server, uploader, moderator, desk):
    level = "C" * 40
    owner = put(server, uploader, "owner", level=level, seed=3, seconds=LONG)["id"]
    copy = put(server, uploader, "thief", level=level, seed=3, seconds=LONG)
    (similar,) = [each for each in copy["similar"] if each["id"] == owner]
    page = desk.see(f"/desk/replays/{copy['id']}")
    assert f"/desk/replays/{owner}" in page
    assert f"/desk/replays/{owner}/plots/" in page and f"/desk/replays/{copy['id']}/plots/" in page
    rows = re.findall(r"<tr><td>(\w+).*?\(there: (\w+)\)</td><td class=\"number\">([^<]*)</td><td class=\"number\">([^<]*)</td>", page)
    assert similar["parts"]

    def seconds(text: str) -> float:
        minutes, _, rest = text.rpartition(":")
        return int(minutes) * 60 + float(rest)

    for row, part in zip(rows, similar["parts"], strict=False):
        assert (row[0].lower(), row[1]) == (part["hand"], part["source_hand"])
        times = [seconds(each) for cell in row[2:] for each in cell.split("–")]
        assert times == pytest.approx([part["from"], part["to"], part["source_from"], part["source_to"]], abs=2e-3)
    link = next(each for each in re.findall(r'href="([^"]+)"', page) if each.startswith("/desk/compare")).replace("&amp;", "&")
    answer = desk.ask("GET", link)
    first = min(part["from"] for part in similar["parts"])
    assert answer.status_code == 200
    begins = float(re.search(rf"/view/{copy['id']}\?embed&amp;t=([\d.]+)", answer.text)[1])
    assert begins == pytest.approx(first, abs=0.006)
    assert f"/view/{owner}?embed" in answer.text and "/start/compare.js" in answer.text
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "frame-src 'self'" in policy and "unsafe" not in policy
    assert desk.ask("GET", "/start/compare.js").headers["Content-Type"].startswith("text/javascript")
    # what is hidden cannot be watched, and what is gone is named
    assert server.post(f"/moderation/replays/{owner}?act=hide&reason=r", headers=moderator).status_code == 200
    page = desk.see(f"/desk/replays/{copy['id']}")
    assert "/desk/compare" not in page and "hidden" in text_of(page)
    assert desk.ask("GET", link).status_code == 404
    assert server.post(f"/moderation/replays/{owner}?act=undo", headers=moderator).json()["state"] == "listed"


@pytest.mark.parametrize("query", ["", "?id=x&with=y", "?id={0}&with={0}&from=-1", "?id={0}&with={0}&from=1e9", "?id={0}&with={0}&seconds=nan",
                                   "?id={0}&with={0}&from=1x", "?id={0}&with={0}&from=99999999"])  # fmt: skip
def test_parameters_that_are_none_are_refused(server, desk, query):
    assert desk.ask("GET", "/desk/compare" + query.format("0" * 64)).status_code == 400
    assert desk.ask("GET", "/desk/compare?id={0}&with={0}".format("0" * 64)).status_code == 404


def test_many_at_once_and_back(server, uploader, moderator, desk):
    held = [put(server, uploader, f"bulk {n}", seed=50 + n, score=5, level=f"{n:040d}")["id"] for n in range(6)]
    queue = desk.see("/desk")
    (form,) = [each for each in Forms(queue).forms if each["to"] == "/desk/acts"]
    form["fields"] = {"form": form["fields"]["form"]}  # the boxes, which come behind the form, are not ticked
    assert all(f'name="pick-{each}"' in queue for each in held)
    server.post(f"/moderation/replays/{held[5]}?act=remove&reason=r", headers=moderator)  # by somebody else, meanwhile
    ticked = {f"pick-{each}": "1" for each in held[1:]}
    done = desk.send("/desk/acts", {**form["fields"], **ticked, "act": "approve", "reason": "all honest"})
    assert done.status_code == 303, done.text
    states = [state_of(server, moderator, each) for each in held]
    assert states == ["held", "listed", "listed", "listed", "listed", "removed"]
    page = desk.see(done.headers["Location"])
    assert "Acts done: 4" in text_of(page) and "had decided: 1" in text_of(page)
    assert len(re.findall(r"all honest", page)) == 4
    (undo,) = [each for each in Forms(page).forms if ("act", "undo") in each["buttons"] and each["to"] == "/desk/acts"]
    assert sum(name.startswith("pick-") for name in undo["fields"]) == 4
    server.post(f"/moderation/replays/{held[1]}?act=hide&reason=later", headers=moderator)
    back = desk.send("/desk/acts", {**undo["fields"], "act": "undo"})
    assert "done=3&left=1" in back.headers["Location"]
    states = [state_of(server, moderator, each) for each in held]
    assert states == ["held", "hidden", "held", "held", "held", "removed"]
    for wrong in ({}, {"act": "burn"}, {"act": "approve", "reason": "x" * 300}):
        assert desk.send("/desk/acts", {**form["fields"], **ticked, **wrong}).status_code == 400
    assert desk.send("/desk/acts", {**form["fields"], "act": "approve"}).status_code == 400
    assert desk.send("/desk/acts", {**ticked, "act": "approve"}).status_code == 403


def test_undo_brings_back_the_state_before_any_chain_of_acts(server, uploader, moderator, desk):
    """For every chain of up to four acts: the state, and whether the play ranks, is what it was before the last one."""
    fits = {"listed": ["hold", "hide", "remove"], "held": ["approve", "hide", "remove"], "hidden": ["remove", "restore"], "removed": ["restore"]}
    source, level = random.Random(5), "9" * 40
    for n, score in itertools.product(range(6), (None, 5)):
        one = put(server, uploader, f"chain {n} {score}", seed=700 + 2 * n + (score is None), score=score, level=level)["id"]
        before = [state_of(server, moderator, one)]
        for _ in range(1 + n % 4):
            act = source.choice(fits[before[-1]])
            assert server.post(f"/moderation/replays/{one}?act={act}&reason=r", headers=moderator).status_code == 200
            before.append(state_of(server, moderator, one))
        answer = server.post(f"/moderation/replays/{one}?act=undo&reason=a+slip", headers=moderator)
        assert (answer.status_code, answer.json()["state"]) == (200, before[-2]), before
        board = server.get(f"/boards/beatsaber/{level}/Expert/Standard").json()["entries"]
        assert (one in [each["id"] for each in board]) == (before[-2] == "listed")
        acts = server.get(f"/moderation/replays/{one}", headers=moderator).json()["acts"]
        assert acts[-1]["detail"] == "a slip"
        page = desk.see(f"/desk/replays/{one}")
        again = desk.press(page, "/desk/act", ("act", "undo"))  # undoing the undoing
        assert again.status_code == 303 and state_of(server, moderator, one) == before[-1]


def test_nothing_is_undone_where_nothing_was_done(server, uploader, moderator, desk):
    one = put(server, uploader, "calm", seed=900)["id"]
    assert server.post(f"/moderation/replays/{one}?act=undo", headers=moderator).status_code == 409
    assert server.post(f"/moderation/replays/{'0' * 64}?act=undo", headers=moderator).status_code == 404
    server.post(f"/moderation/replays/{one}?act=hide&reason=r", headers=moderator)
    page = desk.see(f"/desk/replays/{one}")
    assert desk.press(page, "/desk/act", ("act", "undo")).status_code == 303
    assert desk.press(page, "/desk/act", ("act", "undo")).status_code == 409  # the page is old
    assert state_of(server, moderator, one) == "listed"


def test_the_command_undoes(server, uploader, moderator):
    if server.postgres:
        pytest.skip("the command is the same on either database")
    one = put(server, uploader, "by command", seed=901)["id"]
    run = [PROGRAM, "--store", server.store, "moderate"]
    subprocess.run([*run, "remove", one], check=True, capture_output=True)
    done = subprocess.run([*run, "undo", one], check=True, capture_output=True, text=True)
    assert done.stdout == f"{one}\tlisted\n"
