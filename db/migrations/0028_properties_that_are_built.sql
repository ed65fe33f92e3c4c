-- Legal entities, properties and rooms that are made at a channel: three more kinds of act.
alter table vendor_acts
  drop constraint vendor_acts_kind_check,
  add constraint vendor_acts_kind_check check (kind in (
  'pre_approve', 'send_offer', 'withdraw_offer', 'reply_to_review', 'review_guest', 'create_guest', 'write_listing',
  'add_photo', 'send_message', 'create_reservation', 'modify_reservation', 'cancel_reservation', 'accept_request',
  'decline_request', 'request_alteration', 'answer_alteration', 'invite_partner', 'create_property', 'create_property_unit'));
