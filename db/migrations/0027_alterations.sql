-- Changes of bookings that one side asked the other for.

create sequence reservation_alterations_id;

create table reservation_alterations (
  workspace_id    bigint not null,
  id              bigint not null,
  connection_id   bigint not null,
  external_id     text not null,
  reservation_id  bigint not null,
  status          text not null check (status in ('pending', 'accepted', 'declined', 'cancelled')),
  initiator       text check (initiator in ('guest', 'host')),
  -- What the booking was when the change was asked for, as far as it is known.
  original        jsonb not null,
  check_in        date,
  check_out       date,
  guest_count     integer,
  total_price     numeric,
  -- What the account calls the listing that it is to be at.
  listing_external_id text,
  source_status   text not null,
  requested_at    timestamptz(3),
  responded_at    timestamptz(3),
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id) on delete cascade,
  check ((workspace_id >= 900000000) = (id >= 900000000))
);
create index reservation_alterations_reservation on reservation_alterations (workspace_id, reservation_id);

alter table vendor_acts drop constraint vendor_acts_kind_check;
alter table vendor_acts add constraint vendor_acts_kind_check check (kind in (
  'pre_approve', 'send_offer', 'withdraw_offer', 'reply_to_review', 'review_guest', 'create_guest', 'write_listing',
  'add_photo', 'send_message', 'create_reservation', 'modify_reservation', 'cancel_reservation', 'accept_request',
  'decline_request', 'request_alteration', 'answer_alteration'));
