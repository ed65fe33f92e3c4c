-- How late it ever was by the clocks of the processes and by that of the database: one that is earlier now was set back.
create table clock_marks (
  clock text primary key check (clock in ('processes', 'database')),
  latest timestamptz not null default '-infinity',
  looked_through_at timestamptz not null default '-infinity'
);
insert into clock_marks (clock) values ('processes'), ('database');
