-- What Airbnb paid and is to pay, from the file that a host downloads and from bookings.

create table airbnb_transactions (
  workspace_id           bigint not null,
  connection_id          bigint not null,
  -- The same however often it is read.
  id                     text not null,
  status                 text not null check (status in ('COMPLETED', 'UPCOMING')),
  type                   text not null,
  is_payout              boolean not null,
  date                   date not null,
  currency               text,
  amount                 numeric,
  gross_amount           numeric,
  host_service_fee       numeric,
  cleaning_fee           numeric,
  payout_id              text,
  payout_id_synthetic    boolean not null,
  payout_date            date,
  line_index             integer,
  -- Of the payout itself: its lines are this together.
  paid_out_amount        numeric,
  confirmation_code      text,
  listing_name           text,
  guest_name             text,
  nights                 integer,
  reservation_start_date date,
  description            text,
  reference              text,
  synced_at              timestamptz(3) not null,
  primary key (workspace_id, connection_id, id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  check (is_payout = (paid_out_amount is not null))
);
create index airbnb_transactions_order on airbnb_transactions
  (workspace_id, ((coalesce(payout_date, date) - '2000-01-01'::date)::bigint) desc, (coalesce(payout_id, '')) desc,
   ((- coalesce(line_index, -1))::bigint) desc, id desc, connection_id desc);
create index airbnb_transactions_code on airbnb_transactions (workspace_id, connection_id, confirmation_code);
