-- Reviews and inquiries have counts that are kept (0311), and an index for each way in which their lists are asked for.

create function traits_of(r reviews) returns text[] language sql stable as $$
  select array[coalesce(r.platform, ''), coalesce(r.account_id::text, ''), under, r.reviewer_role,
               case when r.response_body is null then 'unanswered' else 'responded' end]
  from listed_under(r.workspace_id, r.connection_id, r.listing_id) under where under is not null
$$;
create function counted_in(r reviews) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('all', 0::bigint), ('listing', r.listing_id), ('rating', (r.rating * 100)::bigint)
$$;
call keep_counts_with_listing('reviews');

drop index reviews_recent;
create index reviews_recent on reviews (workspace_id, coalesce(submitted_at, '-infinity'::timestamptz) desc, id desc)
  where listed_as is not null;
create index reviews_by_role on reviews
  (workspace_id, reviewer_role, coalesce(submitted_at, '-infinity'::timestamptz) desc, id desc) where listed_as is not null;
create index reviews_alike on reviews (workspace_id, listed_as, coalesce(submitted_at, '-infinity'::timestamptz) desc, id desc);
create index reviews_rated on reviews
  (workspace_id, rating, listed_as, coalesce(submitted_at, '-infinity'::timestamptz) desc, id desc);
drop index reviews_listing;
create index reviews_listing on reviews
  (workspace_id, listing_id, listed_as, coalesce(submitted_at, '-infinity'::timestamptz) desc, id desc);

-- One whose lapse was told is listed as expired; until then whoever reads looks at the few that lapsed.
create function traits_of(r inquiries) returns text[] language sql stable as $$
  select array[case when r.status in ('open', 'pre_approved', 'special_offer_sent') and r.lapses_at <= r.lapse_told_at then 'expired'
                    else r.status end, under]
  from listed_under(r.workspace_id, r.connection_id, r.listing_id) under where under is not null
$$;
create function counted_in(r inquiries) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('all', 0::bigint), ('listing', r.listing_id)
$$;
call keep_counts_with_listing('inquiries');

drop index inquiries_recent;
create index inquiries_recent on inquiries (workspace_id, created_at desc, id desc) where listed_as is not null;
create index inquiries_alike on inquiries (workspace_id, listed_as, created_at desc, id desc);
drop index inquiries_listing;
create index inquiries_listing on inquiries (workspace_id, listing_id, listed_as, created_at desc, id desc);
drop index inquiries_conversation;
create index inquiries_conversation on inquiries (workspace_id, conversation_id, created_at desc, id desc);
create index inquiries_due on inquiries (workspace_id, lapses_at) where listed_as[1] in ('open', 'pre_approved', 'special_offer_sent');
