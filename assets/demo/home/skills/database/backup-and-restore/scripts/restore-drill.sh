#!/usr/bin/env bash
# Restores a custom-format dump into a scratch database, counts rows, drops it.
# Usage: restore-drill.sh DUMP   (connection from PGHOST, PGUSER, ...)
set -euo pipefail

dump=${1:?usage: restore-drill.sh DUMP}
scratch="drill_$(date +%Y%m%d)_$$"

pg_restore --list "$dump" >/dev/null # fails early on a truncated file
createdb "$scratch"
trap 'dropdb --if-exists "$scratch" && echo "$scratch dropped"' EXIT

SECONDS=0
pg_restore --exit-on-error --no-owner --no-privileges --jobs=2 \
    --dbname="$scratch" "$dump"
echo "$scratch restored in $SECONDS s"

psql -X --quiet --dbname="$scratch" --command='ANALYZE'
psql -X --quiet --tuples-only --no-align --field-separator=$'\t' --dbname="$scratch" \
    --command="SELECT relid::regclass, n_live_tup FROM pg_stat_user_tables ORDER BY 2 DESC" |
while IFS=$'\t' read -r table rows; do
    printf '%-24s %12s\n' "$table" "$rows"
done
