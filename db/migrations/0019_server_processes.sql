-- Each server process says that it runs, as which version, and what only it knows: its disk, clock, replicas and answers.
create table server_processes (
  id text primary key,
  host text not null,
  version text not null,
  roles text[] not null,
  started_at timestamptz(3) not null default clock_timestamp(),
  seen_at timestamptz(3) not null default clock_timestamp(),
  figures jsonb not null
);
