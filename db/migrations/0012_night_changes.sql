-- Which reservations of a PMS its calendar does not know of yet.

-- Puts readings of calendars and changes of stays in one order, whatever the clocks of several machines say.
create sequence calendar_order;

-- One row per night and stay that took or left the night after the calendar that is stored began to be read. It ends with
-- the first reading of the whole calendar that begins later.
create table night_changes (
  workspace_id   bigint not null,
  listing_id     bigint not null,
  date           date not null,
  reservation_id bigint not null,
  -- Whether the stay is on the night.
  stands         boolean not null,
  -- When the stay took the night; null: the units left in the stored calendar are without its own already.
  taken          bigint,
  -- When it last took or left it.
  changed        bigint not null,
  primary key (workspace_id, listing_id, date, reservation_id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade,
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id) on delete cascade
);
create index night_changes_reservation on night_changes (workspace_id, reservation_id);

-- The place of the newest reading of the whole calendar in that order; 0: there was none.
alter table calendar_reads add column read_order bigint not null default 0;
update calendar_reads set read_order = nextval('calendar_order');
