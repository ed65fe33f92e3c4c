-- What is known of an account whose provider refused the stored access and has accepted nothing since.
create table refused_access (
  workspace_id  bigint not null,
  connection_id bigint not null,
  kind          text not null check (kind in ('credentials', 'reauth')),
  -- The first refusal since the provider accepted something.
  refused_at    timestamptz(3) not null,
  -- The refusal that was believed, some minutes after the first; null: the account is in doubt.
  confirmed_at  timestamptz(3),
  -- When the access is tried next.
  retry_at      timestamptz(3) not null,
  -- Tries in vain since it was believed; decides how long to wait.
  retries       integer not null default 0,
  -- How far our clock was ahead of the provider's at the last refusal; null: not enough to matter.
  clock_ahead_ms bigint,
  primary key (workspace_id, connection_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id)
);

-- Accounts that were shut out before are tried again as well, spread over five minutes.
insert into refused_access (workspace_id, connection_id, kind, refused_at, confirmed_at, retry_at)
select workspace_id, id, 'credentials', at, at, now() + random() * interval '5 minutes'
from (select workspace_id, id, coalesce(disconnected_at, now()) as at from connections
      where status = 'error' and action_reason = 'reauth_required' and credentials is not null) shut_out;
update sync_schedule s set wake_at = r.retry_at
from refused_access r where r.workspace_id = s.workspace_id and r.connection_id = s.connection_id;
