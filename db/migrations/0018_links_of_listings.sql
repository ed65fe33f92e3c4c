-- Under which ids the connected accounts know a listing. The account that keeps it is one of them; others bring stays and
-- threads of it. What an account reads finds its listing here.
create table listing_links (
  workspace_id  bigint not null,
  connection_id bigint not null,
  -- What the account calls the listing.
  external_id   text not null,
  listing_id    bigint not null,
  created_at    timestamptz(3) not null default now(),
  primary key (workspace_id, connection_id, external_id),
  unique (workspace_id, connection_id, external_id, listing_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id)
);
create index listing_links_listing on listing_links (workspace_id, listing_id);

insert into listing_links (workspace_id, connection_id, external_id, listing_id, created_at)
select workspace_id, connection_id, external_id, id, created_at from listings
where connection_id is not null and external_id is not null;

-- A listing is kept by us, without either, or by the account of one of its links. Each of the two rows names the other,
-- so this is looked at when the transaction ends.
alter table listings
  add check ((connection_id is null) = (external_id is null)),
  add foreign key (workspace_id, connection_id, external_id, id)
    references listing_links (workspace_id, connection_id, external_id, listing_id) deferrable initially deferred;
