-- The people of a workspace.
create table members (
  workspace_id    bigint not null references workspaces (id),
  id              uuid not null,
  -- In lower case.
  email           text not null check (email = lower(email)),
  name            text,
  role            text not null check (role in ('owner', 'manager', 'read_only')),
  created_at      timestamptz(3) not null,
  -- As the audit log names it: `key:12`, `member:<uuid>`, `cli`
  created_by      text not null,
  -- Null: the address was not confirmed yet.
  confirmed_at    timestamptz(3),
  last_sign_in_at timestamptz(3),
  primary key (workspace_id, id)
);
create unique index members_email on members (workspace_id, email);
create index members_of_address on members (email);
create index members_listed on members (workspace_id, created_at, id);

-- Whoever changes members looks for the last owner before; this holds for SQL as well.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  if old.role = 'owner' and old.confirmed_at is not null and not exists (
    select from members
    where workspace_id = old.workspace_id and role = 'owner' and confirmed_at is not null) then
    raise exception 'workspace % keeps an owner', old.workspace_id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger members_keep_an_owner after update of role, confirmed_at or delete on members
  deferrable initially deferred for each row execute function keep_an_owner();

-- A link with a secret that opens once, and the mail that brings it.
create table member_links (
  workspace_id    bigint not null,
  id              uuid not null,
  member_id       uuid not null,
  purpose         text not null check (purpose in ('invitation', 'sign_in')),
  locale          text not null check (locale in ('en', 'fr')),
  -- SHA-256 of the secret.
  hash            bytea not null,
  created_at      timestamptz(3) not null,
  expires_at      timestamptz(3) not null,
  -- It was used, or another took its place.
  ended_at        timestamptz(3),
  mail            text not null default 'pending' check (mail in ('pending', 'sent', 'logged', 'failed')),
  -- Encrypted, and only until the mail has left.
  secret          bytea,
  attempts        integer not null default 0,
  -- While an attempt is under way: when it is taken for lost.
  next_attempt_at timestamptz(3),
  settled_at      timestamptz(3),
  -- A word, and the code that the mail server gave.
  mail_error      text,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade,
  constraint member_links_secret_check check ((mail = 'pending') = (secret is not null)),
  constraint member_links_attempt_check check ((mail = 'pending') = (next_attempt_at is not null))
);
create unique index member_links_hash on member_links (workspace_id, hash);
-- In the order in which the invitation of a member is looked for.
create index member_links_member on member_links (workspace_id, member_id, purpose, ended_at desc nulls first, created_at desc);
create index member_links_due on member_links (next_attempt_at) where mail = 'pending';
create index member_links_age on member_links (created_at);

-- Who asked for a mail to an address, whether or not it is anybody's: mails are limited by it, and sign-in links made.
create table mail_requests (
  id         bigint generated always as identity primary key,
  address    text not null,
  -- Where it was asked from; null: by somebody with the right to invite.
  asked_from text,
  locale     text not null check (locale in ('en', 'fr')),
  asked_at   timestamptz(3) not null,
  -- The links of whoever has this address are still to be made.
  waits      boolean not null
);
create index mail_requests_address on mail_requests (address, asked_at);
create index mail_requests_from on mail_requests (asked_from, asked_at) where asked_from is not null;
create index mail_requests_waiting on mail_requests (id) where waits;
create index mail_requests_age on mail_requests (asked_at);

-- A session is a key of a member: it is found, limited, told of and revoked as keys are.
alter table api_keys
  add column member_id uuid,
  add constraint api_keys_member_fkey foreign key (workspace_id, member_id)
    references members (workspace_id, id) on delete cascade,
  add constraint api_keys_session_ends check (member_id is null or expires_at is not null);
create index api_keys_member on api_keys (workspace_id, member_id) where member_id is not null;
create index api_keys_sessions on api_keys (workspace_id, id) where member_id is not null;
