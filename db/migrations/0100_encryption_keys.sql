-- Which keys encrypt what is stored, so that one can be replaced while servers run, and none is taken away too early.

create table encryption_keys (
  id            text primary key,
  -- Made of the key by HKDF: tells another key of the same name from it, and nothing about it. Null: not seen since this table is there.
  fingerprint   text,
  first_used_at timestamptz(3) not null default now(),
  -- From then on nothing new may be encrypted with it.
  closed_at     timestamptz(3),
  -- Said by an operator: nobody has it any more.
  lost_at       timestamptz(3)
);

-- What each running server can decrypt; the first key is the one it encrypts with. A server that was killed leaves a row that grows old.
create table server_key_rings (
  process uuid primary key,
  host    text not null,
  pid     integer not null,
  key_ids text[] not null,
  seen_at timestamptz(3) not null
);

-- Keys for signatures and hashes that were made of an encryption key before it was replaced, encrypted with the one that is used.
create table kept_keys (
  purpose text not null,
  key_id  text not null,
  sealed  bytea not null,
  -- Null: what was signed never ends.
  until   timestamptz(3),
  primary key (purpose, key_id)
);

-- The name of the key in `v1.<name>.…`; null: the value is no ciphertext.
create function sealed_key_id(sealed bytea) returns text language sql immutable parallel safe
  return substring(encode(substring(sealed from 1 for 40), 'escape') from '^v1\.([A-Za-z0-9_-]{1,32})\.');

-- The same of base64, in which every ciphertext begins with djEu.
create function sealed_text_key_id(sealed text) returns text language sql immutable parallel safe
  return case when sealed like 'djEu%' then sealed_key_id(decode(left(sealed, 56), 'base64')) end;

create function is_closed_key(key_id text) returns boolean language sql volatile
  return exists (select from encryption_keys k where k.id = key_id and k.closed_at is not null);

create function refuse_closed_key() returns trigger language plpgsql as $$
begin
  raise exception 'the encryption key was replaced: this process encrypts with one that is closed'
    using errcode = 'object_not_in_prerequisite_state', hint = 'Restart the process with the newest key first.';
end $$;

create trigger connections_credentials_key before insert or update of credentials on connections
  for each row when (is_closed_key(sealed_key_id(new.credentials))) execute function refuse_closed_key();
create trigger connections_session_key before insert or update of session on connections
  for each row when (is_closed_key(sealed_key_id(new.session))) execute function refuse_closed_key();
create trigger connections_inbound_key before insert or update of inbound on connections
  for each row when (is_closed_key(sealed_text_key_id(new.inbound ->> 'sealed'))) execute function refuse_closed_key();
create trigger migration_watches_credentials_key before insert or update of credentials on migration_watches
  for each row when (is_closed_key(sealed_key_id(new.credentials))) execute function refuse_closed_key();
create trigger migration_watches_session_key before insert or update of session on migration_watches
  for each row when (is_closed_key(sealed_key_id(new.session))) execute function refuse_closed_key();
create trigger vendor_access_session_key before insert or update of session on vendor_access
  for each row when (is_closed_key(sealed_key_id(new.session))) execute function refuse_closed_key();
create trigger webhooks_secret_key before insert or update of secret on webhooks
  for each row when (is_closed_key(sealed_key_id(new.secret))) execute function refuse_closed_key();
create trigger idempotency_keys_body_key before insert or update of body on idempotency_keys
  for each row when (is_closed_key(sealed_key_id(new.body))) execute function refuse_closed_key();
create trigger kept_keys_sealed_key before insert or update of sealed on kept_keys
  for each row when (is_closed_key(sealed_key_id(new.sealed))) execute function refuse_closed_key();

-- What was encrypted before this table was there.
insert into encryption_keys (id)
select key_id from (
  select sealed_key_id(credentials) as key_id from connections
  union select sealed_key_id(session) from connections
  union select sealed_text_key_id(inbound ->> 'sealed') from connections
  union select sealed_text_key_id(retired_inbound ->> 'sealed') from connections
  union select sealed_key_id(credentials) from migration_watches
  union select sealed_key_id(session) from migration_watches
  union select sealed_key_id(session) from vendor_access
  union select sealed_key_id(secret) from webhooks
  union select sealed_key_id(previous_secret) from webhooks
  union select sealed_key_id(body) from idempotency_keys
) found
where key_id is not null;
