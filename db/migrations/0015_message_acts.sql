-- A message is looked for like every other act whose answer was lost; an approval is remembered by made-up accounts.
alter table vendor_acts
  drop constraint vendor_acts_kind_check,
  add constraint vendor_acts_kind_check check (kind in (
    'pre_approve', 'send_offer', 'withdraw_offer', 'reply_to_review', 'create_guest', 'write_listing', 'add_photo',
    'send_message'));
alter table made_up_records
  drop constraint made_up_records_kind_check,
  add constraint made_up_records_kind_check check (kind in (
    'stay', 'night', 'message', 'offer', 'reply', 'approval'));
-- An offer whose outcome is not known, by the id it is going to have.
create index vendor_acts_offers on vendor_acts (workspace_id, (request ->> 'offerId'))
  where kind = 'send_offer' and request is not null;
