"""Answers are sent as small as the browser takes them."""

from flask import Flask, Response
from flask_compress import Compress


def init_app(app: Flask) -> None:
    """Whatever this app answers is compressed, streams as well; its pages are all known."""
    app.config.update(
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_ALGORITHM_STREAMING=["br", "gzip"],
        COMPRESS_BR_LEVEL=5,  # below 5 it is larger than gzip at its usual 6
    )
    Compress(app)
    app.after_request(_close_file)  # before what packs it


def _close_file(response: Response) -> Response:
    """The file that an answer is read from is closed with it: what packs it reads it only."""
    if close := getattr(response.response, "close", None):
        response.call_on_close(close)
    return response
