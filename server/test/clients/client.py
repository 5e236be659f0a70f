# SPDX-License-Identifier: MIT
"""The same as client.ts, with a package that was generated from /openapi.json."""

import io
import json
import sys

from reel_client import AuthenticatedClient
from reel_client.api.default import list_, upload
from reel_client.models import Problem, ReplayPage, Upload
from reel_client.types import File, Unset

url, token, name = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=token)

with open(name, "rb") as file:
    sent = upload.sync(client=client, body=File(payload=io.BytesIO(file.read())))
assert isinstance(sent, Upload), sent
boards = 0 if isinstance(sent.boards, Unset) else len(sent.boards)

listed = list_.sync(client=client, limit=5)
assert isinstance(listed, ReplayPage), listed
ids: list[str] = [replay.id for replay in listed.replays]

refused = upload.sync(client=client, body=File(payload=io.BytesIO(b"nothing")))
assert isinstance(refused, Problem), refused

print(json.dumps({"id": sent.id, "verdict": sent.verdict, "boards": boards, "ids": ids, "rule": refused.rule}))
