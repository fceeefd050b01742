#!/usr/bin/env bash
# The number of instructions for reading a catalog, which does not depend on the machine or its load. Requires valgrind.
# usage: benches/instructions.sh [FOLDER...]     (default: synthetic catalogs with 500 and 1000 entries)
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --release -p olmkit-benches --bin read
[ $# -gt 0 ] || set -- 500 1000
for what in "$@"; do
    printf '%s: ' "$what"
    valgrind --tool=callgrind --callgrind-out-file=/dev/null target/release/read "$what" 2>&1 | sed -n 's/.*Collected : //p'
done
