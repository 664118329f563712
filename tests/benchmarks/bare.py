"""The least that Flask can answer: what a tap is measured against."""

from flask import Flask

app = Flask(__name__)


@app.get("/")
def hello() -> str:
    return "hello"
