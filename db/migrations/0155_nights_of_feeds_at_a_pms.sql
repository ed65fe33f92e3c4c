-- Nights that a PMS was told to close because a calendar that the listing follows closes them: opened there again when none does.
create table ical_pms_nights (
  workspace_id bigint not null,
  listing_id bigint not null,
  date date not null,
  -- When it is looked at next whether the night may be open again.
  look_at timestamptz(3) not null,
  primary key (workspace_id, listing_id, date),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade
);
create index ical_pms_nights_due on ical_pms_nights (look_at);
