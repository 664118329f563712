# Sourced by ./run and ./test: makes .venv from a hash-locked file, and keeps it when nothing changed.
# shellcheck shell=sh

python=.venv/bin/python

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "$0: $*"
    exit 1
}

# apt_install PACKAGE...: true when they are there; false, in silence, where that is not ours to do.
apt_install() {
    may_install || return 1
    say "Installing $* with apt-get ..."
    in_silence apt update && in_silence apt install -y "$@"
}

# apt_unpack FOLDER PACKAGE: its files lie in FOLDER; nothing is installed, and no service started.
apt_unpack() {
    may_install || return 1
    say "Unpacking $2 into $1 with apt-get ..."
    fetched=$(mktemp -d)
    in_silence apt update && (cd "$fetched" && in_silence apt download "$2") &&
        mkdir -p "$1" && dpkg -x "$fetched"/*.deb "$1"
    unpacked=$?
    rm -rf "$fetched"
    return $unpacked
}

# in_silence COMMAND...: what it says is seen only where it fails.
in_silence() {
    said=$(mktemp)
    if "$@" >"$said" 2>&1; then
        rm "$said"
    else
        cat "$said" >&2
        rm "$said"
        return 1
    fi
}

may_install() {
    command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }
}

apt() {
    # dpkg refuses to work without the sbin folders, and a bare PATH has none of them.
    as_root env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" </dev/null
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# environment LOCK: .venv holds what LOCK names, and Companion itself.
environment() {
    lock=$1
    # A moved checkout must not go on with the old one's code: its path is in the stamp too.
    wanted="$(cksum "$lock") $PWD"
    has "$wanted" && return
    # The test lock holds the runtime lock: what is there may stay. Anything else starts afresh.
    has "$(cksum requirements.txt) $PWD" || rm -rf .venv
    say "Making the Python environment in .venv from $lock ..."
    with_uv || with_pip || fail "the Python environment could not be made from $lock (see above)"
    for known in requirements.txt "$lock"; do
        echo "$(cksum "$known") $PWD"
    done >.venv/locks
}

has() {
    [ -f .venv/locks ] && grep -qxF "$1" .venv/locks && "$python" -c "" 2>/dev/null
}

with_uv() {
    command -v uv >/dev/null || return 1
    [ -x "$python" ] || uv venv --quiet --python "$(find_python || echo '>=3.11')" .venv || return 1
    uv pip sync --quiet --python "$python" --require-hashes "$lock" &&
        uv pip install --quiet --python "$python" --no-deps --no-build-isolation -e .
}

with_pip() {
    base=$(find_python) || {
        apt_install python3 python3-venv || true
        base=$(find_python)
    } || fail "Python 3.11 or newer is needed (or uv): install python3 and python3-venv, then try again"
    pip=
    if [ -x "$python" ] && "$python" -m pip --version >/dev/null 2>&1; then
        pip="$python -m pip"
    elif "$base" -c "import ensurepip, venv" 2>/dev/null; then
        "$base" -m venv .venv && pip="$python -m pip"
    elif "$base" -m pip --version >/dev/null 2>&1; then
        "$base" -m venv --without-pip .venv && pip="$base -m pip --python $python"
    elif apt_install python3-venv && "$base" -c "import ensurepip" 2>/dev/null; then
        "$base" -m venv .venv && pip="$python -m pip"
    else
        fail "Python's venv is needed: install python3-venv (or uv), then try again"
    fi
    [ -n "$pip" ] || return 1
    $pip install --quiet --disable-pip-version-check --require-hashes -r "$lock" &&
        $pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
}

find_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
        echo "$name"
        return
    done
    return 1
}
