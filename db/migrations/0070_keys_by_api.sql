-- Keys are made, changed and replaced through the API.
alter table api_keys
  -- As the audit log names it: `key:12`, `cli`. Null: the first start, or before this was kept.
  add column created_by     text,
  add column last_address   text,
  -- The secret before the last rotation opens the key until then.
  add column previous_hash  bytea,
  add column previous_until timestamptz(3),
  add column rotated_at     timestamptz(3),
  add constraint api_keys_previous_check check ((previous_hash is null) = (previous_until is null));
create unique index api_keys_previous_hash on api_keys (previous_hash) where previous_hash is not null;
drop index api_keys_workspace;
create index api_keys_workspace on api_keys (workspace_id, id);
