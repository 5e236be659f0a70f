# SPDX-License-Identifier: MIT
"""Rate limits, deadlines, links and reloads of a running server."""

import contextlib
import os
import signal
import socket
import time

import pytest
import requests
from conftest import CLOCK, PATIENCE, Server, wait_for

COPIES = CLOCK.with_name("libcopies_preload.so")


@pytest.fixture
def start(tmp_path):
    servers = []

    def run(*options, **named):
        servers.append(Server(tmp_path, *options, **named))
        return servers[-1]

    yield run
    for each in servers:
        each.stop()


def statuses(server, count, **headers):
    return [requests.get(f"{server.url}/version", headers=headers, timeout=PATIENCE) for _ in range(count)]


def refusal(server, **headers):
    """The first answer 429. A machine that stalls for a second gives requests time to be allowed again."""
    for _ in range(100):
        answer = statuses(server, 1, **headers)[0]
        if answer.status_code == 429:
            return answer
    raise AssertionError("no request was refused")


def test_an_address_over_its_rate_gets_429_with_retry_after(start):
    server = start("--rate", "1", "--burst", "5", store=False)
    assert [a.status_code for a in statuses(server, 5)] == [200] * 5
    refused = refusal(server)
    assert refused.headers["Retry-After"] == "1"
    assert refused.json()["rule"] == "server.rate"
    time.sleep(1.2)
    assert statuses(server, 1)[0].status_code == 200


def test_the_body_of_a_refused_request_is_not_awaited(start):
    server = start("--rate", "1", "--burst", "1", store=False)
    for _ in range(20):
        refusal(server)
        with server.connect() as one:
            one.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n")
            if one.recv(100).startswith(b"HTTP/1.1 429"):
                return
    raise AssertionError("the body was asked for")


def test_behind_a_trusted_proxy_clients_do_not_share_a_rate(start):
    server = start("--rate", "1", "--burst", "1", "--proxy", "127.0.0.1", store=False)
    for n in range(1, 4):
        assert statuses(server, 1, **{"X-Forwarded-For": f"192.0.2.{n}"})[0].status_code == 200
    refusal(server, **{"X-Forwarded-For": "6.6.6.6, 192.0.2.1"})


def test_without_a_trusted_proxy_the_header_changes_nothing(start):
    server = start("--rate", "1", "--burst", "1", store=False)
    statuses(server, 1)
    for n in range(1, 100):
        if statuses(server, 1, **{"X-Forwarded-For": f"192.0.2.{n}"})[0].status_code == 429:
            return
    raise AssertionError("each name in the header has a rate of its own")


def ends_within(server, first, drip, seconds):
    """Sends `first`, then `drip` five times a second; whether the server ends the connection in time."""
    with server.connect() as one:
        one.sendall(first)
        one.settimeout(0.2)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with contextlib.suppress(socket.timeout):
                if one.recv(1000) == b"":
                    return True
            try:
                one.sendall(drip)
            except OSError:
                return True
    return False


def test_a_header_that_drips_ends_at_its_deadline(start):
    server = start("--header-seconds", "1", store=False)
    assert ends_within(server, b"GET /version HTTP/1.1\r\n", b"X: y\r\n", 8)


def test_a_body_that_drips_ends_at_its_deadline(start):
    server = start("--body-seconds", "1", store=False)
    assert ends_within(server, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n", b"x", 8)


def test_a_closed_connection_has_no_more_events(start):
    """A worker that is being started holds copies of the files of connections. What their clients do then is nobody's event."""
    server = start("--header-seconds", "1", store=False, environment={"LD_PRELOAD": str(COPIES)})
    clients = [server.connect() for _ in range(50)]
    for client in clients:
        client.sendall(b"GET /version HTTP/1.1\r\n")
    wait_for(lambda: server.metric("reel_connections_late_total") >= len(clients))
    for client in clients:
        client.sendall(b"X: y\r\n")
        client.close()
    for _ in range(20):
        assert server.get("/version").status_code == 200
    assert server.stop() == 0
    assert "Sanitizer" not in server.log.read_text()


def test_connections_in_time_are_not_ended(start):
    server = start("--header-seconds", "4", "--body-seconds", "4", store=False)
    with requests.Session() as session:
        for _ in range(7):
            assert session.get(f"{server.url}/version", timeout=PATIENCE).status_code == 200
            time.sleep(0.8)


@pytest.mark.parametrize(
    ("link", "status", "rule"),
    [
        ("http://replays.example.com/a", 400, "link.url"),
        ("https://127.0.0.1/a", 400, "link.url"),
        ("https://other.example.com/a", 403, "link.host"),
        ("https://replays.invalid/a", 502, "link.failed"),
    ],
)
def test_links_that_are_refused(start, link, status, rule):
    server = start("--link-host", "replays.example.com", "--link-host", "replays.invalid", store=False)
    answer = requests.get(server.url, params={"link": link}, timeout=PATIENCE)
    assert (answer.status_code, answer.json()["rule"]) == (status, rule)


def test_without_allowed_hosts_no_link_is_fetched(start):
    server = start(store=False)
    answer = requests.get(server.url, params={"link": "https://replays.example.com/a"}, timeout=PATIENCE)
    assert answer.json()["rule"] == "link.host"


def test_sighup_reads_limits_again_and_keeps_them_if_the_file_is_wrong(start, tmp_path):
    config = tmp_path / "config"
    config.write_text("# none\nrate 0\n")
    server = start("--config", str(config), store=False)
    assert all(a.status_code == 200 for a in statuses(server, 10))
    config.write_text("rate 1\nburst = 1\n")
    server.process.send_signal(signal.SIGHUP)
    wait_for(lambda: "read again" in server.log.read_text())
    refusal(server)
    config.write_text("nonsense 1\n")
    server.process.send_signal(signal.SIGHUP)
    wait_for(lambda: "config:1: unknown option" in server.log.read_text())
    refusal(server)


def test_a_socket_that_was_passed_is_served(tmp_path):
    """As systemd does it: LISTEN_FDS, LISTEN_PID and descriptor 3."""
    from conftest import PROGRAM

    with socket.create_server(("127.0.0.1", 0)) as one:
        process = os.fork()
        if process == 0:
            os.dup2(one.fileno(), 3)
            os.set_inheritable(3, True)
            environment = {**os.environ, "LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
            os.execve(PROGRAM, ["reel-server"], environment)
        port = one.getsockname()[1]
    answer = requests.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE)
    assert answer.text == "ok\n"
    os.kill(process, signal.SIGTERM)
    assert os.waitpid(process, 0)[1] == 0
