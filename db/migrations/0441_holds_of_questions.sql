-- Nights that a channel was told it may sell to a guest who is booking: nobody else gets them until the booking is stored here,
-- or the time is over.
create table question_holds (
  workspace_id      bigint not null,
  listing_id        bigint not null,
  -- As the channel calls the booking that is being made.
  confirmation_code text not null,
  check_in          date not null,
  check_out         date not null,
  until             timestamptz(3) not null,
  primary key (workspace_id, listing_id, confirmation_code),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade
);
