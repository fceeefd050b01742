#!/usr/bin/env bash
# The script of the GitHub Action (action.yml). The inputs are environment variables:
#   OLMKIT_PATHS         paths, one per line; * and ** are wildcards
#   OLMKIT_COMMAND       the command; default: check without paths, validate with paths
#   OLMKIT_OPTIONS       more options, one per line
#   OLMKIT_CHECK_IMAGES  true: check in the registries that the images exist
#   OLMKIT_SARIF         the SARIF file to write
#   OLMKIT_SUMMARY       true: add the problems to the summary of the job
#   OLMKIT_BASE          the branch or commit to compare the catalogs with
#   OLMKIT_COMMENT       true: write the comparison as a comment on the pull request
set -euo pipefail
shopt -s globstar nullglob

# Prints the lines of a string that are not blank, each followed by a NUL byte.
lines() {
  local line
  while IFS= read -r line || [ -n "$line" ]; do
    line=${line%$'\r'}
    line="${line#"${line%%[![:space:]]*}"}"
    line="${line%"${line##*[![:space:]]}"}"
    if [ -n "$line" ]; then printf '%s\0' "$line"; fi
  done <<<"$1"
}

# Prints the paths that match a pattern. Prints the pattern itself if no path matches, so that olmkit's error names it.
expand() {
  local IFS='' found
  # shellcheck disable=SC2206 # the pattern is expanded; IFS is empty, so spaces do not split the names
  found=($1)
  if [ ${#found[@]} -gt 0 ]; then printf '%s\0' "${found[@]}"; else printf '%s\0' "$1"; fi
}

find_paths() {
  local pattern
  while IFS= read -r -d '' pattern; do
    while IFS= read -r -d '' path; do paths+=("$path"); done < <(expand "$pattern")
  done < <(lines "${OLMKIT_PATHS:-}")
}

find_words() {
  read -ra words <<<"${OLMKIT_COMMAND:-}"
  if [ ${#words[@]} -gt 0 ]; then return; fi
  if [ ${#paths[@]} -eq 0 ]; then words=(check); else words=(validate); fi
}

run_checks() {
  local -a options
  mapfile -d '' options < <(lines "${OLMKIT_OPTIONS:-}")
  if [ "${OLMKIT_CHECK_IMAGES:-false}" = true ]; then options+=(--suite=images); fi
  if [ -n "${OLMKIT_SARIF:-}" ]; then options+=("--report=sarif=$OLMKIT_SARIF"); fi
  if [ "${OLMKIT_SUMMARY:-true}" = true ] && [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    options+=("--report=markdown=$scratch/findings.md")
  fi
  olmkit "${words[@]}" --format=github "${options[@]}" -- "${paths[@]}"
}

# Prints the commit of the base. Fetches it if the runner did not.
base_commit() {
  git rev-parse --verify --quiet "$OLMKIT_BASE^{commit}" && return
  git fetch --quiet --depth=1 origin "$OLMKIT_BASE" 2>/dev/null && git rev-parse --verify --quiet FETCH_HEAD
}

# Extracts the catalogs at the base to $scratch/base.
check_out_base() {
  local commit
  if ! commit=$(base_commit); then
    echo "olmkit: base: \`$OLMKIT_BASE\` is not a branch or commit of this repository or of its remote \`origin\`" >&2
    return 2
  fi
  mkdir -p "$scratch/base"
  git archive "$commit" | tar -x -C "$scratch/base"
}

# Adds a section about a catalog.
section() { printf '### %s\n\n%s\n\n' "$1" "$2" >>"$scratch/change.md"; }

# Reports an error of olmkit about a path, on standard error and as a section.
section_of_error() {
  local errors=${3//"$scratch/base/"/"$OLMKIT_BASE:"}
  printf '%s\n' "$errors" >&2
  errors=${errors#olmkit: }
  # As code, because the message contains text of the catalog.
  section "$1" "$2"$'\n\n    '"${errors//$'\n'/$'\n    '}"
}

# Prints the catalogs below a path, one per line: those that `olmkit check` lists on standard error. The second argument
# describes its failure.
list_catalogs() {
  local text code=0 catalog='^(.*): catalog (of .*|without a package(, without .*)?)$'
  text=$(olmkit check --statistics --exit-zero -- "$1" 2>&1 >/dev/null) || code=$?
  # At the base, a path may contain nothing yet, which is an error.
  if [ $code -eq 2 ] && grep -q '^olmkit: no .* was found in ' <<<"$text"; then return; fi
  if [ $code -ne 0 ]; then section_of_error "$1" "$2" "$(grep -vE "$catalog" <<<"$text" | tail -n 5)"; fi
  sed -nE "s/$catalog/\1/p" <<<"$text"
}

# Prints the catalogs of a folder, one per line: those that are found, or the given paths. The second argument describes
# a failure.
find_catalogs() {
  local paths=() path
  cd "$1" || return
  find_paths
  if [ "${words[0]}" = check ] && [ ${#paths[@]} -eq 0 ]; then paths=(.); fi
  for path in "${paths[@]}"; do
    if [ ! -e "$path" ]; then continue; fi
    # Each path alone, so that an error about it does not hide the others.
    if [ "${words[0]}" = check ]; then list_catalogs "$path" "$2"; else printf '%s\n' "$path"; fi
  done
}

# Describes a catalog that exists in both states.
describe_catalog() {
  local code=0
  olmkit diff --format markdown "$scratch/base/$1" "$1" >"$scratch/one.md" 2>"$scratch/errors" || code=$?
  # A folder without a catalog at the base.
  if grep -qF "$scratch/base/$1: no catalog document was found" "$scratch/errors"; then return; fi
  if [ $code -gt 1 ]; then
    # If the current catalog cannot be read, the check has a finding about it.
    section_of_error "$1" 'The catalog cannot be compared with its base:' "$(<"$scratch/errors")"
  elif [ -s "$scratch/one.md" ]; then
    section "$1" "$(cat "$scratch/one.md")"
  fi
}

# Describes a catalog that exists only at the base.
describe_removed() {
  local versions
  versions=$(olmkit query "$scratch/base/$1" 2>/dev/null | awk -F '  +' '{ printf "- `%s`\n", $2 }') || true
  section "$1" "The catalog is removed. Installed versions that lose their upgrade path:"$'\n\n'"${versions:-none}"
}

# Describes the effects on clusters: a section for each catalog that was changed or removed.
describe_change() {
  local path now
  case ${words[0]} in
    check | validate) ;;
    *)
      echo "olmkit: \`base\` compares catalogs only; with the command \`${words[*]}\` it has no effect" >&2
      return
      ;;
  esac
  check_out_base || return
  now=$(find_catalogs . "\`olmkit check\` failed:")
  while IFS= read -r path; do
    if [ -z "$path" ]; then continue; fi
    if [ ! -e "$scratch/base/$path" ]; then continue; fi
    if [ -e "$path" ]; then describe_catalog "$path"; else describe_removed "$path"; fi
  done < <({ printf '%s\n' "$now"; find_catalogs "$scratch/base" "\`olmkit check\` failed at the base:"; } | sort -u)
}

api() {
  curl --fail --silent --show-error --header "Authorization: Bearer $GITHUB_TOKEN" \
    --header 'Accept: application/vnd.github+json' "$@"
}

# Prints the id of the comment that starts with a text; nothing if there is none. The API returns 100 comments at most.
find_comment() {
  local page=1 list id
  while :; do
    list=$(api "$1?per_page=100&page=$page") || return 1
    id=$(jq -r --arg mark "$2" '[.[] | select(.body | startswith($mark))][0].id // empty' <<<"$list")
    if [ -n "$id" ] || [ "$(jq length <<<"$list")" -lt 100 ]; then break; fi
    page=$((page + 1))
  done
  printf '%s' "${id:-}"
}

# Writes one comment per pull request: the first run creates it, later runs update it.
write_comment() {
  local mark='<!-- olmkit -->' number comments body id
  number=$(jq -r '.pull_request.number // empty' "$GITHUB_EVENT_PATH")
  if [ -z "$number" ]; then return; fi
  comments=$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/issues/$number/comments
  body=$(jq -Rs --arg mark "$mark" '{body: ($mark + "\n" + .)}' <"$scratch/change.md")
  id=$(find_comment "$comments" "$mark")
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
words=()
find_words
code=0
run_checks || code=$?
if [ -n "${OLMKIT_BASE:-}" ]; then
  describe_change || code=$?
  if [ "${OLMKIT_COMMENT:-false}" = true ] && [ -s "$scratch/change.md" ]; then write_comment; fi
fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  for part in "$scratch/findings.md" "$scratch/change.md"; do
    if [ -s "$part" ]; then cat "$part" >>"$GITHUB_STEP_SUMMARY"; fi
  done
fi
exit $code
