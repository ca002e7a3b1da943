#!/usr/bin/env bash
# All authors of a Subversion repository, as lines for git svn.
# Usage: authors.sh URL
set -euo pipefail

svn log --quiet "${1:?usage: authors.sh URL}" |
    awk -F ' [|] ' '/^r[0-9]/ { print $2 }' |
    sort -u |
    awk '{ printf "%s = %s <%s@example.com>\n", $1, $1, $1 }'
