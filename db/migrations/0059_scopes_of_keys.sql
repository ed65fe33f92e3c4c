-- What a key may do, and for how long: null is everything, and for ever.
alter table api_keys
  add column scopes text[],
  add column expires_at timestamptz(3),
  add constraint api_keys_scopes_check check (scopes <> '{}');
