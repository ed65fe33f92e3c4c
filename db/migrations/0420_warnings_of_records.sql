-- A record that is stored without fields that could not be read is listed beside those that could not be stored at all.
alter table sync_failures
  add column severity text not null default 'failure' constraint sync_failures_severity check (severity in ('failure', 'warning')),
  add column fields jsonb;
