-- Transactions of Airbnb have counts that are kept (0311), by account, status and type, of all and of the days and months of their payout.

create function traits_of(r airbnb_transactions) returns text[] language sql immutable as $$
  select array[r.connection_id::text, r.status, r.type]
$$;
create function counted_in(r airbnb_transactions) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('all', 0::bigint), ('payout day', (coalesce(r.payout_date, r.date) - date '1970-01-01')::bigint),
    ('payout month', month_number(coalesce(r.payout_date, r.date)))
$$;
call keep_counts('airbnb_transactions');
create index airbnb_transactions_alike on airbnb_transactions (workspace_id, listed_as,
  ((coalesce(payout_date, date) - '2000-01-01'::date)::bigint) desc, (coalesce(payout_id, '')) desc,
  ((- coalesce(line_index, -1))::bigint) desc, id desc, connection_id desc);
create index airbnb_transactions_payout on airbnb_transactions (workspace_id, payout_id);
