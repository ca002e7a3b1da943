-- Outline of a PostgreSQL database. Reads the catalogue only.
-- Run: psql "$DATABASE_URL" -X -f schema-outline.sql
\pset null '-'
\echo 'Tables by total size'
SELECT c.oid::regclass                               AS tbl,
       c.reltuples::bigint                           AS est_rows,
       pg_size_pretty(pg_total_relation_size(c.oid)) AS total,
       obj_description(c.oid, 'pg_class')            AS comment
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p')
  AND n.nspname NOT IN ('pg_catalog', 'information_schema')
ORDER BY pg_total_relation_size(c.oid) DESC;

\echo 'Keys and links'
SELECT conrelid::regclass        AS tbl,
       contype                   AS kind, -- p primary, u unique, f foreign, c check
       pg_get_constraintdef(oid) AS definition
FROM pg_constraint
WHERE conrelid <> 0
  AND connamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
ORDER BY conrelid::regclass::text, contype DESC;

\echo 'Indexes that were never read since the last reset'
SELECT relid::regclass AS tbl, indexrelid::regclass AS idx,
       pg_size_pretty(pg_relation_size(indexrelid)) AS size
FROM pg_stat_user_indexes
WHERE idx_scan = 0
ORDER BY pg_relation_size(indexrelid) DESC
LIMIT 20;
