-- How far a channel lets each linked listing be managed from outside. No row is rewritten or looked at under the lock of the table:
-- a link has no category until its channel is read again.
alter table channel_links add column sync_category text;
alter table channel_links add constraint channel_links_sync_category_check
  check (sync_category in ('sync_all', 'sync_rates_and_availability', 'none')) not valid;
