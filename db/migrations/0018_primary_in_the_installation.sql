-- The primary writes its timeline here, and a mark of its own: a replica that has the mark follows this primary and no earlier one.
alter table installation add column primary_timeline bigint, add column primary_mark uuid;
