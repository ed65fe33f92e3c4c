-- A key that makes something at the payment service only once has its answer kept there for a day, a failure as well: the next
-- attempt after a failure has another key.
alter table billing_accounts add column attempt integer not null default 0;
