#!/bin/sh
# Runs olmkit for a hook of pre-commit. The release that this repository is at is downloaded once and kept in the cache.
# OLMKIT names a program to use instead.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
version=$(sed -n 's/^version=//p' "$here/install.sh")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/olmkit/releases/$version
if [ -z "${OLMKIT:-}" ]; then
  OLMKIT=$cache/olmkit
  [ -x "$OLMKIT" ] || [ -x "$OLMKIT.exe" ] || sh "$here/install.sh" --to "$cache" >&2
fi
exec "$OLMKIT" "$@"
