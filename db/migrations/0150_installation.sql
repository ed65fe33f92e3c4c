-- What this installation is called where it shares a service with others, such as a Redis. One row, made once.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);

insert into installation default values;
