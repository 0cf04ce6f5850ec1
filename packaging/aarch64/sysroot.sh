#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# sysroot.sh FOLDER PACKAGE…: unpacks Debian's libraries for aarch64, with all their dependencies, into FOLDER
# for a cross compiler. apt keeps its state there, too, so the machine's dpkg need not add a foreign
# architecture, and root is not required.
set -eu
folder=$1
shift
state=$folder.apt
if [ "$(cat "$state/complete" 2>/dev/null || true)" = "$*" ]; then exit 0; fi
rm -rf "$folder" "$state"
mkdir -p "$folder/usr/lib" "$state/state/lists/partial" "$state/cache/archives/partial"
ln -s usr/lib "$folder/lib"
: >"$state/status"

apt() {
  apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User= -o Debug::NoLocking=1 \
    -o Dir::State="$state/state" -o Dir::State::status="$state/status" -o Dir::Cache="$state/cache" "$@"
}
apt update
apt install -y --no-install-recommends --download-only "$@"
for package in "$state"/cache/archives/*.deb; do
  dpkg-deb --fsys-tarfile "$package" | tar --extract --keep-directory-symlink --no-same-owner --directory "$folder"
done
# A link to /lib/… must point into this folder.
find "$folder" -type l -lname '/*' | while read -r link; do
  ln -sfnr "$folder$(readlink "$link")" "$link"
done
rm -rf "$state/cache" "$state/state"
echo "$*" >"$state/complete"
