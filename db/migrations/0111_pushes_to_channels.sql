-- How many nights were sent to a channel and came to an end, and how many of these it did not take: of all live accounts together, in
-- slots of ten minutes. Kept for some hours.
create table channel_push_counts (
  provider text not null,
  slot timestamptz(3) not null,
  finished int not null,
  failed int not null,
  primary key (provider, slot),
  check (failed <= finished)
);
