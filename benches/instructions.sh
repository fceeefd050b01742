#!/usr/bin/env bash
# Instructions that reading a catalog takes, the same on every machine and under any load. Needs valgrind.
# usage: benches/instructions.sh [FOLDER...]     (without: synthetic catalogs of 500 and 1000 entries)
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --release -p olmkit-benches --bin read
[ $# -gt 0 ] || set -- 500 1000
for what in "$@"; do
    printf '%s: ' "$what"
    valgrind --tool=callgrind --callgrind-out-file=/dev/null target/release/read "$what" 2>&1 | sed -n 's/.*Collected : //p'
done
