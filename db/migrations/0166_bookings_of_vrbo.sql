-- Bookings that Vrbo made by calling here, each once: it sends the same again when it had no answer.
create table vrbo_bookings (
  workspace_id bigint not null,
  account_id text not null,
  tracking_uuid text not null,
  -- Within the transaction that books it is not known yet.
  reservation_id bigint,
  booked_at timestamptz(3) not null,
  primary key (workspace_id, account_id, tracking_uuid),
  foreign key (workspace_id, account_id) references vrbo_accounts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id) on delete cascade
);
create unique index vrbo_bookings_reservation on vrbo_bookings (workspace_id, reservation_id);
