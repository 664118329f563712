"""The least that Flask can answer: what a tap is measured against."""

from types import SimpleNamespace

from flask import Flask

app = Flask(__name__)
app.extensions["live"] = SimpleNamespace()  # gunicorn.conf.py tells it when a worker ends


@app.get("/")
def hello() -> str:
    return "hello"
