-- What our calendar has left of a night is what a channel may show of it without selling it twice; a listing that was taken
-- off the channel is to show less.

alter table channel_nights add column units_left integer;
update channel_nights set units_left = units;
alter table channel_nights alter column units_left set not null;
