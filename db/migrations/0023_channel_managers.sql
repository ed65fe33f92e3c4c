-- A channel manager is shown beside channels. The table is read in a migration of its own, so that nobody waits meanwhile.
alter table channel_links drop constraint channel_links_platform_check;
alter table channel_links add constraint channel_links_platform_check
  check (platform in ('airbnb', 'booking', 'vrbo', 'plumguide', 'channex')) not valid;
