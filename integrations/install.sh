#!/bin/sh
# Installs a release of olmkit: downloads the program for this machine, checks its checksum, and copies it to a folder.
#   sh install.sh [--version VERSION] [--to FOLDER]
# VERSION is a release ("0.1.0") or "latest". FOLDER is ~/.local/bin by default. If there is no program for this machine
# but Node.js is installed, the script installs a script that runs the npm package instead.
# OLMKIT_RELEASES: the URL of the releases, if they are not on GitHub.
set -eu

version=0.1.0
folder=${HOME:-.}/.local/bin
releases=${OLMKIT_RELEASES:-https://github.com/olmkit/olmkit/releases}

fail() {
  echo "olmkit: $*" >&2
  exit 1
}

while [ $# -gt 0 ]; do
  case $1 in
    --version) [ $# -gt 1 ] || fail "--version needs a value"; version=${2#v}; shift 2 ;;
    --to) [ $# -gt 1 ] || fail "--to needs a folder"; folder=$2; shift 2 ;;
    -h | --help) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) fail "unknown argument: $1" ;;
  esac
done

# Prints the Rust target of this machine, which the release uses as name; nothing if there is no program for it.
target() {
  case $(uname -s)/$(uname -m) in
    Linux/x86_64 | Linux/amd64) echo x86_64-unknown-linux-musl ;;
    Linux/aarch64 | Linux/arm64) echo aarch64-unknown-linux-musl ;;
    Darwin/x86_64) echo x86_64-apple-darwin ;;
    Darwin/arm64) echo aarch64-apple-darwin ;;
    MINGW*/x86_64 | MSYS*/x86_64 | CYGWIN*/x86_64) echo x86_64-pc-windows-gnu ;;
  esac
}

download() {
  if command -v curl >/dev/null; then
    curl --fail --silent --show-error --location --retry 3 --output "$2" "$1"
  elif command -v wget >/dev/null; then
    wget -q -O "$2" "$1"
  else
    fail "curl or wget is needed to download $1"
  fi
}

sum() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

base() {
  if [ "$version" = latest ]; then echo "$releases/latest/download"; else echo "$releases/download/v$version"; fi
}

# Returns 0 if installed, and 1 if there is no program to download. A wrong checksum ends the script.
binary() {
  name=$(target)
  [ -n "$name" ] || { echo "olmkit: there is no program for $(uname -s) on $(uname -m)" >&2; return 1; }
  archive=olmkit-$name.tar.gz
  download "$(base)/$archive" "$scratch/$archive" || return 1
  download "$(base)/$archive.sha256" "$scratch/$archive.sha256" || return 1
  expected=$(cut -d ' ' -f 1 "$scratch/$archive.sha256")
  actual=$(sum "$scratch/$archive")
  [ "$expected" = "$actual" ] || fail "$archive has the checksum $actual, the release says $expected; nothing is installed"
  tar -xzf "$scratch/$archive" -C "$scratch"
  program=$(find "$scratch" -type f \( -name olmkit -o -name olmkit.exe \) | head -n 1)
  [ -n "$program" ] || fail "$archive does not contain the program"
  chmod 755 "$program"
  # Unlike writing, renaming can replace a running program.
  cp "$program" "$folder/.olmkit.new" && mv -f "$folder/.olmkit.new" "$folder/$(basename "$program")"
}

# The npm package has all commands except those for registries, serving and SQLite databases.
package() {
  command -v npx >/dev/null || return 1
  printf '#!/bin/sh\nexec npx --yes olmkit@%s "$@"\n' "$version" >"$folder/olmkit"
  chmod 755 "$folder/olmkit"
  echo "olmkit: installed a script that runs the npm package" >&2
}

mkdir -p "$folder"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
binary || package || fail "version $version could not be downloaded from $releases, and Node.js is not present"
echo "olmkit: installed in $folder" >&2
