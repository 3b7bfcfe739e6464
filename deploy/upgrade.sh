#!/bin/sh
# Puts what is in this checkout into service, one worker after the other: `sh deploy/upgrade.sh`. Options before the
# command are passed on: `sh deploy/upgrade.sh --file docker-compose.yml --file deploy/compose.tls.yml`.
set -eu
cd "$(dirname "$0")/.."

compose() { docker compose "$@"; }

compose "$@" build
# Migrations only add, so the old workers go on meanwhile.
compose "$@" run --rm migrate
# New files lie beside the old ones, which pages that are open still ask for.
compose "$@" run --rm static
for worker in web-1 web-2 solver; do
    compose "$@" up --detach --no-deps --wait "$worker"
    # A new container may have a new address, and nginx looks it up when it reads its settings.
    compose "$@" exec nginx nginx -s reload
done
