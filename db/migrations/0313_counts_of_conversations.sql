-- Conversations have counts that are kept (0311). An archived one reads as open.

create function traits_of(r conversations) returns text[] language sql stable as $$
  select array[coalesce(r.platform, ''), coalesce(r.account_id::text, ''), under]
  from listed_under(r.workspace_id, r.connection_id, r.listing_id) under where under is not null
$$;
create function counted_in(r conversations) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('all', 0::bigint), ('listing', r.listing_id)
$$;
call keep_counts_with_listing('conversations');

drop index conversations_recent;
create index conversations_recent on conversations (workspace_id, coalesce(last_message_at, '-infinity'::timestamptz) desc, id desc)
  where listed_as is not null;
create index conversations_alike on conversations
  (workspace_id, listed_as, coalesce(last_message_at, '-infinity'::timestamptz) desc, id desc);
create index conversations_listing on conversations
  (workspace_id, listing_id, listed_as, coalesce(last_message_at, '-infinity'::timestamptz) desc, id desc);
