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
    has "$(cksum requirements.txt) $PWD" || rm -rf .venv 2>/dev/null ||
        fail ".venv cannot be replaced: it is another user's. Remove it as root, then try again"
    say "Making the Python environment in .venv from $lock, this once ..."
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
    uv pip sync --quiet --python "$python" --require-hashes "$lock" && put_companion
}

with_pip() {
    base=$(find_python) || {
        apt_install python3 python3-venv || true
        base=$(find_python)
    } || fail "Python 3.11 or newer is needed (or uv): install python3 and python3-venv, then try again"
    # A pip that is there already: to put one into .venv takes as long as all the rest.
    pip=$(find_pip) || { apt_install python3-venv && pip=$(find_pip); } ||
        fail "Python's venv is needed: install python3-venv (or uv), then try again"
    [ -x "$python" ] || "$base" -m venv --without-pip .venv || return 1
    install_locked && put_companion
}

# find_pip: the words that run a pip which installs into .venv.
find_pip() {
    if "$base" -c 'import pip, sys; sys.exit(int(pip.__version__.split(".")[0]) < 23)' 2>/dev/null; then
        echo "$base -m pip --python $python"
    else
        "$base" - "$python" 2>/dev/null <<'END'
import ensurepip, pathlib, sys, sysconfig

folders = [sysconfig.get_config_var("WHEEL_PKG_DIR"), pathlib.Path(ensurepip.__file__).parent / "_bundled",
           "/usr/share/python-wheels"]
wheels = [wheel for folder in folders if folder for wheel in pathlib.Path(folder).glob("pip-*.whl")]
print(sys.argv[1], wheels[0] / "pip")
END
    fi
}

# install_locked: .venv holds what the lock names. Two pips do half of it each, for each is one process.
install_locked() {
    parts=$(mktemp -d)
    for part in 0 1; do
        awk -v part=$part '/^[a-z]/ { count++ } count % 2 == part' "$lock" >"$parts/$part"
        {
            # Python compiles what it imports: compiling all of it takes longer than the first start.
            $pip install --disable-pip-version-check --no-compile --no-deps --require-hashes -r "$parts/$part"
            echo $? >"$parts/$part.ended"
        } >"$parts/$part.log" 2>&1 &
    done
    trap 'kill $(jobs -p) 2>/dev/null; exit 130' INT TERM
    show_progress
    wait
    trap - INT TERM
    if [ "$(cat "$parts"/*.ended)" = "0
0" ]; then
        rm -r "$parts"
    else
        cat "$parts"/*.log >&2
        rm -r "$parts"
        return 1
    fi
}

# show_progress: a line whenever more of the packages are there, until both pips have ended.
show_progress() {
    total=$(grep -c '^[a-z]' "$lock")
    before=
    until [ -f "$parts/0.ended" ] && [ -f "$parts/1.ended" ]; do
        sleep 1
        # Some are for other machines, and ignored.
        now=$(awk -v total="$total" '/^(Collecting|Processing|Ignoring) / { count++ }
            END { print count + 0, "of", total, count == total ? "packages, unpacking" : "packages" }' "$parts"/*.log)
        [ "$now" = "$before" ] || say "  $now"
        before=$now
    done
}

# put_companion: .venv runs this checkout, without what an installer would build of it first.
put_companion() {
    folder=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))') || return 1
    # Seen from there, and so without the letters of a path: in LC_ALL=C Python 3.11 reads only ASCII.
    "$python" -c 'import os, sys; print(os.path.relpath(".", sys.argv[1]))' "$folder" >"$folder/companion.pth"
    printf '#!/bin/sh\nexec "%s" -P -m companion "$@"\n' "$PWD/$python" >.venv/bin/companion
    chmod +x .venv/bin/companion
}

find_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
        echo "$name"
        return
    done
    return 1
}
