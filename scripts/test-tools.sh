#!/bin/sh
# Checks that the programs that the tests need are here, and has the missing ones installed or named.
set -eu
have() { command -v "$1" >/dev/null 2>&1; }
missing=
need() { missing="$missing $1"; }

ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || have initdb || need postgresql
have redis-server || need redis-server
have nginx || [ -x /usr/sbin/nginx ] || need nginx-light
have chromium || have chromium-browser || have google-chrome || need chromium
# Chromium draws letters with the fonts of the machine; a bare one has none.
{ have fc-list && fc-list | grep -q .; } || need "fontconfig fonts-dejavu-core"
# node --test came with 18.
if ! have node || [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 18 ]; then need nodejs; fi
have npm || need npm
have git || need git
have msgfmt || need gettext
# shellcheck disable=SC2086 # One word a package.
[ -z "$missing" ] || sh scripts/debian.sh $missing
