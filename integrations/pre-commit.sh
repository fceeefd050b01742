#!/bin/sh
# Runs olmkit for a hook of pre-commit. Downloads the release of this version of the repository once, and caches it.
# OLMKIT sets another program.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
version=$(sed -n 's/^version=//p' "$here/install.sh")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/olmkit/releases/$version
if [ -z "${OLMKIT:-}" ]; then
  OLMKIT=$cache/olmkit
  [ -x "$OLMKIT" ] || [ -x "$OLMKIT.exe" ] || sh "$here/install.sh" --to "$cache" >&2
fi
exec "$OLMKIT" "$@"
