-- What a workspace is at the payment service: nothing of a card, and of its subscription what the limits follow from.
create table billing_accounts (
  workspace_id    bigint primary key references workspaces (id) check (workspace_id < 900000000),
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
  claimed_until   timestamptz(3)
);
create index billing_accounts_due on billing_accounts (due_at);
create index billing_accounts_customer on billing_accounts (customer_id);

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

alter table plan_changes drop constraint plan_changes_origin_check;
alter table plan_changes add constraint plan_changes_origin_check check (origin in ('command', 'api', 'billing'));
