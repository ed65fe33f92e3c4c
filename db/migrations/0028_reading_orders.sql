-- The greatest order of a reading of a calendar that began in a workspace. A change of nights takes it from here, since a
-- sequence is not on the workers of Citus. The sequence `calendar_order` orders the readings.
create table reading_orders (
  workspace_id bigint primary key references workspaces (id),
  last_reading bigint not null
);
