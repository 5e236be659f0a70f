# SPDX-License-Identifier: MIT
"""Compares the answers that the tests get with their schemas in /openapi.json."""

from __future__ import annotations

import re
import urllib.parse

import jsonschema_rs
import requests

JSON = ("application/json", "application/problem+json")


class Description:
    """The description of a server, and what was compared with it."""

    def __init__(self, text: dict) -> None:
        self.text = text
        self.compared: dict[str, int] = {}
        self.validators: dict[str, jsonschema_rs.Validator] = {}
        # a capture may have slashes: paths whose captures have none are tried before
        self.paths = [(re.compile(self.form(path, "[^/]+")), path) for path in text["paths"]]
        self.paths += [(re.compile(self.form(path, ".+")), path) for path in sorted(text["paths"], key=lambda path: -path.count("/"))]

    @staticmethod
    def form(path: str, capture: str) -> str:
        return "".join(capture if part.startswith("{") else re.escape(part) for part in re.split(r"(\{[^}]*\})", path)) + r"\Z"

    def operation(self, method: str, path: str) -> dict | None:
        method = "get" if method == "HEAD" else method.lower()
        for form, name in self.paths:
            if form.match(path) and method in self.text["paths"][name]:
                return self.text["paths"][name][method]
        return None

    def validator(self, schema: dict) -> jsonschema_rs.Validator:
        key = str(schema)
        if key not in self.validators:
            self.validators[key] = jsonschema_rs.validator_for({**schema, "components": self.text["components"]})
        return self.validators[key]

    def compare(self, answer: requests.Response) -> None:
        """Fails if an answer in JSON is not what the description says of it."""
        kind = answer.headers.get("Content-Type", "").split(";")[0]
        path = urllib.parse.urlsplit(answer.request.url or "").path
        operation = self.operation(answer.request.method or "", str(path))
        if kind not in JSON or not operation or not answer.content:
            return
        responses = operation["responses"]
        if str(answer.status_code) not in responses:
            return
        schema = responses[str(answer.status_code)]["content"][kind]["schema"]
        wrong = [f"{error.instance_path}: {error.message}" for error in self.validator(schema).iter_errors(answer.json())]
        assert not wrong, (operation["operationId"], path, wrong[:5])
        self.compared[operation["operationId"]] = self.compared.get(operation["operationId"], 0) + 1
