-- Bookings that a host moves, and money that is given back: two more kinds of act.
alter table vendor_acts
  drop constraint vendor_acts_kind_check,
  add constraint vendor_acts_kind_check check (kind in (
  'pre_approve', 'send_offer', 'withdraw_offer', 'reply_to_review', 'review_guest', 'create_guest', 'write_listing',
  'add_photo', 'send_message', 'create_reservation', 'modify_reservation', 'cancel_reservation', 'accept_request',
  'decline_request', 'request_alteration', 'answer_alteration', 'invite_partner', 'create_property', 'create_property_unit',
  'add_channel_content', 'add_property_unit', 'remove_channel_content', 'create_channel_listing', 'change_reservation',
  'refund_reservation')) not valid;
alter table vendor_acts validate constraint vendor_acts_kind_check;
