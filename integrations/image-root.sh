#!/bin/sh
# Lays out what the container image has: image-root.sh PROGRAM FOLDER
# The program, under opm's name too, and the certificates of authorities, which registries are checked with.
set -eu
mkdir -p "$2/bin" "$2/etc/ssl/certs" "$2/tmp"
# Dockerfiles of `opm generate dockerfile` make /tmp/cache in the image as its user.
chmod 1777 "$2/tmp"
cp "$1" "$2/bin/olmkit"
chmod 0755 "$2/bin/olmkit"
ln -s olmkit "$2/bin/opm"
cp /etc/ssl/certs/ca-certificates.crt "$2/etc/ssl/certs/ca-certificates.crt"
chmod 0644 "$2/etc/ssl/certs/ca-certificates.crt"
