-- A second source that clients knew as a record of its own before it was found to be the same booking as another one.
alter table reservations add column was_record boolean not null default false;
