"""What a phone needs to count by itself: the offer, the files of the local app, and mirrors."""

import hashlib
import json
from dataclasses import replace

from flask import Blueprint, Response, abort, current_app, jsonify, request, send_file, url_for

from companion.files import mirror
from companion.files.mirror import Mirror
from companion.games import GAMES
from companion.web.offline import install, shell
from companion.web.pages.page import page
from companion.web.pages.playing import Playing, readable
from companion.web.play.entering import load as load_game
from companion.web.play.series import NEWEST
from companion.web.safety import phone
from companion.web.static import assets, made, packages
from companion.web.static.packages import Package

POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""What the Worker of the local app may do. No page may compile WebAssembly."""
KINDS = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}
ENDINGS = {"br": "br", "gzip": "gz"}
"""How the files end that are compressed for browsers that take this."""

bp = Blueprint("local", __name__)


@bp.get("/on-this-phone")
def offer() -> Response:
    """Offer to keep the local app on the phone, say how far that is, and take it away again."""
    return page("local.html", package=_find())


@bp.get("/on-this-phone/list.json")
def files() -> Response:
    """What there is to keep: the files of the newest local app, and which scripts it goes with."""
    found = _find() or abort(404)
    folder = _folder()
    around = shell.render(folder).encode()
    listed = {
        "name": shell.NAME,
        "bytes": len(around),
        "packed": len(around),
        "sha256": hashlib.sha256(around).hexdigest(),
    }
    return jsonify(folder=folder, later=assets.script_address("live"), files=[*found.files, listed])


@bp.get("/here/")
@bp.get("/here/<path:page>")
def around(page: str = "") -> Response:
    """What is around the pages of tables that live on the phone, where it does not keep it yet."""
    return _shell() if _find() else abort(404)


def _shell() -> Response:
    answer = Response(shell.render(_folder()))
    answer.headers["Content-Security-Policy"] = shell.policy()
    return answer


def _folder() -> str:
    """Where the files of this edition are."""
    return url_for("local.file", edition=assets.edition(), name="-").removesuffix("-")


@bp.get("/on-this-phone/script.js")
def keeper() -> Response:
    """The script that keeps the local app, for a phone that has an older one."""
    if made.bundles().is_of_sources():
        return install.revalidate(assets.pack(assets.read_script("script")))
    said = f"import {json.dumps(assets.module('pages/script'))};"
    return install.revalidate(Response(said, mimetype=install.SCRIPT))


@bp.get("/local/<edition>/<name>")
def file(edition: str, name: str) -> Response:
    """A file of the local app of this edition; 404 for any other."""
    found = _find()
    if found and name == shell.NAME and edition == assets.edition():
        return assets.keep_for_ever(_shell())
    listed = found and next((each for each in found.files if each["name"] == name), None)
    if not (found and listed and edition == assets.edition()):
        abort(404)
    encoding = request.accept_encodings.best_match(ENDINGS) or abort(406)
    answer = send_file(
        found.folder / f"{name}.{ENDINGS[encoding]}", mimetype=kind(name), conditional=False
    )
    answer.content_encoding = encoding
    answer.vary.add("Accept-Encoding")
    answer.headers["Content-Security-Policy"] = POLICY
    return assets.keep_for_ever(answer)


def kind(name: str) -> str:
    """What the file of this name is, for a browser."""
    return KINDS.get("." + name.rpartition(".")[2], "application/octet-stream")


@bp.get("/t/<table_id>/<game_id>/mirror")
def show_mirror(table_id: str, game_id: str) -> Response:
    """This game as a phone keeps it, with its entries after the place that the address names."""
    stored = load_game(table_id, game_id)
    Playing(stored).check()
    me, store = phone.require_id(), phone.store()
    since = max(0, request.args.get("since", 0, type=int))
    newest = store.series.find_next(stored)
    later = readable([newest] if newest else [])
    series = store.series.find_newest(stored, NEWEST) if GAMES[stored.slug].series else ()
    found = Mirror(
        me,
        store.database.epoch.id,
        replace(stored, met=store.submissions.find_met(me, stored)),
        store.series.find_number(stored),
        next((each.stored for each in later), None),
        tuple(each.stored for each in readable(series)),
    )
    return jsonify(mirror.encode(found, min(since, len(stored.log))))


@bp.app_template_global()
def offers_local_app() -> bool:
    """Whether this server has something to keep."""
    return _find() is not None


def _find() -> Package | None:
    return packages.find(packages.folder(current_app.config["INSTANCE"]))
