-- What each row of a vendor's list of stays was like when what is stored was made of it: one that comes as it was is not read again.
-- There is no key to the connection: it would be looked up for every row. Whoever ends a connection deletes them.
create table sync_rows (
  workspace_id        bigint not null,
  connection_id       bigint not null,
  external_id         text not null,
  kind                text not null check (kind in ('reservation', 'inquiry', 'block')),
  listing_external_id text,
  -- Of the row as it came, and of what reads it.
  row_digest          text not null,
  -- Of the record it became: where another one is stored now, the row says nothing. Empty where it became none.
  source_hash         bytea not null,
  primary key (workspace_id, connection_id, external_id)
);
