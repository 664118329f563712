"""What gunicorn takes: its options, as it parses them itself, and the addresses it listens on."""

import io
import ipaddress
import os
import re
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

LAST_PORT = 65535


class NoOptions(Exception):
    """What gunicorn refuses."""


def parse(words: Sequence[str]) -> Namespace:
    """These options, parsed and judged by gunicorn itself; `NoOptions`."""
    processes = os.environ.pop("WEB_CONCURRENCY", None)
    try:  # gunicorn reads that number, which may be none, while it is imported
        from gunicorn.config import Chdir, Config
        from gunicorn.errors import ConfigError
        from gunicorn.util import parse_address
    finally:
        if processes is not None:
            os.environ.update(WEB_CONCURRENCY=processes)

    if not Path(Chdir.default).is_dir():
        Chdir.default = os.sep  # else nothing can be parsed in a folder that is gone
    config = Config()
    try:
        with redirect_stderr(io.StringIO()), redirect_stdout(io.StringIO()):
            options: Namespace = config.parser().parse_args(words)
        if options.args:  # the name of an app
            raise NoOptions
        for name, value in vars(options).items():
            if value is not None and name != "args":
                config.set(name, value)
        for address in options.bind or ():
            parse_address(address)
        named = [options.certfile, options.keyfile, options.ca_certs]
        if any(file and not Path(file).is_file() for file in named):
            raise NoOptions
        if any(port > LAST_PORT for _, port in endpoints(options.bind or ())):
            raise NoOptions
    except (SystemExit, ConfigError, RuntimeError, TypeError, ValueError) as error:
        raise NoOptions from error
    return options


def endpoints(listens_on: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Host and port of each of these addresses of gunicorn; sockets with a path have none."""
    for each in listens_on:
        found = re.fullmatch(r"(?:tcp://)?(?:\[(.*)\]|([^:/]*))(?::(\d+))?", each)
        if found:
            yield found[1] or found[2] or "0.0.0.0", int(found[3] or 8000)


def is_open(host: str) -> bool:
    """Whether others than this machine may reach what listens on this host."""
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host != "localhost"
