-- The inquiry that a booking came from, as its account calls it: the question may be read after its answer.
alter table reservations add column inquiry_external_id text;
create index reservations_inquiry on reservations (workspace_id, connection_id, inquiry_external_id)
  where inquiry_external_id is not null;
