-- What a channel wants to hear of bookings that it told of: that they were taken in. Written before its notification is answered.
create table booking_receipts (
  workspace_id bigint not null,
  connection_id bigint not null,
  -- The booking, as the account calls it.
  external_id text not null,
  -- By which the channel knows what is confirmed. Of no use without the partner's own access.
  token text not null,
  action text not null check (action in ('BOOKED', 'MODIFIED', 'CANCELLED')),
  told_at timestamptz(3) not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null,
  primary key (workspace_id, connection_id, external_id, token),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade
);
create index booking_receipts_due on booking_receipts (next_attempt_at);
