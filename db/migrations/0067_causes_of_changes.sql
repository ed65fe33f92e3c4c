-- Who or what made a change: {"kind": "request", "requestId": …, "keyId": …}, {"kind": "sync_run", "connectionId": …,
-- "runId": …}. What is written in a transaction takes over the cause that its head row was taken with (platform/outbox.ts),
-- so that no statement has to carry it. Of what was written before, and of what nobody named a cause for, it is null.
alter table record_history add column cause jsonb;
alter table record_history alter column cause set default nullif(current_setting('lodgewire.cause', true), '')::jsonb;
