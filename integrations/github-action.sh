#!/usr/bin/env bash
# The script of the GitHub Action (action.yml). The inputs are environment variables:
#   OLMKIT_PATHS         paths, one per line; * and ** are wildcards
#   OLMKIT_COMMAND       the command; default: check without paths, validate with paths
#   OLMKIT_OPTIONS       more options, one per line
#   OLMKIT_CHECK_IMAGES  true: check in the registries that the images exist
#   OLMKIT_SARIF         the SARIF file to write
#   OLMKIT_SUMMARY       true: write the problems into the summary of the job
#   OLMKIT_BASE          the branch or commit to compare the catalogs with
#   OLMKIT_COMMENT       true: write the comparison as a comment on the pull request
set -euo pipefail
shopt -s globstar nullglob

# Prints the lines of a text that are not blank, each followed by a NUL byte.
lines() {
  local line
  while IFS= read -r line || [ -n "$line" ]; do
    line=${line%$'\r'}
    line="${line#"${line%%[![:space:]]*}"}"
    line="${line%"${line##*[![:space:]]}"}"
    if [ -n "$line" ]; then printf '%s\0' "$line"; fi
  done <<<"$1"
}

# The paths that match a pattern. A pattern without a match stays as it is, so that the error of olmkit names it.
expand() {
  local IFS='' found
  # shellcheck disable=SC2206 # the pattern is expanded; IFS is empty, so blanks do not split the names
  found=($1)
  if [ ${#found[@]} -gt 0 ]; then printf '%s\0' "${found[@]}"; else printf '%s\0' "$1"; fi
}

find_paths() {
  local pattern
  while IFS= read -r -d '' pattern; do
    while IFS= read -r -d '' path; do paths+=("$path"); done < <(expand "$pattern")
  done < <(lines "${OLMKIT_PATHS:-}")
}

run_checks() {
  local -a words options
  read -ra words <<<"${OLMKIT_COMMAND:-}"
  if [ ${#words[@]} -eq 0 ]; then
    if [ ${#paths[@]} -eq 0 ]; then words=(check); else words=(validate); fi
  fi
  mapfile -d '' options < <(lines "${OLMKIT_OPTIONS:-}")
  if [ "${OLMKIT_CHECK_IMAGES:-false}" = true ]; then options+=(--suite=images); fi
  if [ -n "${OLMKIT_SARIF:-}" ]; then options+=("--report=sarif=$OLMKIT_SARIF"); fi
  if [ "${OLMKIT_SUMMARY:-true}" = true ] && [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    options+=("--report=markdown=$scratch/findings.md")
  fi
  olmkit "${words[@]}" --format=github "${options[@]}" -- "${paths[@]}"
}

# The catalogs as they were at the base, below $scratch/base.
check_out_base() {
  local commit
  git rev-parse --verify --quiet "$OLMKIT_BASE^{commit}" >/dev/null || git fetch --quiet --depth=1 origin "$OLMKIT_BASE"
  commit=$(git rev-parse --verify --quiet "$OLMKIT_BASE^{commit}" || git rev-parse FETCH_HEAD)
  mkdir -p "$scratch/base"
  git archive "$commit" | tar -x -C "$scratch/base"
}

# The catalogs that `olmkit check` finds, one per line, as it lists them on standard error.
find_catalogs() {
  olmkit check --statistics --exit-zero 2>&1 >/dev/null | sed -nE 's/^(.*): catalog (of .*|without a package)$/\1/p'
}

# What the change means for clusters: a section for each catalog that exists on both sides.
describe_change() {
  local path code
  if [ ${#paths[@]} -eq 0 ]; then mapfile -t paths < <(find_catalogs); fi
  check_out_base
  for path in "${paths[@]}"; do
    if [ ! -e "$scratch/base/$path" ] || [ ! -e "$path" ]; then continue; fi
    code=0
    olmkit diff --format markdown "$scratch/base/$path" "$path" >"$scratch/one.md" || code=$?
    if [ $code -gt 1 ]; then return $code; fi
    if [ -s "$scratch/one.md" ]; then printf '### %s\n\n%s\n\n' "$path" "$(cat "$scratch/one.md")" >>"$scratch/change.md"; fi
  done
}

api() {
  curl --fail --silent --show-error --header "Authorization: Bearer $GITHUB_TOKEN" \
    --header 'Accept: application/vnd.github+json' "$@"
}

# One comment per pull request: the first run writes it, later runs update it.
write_comment() {
  local mark='<!-- olmkit -->' number comments body id
  number=$(jq -r '.pull_request.number // empty' "$GITHUB_EVENT_PATH")
  if [ -z "$number" ]; then return; fi
  comments=$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/issues/$number/comments
  body=$(jq -Rs --arg mark "$mark" '{body: ($mark + "\n" + .)}' <"$scratch/change.md")
  id=$(api "$comments?per_page=100" | jq -r --arg mark "$mark" '[.[] | select(.body | startswith($mark))][0].id // empty')
  if [ -n "$id" ]; then
    api --request PATCH --data "$body" "$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/issues/comments/$id" >/dev/null
  else
    api --request POST --data "$body" "$comments" >/dev/null
  fi
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
paths=()
find_paths
code=0
run_checks || code=$?
if [ -n "${OLMKIT_BASE:-}" ]; then
  describe_change
  if [ "${OLMKIT_COMMENT:-false}" = true ] && [ -s "$scratch/change.md" ]; then write_comment; fi
fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  for part in "$scratch/findings.md" "$scratch/change.md"; do
    if [ -s "$part" ]; then cat "$part" >>"$GITHUB_STEP_SUMMARY"; fi
  done
fi
exit $code
