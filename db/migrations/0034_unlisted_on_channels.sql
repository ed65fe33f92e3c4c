-- A listing can be taken off a channel and stay mapped: until it is put back every night of it is closed there.

alter table selling_links add column unlisted_at timestamptz(3);
