-- The unified model. Two rules hold for every tenant table and are proven by a test that reads the catalogue:
--   1. primary key, unique keys and foreign keys start with workspace_id, so the tables can be sharded by workspace
--      and a join can never cross tenants;
--   2. sandbox rows have ids >= 900000000 and live rows never do, because a sandbox space is a workspace row of its
--      own (sandbox_of) with an id in that range.
-- Stay dates are civil dates. Amounts are numeric and stand beside their currency. Instants are timestamptz(3).
create sequence sandbox_id minvalue 900000001 maxvalue 999999999999;
create sequence workspaces_id maxvalue 9006200154740991;
create sequence api_keys_id;

-- Ids of sandboxes have the numbers from 900000000 to 999999999999 for themselves. Live ids are the numbers below and, when those are
-- used up, the ones above, so that the rows of a table are not bounded by the place where sandboxes begin.
create function is_sandbox_id(id bigint) returns boolean language sql immutable parallel safe
  as $$ select id between 900000000 and 999999999999 $$;
comment on function is_sandbox_id(bigint) is 'Whether a record or a workspace with this id is of a sandbox.';

-- The nth number that is live.
create function live_id(n bigint) returns bigint language sql immutable parallel safe
  as $$ select case when n < 900000000 then n else n + 999100000000 end $$;

-- The id for a new row of a workspace: its table's own sequence in a live space, one shared sequence in sandboxes.
create function next_id(workspace bigint, live_sequence regclass) returns bigint language sql
  as $$ select case when is_sandbox_id(workspace) then nextval('sandbox_id') else live_id(nextval(live_sequence)) end $$;

-- A uuid that begins with the time (version 7): rows that follow each other stand side by side in the index, whatever the
-- size of the table. PostgreSQL has one of its own only from 18 on.
create function time_uuid() returns uuid language sql volatile as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
              placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- Not tenant tables: a key has to be found before its workspace is known.
create table workspaces (
  id                bigint primary key,
  parent_id         bigint references workspaces (id),
  sandbox_of        bigint unique references workspaces (id),
  name              text not null,
  external_ref      text,
  plan              text not null default 'free' check (plan in ('free', 'starter', 'custom')),
  contact_confirmed boolean not null default false,
  created_at        timestamptz(3) not null default now(),
  deactivated_at    timestamptz(3),
  -- A workspace that another one made is a migration: what is brought into it, and when its source was cut off.
  cut_over_at       timestamptz(3),
  check ((sandbox_of is not null or is_sandbox_id(coalesce(parent_id, 0))) = (is_sandbox_id(id)))
);
create index workspaces_children on workspaces (parent_id, id desc) where parent_id is not null;

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

create table api_keys (
  id             bigint primary key default nextval('api_keys_id'),
  workspace_id   bigint not null references workspaces (id),
  mode           text not null check (mode in ('live', 'sandbox')),
  prefix         text not null,
  hash           bytea not null unique,
  name           text,
  created_at     timestamptz(3) not null default now(),
  last_used_at   timestamptz(3),
  revoked_at     timestamptz(3),
  -- What a key may do, and for how long: null is everything, and for ever.
  scopes         text[] check (scopes <> '{}'),
  expires_at     timestamptz(3),
  -- As the audit log names it: `key:12`, `cli`. Null: the first start.
  created_by     text,
  last_address   text,
  -- The secret before the last rotation opens the key until then.
  previous_hash  bytea,
  previous_until timestamptz(3),
  rotated_at     timestamptz(3),
  -- A session is a key of a member: it is found, limited, told of and revoked as keys are.
  member_id      uuid,
  -- A key may be for several connections, or for single listings; null: for all of them.
  connection_ids bigint[],
  listing_ids    bigint[],
  check ((mode = 'sandbox') = (is_sandbox_id(workspace_id))),
  constraint api_keys_previous_check check ((previous_hash is null) = (previous_until is null)),
  constraint api_keys_member_fkey foreign key (workspace_id, member_id)
    references members (workspace_id, id) on delete cascade,
  constraint api_keys_session_ends check (member_id is null or expires_at is not null),
  constraint api_keys_restricted_check check (cardinality(connection_ids) > 0 and cardinality(listing_ids) > 0)
);
create unique index api_keys_previous_hash on api_keys (previous_hash) where previous_hash is not null;
create index api_keys_workspace on api_keys (workspace_id, id);
create index api_keys_member on api_keys (workspace_id, member_id) where member_id is not null;
create index api_keys_sessions on api_keys (workspace_id, id) where member_id is not null;
create index api_keys_sessions_over on api_keys (least(expires_at, revoked_at)) where member_id is not null;

-- The head of a workspace's change order. Every transaction that changes what the API shows takes this row first:
--   sequence   last number given out in the event log: no gaps, and numbers commit in order;
--   addressed  the same for events made for one webhook alone (pings, tests, snapshots): they stand under negative
--              numbers, so that they leave no gap in the log that everybody reads;
--   written_at updated_at of the last change: strictly increasing in commit order, so that an updated_since walk can
--              never pass a row that commits later with an earlier time.
create table workspace_heads (
  workspace_id bigint primary key references workspaces (id),
  sequence     bigint not null default 0,
  addressed    bigint not null default 0,
  written_at   timestamptz(3) not null default '-infinity',
  -- Copies made so far for this workspace's webhooks.
  copied       bigint not null default 0
);

-- Counting of requests, events of child workspaces, and what lapses because time passes.

-- Requests of a key's workspace by UTC day and operation; written in batches, a few seconds behind.
create table usage_operations (
  workspace_id bigint not null references workspaces (id),
  day          date not null,
  operation_id text not null,
  requests     bigint not null default 0,
  -- Answers from 400 on.
  errors       bigint not null default 0,
  -- Whole milliseconds of all of them.
  latency_ms   bigint not null default 0,
  status_2xx   bigint not null default 0,
  status_3xx   bigint not null default 0,
  status_4xx   bigint not null default 0,
  status_5xx   bigint not null default 0,
  -- How many answers of an operation and day took how long: counts by step of time, each a quarter of a doubling above the
  -- one before (latencies.ts).
  latencies    integer[] not null default '{}',
  primary key (workspace_id, day, operation_id)
);

-- The same added up, which is what the limits ask for.
create table usage_days (
  workspace_id bigint not null references workspaces (id),
  day          date not null,
  requests     bigint not null default 0,
  ai_requests  bigint not null default 0,
  -- When it was told that the day's limit is near: once for each day.
  warned_at    timestamptz(3),
  primary key (workspace_id, day)
);

-- One row per Idempotency-Key of a workspace: who is running the request, and what was answered.
create table idempotency_keys (
  workspace_id bigint not null references workspaces (id),
  key          text not null check (length(key) between 1 and 255),
  -- The operation id of the route, for whoever looks into the table.
  operation    text not null,
  -- Keyed hash over method, path, query, X-Account-Id and body. Bodies can hold passwords, which a plain hash would give
  -- away to guessing.
  request      text not null,
  state        text not null check (state in ('running', 'done')),
  -- The request that runs. It may store its answer only as long as nobody took over after its lease had ended.
  holder       uuid not null,
  lease_until  timestamptz(3) not null,
  status       smallint,
  headers      jsonb,
  -- Encrypted: it can hold what guests wrote, or a signing secret.
  body         bytea,
  created_at   timestamptz(3) not null,
  expires_at   timestamptz(3) not null,
  primary key (workspace_id, key),
  check ((state = 'done') = (status is not null and headers is not null and body is not null))
) with (fillfactor = 80);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

-- Limits that the operator set for one workspace, in place of its plan's. They hold for its sandbox as well.
create table limit_overrides (
  workspace_id bigint not null references workspaces (id),
  name         text not null check (name in ('burstRequests', 'dailyRequests', 'monthlyRequests', 'dailyAiRequests', 'activeListings')),
  -- Null: unlimited.
  value        bigint check (value between 0 and 1000000000),
  set_at       timestamptz(3) not null,
  primary key (workspace_id, name),
  check (not is_sandbox_id(workspace_id)),
  check (name <> 'burstRequests' or value between 1 and 1000000)
);

-- What the operator changed of plans and limits: never altered.
create table plan_changes (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces (id),
  changed_at   timestamptz(3) not null,
  -- Through which door.
  origin       text not null check (origin in ('command', 'api', 'billing')),
  before       jsonb not null,
  after        jsonb not null
);
create index plan_changes_workspace on plan_changes (workspace_id, id);

-- What was asked of a workspace, and how it went. Written in batches from memory; partitions by day, made ahead
-- and dropped whole. No values of queries, no headers, no bodies.
create table request_log (
  workspace_id   bigint not null,
  id             uuid not null,
  -- The caller's own `X-Request-ID`, or the one the server gave.
  request_id     text not null,
  key_id         bigint not null,
  method         text not null,
  -- The route's pattern with the ids of records filled in and the names of the query.
  path           text not null,
  operation_id   text not null,
  status         integer not null,
  latency_ms     integer not null,
  request_bytes  bigint,
  response_bytes bigint,
  ip_address     text,
  user_agent     text,
  error_code     text,
  created_at     timestamptz(3) not null,
  -- What happened inside of a request: the pattern of its route, the events it made, and how it
  -- stood with its limits, what it waited for and whom it called. The same partitions, written in the same batches.
  route          text,
  events         text[],
  -- Limits, time by stage, statements without values, calls of vendors without query and body.
  trace          jsonb,
  -- What happened inside of a request is read as a whole and never searched: as text a line takes PostgreSQL 12 µs less to write, of 46.
  story          json,
  primary key (workspace_id, created_at, id)
) partition by range (created_at);
create index request_log_request on request_log (workspace_id, request_id, created_at desc, id desc);
-- Requests of one operation and family, the newest first: a page is merged from a few of these.
create index request_log_alike on request_log (workspace_id, operation_id, (status / 100), created_at desc, id desc);
create table request_log_rest partition of request_log default;

-- What callers keep here for themselves, and how much of their space it takes.
create table kv_spaces (
  workspace_id bigint not null references workspaces (id) primary key,
  -- Of keys and values together, those among them whose time is over and that were not removed yet. Whoever changes entries
  -- holds this row, so that several writers at the edge do not pass it together.
  bytes        integer not null check (bytes >= 0)
);

create table kv_entries (
  workspace_id bigint not null references workspaces (id),
  -- Compared byte by byte: the order of keys is that of their characters everywhere.
  project_id   text collate "C" not null,
  key          text collate "C" not null,
  -- JSON, as it was sent.
  value        text not null,
  bytes        integer not null,
  updated_at   timestamptz(3) not null,
  -- Chosen by the caller; null: for good.
  expires_at   timestamptz(3),
  primary key (workspace_id, project_id, key)
);
create index kv_entries_expiry on kv_entries (expires_at, workspace_id) where expires_at is not null;

-- Who changed what, and who used a secret. A line is written before the work it tells of and completed once by its outcome;
-- apart from that nothing changes or deletes one but the function that ends its keeping time.
create table audit_lines (
  workspace_id bigint not null references workspaces (id),
  id           uuid not null,
  at           timestamptz(3) not null,
  -- `key:12`, `member:<uuid>`, `operator:12`, `link`, `vendor`, `cli`, `system`
  actor        text not null,
  -- The operation id of a route, a command (`cli.keys.create`), or the use of a secret (`secret.credentials.sync`).
  action       text not null,
  -- `listing:12`, `webhook:<uuid>`
  targets      text[] not null,
  outcome      text not null check (outcome in ('begun', 'done', 'repeated', 'refused', 'failed')),
  status       integer,
  code         text,
  request_id   text,
  ip           text,
  -- Plain values that say what was changed; never a secret.
  details      jsonb,
  -- Of what is told once for each of them: a connection, a purpose and an hour, say.
  once         text,
  primary key (workspace_id, at, id)
) with (fillfactor = 85);
create index audit_lines_actor on audit_lines (workspace_id, actor, at, id);
create unique index audit_lines_once on audit_lines (workspace_id, once) where once is not null;
create index audit_lines_alike on audit_lines (workspace_id, action, outcome, at, id);
create index audit_lines_begun on audit_lines (workspace_id, at) where outcome = 'begun';

-- Whoever ends the keeping time of lines may end that of old ones only, whatever else is said: the shortest AUDIT_RETENTION_DAYS is 31.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.outcome = 'begun' and new.outcome <> 'begun'
     and (new.workspace_id, new.id, new.at, new.actor, new.action, new.request_id, new.ip, new.details, new.once)
         is not distinct from
         (old.workspace_id, old.id, old.at, old.actor, old.action, old.request_id, old.ip, old.details, old.once)
     and new.targets @> old.targets then
    return new;
  end if;
  if tg_op = 'DELETE' and old.at < now() - interval '31 days'
     and current_setting('lodgewire.forgets_audit_lines', true) = 'yes' then
    return old;
  end if;
  raise exception 'the audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_lines_stay before update or delete on audit_lines
  for each row execute function refuse_audit_change();
create trigger audit_lines_are_not_emptied before truncate on audit_lines
  for each statement execute function refuse_audit_change();

-- It needs no superuser: the owner of the database calls it, in a copy of it as well.
create function forget_audit_lines(workspace bigint, before timestamptz, at_most integer) returns integer language plpgsql as $$
declare
  gone integer;
begin
  perform set_config('lodgewire.forgets_audit_lines', 'yes', true);
  delete from audit_lines l using (
    select o.at, o.id from audit_lines o
    where o.workspace_id = workspace and o.at < before order by o.at limit at_most) old
  where l.workspace_id = workspace and l.at = old.at and l.id = old.id;
  get diagnostics gone = row_count;
  perform set_config('lodgewire.forgets_audit_lines', '', true);
  return gone;
end $$;

-- Shapes that callers want answers in, chosen by name with the header `X-Schema`.
create table response_schemas (
  workspace_id bigint not null references workspaces (id),
  id           uuid not null,
  name         text collate "C" not null,
  description  text,
  -- JSON as it was sent: the fields of an answer stand in this order.
  mappings     text not null,
  active       boolean not null default true,
  -- Moves on with every change, so that who compiled the mappings knows whether they are still these.
  version      integer not null default 1,
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, name)
);
create index response_schemas_created on response_schemas (workspace_id, created_at desc, id desc);

-- How often access to providers was asked for anew, of all accounts together: what the health of a channel tells.
create table access_renewals (
  provider   text not null,
  hour       timestamptz(3) not null,
  attempts   integer not null,
  -- Those the provider gave no token for.
  rejections integer not null,
  primary key (provider, hour)
);

-- Every process remembers keys; it hears of a change of one as soon as that is committed, whoever made it. What only tells
-- of use (last_used_at) is no change.
create function tell_of_key() returns trigger language plpgsql as $$
begin
  perform pg_notify('lodgewire_keys', old.id::text);
  return null;
end $$;

-- What a key may do follows from its workspace and its limits, too: all keys are looked up again.
create function tell_of_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('lodgewire_keys', '');
  return null;
end $$;
create trigger workspaces_change after update of plan, contact_confirmed, deactivated_at, sandbox_of, parent_id on workspaces
  for each statement execute function tell_of_keys();
create trigger limit_overrides_change after insert or update or delete on limit_overrides
  for each statement execute function tell_of_keys();

-- Erases what matches a pattern from the texts of a document. Its names, numbers and words such as `null` stay as they are:
-- guests are called Null and Price, and what is left must still be JSON. A number that matches, such as a phone's, becomes null.
create function without_matches(doc jsonb, pattern text) returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(doc)
    when 'string' then
      return to_jsonb(regexp_replace(doc #>> '{}', pattern, '', 'gi'));
    when 'number' then
      return case when doc::text ~* pattern then 'null'::jsonb else doc end;
    when 'array' then
      return (select coalesce(jsonb_agg(without_matches(part, pattern) order by place), '[]')
              from jsonb_array_elements(doc) with ordinality as parts (part, place));
    when 'object' then
      return (select coalesce(jsonb_object_agg(name, without_matches(part, pattern)), '{}')
              from jsonb_each(doc) as parts (name, part));
    else
      return doc;
  end case;
end $$;

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
create index member_links_age on member_links (created_at) where purpose = 'sign_in';

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

-- Which keys encrypt what is stored, so that one can be replaced while servers run, and none is taken away too early.
create table encryption_keys (
  id            text primary key,
  -- Made of the key by HKDF: tells another key of the same name from it, and nothing about it. Null: not seen yet.
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
create trigger idempotency_keys_body_key before insert or update of body on idempotency_keys
  for each row when (is_closed_key(sealed_key_id(new.body))) execute function refuse_closed_key();
create trigger kept_keys_sealed_key before insert or update of sealed on kept_keys
  for each row when (is_closed_key(sealed_key_id(new.sealed))) execute function refuse_closed_key();

-- How long a workspace keeps who its guests were, and the history of its records. Without a row: as the settings say, which is for
-- guests: for ever.
create table retention (
  workspace_id      bigint primary key,
  guest_months      integer check (guest_months between 1 and 240),
  history_days      integer check (history_days between 31 and 36500),
  -- What changed before this is not known any more.
  history_from      timestamptz(3),
  history_looked_at timestamptz(3) default '-infinity' not null,
  -- When guests whose time is over are looked for next; null: never.
  next_look_at      timestamptz(3),
  -- The guest up to whom this look has come.
  looked_to         bigint not null default 0,
  -- No line of the audit log is from before this.
  audit_from        timestamptz(3) not null default '-infinity',
  constraint retention_workspace_id_fkey foreign key (workspace_id) references workspaces (id) on delete cascade
);
create index retention_due on retention (next_look_at) where next_look_at is not null;
create index retention_audit on retention (audit_from);
-- Where a setting says how long histories are kept, those of every workspace; otherwise of those that say it themselves.
create index retention_history on retention (history_looked_at);
create index retention_own_history on retention (history_looked_at) where history_days is not null;
create trigger api_keys_change after delete or update of
  workspace_id, connection_ids, listing_ids, hash, scopes, expires_at, revoked_at, previous_hash, previous_until on api_keys
  for each row execute function tell_of_key();

-- What members' links and calendar feeds keep encrypted cannot be encrypted with a key that was replaced, as everything else.
create trigger member_links_secret_key before insert or update of secret on member_links
  for each row when (is_closed_key(sealed_key_id(new.secret))) execute function refuse_closed_key();

-- The moment of the change: that of the transaction's place in the order of changes (outbox.ts).
create function written_at() returns timestamptz(3) language sql stable as $$
  select coalesce(nullif(current_setting('lodgewire.at', true), '')::timestamptz, now())::timestamptz(3)
$$;

-- What this installation is called where it shares a service with others, such as a Redis. One row, made once.
create table installation (
  is_only boolean primary key default true check (is_only),
  id      uuid not null default gen_random_uuid()
);

insert into installation default values;

-- Tokens of language models: of AI operations done here, and of those that callers report of their own.
create table ai_usage (
  workspace_id bigint not null references workspaces (id),
  source       text not null check (source in ('operation', 'reported')),
  -- Of an operation its id, of a report what the caller calls it.
  id           text not null,
  -- In UTC, as limits are counted.
  day          date not null,
  operation    text,
  model        text not null,
  tokens_in    bigint not null check (tokens_in >= 0),
  tokens_out   bigint not null check (tokens_out >= 0),
  latency_ms   bigint,
  fallback     boolean,
  project_id   text,
  created_at   timestamptz(3) not null,
  primary key (workspace_id, source, id)
);
create index ai_usage_day on ai_usage (workspace_id, day) include (tokens_in, tokens_out);
create index ai_usage_old on ai_usage (day);

-- What a workspace is at the payment service: nothing of a card, and of its subscription what the limits follow from.
create table billing_accounts (
  workspace_id    bigint primary key references workspaces (id) check (not is_sandbox_id(workspace_id)),
  -- As the payment service calls it; a notice names it alone.
  customer_id     text,
  subscription_id text,
  status          text check (status in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused')),
  price_id        text,
  -- Null: no plan has the price.
  sold_plan       text check (sold_plan in ('starter', 'growth', 'scale')),
  period_end      timestamptz(3),
  cancel_at       timestamptz(3),
  -- What it was given last; null: nothing yet, so nothing is taken from it.
  given           jsonb,
  -- When the payment service said so.
  read_at         timestamptz(3),
  checkout_at     timestamptz(3),
  -- When it is to be asked again.
  due_at          timestamptz(3) not null,
  -- Counts notices: one that comes while it is being asked has it asked once more.
  news            bigint not null default 0,
  failures        integer not null default 0,
  -- Who is asking, and for how long nobody else does.
  claim           uuid,
  claimed_until   timestamptz(3),
  -- A key that makes something at the payment service only once has its answer kept there for a day, a failure as well: the next
  -- attempt after a failure has another key.
  attempt         integer not null default 0
);
create index billing_accounts_customer on billing_accounts (customer_id);
create index billing_accounts_due on billing_accounts (due_at) where customer_id is not null;

-- Notices that were taken, by their ids: one that comes again is no news.
create table billing_events (
  workspace_id bigint not null references workspaces (id),
  id           text not null,
  type         text not null,
  received_at  timestamptz(3) not null,
  primary key (workspace_id, id)
);
create index billing_events_old on billing_events (received_at);

-- What the plans that are sold give, where the operator said otherwise than the server does.
create table sold_plans (
  name   text primary key check (name in ('starter', 'growth', 'scale')),
  plan   text not null,
  limits jsonb not null,
  set_at timestamptz(3) not null
);

-- Lines about a record are found among those of its workspace alone.
create function targets_in(workspace bigint, targets text[]) returns text[] language sql immutable parallel safe
  return (select coalesce(array_agg(workspace || ' ' || target), '{}') from unnest(targets) target);
create index audit_lines_targets on audit_lines using gin (targets_in(workspace_id, targets));

-- How late it ever was by the clocks of the processes and by that of the database: one that is earlier now was set back.
create table clock_marks (
  clock             text primary key check (clock in ('processes', 'database')),
  latest            timestamptz not null default '-infinity',
  looked_through_at timestamptz not null default '-infinity'
);

insert into clock_marks (clock) values ('processes'), ('database');

create function begin_retention() returns trigger language plpgsql as $$
begin
  insert into retention (workspace_id) select id from come;
  return null;
end $$;
create trigger workspaces_retention after insert on workspaces
  referencing new table as come for each statement execute function begin_retention();

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
  primary key (workspace_id, listing_id, confirmation_code)
);
