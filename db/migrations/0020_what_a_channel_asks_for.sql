-- A channel names a listing or a host, and not whose they are here.
create index listing_links_external on listing_links (external_id);
create index connections_host on connections (provider, external_account_id);
