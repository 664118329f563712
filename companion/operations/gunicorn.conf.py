"""How gunicorn serves Companion. companion/operations/settings.py says what is set."""

import gc
import logging
import resource
import sys

from companion.operations import keys, running, settings
from companion.runtime import server_log
from companion.runtime.version import VERSION

try:
    ours = settings.read()
except settings.Unusable as wrong:
    wrong.show()
    sys.exit(wrong.exit_code)

server_log.begin(ours.log_level, ours.log_format)

bind = [*ours.listens_on]

# Every phone at a table keeps a stream open, and most of them wait: a greenlet each, not a thread.
worker_class = "companion.operations.worker.Worker"
worker_connections = 5000  # 4,000 streams, and room for what their phones ask for besides

# SQLite waits for another writer by blocking, which stops every phone of a gevent worker: one
# worker has no other to wait for. PostgreSQL is waited for without blocking: as many as asked.
workers = 1 if ours.file else ours.processes

# How long a stop may wait for what is being answered. Streams end at once.
graceful_timeout = 5

# How long a connection may be idle. A proxy keeps its own for a minute or two and sends the next
# entry on one of them: closed in that very moment, the entry would be lost. Anybody else could keep
# all connections taken.
keepalive = 150 if ours.trusted_proxies else 2

# Whom to believe about addresses and https is for the app to say (TRUSTED_PROXIES): gunicorn would
# believe whoever is on this machine.
forwarded_allow_ips = ""
forwarder_headers = ""
secure_scheme_headers = {}


def on_starting(server):
    """No other server has the data, and the key with which all processes sign is there.

    Else none of them starts.
    """
    try:
        if ours.file:
            server.mark = running.begin(ours.file)
        if not ours.key:
            keys.secret_key(ours.instance)
    except (running.Taken, settings.Unusable) as wrong:
        wrong.show()
        sys.exit(wrong.exit_code)


def on_exit(server):
    """Another server may have the data from now on."""
    if mark := getattr(server, "mark", None):
        mark.leave()


def when_ready(server):
    """The log says once which settings are in use: those that name nobody and no place."""
    told = {
        "version": VERSION,
        "ports": [each[1] for each in server.cfg.address if isinstance(each, tuple)],
        "database": "sqlite" if ours.file else "postgresql",
        "processes": server.cfg.workers,
        "keep_days": ours.kept_days,
        "trusted_proxies": ours.trusted_proxies,
        "log_level": ours.log_level,
    }
    server_log.write(logging.INFO, "settings", told)
    for name, near in settings.find_mistyped():
        server_log.write(logging.WARNING, "no such setting", {"name": name, "near": near})


def post_worker_init(worker):
    """Nobody waits long while a worker looks for garbage.

    Each tap leaves some 270 objects in cycles. Little at a time is looked through, as no phone is
    answered meanwhile, and all of it rarely: that takes tenths of a second with thousands of
    streams open. What is there before the first request stays, and is never looked through.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 6, 200)


# The access log would hold the addresses of tables, which are all it takes to join one.
accesslog = None

# What gunicorn says is written as the app writes: in lines of JSON without anything of a request.
loglevel = ours.log_level
logconfig_dict = {
    "root": {"level": "WARNING", "handlers": ["lines"]},
    "loggers": {
        "gunicorn.error": {"level": loglevel.upper(), "handlers": ["lines"], "propagate": False},
    },
    "handlers": {"lines": {"class": "companion.runtime.server_log.Lines"}},
    "formatters": {},
}

# Else it writes to the home folder, where two servers of one person share one path.
control_socket_disable = True

# The usual 1,024 open files are fewer than the connections above: take what the system grants.
files = 2 * worker_connections
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
if soft != resource.RLIM_INFINITY and soft < files:
    granted = files if hard == resource.RLIM_INFINITY else min(files, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (granted, hard))
