#!/bin/sh
# Creates the root of the container image: image-root.sh PROGRAM FOLDER
# It contains the program, also under the name of opm, and the CA certificates for connections to registries.
set -eu
mkdir -p "$2/bin" "$2/etc/ssl/certs" "$2/tmp"
# Dockerfiles of `opm generate dockerfile` create /tmp/cache in the image as its user.
chmod 1777 "$2/tmp"
cp "$1" "$2/bin/olmkit"
chmod 0755 "$2/bin/olmkit"
ln -s olmkit "$2/bin/opm"
cp /etc/ssl/certs/ca-certificates.crt "$2/etc/ssl/certs/ca-certificates.crt"
chmod 0644 "$2/etc/ssl/certs/ca-certificates.crt"
