"""The static files, by names that change with their content, and the style in every page."""

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache, wraps
from itertools import chain
from typing import cast

from flask import Blueprint, Flask, Response, abort, request, url_for
from markupsafe import Markup

from companion.runtime import places

ROOT = places.STATIC
MADE_OF = (
    (places.STATIC, ("**/*.*",)),
    (places.TEMPLATES, ("**/*.html",)),
    (places.PACKAGE, ("**/*.py", "**/*.po", "**/*.md")),
)
"""The folders that pages are made of, and which files in them."""
ANY = ("able.js", "held.js")
"""What the first script of every page begins with."""
FOR_EVER = 365 * 24 * 3600  # seconds
FIRST = (*ANY, "queue.js", "kept.js", "entry.js", "sheet.js", "screen.js", "spoken.js")
"""The scripts of every page on which something is entered; those of its game come behind them."""
ON_BOARDS = ("live.js", "waiting.js")
AROUND = ("around.js",)
"""What these pages fetch when the phone has nothing else to do, boards and others."""
QUIET = (*ANY, "queue.js", "kept.js", *AROUND)
"""The scripts of every other page."""
MORE = ("times.js", "wide.js", "keys.js", "facing.js", "thumbs.js", "remote.js")
"""What a page fetches on a wide screen; a game has more for the keys of its board."""
LOST = ("lost.js",)
"""What a page fetches that finds out that the server was put back to an earlier moment."""
WORKER = "sw"  # which is no part of a page
WITH_TABLES = "local/sw"  # what stands before it on a phone that keeps the local app
GROUNDS = {"light": "#f2ede2", "dark": "#0e1512"}
"""What every page lies on, as the style says: browsers colour what is around it alike."""
IMPORT = re.compile(r'@import "(.+)" layer\((.+)\);')
STYLE = re.compile(r'styleOf\("(\w+)"\)')
"""Where a script brings a part of the style along."""

_named: set[tuple[str, ...]] = set()
"""The scripts that pages have named together."""

bp = Blueprint("assets", __name__)


Made = Callable[..., str]

_made: dict[str, dict[tuple[str, ...], str]] = {}
"""What was made of the files, by the function that makes it and what it was given."""


def made_once(make: Made) -> Made:
    """Like `cache`, for what an app without these files may be given instead."""
    known = _made.setdefault(make.__name__, {})

    @wraps(make)
    def look_up(*given: str) -> str:
        if given not in known:
            known[given] = make(*given)
        return known[given]

    return look_up


def list_made() -> dict[str, list[list[str]]]:
    """All that was made so far, for `put_made` of another app."""
    return {
        name: [[*given, what] for given, what in known.items()] for name, known in _made.items()
    }


def put_made(made: dict[str, list[list[str]]]) -> None:
    """Know what another app has made of these files."""
    for name, known in made.items():
        _made[name].update({tuple(given): what for *given, what in known})


def init_app(app: Flask) -> None:
    """Templates can say `asset(name)`, `library(name)`, `style(part)`, `first()`, `later()` …"""
    app.register_blueprint(bp)
    app.after_request(_keep)
    for known in (
        asset,
        bundle,
        edition,
        first,
        later,
        quiet,
        more_script,
        lost_script,
        library,
        style,
        sprite,
    ):
        app.add_template_global(known)


def asset(name: str) -> str:
    """The address of a static file, with the start of its hash as version."""
    return url_for("static", filename=name, v=_hash(name))


@cache
def library(name: str) -> dict[str, str]:
    """File and sha384 of a vendored library, from `static/vendor/vendor.json`."""
    libraries = json.loads((ROOT / "vendor" / "vendor.json").read_text(encoding="utf-8"))
    library = next(library for library in libraries if library["name"] == name)
    return {"file": f"vendor/{library['file']}", "sha384": library["sha384"]}


@cache
def sprite(name: str) -> Markup:
    """A set of drawn symbols, for the page that shows some of them."""
    return Markup((ROOT / f"{name}.svg").read_text(encoding="utf-8"))


def style(part: str) -> Markup:
    """A part of the style, without what only its readers need; each page has those it wants."""
    return Markup(_make_style(part))


@made_once
def _make_style(part: str) -> str:
    text = re.sub(r"/\*.*?\*/", "", _read_style(f"{part}.css"), flags=re.DOTALL)
    text = re.sub(r"\s*([{};,])\s*", r"\1", " ".join(text.split())).replace(";}", "}")
    return re.sub(r"([{;][\w-]+): ", r"\1:", text)


def _read_style(name: str) -> str:
    """A file of the style, with the files that it imports in their places."""
    text = (ROOT / "style" / name).read_text(encoding="utf-8")
    return IMPORT.sub(lambda found: f"@layer {found[2]} {{{_read_style(found[1])}}}", text)


@made_once
def style_hashes() -> str:
    """The hashes by which the Content-Security-Policy allows these styles and no others."""
    parts = sorted(path.stem for path in (ROOT / "style").glob("*.css"))
    digests = (hashlib.sha256(style(part).encode()).digest() for part in parts)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def first(more: Iterable[str] = ()) -> str:
    """The address of what a page needs on which something is entered; `more` is of its game."""
    return bundle(*FIRST, *more)


def later(on_board: bool) -> str:
    """The address of what such a page can wait for."""
    return bundle(*(ON_BOARDS if on_board else AROUND))


def quiet(more: Iterable[str] = ()) -> str:
    """The address of what a page needs on which nothing is entered."""
    return bundle(*QUIET, *more)


def more_script(of_board: Iterable[str] = ()) -> str:
    """The address of what a wide screen and a keyboard need, with what this board needs there."""
    return bundle(*MORE, *of_board)


def lost_script() -> str:
    """The address of what asks the server what it has lost of what was entered on a phone."""
    return bundle(*LOST)


def bundle(*names: str) -> str:
    """The address of these scripts of ours in one, such as "entry.js"; it changes with them."""
    stems = [name.removesuffix(".js") for name in names]
    version = _version_of(*stems)
    _named.add(tuple(stems))
    return url_for("assets.scripts", names="+".join(stems), version=version)


@bp.get("/scripts/<names>-<version>.js")
def scripts(names: str, version: str) -> Response:
    """Some scripts of the app in one, under an address that changes with them."""
    stems = names.split("+")
    if len(set(stems)) < len(stems) or not _scripts().issuperset(stems):
        abort(404)
    body = join_scripts(*stems)
    if version != _version(body):
        abort(404)
    return keep_for_ever(pack(body, slowly=tuple(stems) in _named))


def pack(body: bytes, slowly: bool = True) -> Response:
    """A script as small as this browser takes them; packed once, so it may take its time.

    What no page of this process has named, such as before a restart, is packed quickly each time:
    anybody can ask for any scripts of ours in any order.
    """
    answer = Response(body, mimetype="text/javascript")
    encoding = request.accept_encodings.best_match(("br", "gzip"))
    if encoding:
        answer.set_data(_small(body, encoding) if slowly else _smaller(body, encoding))
        answer.content_encoding = encoding
    answer.vary.add("Accept-Encoding")
    return answer


@lru_cache(maxsize=64)
def _small(body: bytes, encoding: str) -> bytes:
    import brotli

    return brotli.compress(body, quality=11) if encoding == "br" else gzip.compress(body, 9)


def _smaller(body: bytes, encoding: str) -> bytes:
    import brotli

    return brotli.compress(body, quality=5) if encoding == "br" else gzip.compress(body, 6)


@cache
def _scripts() -> frozenset[str]:
    """The scripts that a page may be made of."""
    return frozenset(path.stem for path in ROOT.glob("*.js")) - {WORKER}


def join_scripts(*stems: str) -> bytes:
    """These scripts of ours in one."""
    return b"\n".join(bare(stem) for stem in stems)


@cache
def bare(stem: str) -> bytes:
    """A script without the comments and blanks that only its readers need, with its style."""
    text = (ROOT / f"{stem}.js").read_text(encoding="utf-8")
    if places.MADE.exists():  # it lies in a package as this has made it
        return text.encode()
    from rjsmin import jsmin

    small = cast(str, jsmin(text)).replace(";}", "}")
    return STYLE.sub(lambda found: json.dumps(style(found[1])), small).encode()


@made_once
def edition() -> str:
    """What says whether a page is of the same making: it changes with whatever pages are made of.

    It is the same in every process and on every machine that serves the same app.
    """
    digest = hashlib.sha256()
    for folder, kinds in MADE_OF:
        for path in sorted(chain.from_iterable(map(folder.glob, kinds))):
            digest.update(f"{path.relative_to(folder)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


@made_once
def _version_of(*stems: str) -> str:
    return _version(join_scripts(*stems))


def _version(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:12]


@made_once
def _hash(name: str) -> str:
    return _version((ROOT / name).read_bytes())


def _keep(response: Response) -> Response:
    """A static file that was asked for by its version is kept for ever; any other is not."""
    given = request.endpoint == "static" and request.method != "OPTIONS"
    if not given or response.status_code != 200:
        return response
    if request.args.get("v") == _hash((request.view_args or {})["filename"]):
        keep_for_ever(response)
    return response


def keep_for_ever(response: Response) -> Response:
    """This answer, which is the same whenever its address is asked for."""
    response.cache_control.clear()
    response.cache_control.public = response.cache_control.immutable = True
    response.cache_control.max_age = FOR_EVER
    return response
