"""A phone whose tables live on it: its pages are asked of the app that its Worker has."""

import io
import json
from collections.abc import Callable, Iterable
from typing import Any

from werkzeug.datastructures import FileStorage
from werkzeug.test import Client, TestResponse
from werkzeug.wrappers import Request

from companion.local.serving import MOUNT, Serving
from tests.support import cookies
from tests.support.client_phone import Phone

LEADS = ("Location", "HX-Redirect")


class HerePhone(Phone):
    """The phone, which is used as one of a server is: addresses in its hand say no `/here`."""

    def __init__(self, serving: Serving, *, scripts: bool = False) -> None:
        super().__init__(serving.app, scripts=scripts)
        self.serving = serving
        self.client = Worker(serving.answer, TestResponse)  # type: ignore[assignment]

    def brings(self, table: bytes, of: str = "") -> TestResponse:
        """What it is answered that gets this table of its server, or of the one at this address."""
        file = FileStorage(io.BytesIO(table), "table.json")
        asked = {"server": of} if of else {}
        return self.client.post("/along", data={"table": file}, query_string=asked)

    @property
    def id(self) -> str:
        secret = cookies.find(self.cookies, "phone")
        assert secret
        return str(self.store.phones.find(secret))

    @property
    def cookies(self) -> dict[str, str]:
        assert self.serving.phone
        return self.serving.phone.cookies


class Worker(Client):
    """Asks as the Worker does, for a page that keeps no cookies."""

    def __init__(self, answer: Callable[..., Any], wrapper: type[TestResponse]) -> None:
        def app(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
            request = Request(environ)
            address = request.full_path.removesuffix("?")
            address = address if address.startswith(f"{MOUNT}/") else MOUNT + address
            headers = json.dumps(list(request.headers))
            status, said, body = answer(request.method, address, headers, request.get_data())
            given = [
                (name, value.removeprefix(MOUNT) if name in LEADS else value)
                for name, value in json.loads(said)
            ]
            start(f"{status} said", given)
            return [bytes(body)]

        super().__init__(app, wrapper, use_cookies=False)
