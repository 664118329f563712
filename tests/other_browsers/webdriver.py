"""WebDriver in the few words that these tests need, to a browser that runs here."""

import http.client
import json
import socket
from collections.abc import Mapping
from typing import Any

PATIENCE = 180  # s, also for the first answer of a browser on a busy machine
# By what is said: the standard over HTTP, then what Firefox hears (geckodriver only translates).
COMMANDS = {
    "goes": ("POST", "/url", "WebDriver:Navigate"),
    "runs": ("POST", "/execute/sync", "WebDriver:ExecuteScript"),
    "acts": ("POST", "/actions", "WebDriver:PerformActions"),
    "cookies": ("GET", "/cookie", "WebDriver:GetCookies"),
    "window": ("GET", "/window", "WebDriver:GetWindowHandle"),
    "windows": ("GET", "/window/handles", "WebDriver:GetWindowHandles"),
    "switches": ("POST", "/window", "WebDriver:SwitchToWindow"),
    "becomes": ("POST", "/window/rect", "WebDriver:SetWindowRect"),
    "closes": ("DELETE", "/window", "WebDriver:CloseWindow"),
    "enters": ("POST", "/frame", "WebDriver:SwitchToFrame"),
    "limits": ("POST", "/timeouts", "WebDriver:SetTimeouts"),
}


class Refusal(Exception):
    """What the browser was told could not be done: its name in the standard, and why."""


class OverHttp:
    """A session of a driver that listens on this loopback port."""

    def __init__(self, port: int, capabilities: Mapping[str, Any]) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        asked = {"capabilities": {"alwaysMatch": capabilities}}
        self._session = f"/session/{self._asks('POST', '/session', asked)['sessionId']}"

    def does(self, command: str, **facts: Any) -> Any:
        method, path, _ = COMMANDS[command]
        body = facts if method == "POST" else None
        return self._asks(method, self._session + path, body)

    def ends(self) -> None:
        self._asks("DELETE", self._session, None)
        self._line.close()

    def _asks(self, method: str, path: str, body: Any) -> Any:
        self._line.request(method, path, None if body is None else json.dumps(body))
        value = json.loads(self._line.getresponse().read())["value"]
        if isinstance(value, dict) and "error" in value:
            raise Refusal(f"{value['error']}: {value.get('message', '')}")
        return value


class Marionette:
    """A session of the Firefox that listens on this loopback port."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._line = self._socket.makefile("rb")
        self._hears()  # who it is
        self._said = 0
        self._asks("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {}}})

    def does(self, command: str, **facts: Any) -> Any:
        answer = self._asks(COMMANDS[command][2], facts)
        return answer["value"] if isinstance(answer, dict) and "value" in answer else answer

    def ends(self) -> None:
        self._line.close()
        self._socket.close()

    def _asks(self, command: str, facts: Mapping[str, Any]) -> Any:
        self._said += 1
        words = json.dumps([0, self._said, command, facts]).encode()
        self._socket.sendall(b"%d:%s" % (len(words), words))
        _, number, error, result = self._hears()
        assert number == self._said
        if error:
            raise Refusal(f"{error['error']}: {error['message']}")
        return result

    def _hears(self) -> Any:
        length = bytearray()
        while (digit := self._line.read(1)) != b":":
            if not digit:
                raise ConnectionError("the browser has gone")
            length += digit
        return json.loads(self._line.read(int(length)))


Session = OverHttp | Marionette


def script(function: str, *arguments: Any) -> dict[str, Any]:
    return {"script": f"return ({function})(...arguments)", "args": list(arguments)}
