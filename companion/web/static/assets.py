"""The static files, by names that change with their content, and the style in every page."""

import base64
import gzip
import hashlib
import json
from functools import cache, lru_cache
from itertools import chain

from flask import Blueprint, Flask, Response, abort, request, send_from_directory, url_for
from markupsafe import Markup

from companion.runtime import places
from companion.web.static import made

ROOT = places.STATIC
MADE_OF = (
    (places.STATIC, ("**/*.*",)),
    (places.TEMPLATES, ("**/*.html",)),
    (places.PACKAGE, ("**/*.py", "**/*.po", "**/*.md")),
)
"""The folders that pages are made of, and which files in them."""
FOR_EVER = 365 * 24 * 3600  # seconds
LATER = "later"
"""The folder of the scripts that other scripts bring along."""
PLAIN = ("arriving", "below", "old", "still")
"""Scripts for browsers of any age, and those that a page waits for: never modules."""
WORKERS = ("sw", "sw_here")
GROUNDS = {"light": "#f2ede2", "dark": "#0e1512"}
"""What every page lies on, as the style says: browsers colour what is around it alike."""
IMPORTED = '@import url("{}");'
"""A style whose sources are served as they are: static/app/screen/styles.js says it alike."""

bp = Blueprint("assets", __name__)


def init_app(app: Flask) -> None:
    """Templates can say `asset(name)`, `library(name)`, `script(name)`, `style(part)` …"""
    app.register_blueprint(bp)
    app.after_request(_keep)
    for known in (asset, edition, library, script, script_address, style, sprite):
        app.add_template_global(known)


def asset(name: str) -> str:
    """The address of a static file, with the start of its hash as version."""
    return url_for("static", filename=name, v=_version(name))


def _version(name: str) -> str:
    """The start of the hash of a file that no bundle has in it, or "" where there is none."""
    known = made.bundles()
    if known.is_of_sources():
        return known.others.get(name, "")
    file = ROOT / name
    return made.version_of(file.read_bytes()) if file.is_file() else ""


@cache
def library(name: str) -> dict[str, str]:
    """File and integrity of a vendored library, from `static/vendor/vendor.json`."""
    libraries = json.loads((ROOT / "vendor" / "vendor.json").read_text(encoding="utf-8"))
    library = next(library for library in libraries if library["name"] == name)
    file = library["file"]
    digest = base64.b64encode(bytes.fromhex(library["sha256"][file])).decode()
    return {"file": f"vendor/{file}", "integrity": f"sha256-{digest}"}


@cache
def sprite(name: str) -> Markup:
    """A set of drawn symbols, for the page that shows some of them."""
    return Markup((ROOT / f"{name}.svg").read_text(encoding="utf-8"))


def style(part: str) -> Markup:
    """A part of the style; each page has those it wants."""
    known = made.bundles()
    if known.is_of_sources():
        return Markup(made.style(part, known.styles[part]))
    return Markup(IMPORTED.format(url_for("assets.source", file=f"style/{part}.css")))


def style_hashes() -> str:
    """What the Content-Security-Policy allows: these styles by their hashes, and no others."""
    known = made.bundles()
    if known.is_of_sources():
        return known.style_hashes
    parts = sorted(path.stem for path in (ROOT / "style").glob("*.css"))
    digests = (hashlib.sha256(style(part).encode()).digest() for part in parts)
    return " ".join(
        ("'self'", *(f"'sha256-{base64.b64encode(each).decode()}'" for each in digests))
    )


def script(name: str) -> Markup:
    """The element that loads this script: one bundle, or the modules that it is made of."""
    is_module = name not in PLAIN and not made.bundles().is_of_sources()
    kind = Markup(' type="module"') if is_module else ""
    return Markup('<script defer{} src="{}"></script>').format(kind, script_address(name))


def script_address(name: str) -> str:
    """The address of this script; it changes with what is in it."""
    known = made.bundles()
    if known.is_of_sources():
        return url_for("assets.scripts", file=known.scripts[name])
    is_later = (ROOT / "app" / LATER / f"{name}.js").exists()
    return module(f"{LATER if is_later else 'pages'}/{name}")


def module(name: str) -> str:
    """The address of this module of a checkout, such as "pages/quiet"."""
    return url_for("assets.source", file=f"app/{name}.js")


@bp.get("/scripts/<file>")
def scripts(file: str) -> Response:
    """A bundle of scripts, under a name that changes with it; its source map lies beside it."""
    if file not in made.bundles().scripts.values() or file.startswith(WORKERS):
        abort(404)
    answer = pack(made.script(file))
    answer.headers["SourceMap"] = url_for("static", filename=f"made/{file}.map")
    return keep_for_ever(answer)


@bp.get("/sources/<path:file>")
def source(file: str) -> Response:
    """A script or a style as somebody works on it: a checkout alone has that."""
    if made.bundles().is_of_sources() or file not in made.bundles().find_sources():
        abort(404)
    answer = send_from_directory(ROOT, file)
    answer.cache_control.no_cache = True
    return answer


def read_script(name: str) -> bytes:
    """This script in one, as it was made last."""
    return made.script(made.bundles().scripts[name])


def pack(body: bytes) -> Response:
    """A script as small as this browser takes them; packed once, so it may take its time."""
    answer = Response(body, mimetype="text/javascript")
    encoding = request.accept_encodings.best_match(("br", "gzip"))
    if encoding:
        answer.set_data(_small(body, encoding))
        answer.content_encoding = encoding
    answer.vary.add("Accept-Encoding")
    return answer


@lru_cache(maxsize=128)
def _small(body: bytes, encoding: str) -> bytes:
    import brotli

    return brotli.compress(body, quality=11) if encoding == "br" else gzip.compress(body, 9)


@cache
def edition() -> str:
    """What says whether a page is of the same making: it changes with whatever pages are made of.

    It is the same in every process and on every machine that serves the same app; the app of a
    phone has been told it.
    """
    if places.MADE.exists():
        return str(json.loads(places.MADE.read_text())["edition"])
    digest = hashlib.sha256()
    for folder, kinds in MADE_OF:
        for path in sorted(chain.from_iterable(map(folder.glob, kinds))):
            digest.update(f"{path.relative_to(folder)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:8]


def _keep(response: Response) -> Response:
    """A static file that was asked for by its version is kept for ever; any other is not."""
    given = request.endpoint == "static" and request.method != "OPTIONS"
    if not given or response.status_code != 200:
        return response
    version = request.args.get("v")
    if version and version == _version((request.view_args or {})["filename"]):
        keep_for_ever(response)
    return response


def keep_for_ever(response: Response) -> Response:
    """This answer, which is the same whenever its address is asked for."""
    response.cache_control.clear()
    response.cache_control.public = response.cache_control.immutable = True
    response.cache_control.max_age = FOR_EVER
    return response
