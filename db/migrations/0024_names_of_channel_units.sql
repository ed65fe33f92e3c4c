-- What a channel calls its own listing or room, once it is of a listing with another name. Null where nothing else is known than the listing's name.
alter table listing_links add column unit_name text;
