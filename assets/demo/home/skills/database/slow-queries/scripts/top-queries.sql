-- The twenty statements that cost the most since the last reset.
-- Needs the extension pg_stat_statements, PostgreSQL 13 or later.
-- Run: psql "$DATABASE_URL" -X -f top-queries.sql
\pset format aligned
SELECT round((100 * s.total_exec_time / nullif(sum(s.total_exec_time) OVER (), 0))::numeric, 1)
                                                      AS pct,
       round((s.total_exec_time / 1000)::numeric, 1)  AS total_s,
       s.calls,
       round(s.mean_exec_time::numeric, 2)            AS mean_ms,
       round(s.stddev_exec_time::numeric, 2)          AS dev_ms,
       s.rows / nullif(s.calls, 0)                    AS rows_per_call,
       round(100.0 * s.shared_blks_hit
             / nullif(s.shared_blks_hit + s.shared_blks_read, 0), 1)
                                                      AS cache_pct,
       regexp_replace(left(s.query, 120), '\s+', ' ', 'g') AS query
FROM pg_stat_statements s
JOIN pg_database d ON d.oid = s.dbid
WHERE d.datname = current_database()
ORDER BY s.total_exec_time DESC
LIMIT 20;
