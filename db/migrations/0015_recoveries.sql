-- A database that was put back from a backup. Each row begins an epoch: numbers and ids given out before, since the backup, are never used again.
create table recoveries (
  epoch              bigint primary key,
  -- The backup's name; null where an operator declared it.
  backup             text,
  taken_at           timestamptz(3) not null,
  restored_at        timestamptz(3) not null,
  declared_at        timestamptz(3) not null,
  -- Revisions that events tell are raised by this, so that none repeats a lost one.
  revisions_ahead    integer not null check (revisions_ahead > 0),
  -- Event numbers and ids jumped by this.
  numbers_ahead      bigint not null check (numbers_ahead > 0),
  pushes_dropped     integer not null,
  mails_dropped      integer not null default 0,
  ended_at           timestamptz(3),
  check (taken_at <= restored_at)
);
create unique index recoveries_open on recoveries ((true)) where ended_at is null;

-- Nothing is written to an account before it was read as a whole.
create table recovery_accounts (
  workspace_id    bigint not null references workspaces (id),
  connection_id   bigint not null,
  epoch           bigint not null,
  -- `comparing`: its stays were read, and its nights are compared with ours. `stuck`: a person is needed; it is tried on.
  state           text not null default 'reading' check (state in ('reading', 'comparing', 'stuck', 'open')),
  since           timestamptz(3) not null,
  tries           integer not null default 0,
  next_look_at    timestamptz(3),
  run_id          bigint,
  found           jsonb not null default '{}',
  nights_kept     integer not null default 0,
  error           text,
  primary key (workspace_id, connection_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  check ((state = 'open') = (next_look_at is null))
);
create index recovery_accounts_due on recovery_accounts (next_look_at) where next_look_at is not null;

-- Deliveries that may have gone out after the backup: they wait for the operator.
create table held_deliveries (
  workspace_id bigint not null,
  delivery_id  uuid not null,
  epoch        bigint not null,
  -- Null while it is held.
  outcome      text check (outcome in ('released', 'dropped')),
  primary key (workspace_id, delivery_id)
);

-- Nights that a channel showed closed while they are open here: a lost booking may be the reason.
create table kept_nights (
  workspace_id  bigint not null references workspaces (id),
  listing_id    bigint not null,
  date          date not null,
  epoch         bigint not null,
  connection_id bigint not null,
  -- Units that the channel showed, and units that are left by what is known here.
  shown_units   integer not null,
  units_left    integer not null,
  kept_at       timestamptz(3) not null,
  opened_at     timestamptz(3),
  primary key (workspace_id, listing_id, date, epoch)
);
