-- Found before the workspace is known; random, so that two never meet, and like every key of tenants not unique without it.
drop index vrbo_accounts_id;
create index vrbo_accounts_id on vrbo_accounts (id);
