alter table ical_feeds validate constraint ical_feeds_closes_check;
