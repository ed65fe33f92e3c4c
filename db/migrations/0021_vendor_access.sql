-- What the server's own account with a vendor has got (an access token), encrypted; all connections to the vendor use it.
create table vendor_access (
  name       text primary key,
  session    bytea not null,
  updated_at timestamptz(3) not null default now()
);
