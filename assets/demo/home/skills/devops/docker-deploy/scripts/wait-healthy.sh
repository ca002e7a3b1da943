#!/usr/bin/env bash
# Waits until a compose service is healthy; prints its last lines if it is not.
# Usage: wait-healthy.sh SERVICE [SECONDS]
set -euo pipefail

service=${1:?usage: wait-healthy.sh SERVICE [SECONDS]}
limit=${2:-60}
compose=(docker compose -f "${COMPOSE_FILE:-compose.prod.yaml}")

id=$("${compose[@]}" ps --quiet "$service")
[ -n "$id" ] || { echo "$service has no container" >&2; exit 2; }

SECONDS=0
while [ "$SECONDS" -lt "$limit" ]; do
    health=$(docker inspect --format '{{if .State.Health}}{{.State.Health.Status}}{{else}}none{{end}}' "$id")
    case $health in
    healthy) echo "$service healthy after $SECONDS s"; exit 0 ;;
    none) echo "$service has no health check" >&2; exit 2 ;;
    esac
    sleep 2
done

echo "$service still $health after $limit s; last lines:" >&2
"${compose[@]}" logs --tail 30 --no-color "$service" >&2
exit 1
