#!/usr/bin/env bash
# CPU time (user + system) and peak memory of the native command line, for comparison with the limits in
# docs/performance.md.
# usage: benches/bars.sh [RUNS]     (default 5; OLMKIT_SHARED: the shared corpus, default ../shared)
# If python3 has PyYAML with libyaml, the calibration program of the shared data runs alternately: the limit is 0.06
# times its CPU time for v4.16, and 0.052 times for v4.20. With valgrind, instructions are counted, too.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-5}
shared=${OLMKIT_SHARED:-../shared}
catalogs=$shared/corpus/catalogs
cargo build --quiet --release --locked -p olmkit-cli -p olmkit-benches --bins
olmkit=target/release/olmkit
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Prints one line: the CPU milliseconds of all runs in ascending order and, if GNU time is installed, the peak memory.
# Uses the shell's own clock, because a wrapper that starts a child would include its own start.
measure() {
    local name=$1 times="" peak="" TIMEFORMAT='%3U %3S' line
    shift
    for _ in $(seq "$runs"); do
        line=$({ time "$@" >/dev/null 2>&1 || true; } 2>&1)
        times+="$(awk '{ print int(($1 + $2) * 1000 + 0.5) }' <<<"$line") "
    done
    if [ -x /usr/bin/time ]; then
        peak="peak $({ /usr/bin/time -f 'olmkit-peak %M' "$@" >/dev/null || true; } 2>&1 | sed -n 's/^olmkit-peak //p') KiB"
    fi
    printf '%-44s %s ms  %s\n' "$name" "$(tr ' ' '\n' <<<"$times" | sort -n | xargs)" "$peak"
}

if [ -d "$catalogs" ]; then
    # v4.16 consists mostly of base64, v4.20 mostly of structure (`olm.csv.metadata`).
    for version in v4.16 v4.20; do
        for round in 1 2 3; do
            measure "validate $version, round $round" "$olmkit" validate "$catalogs/$version"
            if python3 -c 'import yaml; yaml.CLoader' 2>/dev/null; then
                measure "calibration program on $version, round $round" python3 "$shared/perf/calibrate.py" "$catalogs/$version"
            fi
        done
    done
    measure "validate dell-csm-operator v4.14" "$olmkit" validate "$catalogs/v4.14/dell-csm-operator"
else
    echo "no shared corpus at $shared: v4.16, v4.20 and dell-csm-operator are not measured"
fi
for entries in 25000 50000 100000; do
    mkdir "$scratch/$entries"
    target/release/channel "$entries" >"$scratch/$entries/catalog.yaml"
    measure "validate, channel of $entries" "$olmkit" validate "$scratch/$entries"
    measure "path, channel of $entries" "$olmkit" path "$scratch/$entries" made made.v1.0.0
    measure "stranded, channel of $entries" "$olmkit" stranded "$scratch/$entries"
done
if command -v valgrind >/dev/null; then
    for entries in 5000 10000; do
        mkdir "$scratch/$entries"
        target/release/channel "$entries" >"$scratch/$entries/catalog.yaml"
        for command in validate stranded; do
            printf '%s, channel of %s, instructions: ' "$command" "$entries"
            valgrind --tool=callgrind --callgrind-out-file=/dev/null "$olmkit" "$command" "$scratch/$entries" 2>&1 >/dev/null |
                sed -n 's/.*Collected : //p'
        done
    done
fi
