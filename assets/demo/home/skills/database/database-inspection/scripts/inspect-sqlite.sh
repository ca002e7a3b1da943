#!/usr/bin/env bash
# Outline of a SQLite database, read-only: row counts, columns, indexes, links.
# Usage: inspect-sqlite.sh FILE
set -euo pipefail

db=${1:?usage: inspect-sqlite.sh FILE}
[ -f "$db" ] || { echo "no such file: $db" >&2; exit 2; }

ask() { sqlite3 -readonly -batch "$db" "$1"; }

echo "file: $db ($(wc -c <"$db" | tr -d ' ') bytes), journal: $(ask 'PRAGMA journal_mode;')"
echo "check: $(ask 'PRAGMA quick_check(3);')"

ask "SELECT name FROM sqlite_schema
     WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name;" |
while IFS= read -r table; do
    quoted="\"${table//\"/\"\"}\""
    literal="'${table//\'/\'\'}'"
    echo
    echo "== $table ($(ask "SELECT count(*) FROM $quoted;") rows)"
    ask "SELECT '   ' || name || '  ' || type
              || CASE WHEN \"notnull\" THEN '  not null' ELSE '' END
              || CASE WHEN pk THEN '  pk' ELSE '' END
         FROM pragma_table_info($literal);"
    ask "SELECT '   index ' || name || CASE WHEN \"unique\" THEN '  unique' ELSE '' END
         FROM pragma_index_list($literal);"
    ask "SELECT '   ' || \"from\" || ' -> ' || \"table\" || '.' || coalesce(\"to\", 'pk')
         FROM pragma_foreign_key_list($literal);"
done
