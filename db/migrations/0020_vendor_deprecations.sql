-- What answers of a vendor announce to end, by the call and its words: {"GET /v1/x Deprecated.": {"call", "message", "endsAt", "link",
-- "firstAt", "lastAt"}}; null: nothing was ever announced.
alter table connections add column vendor_deprecations jsonb;
