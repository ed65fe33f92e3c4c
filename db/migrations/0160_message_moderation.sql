-- Channels that look at messages before the other side sees them say how far they are.
alter table messages add column moderation text check (moderation in ('in_review', 'accepted', 'blocked'));
