-- What channel listings say of themselves, section by section, as the channel showed it last.
create table channel_content (
  workspace_id  bigint not null,
  connection_id bigint not null,
  -- What the channel calls its listing.
  external_id   text not null,
  section       text not null,
  -- Null: it was never read.
  content       jsonb,
  -- When the channel showed it; null: it may be another by now.
  read_at       timestamptz(3),
  -- Fields that the channel took and did not show when they were written last.
  locked_fields text[] not null default '{}',
  -- Until when somebody has it to himself who writes to the channel.
  held_until    timestamptz(3),
  holder        uuid,
  primary key (workspace_id, connection_id, external_id, section),
  foreign key (workspace_id, connection_id, external_id)
    references listing_links (workspace_id, connection_id, external_id) on delete cascade,
  check ((held_until is null) = (holder is null))
);
