-- Who sends to an endpoint: one process at a time, for as long as it may be sending. A claim is one row for each endpoint instead
-- of a new version of every delivery with its entries in four indexes. A delivery that is listed here and whose next attempt has
-- this number is under way.
create table delivery_turns (
  workspace_id  bigint not null,
  webhook_id    uuid not null,
  -- The process, and until when nobody else takes over what it may be sending.
  holder        uuid not null,
  until         timestamptz(3) not null,
  -- Rises with every claim: who looked before one cannot take over after it.
  version       bigint not null,
  -- What was claimed and not over at the last claim: deliveries, the numbers of their attempts, and when they were claimed.
  delivery_ids  uuid[] not null,
  numbers       int[] not null,
  claimed_at    timestamptz(3)[] not null,
  primary key (workspace_id, webhook_id),
  foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
