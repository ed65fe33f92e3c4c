-- A calendar can also be watched: what it says closes nothing and is compared with the listing's own nights.
alter table ical_feeds drop constraint ical_feeds_closes_check;
alter table ical_feeds add constraint ical_feeds_closes_check check (closes in ('unit', 'listing', 'nothing')) not valid;
