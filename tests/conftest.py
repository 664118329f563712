"""What tests of several files ask for: a database and a store, on both engines, and words."""

import gc
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from companion import create_app
from companion.store.store import Store
from companion.web.safety.phone import LANGUAGES
from companion.web.static import packages
from companion.web.static.packages import Package
from tests.support import databases, local_app_package
from tests.support.live_server import Server
from tests.support.postgresql import Cluster
from tests.support.random_examples import register_profiles

register_profiles()

TESTS = Path(__file__).parent
# Folders and fixtures that start another program: a browser, a database, a server. The commands of
# a server are among them, though many of their tests start none.
PROGRAM_FOLDERS = frozenset(
    ("browser", "deploy", "drills", "local", "operations", "other_browsers", "protocol")
)
PROGRAM_FIXTURES = frozenset(("cluster", "package", "postgresql", "postgresql_template", "server"))

# The garbage collector would go over all modules and tests again and again while they are made.
gc.disable()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--without-programs", action="store_true", help="no browser, no server")
    parser.addoption("--first-case", action="store_true", help="one case of each test")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where no program runs, do not even import the folders that have nothing else."""
    folder = collection_path.relative_to(TESTS).parts[:1]
    left_out = PROGRAM_FOLDERS.intersection(folder)
    return True if left_out and config.getoption("--without-programs") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what starts another program, where that is asked for."""
    if not config.getoption("--without-programs"):
        return
    stay, left_out = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        (left_out if starts_program(item) else stay).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = stay


def starts_program(item: pytest.Item) -> bool:
    """Whether a test says so with its mark, by a fixture, or by its database."""
    params = getattr(getattr(item, "callspec", None), "params", {})
    fixtures = PROGRAM_FIXTURES.intersection(getattr(item, "fixturenames", ()))
    has_mark = item.get_closest_marker("program") is not None
    return has_mark or bool(fixtures) or params.get("database") == "postgresql"


def pytest_collection_finish() -> None:
    """What is there now stays: only what tests make from here on can be garbage."""
    gc.freeze()
    gc.set_threshold(700, 10, 1000)
    gc.enable()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Iterator[None]:
    """Where only the first case of each test runs, make no others."""
    if metafunc.config.getoption("--first-case"):
        metafunc.parametrize = partial(with_first, metafunc.parametrize)  # type: ignore[method-assign]
    yield


def with_first(
    parametrize: Callable[..., None],
    argnames: str | Sequence[str],
    argvalues: Iterable[Any],
    *more: Any,
    ids: Any = None,
    **options: Any,
) -> None:
    """Of these cases, parametrize with the first that is not long."""
    cases = list(argvalues)
    marks = [[mark.name for mark in getattr(case, "marks", ())] for case in cases]
    first = next((at for at, names in enumerate(marks) if "long" not in names), 0)
    one = slice(first, first + 1)
    ids = ids if ids is None or callable(ids) else list(ids)[one]
    parametrize(argnames, cases[one], *more, ids=ids, **options)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """After each file its garbage goes, and what it leaves is not looked through again."""
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how long the tests of each folder took, on all workers together."""
    seconds, cases = Counter[str](), Counter[str]()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                folder = str(Path(report.location[0]).parent)
                seconds[folder] += report.duration
                cases[folder] += report.when == "call"
    if not cases:
        return
    terminalreporter.section("time of each folder, on all workers together")
    for folder, spent in seconds.most_common():
        terminalreporter.write_line(f"{spent:8.1f} s {cases[folder]:6} cases  {folder}")


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An app for its words; nobody opens its database."""
    return create_app({"INSTANCE": tmp_path_factory.mktemp("instance"), "SECRET_KEY": "k" * 32})


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest, app: Flask) -> Iterator[str]:
    """Each language in turn, spoken."""
    with app.test_request_context(headers={"Cookie": f"language={request.param}"}):
        yield request.param


@pytest.fixture
def english(app: Flask) -> Iterator[None]:
    with app.test_request_context(headers={"Cookie": "language=en"}):
        yield


@pytest.fixture(scope="session")
def package() -> Package:
    """The package of the local app, made of these files."""
    return local_app_package.find_or_make()


@pytest.fixture(scope="module")
def offered(server: Server, package: Package) -> Iterator[None]:
    """The server of these tests offers the local app."""
    local_app_package.serve(server.instance)
    yield
    packages.folder(server.instance).unlink()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server for as long as the tests run."""
    with Cluster() as running:
        yield running


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file of this version that nobody has used; tests copy it."""
    file = tmp_path_factory.mktemp("template") / "companion.sqlite3"
    databases.make(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def postgresql_template(cluster: Cluster) -> str:
    """The name of a PostgreSQL database of this version that nobody has used; tests copy it."""
    databases.make(cluster.create(name := "template_of_tests"))
    return name


@pytest.fixture
def is_made() -> bool:
    """Whether `database` has its tables; tests that bring them themselves say `unmade`."""
    return True


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path, is_made: bool) -> Iterator[str]:
    """The address of a database that nobody has used: SQLite, or what `on_both` asks for."""
    if getattr(request, "param", "sqlite") == "sqlite":
        file = tmp_path / "data" / "companion.sqlite3"
        file.parent.mkdir()
        if is_made:
            shutil.copyfile(request.getfixturevalue("sqlite_template"), file)
        yield f"sqlite:///{file}"
        return
    running: Cluster = request.getfixturevalue("cluster")
    template = request.getfixturevalue("postgresql_template") if is_made else "template1"
    name = f"test_{uuid4().hex}"
    yield running.create(name, template)
    running.drop(name)


@pytest.fixture
def there(cluster: Cluster) -> Iterator[str]:
    """The address of an empty PostgreSQL, which the test may stop."""
    name = f"there_{uuid4().hex}"
    yield cluster.create(name)
    if not cluster.is_up:
        cluster.start()
    cluster.drop(name)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """A store with a key, which nobody has used yet."""
    made = Store(database, databases.KEY)
    yield made
    made.close()
