#!/bin/sh
# Installs Debian packages as root, or names exactly what is missing and fails.
#   sh scripts/debian.sh PACKAGE...
set -eu
[ $# -gt 0 ] || exit 0
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    {
        echo "Missing here, by their Debian names: $*"
        echo "On Debian or Ubuntu:  sudo apt-get install $*"
        echo "Elsewhere, install the same programs and put them into PATH."
    } >&2
    exit 1
fi
echo "Installing with apt-get: $*"
# Packages of servers start what they install; we start our own, so this tells Debian not to.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
    trap 'rm -f "$policy"' EXIT
    trap 'exit 1' HUP INT TERM
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends "$@" </dev/null
