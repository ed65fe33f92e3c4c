-- What writing a result costs beside its two rows.

-- Attempts are written in the statement that moves their delivery, and go before it: looking for the delivery once more, and locking
-- it, took a sixth of a result.
alter table delivery_attempts drop constraint delivery_attempts_workspace_id_delivery_id_fkey;
-- Deliveries are past their keeping time in the order of their ids, which begin with the time.
drop index deliveries_created;

-- In one statement, which is planned once for each connection.
create or replace function count_made_attempts() returns trigger language plpgsql as $$
begin
  insert into delivery_counts as c (workspace_id, webhook_id, week, accepted, others)
  select workspace_id, webhook_id, week_number(started_at), count(*) filter (where outcome = 'accepted'),
         count(*) filter (where outcome <> 'accepted')
  from come group by 1, 2, 3 order by 1, 2, 3
  on conflict (workspace_id, webhook_id, week) do update
    set accepted = c.accepted + excluded.accepted, others = c.others + excluded.others;
  return null;
end $$;
