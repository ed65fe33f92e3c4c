-- A new installation's database. Generated from db/migrations by `npm run generate`; for reading only.

-- Sequences

create sequence accounts_id as bigint start 1 minvalue 1 maxvalue 9006200154740991;

create sequence api_keys_id as bigint start 1 minvalue 1 maxvalue 9223372036854775807;

create sequence calendar_order as bigint start 1 minvalue 1 maxvalue 9223372036854775807;

create sequence connections_id as bigint start 1 minvalue 1 maxvalue 9006200154740991;

create sequence conversations_id as bigint start 1 minvalue 1 maxvalue 9006200154740991;

create sequence guests_id as bigint start 1 minvalue 1 maxvalue 9006200154740991;

create sequence inquiries_id as bigint start 1 minvalue 1 maxvalue 9006200154740991;

create sequence listings_id as bigint start 1 minvalue 1 maxvalue 9006200154740991;

create sequence messages_id as bigint start 1 minvalue 1 maxvalue 9006200154740991;

create sequence reservation_alterations_id as bigint start 1 minvalue 1 maxvalue 9223372036854775807;

create sequence reservations_id as bigint start 1 minvalue 1 maxvalue 9006200154740991;

create sequence reviews_id as bigint start 1 minvalue 1 maxvalue 9006200154740991;

create sequence sandbox_id as bigint start 900000001 minvalue 900000001 maxvalue 999999999999;

create sequence special_offers_id as bigint start 1 minvalue 1 maxvalue 9006200154740991;

create sequence sync_runs_id as bigint start 1 minvalue 1 maxvalue 9006200154740991;

create sequence units_id as bigint start 1 minvalue 1 maxvalue 9006200154740991;

create sequence workspaces_id as bigint start 1 minvalue 1 maxvalue 9006200154740991;

-- Functions

CREATE OR REPLACE FUNCTION public.add_to_counts(more record_counts[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into record_counts as c
  select * from unnest(more) order by 1, 2, 3, 4, 5
  on conflict (workspace_id, list, counted_by, bucket, traits) do update set n = c.n + excluded.n;
  delete from record_counts c using unnest(more) m
  where c.n = 0 and c.workspace_id = m.workspace_id and c.list = m.list and c.counted_by = m.counted_by
    and c.bucket = m.bucket and c.traits = m.traits
$function$
;

CREATE OR REPLACE FUNCTION public.add_to_counts(more reservation_counts[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into reservation_counts as c
  select * from unnest(more) order by 1, 2, 3, 4, 5, 6, 7
  on conflict (workspace_id, counted_by, bucket, listed_as, source, account_id, listed_under) do update set n = c.n + excluded.n;
  delete from reservation_counts c using unnest(more) m
  where m.n < 0 and c.n = 0 and c.workspace_id = m.workspace_id and c.counted_by = m.counted_by and c.bucket = m.bucket
    and c.listed_as = m.listed_as and c.source = m.source and c.account_id = m.account_id and c.listed_under = m.listed_under
$function$
;

CREATE OR REPLACE FUNCTION public.add_to_delivery_counts(more delivery_counts[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into delivery_counts as c (workspace_id, webhook_id, week, accepted, others)
  select workspace_id, webhook_id, week, accepted, others from unnest(more) order by 1, 2, 3
  on conflict (workspace_id, webhook_id, week) do update
    set accepted = c.accepted + excluded.accepted, others = c.others + excluded.others
$function$
;

CREATE OR REPLACE FUNCTION public.add_to_delivery_counts(workspace bigint, webhooks uuid[], weeks bigint[], more_accepted bigint[], more_others bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into delivery_counts as c (workspace_id, webhook_id, week, accepted, others)
  select workspace, m.* from unnest(webhooks, weeks, more_accepted, more_others) as m (webhook, week, accepted, others) order by 2, 3
  on conflict (workspace_id, webhook_id, week) do update
    set accepted = c.accepted + excluded.accepted, others = c.others + excluded.others;
end $function$
;

CREATE OR REPLACE FUNCTION public.add_to_record_counts(workspace bigint, counted_list text, ways text[], buckets bigint[], traits_as_text text[], more bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  spent record;
begin
  insert into record_counts as c (workspace_id, list, counted_by, bucket, traits, n)
  select workspace, counted_list, m.way, m.bucket, m.traits::text[], m.n
  from unnest(ways, buckets, traits_as_text, more) as m (way, bucket, traits, n) order by 3, 4, 5
  on conflict (workspace_id, list, counted_by, bucket, traits) do update set n = c.n + excluded.n;
  for spent in
    select c.counted_by, c.bucket, c.traits from unnest(ways, buckets, traits_as_text) as m (way, bucket, traits)
    join record_counts c on c.workspace_id = workspace and c.list = counted_list and c.counted_by = m.way and c.bucket = m.bucket
      and c.traits = m.traits::text[]
    where c.n = 0
  loop
    delete from record_counts c where c.workspace_id = workspace and c.list = counted_list and c.counted_by = spent.counted_by
      and c.bucket = spent.bucket and c.traits = spent.traits;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.add_to_reservation_counts(workspace bigint, ways text[], buckets bigint[], statuses text[], sources text[], accounts bigint[], owners bigint[], more bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into reservation_counts as c (workspace_id, counted_by, bucket, listed_as, source, account_id, listed_under, n)
  select workspace, m.* from unnest(ways, buckets, statuses, sources, accounts, owners, more)
    as m (way, bucket, status, source, account, owner, n) order by 2, 3, 4, 5, 6, 7
  on conflict (workspace_id, counted_by, bucket, listed_as, source, account_id, listed_under) do update set n = c.n + excluded.n;
  if 0 > any(more) then
    delete from reservation_counts c using unnest(ways, buckets, statuses, sources, accounts, owners, more)
      as m (way, bucket, status, source, account, owner, n)
    where m.n < 0 and c.n = 0 and c.workspace_id = workspace and c.counted_by = m.way and c.bucket = m.bucket
      and c.listed_as = m.status and c.source = m.source and c.account_id = m.account and c.listed_under = m.owner;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.add_up_audit_changes(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  left_there audit_changes[];
begin
  with taken as (
    delete from audit_changes c using (
      select workspace_id, id from audit_changes order by workspace_id, id limit at_most for update skip locked) t
    where c.workspace_id = t.workspace_id and c.id = t.id returning c.*)
  select coalesce(array_agg(t::audit_changes), '{}') from taken t into left_there;
  insert into audit_counts as c
  select l.workspace_id, p.unit, p.bucket, l.action, l.outcome, l.actor, sum(l.n)
  from unnest(left_there) l cross join lateral audit_places(l.hour) p
  group by 1, 2, 3, 4, 5, 6 having sum(l.n) <> 0 order by 1, 2, 3, 4, 5, 6
  on conflict (workspace_id, unit, bucket, action, outcome, actor) do update set n = c.n + excluded.n;
  delete from audit_counts c using unnest(left_there) l cross join lateral audit_places(l.hour) p
  where l.n < 0 and c.n = 0 and c.workspace_id = l.workspace_id and c.unit = p.unit and c.bucket = p.bucket
    and c.action = l.action and c.outcome = l.outcome and c.actor = l.actor;
  return cardinality(left_there);
end $function$
;

CREATE OR REPLACE FUNCTION public.airbnb_booking_differences(workspace bigint)
 RETURNS TABLE(id bigint, kept jsonb, found jsonb)
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
begin
  return query
    select coalesce(k.id, f.id), to_jsonb(k) - array['workspace_id', 'listed_as'], to_jsonb(f)
    from (select * from airbnb_bookings b where b.workspace_id = workspace) k
    full join (
      select r.id, r.connection_id, r.listing_id, array[
               airbnb_state(r.status, r.status_detail, r.completes_at, r.lapses_at, null),
               airbnb_state(r.status, r.status_detail, r.completes_at, r.lapses_at, 'infinity')] as states,
             r.check_in, r.check_out, r.completes_at, r.lapses_at
      from reservations r join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id and c.provider = 'airbnb'
      where r.workspace_id = workspace) f using (id)
    where k.state = any(f.states) is not true
      or (k.connection_id, k.listing_id, k.check_in, k.check_out, k.completes_at, k.lapses_at)
        is distinct from (f.connection_id, f.listing_id, f.check_in, f.check_out, f.completes_at, f.lapses_at);
end $function$
;

CREATE OR REPLACE FUNCTION public.airbnb_state(r reservations, moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select airbnb_state(r.status, r.status_detail, r.completes_at, r.lapses_at, moment)
$function$
;

CREATE OR REPLACE FUNCTION public.airbnb_state(status text, status_detail text, completes_at timestamp with time zone, lapses_at timestamp with time zone, moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case listed_status(status, completes_at, lapses_at, moment)
    when 'completed' then 'completed' when 'confirmed' then 'accepted' when 'pending' then 'pending'
    else case when status = 'pending' or status_detail in ('declined', 'request_expired') then 'denied'
              when status_detail = 'verification_failed' then 'failed_verification'
              when status_detail = 'request_voided' then 'request_voided' else 'cancelled' end end
$function$
;

CREATE OR REPLACE FUNCTION public.audit_count_differences(workspace bigint)
 RETURNS TABLE(unit text, bucket bigint, action text, outcome text, actor text, kept bigint, found bigint)
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
begin
  return query
    with kept as (
      select k.unit, k.bucket, k.action, k.outcome, k.actor, sum(k.n)::bigint as n from (
        select c.unit, c.bucket, c.action, c.outcome, c.actor, c.n from audit_counts c where c.workspace_id = workspace
        union all
        select p.unit, p.bucket, c.action, c.outcome, c.actor, c.n from audit_changes c
        cross join lateral audit_places(c.hour) p where c.workspace_id = workspace) k group by 1, 2, 3, 4, 5
    ), found as (
      select p.unit, p.bucket, l.action, l.outcome, l.actor, count(*) as n
      from audit_lines l cross join lateral audit_places(audit_hour(l.at)) p
      where l.workspace_id = workspace and l.outcome <> 'begun' group by 1, 2, 3, 4, 5
    )
    select unit, bucket, action, outcome, actor, coalesce(k.n, 0), coalesce(f.n, 0)
    from kept k full join found f using (unit, bucket, action, outcome, actor)
    where coalesce(k.n, 0) <> coalesce(f.n, 0);
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_hour(at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select floor(extract(epoch from at) / 3600)::bigint
$function$
;

CREATE OR REPLACE FUNCTION public.audit_places(hour bigint)
 RETURNS TABLE(unit text, bucket bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values ('all', 0::bigint), ('hour', hour), ('day', floor(hour / 24.0)::bigint),
    ('month', month_number((to_timestamp(hour * 3600) at time zone 'UTC')::date))
$function$
;

CREATE OR REPLACE FUNCTION public.begin_figures_of_guests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  made record;
begin
  for made in select workspace_id, array_agg(id) as guests from come group by 1 order by 1 loop
    insert into guest_figures (workspace_id, id, bookings, shown, stayed, cancelled, first_check_in, last_check_in, revenue,
      priced_check_in, priced_id, priced_currency)
    select made.workspace_id, f.* from figures_of_guests(made.workspace_id, made.guests) f;
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.begin_retention()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into retention (workspace_id) select id from come;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.changed_at(updated timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('lodgewire.at', true), '')::timestamptz, updated)::timestamptz(3)
$function$
;

CREATE OR REPLACE FUNCTION public.channels_of(workspace bigint, listing bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'platform', l.platform, 'externalId', l.external_id, 'active', l.active, 'syncEnabled', l.sync_enabled)
      order by l.platform, l.external_id), '[]')
    from channel_links l where l.workspace_id = workspace and l.listing_id = listing);
end $function$
;

CREATE OR REPLACE FUNCTION public.contacts_of(workspace bigint, guest bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'type', c.type, 'value', c.value, 'isPrimary', c.is_primary, 'verified', c.verified, 'lastUsedAt', c.last_used_at)
      order by c.is_primary desc, c.created_at, c.value), '[]')
    from guest_contacts c where c.workspace_id = workspace and c.guest_id = guest);
end $function$
;

CREATE OR REPLACE FUNCTION public.conversation_story(c conversations)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_build_object(
    'platform', c.platform, 'guestId', c.guest_id::text, 'listingId', c.listing_id::text,
    'reservationId', c.reservation_id::text, 'subject', c.subject, 'status', c.status,
    'externalThreadId', c.external_thread_id)
$function$
;

CREATE OR REPLACE FUNCTION public.conversation_story(c jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_build_object(
    'platform', c -> 'platform', 'guestId', c ->> 'guest_id', 'listingId', c ->> 'listing_id',
    'reservationId', c ->> 'reservation_id', 'subject', c -> 'subject', 'status', c -> 'status',
    'externalThreadId', c -> 'external_thread_id')
$function$
;

CREATE OR REPLACE FUNCTION public.count_anew(workspace bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  wrong record;
  ids bigint[];
  home bigint;
  channels text;
  hosts text;
begin
  perform from workspace_heads h where h.workspace_id = workspace for update;
  for home, channels, hosts in select d.id, d.found[1], d.found[2] from sold_where_differences(workspace) d loop
    update listings l set on_channels = channels, on_hosts = hosts where l.workspace_id = workspace and l.id = home;
  end loop;
  -- The triggers set what a row is listed as, and count it.
  ids := array(select d.bucket from reservation_count_differences(workspace) d where d.counted_by = 'listed');
  update reservations r set listing_id = r.listing_id where r.workspace_id = workspace and r.id = any(ids);
  ids := array(select d.id from airbnb_booking_differences(workspace) d);
  delete from airbnb_bookings b where b.workspace_id = workspace and b.id = any(ids);
  insert into airbnb_bookings (workspace_id, id, connection_id, listing_id, state, check_in, check_out, completes_at, lapses_at)
  select r.workspace_id, r.id, r.connection_id, r.listing_id,
         airbnb_state(r.status, r.status_detail, r.completes_at, r.lapses_at, null), r.check_in, r.check_out, r.completes_at, r.lapses_at
  from reservations r join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id and c.provider = 'airbnb'
  where r.workspace_id = workspace
    and not exists (select from airbnb_bookings b where b.workspace_id = workspace and b.id = r.id);
  ids := array(select d.id from guest_figure_differences(workspace) d);
  delete from guest_figures f where f.workspace_id = workspace and f.id = any(ids);
  ids := array(select g.id from guests g where g.workspace_id = workspace and g.id = any(ids));
  insert into guest_figures (workspace_id, id, bookings, shown, stayed, cancelled, first_check_in, last_check_in, revenue, priced_check_in,
    priced_id, priced_currency)
  select workspace, f.* from figures_of_guests(workspace, ids) f;
  -- A change on Citus cannot compare a row with what it should be listed as, so all that are listed alike are listed anew.
  for wrong in select distinct d.list, d.traits from record_count_differences(workspace) d where d.counted_by = 'listed' loop
    execute format('update %I r set listed_as = null where r.workspace_id = $1 and r.listed_as is not distinct from $2', wrong.list)
      using workspace, wrong.traits;
  end loop;
  for wrong in
    select d.list, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits::text) as traits,
           array_agg(d.found - d.kept) as more
    from record_count_differences(workspace) d where d.counted_by <> 'listed' group by 1
  loop
    perform add_to_record_counts(workspace, wrong.list, wrong.ways, wrong.buckets, wrong.traits, wrong.more);
  end loop;
  for wrong in
    select array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.listed_as) as statuses,
           array_agg(d.source) as sources, array_agg(d.account_id) as accounts, array_agg(d.listed_under) as owners,
           array_agg(d.found - d.kept) as more
    from reservation_count_differences(workspace) d where d.counted_by <> 'listed' having count(*) > 0
  loop
    perform add_to_reservation_counts(workspace, wrong.ways, wrong.buckets, wrong.statuses, wrong.sources, wrong.accounts, wrong.owners,
      wrong.more);
  end loop;
  insert into request_counts as c (workspace_id, unit, bucket, operation_id, family, n)
  select workspace, d.unit, d.bucket, d.operation_id, d.family, d.found - d.kept from request_count_differences(workspace) d
  order by 1, 2, 3, 4, 5
  on conflict (workspace_id, unit, bucket, operation_id, family) do update set n = c.n + excluded.n;
  insert into audit_counts as c (workspace_id, unit, bucket, action, outcome, actor, n)
  select workspace, d.unit, d.bucket, d.action, d.outcome, d.actor, d.found - d.kept from audit_count_differences(workspace) d
  order by 1, 2, 3, 4, 5, 6
  on conflict (workspace_id, unit, bucket, action, outcome, actor) do update set n = c.n + excluded.n;
  for wrong in
    select array_agg(d.webhook_id) as webhooks, array_agg(d.week) as weeks, array_agg(d.found_accepted - d.kept_accepted) as accepted,
           array_agg(d.found_others - d.kept_others) as others
    from delivery_count_differences(workspace) d having count(*) > 0
  loop
    perform add_to_delivery_counts(workspace, wrong.webhooks, wrong.weeks, wrong.accepted, wrong.others);
  end loop;
end $function$
;

CREATE OR REPLACE PROCEDURE public.count_by_statement(IN list text, IN places text)
 LANGUAGE plpgsql
AS $procedure$
declare
  counting text := $sql$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (%s) r cross join lateral (values %s) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, %L, counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $sql$;
  come text := 'select come.*, 1 as n from come';
  gone text := 'select gone.*, -1 as n from gone';
begin
  execute format('create or replace function %I() returns trigger language plpgsql as $f$%s$f$',
    'count_made_' || list, format(counting, come, places, list));
  execute format('create or replace function %I() returns trigger language plpgsql as $f$%s$f$',
    'count_gone_' || list, format(counting, gone, places, list));
  execute format('create or replace function %I() returns trigger language plpgsql as $f$%s$f$',
    'count_changed_' || list, format(counting, come || ' union all ' || gone, places, list));
end $procedure$
;

CREATE OR REPLACE FUNCTION public.count_changed_airbnb_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come union all select gone.*, -1 as n from gone) r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id),
  ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
  ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out))) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'airbnb_bookings', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_changed_airbnb_transactions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come union all select gone.*, -1 as n from gone) r cross join lateral (values ('all', 0::bigint),
  ('payout day', (coalesce(r.payout_date, r.date) - date '1970-01-01')::bigint),
  ('payout month', month_number(coalesce(r.payout_date, r.date)))) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'airbnb_transactions', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_changed_attempts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_to_delivery_counts(d.workspace_id, array_agg(d.webhook_id), array_agg(d.week), array_agg(d.more), array_agg(-d.more))
  from (
    select o.workspace_id, o.webhook_id, week_number(o.started_at) as week,
           sum((n.outcome = 'accepted')::int - (o.outcome = 'accepted')::int) as more
    from gone o join come n on n.workspace_id = o.workspace_id and n.id = o.id and n.started_at = o.started_at
    group by 1, 2, 3 having sum((n.outcome = 'accepted')::int - (o.outcome = 'accepted')::int) <> 0) d
  group by d.workspace_id order by d.workspace_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_changed_channel_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come union all select gone.*, -1 as n from gone) r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'channel_links', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_changed_conversations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come union all select gone.*, -1 as n from gone) r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'conversations', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_changed_guest_figures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come union all select gone.*, -1 as n from gone) r cross join lateral (values ('all', 0::bigint)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'guest_figures', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_changed_inquiries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come union all select gone.*, -1 as n from gone) r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'inquiries', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_changed_listings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come union all select gone.*, -1 as n from gone) r cross join lateral (values ('all', 0::bigint),
  ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
  ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
  ('change month', month_number((r.updated_at at time zone 'UTC')::date))) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'listings', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_changed_reservations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  counted record;
begin
  for counted in
    select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.listed_as) as statuses,
           array_agg(d.source) as sources, array_agg(d.account_id) as accounts, array_agg(d.listed_under) as owners, array_agg(d.n) as more
    from (
      select o.workspace_id, p.counted_by, p.bucket, r.listed_as, r.source, r.account_id, r.listed_under, sum(r.n)::bigint as n
      from gone o join come n on n.workspace_id = o.workspace_id and n.id = o.id
      cross join lateral (values
        (o.listed_as, coalesce(o.source, ''), coalesce(o.account_id, 0), o.listed_under, o.listing_id, o.check_in, o.check_out,
         o.updated_at, -1),
        (n.listed_as, coalesce(n.source, ''), coalesce(n.account_id, 0), n.listed_under, n.listing_id, n.check_in, n.check_out,
         n.updated_at, 1)) r (listed_as, source, account_id, listed_under, listing_id, check_in, check_out, updated_at, n)
      cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id),
        ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
        ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out)),
        ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
        ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
        ('change month', month_number((r.updated_at at time zone 'UTC')::date))) p (counted_by, bucket)
      where r.listed_as is not null
        and (o.listing_id, o.listed_as, o.source, o.account_id, o.listed_under, o.check_in, o.check_out, o.updated_at)
          is distinct from (n.listing_id, n.listed_as, n.source, n.account_id, n.listed_under, n.check_in, n.check_out, n.updated_at)
      group by 1, 2, 3, 4, 5, 6, 7 having sum(r.n) <> 0) d
    group by 1 order by 1
  loop
    perform add_to_reservation_counts(counted.workspace_id, counted.ways, counted.buckets, counted.statuses, counted.sources,
      counted.accounts, counted.owners, counted.more);
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_changed_reviews()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come union all select gone.*, -1 as n from gone) r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id), ('rating', (r.rating * 100)::bigint)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'reviews', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_changed_sync_failures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come union all select gone.*, -1 as n from gone) r cross join lateral (values ('connection', r.connection_id)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'sync_failures', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_changed_sync_runs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come union all select gone.*, -1 as n from gone) r cross join lateral (values ('connection', r.connection_id)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'sync_runs', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_gone_airbnb_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select gone.*, -1 as n from gone) r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id),
  ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
  ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out))) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'airbnb_bookings', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_gone_airbnb_transactions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select gone.*, -1 as n from gone) r cross join lateral (values ('all', 0::bigint),
  ('payout day', (coalesce(r.payout_date, r.date) - date '1970-01-01')::bigint),
  ('payout month', month_number(coalesce(r.payout_date, r.date)))) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'airbnb_transactions', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_gone_attempts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_to_delivery_counts(d.workspace_id, array_agg(d.webhook_id), array_agg(d.week), array_agg(d.accepted), array_agg(d.others))
  from (
    select workspace_id, webhook_id, week_number(started_at) as week, -count(*) filter (where outcome = 'accepted') as accepted,
           -count(*) filter (where outcome <> 'accepted') as others
    from gone group by 1, 2, 3) d
  group by d.workspace_id order by d.workspace_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_gone_channel_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select gone.*, -1 as n from gone) r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'channel_links', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_gone_conversations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select gone.*, -1 as n from gone) r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'conversations', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_gone_guest_figures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select gone.*, -1 as n from gone) r cross join lateral (values ('all', 0::bigint)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'guest_figures', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_gone_inquiries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select gone.*, -1 as n from gone) r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'inquiries', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_gone_listings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select gone.*, -1 as n from gone) r cross join lateral (values ('all', 0::bigint),
  ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
  ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
  ('change month', month_number((r.updated_at at time zone 'UTC')::date))) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'listings', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_gone_reservations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  counted record;
begin
  for counted in
    select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.listed_as) as statuses,
           array_agg(d.source) as sources, array_agg(d.account_id) as accounts, array_agg(d.listed_under) as owners, array_agg(d.n) as more
    from (
      select r.workspace_id, p.counted_by, p.bucket, r.listed_as, coalesce(r.source, '') as source,
             coalesce(r.account_id, 0) as account_id, r.listed_under, -count(*) as n
      from gone r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id),
        ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
        ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out)),
        ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
        ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
        ('change month', month_number((r.updated_at at time zone 'UTC')::date))) p (counted_by, bucket)
      where r.listed_as is not null
      group by 1, 2, 3, 4, 5, 6, 7) d
    group by 1 order by 1
  loop
    perform add_to_reservation_counts(counted.workspace_id, counted.ways, counted.buckets, counted.statuses, counted.sources,
      counted.accounts, counted.owners, counted.more);
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_gone_reviews()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select gone.*, -1 as n from gone) r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id), ('rating', (r.rating * 100)::bigint)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'reviews', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_gone_sync_failures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select gone.*, -1 as n from gone) r cross join lateral (values ('connection', r.connection_id)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'sync_failures', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_gone_sync_runs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select gone.*, -1 as n from gone) r cross join lateral (values ('connection', r.connection_id)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'sync_runs', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_made_airbnb_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come) r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id),
  ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
  ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out))) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'airbnb_bookings', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_made_airbnb_transactions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come) r cross join lateral (values ('all', 0::bigint),
  ('payout day', (coalesce(r.payout_date, r.date) - date '1970-01-01')::bigint),
  ('payout month', month_number(coalesce(r.payout_date, r.date)))) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'airbnb_transactions', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_made_attempts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_to_delivery_counts(d.workspace_id, array_agg(d.webhook_id), array_agg(d.week), array_agg(d.accepted), array_agg(d.others))
  from (
    select workspace_id, webhook_id, week_number(started_at) as week, count(*) filter (where outcome = 'accepted') as accepted,
           count(*) filter (where outcome <> 'accepted') as others
    from come group by 1, 2, 3) d
  group by d.workspace_id order by d.workspace_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_made_channel_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come) r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'channel_links', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_made_conversations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come) r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'conversations', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_made_guest_figures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come) r cross join lateral (values ('all', 0::bigint)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'guest_figures', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_made_inquiries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come) r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'inquiries', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_made_listings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come) r cross join lateral (values ('all', 0::bigint),
  ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
  ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
  ('change month', month_number((r.updated_at at time zone 'UTC')::date))) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'listings', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_made_reservations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  counted record;
begin
  for counted in
    select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.listed_as) as statuses,
           array_agg(d.source) as sources, array_agg(d.account_id) as accounts, array_agg(d.listed_under) as owners, array_agg(d.n) as more
    from (
      select r.workspace_id, p.counted_by, p.bucket, r.listed_as, coalesce(r.source, '') as source,
             coalesce(r.account_id, 0) as account_id, r.listed_under, count(*) as n
      from come r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id),
        ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
        ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out)),
        ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
        ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
        ('change month', month_number((r.updated_at at time zone 'UTC')::date))) p (counted_by, bucket)
      where r.listed_as is not null
      group by 1, 2, 3, 4, 5, 6, 7) d
    group by 1 order by 1
  loop
    perform add_to_reservation_counts(counted.workspace_id, counted.ways, counted.buckets, counted.statuses, counted.sources,
      counted.accounts, counted.owners, counted.more);
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_made_reviews()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come) r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id), ('rating', (r.rating * 100)::bigint)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'reviews', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_made_sync_failures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come) r cross join lateral (values ('connection', r.connection_id)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'sync_failures', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_made_sync_runs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (select come.*, 1 as n from come) r cross join lateral (values ('connection', r.connection_id)) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, 'sync_runs', counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.count_requests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  counted record;
begin
  for counted in
    select d.workspace_id, array_agg(d.unit) as units, array_agg(d.bucket) as buckets, array_agg(d.operation_id) as operations,
           array_agg(d.family) as families, array_agg(d.n) as more
    from (
      select r.workspace_id, u.unit, floor(extract(epoch from r.created_at) / u.seconds)::bigint as bucket, r.operation_id,
             r.status / 100 as family, count(*) as n
      from come r cross join (values ('hour', 3600), ('day', 86400)) u (unit, seconds)
      group by 1, 2, 3, 4, 5) d
    group by 1 order by 1
  loop
    insert into request_counts as c (workspace_id, unit, bucket, operation_id, family, n)
    select counted.workspace_id, m.*
    from unnest(counted.units, counted.buckets, counted.operations, counted.families, counted.more)
      as m (unit, bucket, operation_id, family, n) order by 2, 3, 4, 5
    on conflict (workspace_id, unit, bucket, operation_id, family) do update set n = c.n + excluded.n;
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.counted_in(r airbnb_bookings)
 RETURNS TABLE(counted_by text, bucket bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values ('all', 0::bigint), ('listing', r.listing_id),
    ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
    ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out))
$function$
;

CREATE OR REPLACE FUNCTION public.counted_in(r airbnb_transactions)
 RETURNS TABLE(counted_by text, bucket bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values ('all', 0::bigint), ('payout day', (coalesce(r.payout_date, r.date) - date '1970-01-01')::bigint),
    ('payout month', month_number(coalesce(r.payout_date, r.date)))
$function$
;

CREATE OR REPLACE FUNCTION public.counted_in(r channel_links)
 RETURNS TABLE(counted_by text, bucket bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values ('all', 0::bigint), ('listing', r.listing_id)
$function$
;

CREATE OR REPLACE FUNCTION public.counted_in(r conversations)
 RETURNS TABLE(counted_by text, bucket bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values ('all', 0::bigint), ('listing', r.listing_id)
$function$
;

CREATE OR REPLACE FUNCTION public.counted_in(r guest_figures)
 RETURNS TABLE(counted_by text, bucket bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values ('all', 0::bigint)
$function$
;

CREATE OR REPLACE FUNCTION public.counted_in(r inquiries)
 RETURNS TABLE(counted_by text, bucket bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values ('all', 0::bigint), ('listing', r.listing_id)
$function$
;

CREATE OR REPLACE FUNCTION public.counted_in(r listings)
 RETURNS TABLE(counted_by text, bucket bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values ('all', 0::bigint),
    ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
    ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
    ('change month', month_number((r.updated_at at time zone 'UTC')::date))
$function$
;

CREATE OR REPLACE FUNCTION public.counted_in(r reviews)
 RETURNS TABLE(counted_by text, bucket bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values ('all', 0::bigint), ('listing', r.listing_id), ('rating', (r.rating * 100)::bigint)
$function$
;

CREATE OR REPLACE FUNCTION public.counted_in(r sync_failures)
 RETURNS TABLE(counted_by text, bucket bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values ('connection', r.connection_id)
$function$
;

CREATE OR REPLACE FUNCTION public.counted_in(r sync_runs)
 RETURNS TABLE(counted_by text, bucket bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values ('connection', r.connection_id)
$function$
;

CREATE OR REPLACE FUNCTION public.counted_lists()
 RETURNS TABLE(list text, traits text, places text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select c.list, format(c.traits, $owner$case when r.listing_id is null then coalesce(r.connection_id::text, '') else (
           select coalesce(r.connection_id::text, 'of ' || l.connection_id, '') from listings l
           where l.workspace_id = $1 and l.id = r.listing_id and l.active) end$owner$), c.places
  from (values
    ('airbnb_bookings',
     $t$(select array[r.state, r.connection_id::text] from listings l
         where l.workspace_id = $1 and l.id = r.listing_id and l.active)$t$,
     $p$('all', 0::bigint), ('listing', r.listing_id),
        ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
        ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out))$p$),
    ('airbnb_transactions',
     $t$array[r.connection_id::text, r.status, r.type]$t$,
     $p$('all', 0::bigint), ('payout day', (coalesce(r.payout_date, r.date) - date '1970-01-01')::bigint),
        ('payout month', month_number(coalesce(r.payout_date, r.date)))$p$),
    ('channel_links',
     $t$case when r.platform = 'vrbo' then (
          select array[case when r.active then 'active' else 'inactive' end, coalesce(l.connection_id::text, '')] from listings l
          where l.workspace_id = $1 and l.id = r.listing_id and l.active and l.archived_at is null) end$t$,
     $p$('all', 0::bigint), ('listing', r.listing_id)$p$),
    ('conversations',
     $t$(select array[coalesce(r.platform, ''), coalesce(r.account_id::text, ''), o.owner]
         from (select %1$s as owner) o where o.owner is not null)$t$,
     $p$('all', 0::bigint), ('listing', r.listing_id)$p$),
    ('guest_figures',
     $t$case when r.shown > 0 then array['booked'] when r.bookings = 0 then array['none'] end$t$,
     $p$('all', 0::bigint)$p$),
    ('inquiries',
     $t$(select array[case when r.status in ('open', 'pre_approved', 'special_offer_sent') and r.lapses_at <= r.lapse_told_at
                           then 'expired' else r.status end, o.owner]
         from (select %1$s as owner) o where o.owner is not null)$t$,
     $p$('all', 0::bigint), ('listing', r.listing_id)$p$),
    ('listings',
     $t$array[case when r.active then 'active' else 'inactive' end, case when r.archived_at is null then '' else 'archived' end,
              coalesce(r.lifecycle_status, ''), coalesce(r.account_id::text, ''), coalesce(r.connection_id::text, ''), r.on_channels,
              r.on_hosts]$t$,
     $p$('all', 0::bigint), ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
        ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
        ('change month', month_number((r.updated_at at time zone 'UTC')::date))$p$),
    ('reviews',
     $t$(select array[coalesce(r.platform, ''), coalesce(r.account_id::text, ''), o.owner, r.reviewer_role,
                      case when r.response_body is null then 'unanswered' else 'responded' end]
         from (select %1$s as owner) o where o.owner is not null)$t$,
     $p$('all', 0::bigint), ('listing', r.listing_id), ('rating', (r.rating * 100)::bigint)$p$),
    ('sync_failures', $t$array[r.entity, r.severity]$t$, $p$('connection', r.connection_id)$p$),
    ('sync_runs', $t$case when r.kind <> 'hint' then array[r.kind, r.state] end$t$, $p$('connection', r.connection_id)$p$)
  ) c (list, traits, places)
$function$
;

CREATE OR REPLACE FUNCTION public.delivery_count_differences(workspace bigint)
 RETURNS TABLE(webhook_id uuid, week bigint, kept_accepted bigint, found_accepted bigint, kept_others bigint, found_others bigint)
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
begin
  return query
    with found as (
      select a.webhook_id, week_number(a.started_at) as week, count(*) filter (where a.outcome = 'accepted') as accepted,
             count(*) filter (where a.outcome <> 'accepted') as others
      from delivery_attempts a where a.workspace_id = workspace group by 1, 2
    )
    select coalesce(k.webhook_id, f.webhook_id), coalesce(k.week, f.week), coalesce(k.accepted, 0), coalesce(f.accepted, 0),
           coalesce(k.others, 0), coalesce(f.others, 0)
    from (select * from delivery_counts c where c.workspace_id = workspace) k
    full join found f using (webhook_id, week)
    where (coalesce(k.accepted, 0), coalesce(k.others, 0)) is distinct from (coalesce(f.accepted, 0), coalesce(f.others, 0));
end $function$
;

CREATE OR REPLACE FUNCTION public.end_figures_of_guests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ended record;
begin
  for ended in select workspace_id, array_agg(id) as guests from gone group by 1 order by 1 loop
    delete from guest_figures f where f.workspace_id = ended.workspace_id and f.id = any(ended.guests);
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.figures_of_guests(workspace bigint, guests bigint[])
 RETURNS TABLE(id bigint, bookings integer, shown integer, stayed integer, cancelled integer, first_check_in date, last_check_in date, revenue jsonb, priced_check_in date, priced_id bigint, priced_currency text)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  paid record;
begin
  foreach id in array guests loop
    select count(*)::int, count(r.listed_as)::int, (count(*) filter (where r.listed_as = 'completed'))::int,
           (count(*) filter (where r.listed_as = 'cancelled'))::int,
           min(r.check_in) filter (where r.listed_as = 'completed'), max(r.check_in) filter (where r.listed_as = 'completed')
    into bookings, shown, stayed, cancelled, first_check_in, last_check_in
    from reservations r where r.workspace_id = workspace and r.guest_id = figures_of_guests.id;
    revenue := '{}';
    priced_check_in := null;
    priced_id := null;
    priced_currency := null;
    if stayed > 0 then
      for paid in
        select coalesce(r.currency, '') as currency, sum(r.total_price) as amount from reservations r
        where r.workspace_id = workspace and r.guest_id = figures_of_guests.id and r.listed_as = 'completed' and r.total_price is not null
        group by 1
      loop
        revenue := revenue || jsonb_build_object(paid.currency, paid.amount);
      end loop;
      select r.check_in, r.id, r.currency into priced_check_in, priced_id, priced_currency from reservations r
      where r.workspace_id = workspace and r.guest_id = figures_of_guests.id and r.listed_as = 'completed' and r.total_price is not null
      order by r.check_in desc, r.id desc limit 1;
    end if;
    return next;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_audit_lines(workspace bigint, before timestamp with time zone, at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.guest_figure_differences(workspace bigint)
 RETURNS TABLE(id bigint, kept jsonb, found jsonb)
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
declare
  guests bigint[] := array(select g.id from guests g where g.workspace_id = workspace order by g.id limit 5000);
  sums jsonb;
begin
  while guests <> '{}' loop
    sums := (select jsonb_agg(to_jsonb(s)) from figures_of_guests(workspace, guests) s);
    return query
      select f.id, k.figures, f.figures
      from (select (s.figures ->> 'id')::bigint as id, s.figures from jsonb_array_elements(sums) s (figures)) f
      left join (
        select g.id, to_jsonb(g) - array['workspace_id', 'listed_as'] as figures from guest_figures g
        where g.workspace_id = workspace and g.id = any(guests)) k using (id)
      where k.figures is distinct from f.figures;
    guests := array(
      select g.id from guests g where g.workspace_id = workspace and g.id > guests[cardinality(guests)] order by g.id limit 5000);
  end loop;
  return query
    select k.id, to_jsonb(k) - array['workspace_id', 'listed_as'], null::jsonb from guest_figures k
    where k.workspace_id = workspace and not exists (select from guests g where g.workspace_id = workspace and g.id = k.id);
end $function$
;

CREATE OR REPLACE FUNCTION public.guest_story(g guests)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_build_object(
    'firstName', g.first_name, 'lastName', g.last_name, 'avatarUrl', g.avatar_url, 'language', g.language,
    'country', g.country, 'currency', g.currency, 'isBlacklisted', g.is_blacklisted,
    'blacklistedReason', g.blacklisted_reason, 'riskLevel', g.risk_level, 'verificationLevel', g.verification_level,
    'isBusinessTraveler', g.is_business_traveler, 'flags', g.flags, 'notes', g.notes)
$function$
;

CREATE OR REPLACE FUNCTION public.guest_story(g jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_build_object(
    'firstName', g -> 'first_name', 'lastName', g -> 'last_name', 'avatarUrl', g -> 'avatar_url', 'language', g -> 'language',
    'country', g -> 'country', 'currency', g -> 'currency', 'isBlacklisted', g -> 'is_blacklisted',
    'blacklistedReason', g -> 'blacklisted_reason', 'riskLevel', g -> 'risk_level', 'verificationLevel', g -> 'verification_level',
    'isBusinessTraveler', g -> 'is_business_traveler', 'flags', g -> 'flags', 'notes', g -> 'notes')
$function$
;

CREATE OR REPLACE FUNCTION public.index_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  entry record;
begin
  if tg_op <> 'INSERT' then
    for entry in
      select g.workspace_id, array_agg(g.record_type) as types, array_agg(g.record_id) as ids, array_agg(k.field) as fields,
             array_agg(g.revision) as revisions
      from gone g cross join lateral jsonb_object_keys(g.previous) as k (field) group by 1 order by 1
    loop
      delete from history_fields f
      using unnest(entry.types, entry.ids, entry.fields, entry.revisions) as m (type, id, field, revision)
      where f.workspace_id = entry.workspace_id and f.record_type = m.type and f.record_id = m.id and f.field = m.field
        and f.revision = m.revision;
    end loop;
  end if;
  if tg_op <> 'DELETE' then
    for entry in
      select c.workspace_id, array_agg(c.record_type) as types, array_agg(c.record_id) as ids, array_agg(k.field) as fields,
             array_agg(c.revision) as revisions
      from come c cross join lateral jsonb_object_keys(c.previous) as k (field) group by 1 order by 1
    loop
      insert into history_fields (workspace_id, record_type, record_id, field, revision)
      select entry.workspace_id, m.* from unnest(entry.types, entry.ids, entry.fields, entry.revisions) as m (type, id, field, revision)
      on conflict do nothing;
    end loop;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.is_closed_key(key_id text)
 RETURNS boolean
 LANGUAGE sql
RETURN (EXISTS (SELECT FROM encryption_keys k WHERE ((k.id = is_closed_key.key_id) AND (k.closed_at IS NOT NULL))))
;

CREATE OR REPLACE FUNCTION public.is_sandbox_id(id bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select id between 900000000 and 999999999999 $function$
;

CREATE OR REPLACE FUNCTION public.keep_an_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.role = 'owner' and old.confirmed_at is not null and not exists (
    select from members
    where workspace_id = old.workspace_id and role = 'owner' and confirmed_at is not null) then
    raise exception 'workspace % keeps an owner', old.workspace_id using errcode = 'restrict_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_channels()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  one channel_links := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from listings l where l.workspace_id = one.workspace_id and l.id = one.listing_id
             and l.created_at < written_at())
     and (tg_op <> 'INSERT' or not exists (
       select from channel_links l
       where l.workspace_id = one.workspace_id and l.listing_id = one.listing_id and l.platform = one.platform
         and l.external_id = one.external_id and (l.active, l.sync_enabled) = (one.active, one.sync_enabled)))
     and (tg_op <> 'UPDATE' or (old.active, old.sync_enabled, old.external_id)
                               is distinct from (new.active, new.sync_enabled, new.external_id)) then
    perform keep_part(one.workspace_id, 'listing', one.listing_id, 'channels',
                      channels_of(one.workspace_id, one.listing_id));
  end if;
  return one;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  one guest_contacts := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from guests g where g.workspace_id = one.workspace_id and g.id = one.guest_id
             and g.created_at < written_at())
     and (tg_op <> 'INSERT' or not exists (
       select from guest_contacts c
       where c.workspace_id = one.workspace_id and c.guest_id = one.guest_id and c.type = one.type and c.value = one.value
         and (c.is_primary, c.last_used_at) is not distinct from (one.is_primary, one.last_used_at))) then
    perform keep_part(one.workspace_id, 'guest', one.guest_id, 'contacts', contacts_of(one.workspace_id, one.guest_id));
  end if;
  return one;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.created_at < written_at() then
    perform keep_part(old.workspace_id, 'conversation', old.id, 'row', jsonb_build_object(
      'lastMessageAt', old.last_message_at, 'lastMessagePreview', old.last_message_preview,
      'unreadCount', old.unread_count, 'updatedAt', old.updated_at, 'host', old.host));
  end if;
  return new;
end $function$
;

CREATE OR REPLACE PROCEDURE public.keep_counts(IN kept regclass)
 LANGUAGE plpgsql
AS $procedure$
declare
  -- What a statement did: n counts, the rows it made more and the rows it took away less.
  counting text := $sql$
    begin
      perform add_to_counts(array_agg(d::record_counts)) from (
        select r.workspace_id, '%s', r.counted_by, r.bucket, r.listed_as, sum(r.n)::bigint from (%s) r
        group by 1, 2, 3, 4, 5 having sum(r.n) <> 0) d
      having count(*) > 0;
      return null;
    end $sql$;
  rows_of text := $sql$
    select r.workspace_id, p.counted_by, p.bucket, r.listed_as, %s as n
    from %s r cross join lateral counted_in(r::%s) p where r.listed_as is not null and p.bucket is not null$sql$;
  come text := format(rows_of, 1, 'come', kept);
  gone text := format(rows_of, -1, 'gone', kept);
begin
  execute format('alter table %s add column if not exists listed_as text[]', kept);
  execute format('update %s r set listed_as = traits_of(r)', kept);
  execute format($sql$
    insert into record_counts
    select r.workspace_id, %L, r.counted_by, r.bucket, r.listed_as, count(*) from (%s) r
    group by 1, 2, 3, 4, 5$sql$, kept::text, format(rows_of, 1, kept, kept));
  execute format('create function %I() returns trigger language plpgsql as $f$%s$f$',
    'count_made_' || kept, format(counting, kept, come));
  execute format('create function %I() returns trigger language plpgsql as $f$%s$f$',
    'count_gone_' || kept, format(counting, kept, gone));
  execute format('create function %I() returns trigger language plpgsql as $f$%s$f$',
    'count_changed_' || kept, format(counting, kept, come || ' union all ' || gone));
  execute format('create trigger %I before insert or update on %s for each row execute function list_record()',
    kept || '_listed', kept);
  execute format('create trigger %I after insert on %s referencing new table as come
    for each statement execute function %I()', kept || '_counted_made', kept, 'count_made_' || kept);
  execute format('create trigger %I after delete on %s referencing old table as gone
    for each statement execute function %I()', kept || '_counted_gone', kept, 'count_gone_' || kept);
  execute format('create trigger %I after update on %s referencing old table as gone new table as come
    for each statement execute function %I()', kept || '_counted_changed', kept, 'count_changed_' || kept);
end $procedure$
;

CREATE OR REPLACE PROCEDURE public.keep_counts_with_listing(IN kept regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  call keep_counts(kept);
  execute format('create trigger %2$I after update of active, connection_id on listings for each row
    when ((old.active, old.connection_id) is distinct from (new.active, new.connection_id))
    execute function list_again_with_listing(%3$L)', kept, 'listings_' || kept, kept::text);
end $procedure$
;

CREATE OR REPLACE FUNCTION public.keep_listing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.created_at < written_at() then
    perform keep_part(old.workspace_id, 'listing', old.id, 'row', jsonb_build_object(
      'active', old.active, 'inactiveReason', old.inactive_reason, 'lifecycleStatus', old.lifecycle_status,
      'archivedAt', old.archived_at, 'updatedAt', old.updated_at));
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_part(workspace bigint, type text, record bigint, part text, was jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into past_parts values (workspace, type, record, part, written_at(), was) on conflict do nothing;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_reservation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_part(old.workspace_id, 'reservation', old.id, 'row',
    case when old.merged_into is not null then jsonb_build_object('mergedInto', old.merged_into::text)
         else jsonb_build_object(
           'guestId', old.guest_id::text, 'listingId', old.listing_id::text, 'doc', old.doc::jsonb, 'status', old.status,
           'statusDetail', old.status_detail, 'pendingReason', old.pending_reason, 'respondBy', old.respond_by,
           'revision', old.revision) end);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_rooms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_part(l.workspace_id, 'listing', l.listing_id, 'units', units_of(l.workspace_id, l.listing_id))
  from listing_units l join listings home on home.workspace_id = l.workspace_id and home.id = l.listing_id
  where l.workspace_id = old.workspace_id and l.unit_id = old.id and home.created_at < written_at();
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_units()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  one listing_units := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from listings l where l.workspace_id = one.workspace_id and l.id = one.listing_id
             and l.created_at < written_at())
     and (tg_op <> 'INSERT' or not exists (
       select from listing_units l where l.workspace_id = one.workspace_id and l.listing_id = one.listing_id
         and l.unit_id = one.unit_id)) then
    perform keep_part(one.workspace_id, 'listing', one.listing_id, 'units', units_of(one.workspace_id, one.listing_id));
  end if;
  return one;
end $function$
;

CREATE OR REPLACE FUNCTION public.leave_audit_changes(workspace bigint, hours bigint[], actions text[], outcomes text[], actors text[], more bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into audit_changes (workspace_id, hour, action, outcome, actor, n)
  select workspace, m.* from unnest(hours, actions, outcomes, actors, more) as m (hour, action, outcome, actor, n);
end $function$
;

CREATE OR REPLACE FUNCTION public.leave_ended_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform leave_audit_changes(d.workspace_id, array_agg(d.hour), array_agg(d.action), array_agg(d.outcome), array_agg(d.actor), array_agg(d.n))
  from (
    select l.workspace_id, audit_hour(l.at) as hour, l.action, l.outcome, l.actor, sum(l.n) as n
    from (select workspace_id, at, action, outcome, actor, 1 as n from come
          union all select workspace_id, at, action, outcome, actor, -1 from gone) l
    where l.outcome <> 'begun' group by 1, 2, 3, 4, 5 having sum(l.n) <> 0) d
  group by d.workspace_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.leave_gone_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform leave_audit_changes(d.workspace_id, array_agg(d.hour), array_agg(d.action), array_agg(d.outcome), array_agg(d.actor), array_agg(d.n))
  from (
    select workspace_id, audit_hour(at) as hour, action, outcome, actor, -count(*) as n from gone
    where outcome <> 'begun' group by 1, 2, 3, 4, 5) d
  group by d.workspace_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.leave_made_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform leave_audit_changes(d.workspace_id, array_agg(d.hour), array_agg(d.action), array_agg(d.outcome), array_agg(d.actor), array_agg(d.n))
  from (
    select workspace_id, audit_hour(at) as hour, action, outcome, actor, count(*) as n from come
    where outcome <> 'begun' group by 1, 2, 3, 4, 5) d
  group by d.workspace_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.letters_of(workspace bigint, words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  select coalesce(array_agg(distinct workspace || ' ' || substr(low, place, 3)), '{}')
  from lower(words) low, generate_series(1, length(low) - 2) place
$function$
;

CREATE OR REPLACE FUNCTION public.list_again_with_listing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  execute format('update %I r set listing_id = r.listing_id where r.workspace_id = $1 and r.listing_id = $2', tg_argv[0])
    using new.workspace_id, new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.list_record()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_name like 'listings_listed%' then
    new.listed_as := array[
      case when new.active then 'active' else 'inactive' end, case when new.archived_at is null then '' else 'archived' end,
      coalesce(new.lifecycle_status, ''), coalesce(new.account_id::text, ''), coalesce(new.connection_id::text, ''), new.on_channels,
      new.on_hosts];
  elsif tg_name like 'airbnb_bookings_listed%' then
    new.listed_as := (select array[new.state, new.connection_id::text] from listings l
                      where l.workspace_id = new.workspace_id and l.id = new.listing_id and l.active);
  elsif tg_name like 'guest_figures_listed%' then
    new.listed_as := case when new.shown > 0 then array['booked'] when new.bookings = 0 then array['none'] end;
  elsif tg_name like 'sync_runs_listed%' then
    new.listed_as := case when new.kind <> 'hint' then array[new.kind, new.state] end;
  elsif tg_name like 'sync_failures_listed%' then
    new.listed_as := array[new.entity, new.severity];
  elsif tg_name like 'airbnb_transactions_listed%' then
    new.listed_as := array[new.connection_id::text, new.status, new.type];
  elsif tg_name like 'channel_links_listed%' then
    new.listed_as := case when new.platform = 'vrbo' then (
      select array[case when new.active then 'active' else 'inactive' end, coalesce(l.connection_id::text, '')] from listings l
      where l.workspace_id = new.workspace_id and l.id = new.listing_id and l.active and l.archived_at is null) end;
  else
    -- The last of the traits so far is the owner, without which no list shows the row.
    new.listed_as := array[listed_under(new.workspace_id, new.connection_id, new.listing_id)];
    if new.listed_as[1] is null then
      new.listed_as := null;
    elsif tg_name like 'conversations_listed%' then
      new.listed_as := array[coalesce(new.platform, ''), coalesce(new.account_id::text, '')] || new.listed_as;
    elsif tg_name like 'reviews_listed%' then
      new.listed_as := array[coalesce(new.platform, ''), coalesce(new.account_id::text, '')] || new.listed_as || array[new.reviewer_role,
        case when new.response_body is null then 'unanswered' else 'responded' end];
    elsif tg_name like 'inquiries_listed%' then
      new.listed_as := array[case when new.status in ('open', 'pre_approved', 'special_offer_sent') and new.lapses_at <= new.lapse_told_at
                                  then 'expired' else new.status end] || new.listed_as;
    end if;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.list_reservation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  home record;
begin
  select l.active, l.connection_id into home from listings l
  where l.workspace_id = new.workspace_id and l.id = new.listing_id;
  new.listed_under := coalesce(new.connection_id, home.connection_id, 0);
  new.listed_as := case when new.merged_into is null and home.active then listed_status(
    new.status, new.completes_at, new.lapses_at, nullif(current_setting('lodgewire.at', true), '')::timestamptz) end;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.list_reservations_of_listing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update reservations r set listed_as = r.listed_as, listing_id = r.listing_id
  where r.workspace_id = new.workspace_id and r.listing_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.listed_status(status text, completes_at timestamp with time zone, lapses_at timestamp with time zone, moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((status = 'confirmed'::text) AND (completes_at <= (moment - '01:00:00'::interval))) THEN 'completed'::text WHEN ((status = 'pending'::text) AND (lapses_at <= (moment - '01:00:00'::interval))) THEN 'cancelled'::text ELSE status END
;

CREATE OR REPLACE FUNCTION public.listed_under(workspace bigint, connection bigint, listing bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return case when listing is null then coalesce(connection::text, '') else (
    select coalesce(connection::text, 'of ' || l.connection_id, '') from listings l
    where l.workspace_id = workspace and l.id = listing and l.active) end;
end $function$
;

CREATE OR REPLACE FUNCTION public.live_id(n bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select case when n < 900000000 then n else n + 999100000000 end $function$
;

CREATE OR REPLACE FUNCTION public.month_number(day date)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((EXTRACT(year FROM day))::bigint * 12) + (EXTRACT(month FROM day))::bigint) - 1)
;

CREATE OR REPLACE FUNCTION public.name_of_guest(first_name text, last_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (first_name IS NULL) THEN COALESCE(last_name, ''::text) WHEN (last_name IS NULL) THEN first_name ELSE ((first_name || ' '::text) || last_name) END
;

CREATE OR REPLACE FUNCTION public.next_id(workspace bigint, live_sequence regclass)
 RETURNS bigint
 LANGUAGE sql
AS $function$ select case when is_sandbox_id(workspace) then nextval('sandbox_id') else live_id(nextval(live_sequence)) end $function$
;

CREATE OR REPLACE FUNCTION public.note_changed_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  home record;
  hosts bigint[];
begin
  for home in
    select o.workspace_id, array_agg(o.id) filter (where o.connection_id is distinct from r.connection_id) as moved,
           array_agg(distinct r.connection_id) as connections
    from gone o join come r on r.workspace_id = o.workspace_id and r.id = o.id
    where (o.connection_id, o.listing_id, o.status, o.status_detail, o.check_in, o.check_out, o.completes_at, o.lapses_at)
      is distinct from (r.connection_id, r.listing_id, r.status, r.status_detail, r.check_in, r.check_out, r.completes_at, r.lapses_at)
    group by 1 order by 1
  loop
    if home.moved is not null then
      delete from airbnb_bookings b where b.workspace_id = home.workspace_id and b.id = any(home.moved);
    end if;
    hosts := array(select c.id from connections c
                   where c.workspace_id = home.workspace_id and c.id = any(home.connections) and c.provider = 'airbnb');
    continue when hosts = '{}';
    perform write_airbnb_bookings(home.workspace_id, jsonb_agg(jsonb_build_object(
      'id', r.id, 'connection_id', r.connection_id, 'listing_id', r.listing_id,
      'state', airbnb_state(r.status, r.status_detail, r.completes_at, r.lapses_at,
        nullif(current_setting('lodgewire.at', true), '')::timestamptz),
      'check_in', r.check_in, 'check_out', r.check_out, 'completes_at', r.completes_at, 'lapses_at', r.lapses_at)))
    from gone o join come r on r.workspace_id = o.workspace_id and r.id = o.id
    where r.workspace_id = home.workspace_id and r.connection_id = any(hosts)
      and (o.connection_id, o.listing_id, o.status, o.status_detail, o.check_in, o.check_out, o.completes_at, o.lapses_at)
        is distinct from (r.connection_id, r.listing_id, r.status, r.status_detail, r.check_in, r.check_out, r.completes_at, r.lapses_at);
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_changed_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_where_sold(l.workspace_id, array_agg(l.listing_id)) from (select workspace_id, listing_id from come union select workspace_id, listing_id from gone) l group by l.workspace_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_changes(changes jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into record_history (workspace_id, record_type, record_id, revision, change, previous, origin, created_at)
  select c.workspace_id, c.type, c.id,
         case when last.created_at = c.at then last.revision else coalesce(last.revision + 1, 1) end, 'updated', c.previous, 'kept', c.at
  from jsonb_to_recordset(changes) as c (workspace_id bigint, type text, id bigint, previous jsonb, at timestamptz(3))
  left join lateral (
    select h.revision, h.change, h.created_at from record_history h
    where h.workspace_id = c.workspace_id and h.record_type = c.type and h.record_id = c.id
    order by h.revision desc limit 1) last on true
  -- A record that is new was never anything else.
  where (last.created_at = c.at and last.change = 'created') is not true
  on conflict (workspace_id, record_type, record_id, revision) do update
    set previous = excluded.previous || record_history.previous
$function$
;

CREATE OR REPLACE FUNCTION public.note_changes(workspace bigint, changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_history (workspace_id, record_type, record_id, revision, change, previous, origin, created_at)
  select workspace, c.type, c.id,
         case when last.created_at = c.at then last.revision else coalesce(last.revision + 1, 1) end, 'updated', c.previous, 'kept', c.at
  from jsonb_to_recordset(changes) as c (type text, id bigint, previous jsonb, at timestamptz(3))
  left join lateral (
    select h.revision, h.change, h.created_at from record_history h
    where h.workspace_id = workspace and h.record_type = c.type and h.record_id = c.id
    order by h.revision desc limit 1) last on true
  -- A record that is new was never anything else.
  where (last.created_at = c.at and last.change = 'created') is not true
  on conflict (workspace_id, record_type, record_id, revision) do update
    set previous = excluded.previous || record_history.previous;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  one record;
  before_it jsonb;
begin
  for one in
    select workspace_id, guest_id, max(created_at) as created_at, array_agg(type) as types, array_agg(value) as contacts
    from made group by 1, 2 order by 1, 2
  loop
    continue when (one.created_at <> (
      select g.created_at from guests g where g.workspace_id = one.workspace_id and g.id = one.guest_id)) is not true;
    before_it := (
      select coalesce(jsonb_agg(jsonb_build_object('type', c.type, 'value', c.value) order by c.type, c.value), '[]')
      from guest_contacts c
      where c.workspace_id = one.workspace_id and c.guest_id = one.guest_id
        and not exists (select from unnest(one.types, one.contacts) as m (type, value) where m.type = c.type and m.value = c.value));
    perform note_changes(one.workspace_id, jsonb_build_array(jsonb_build_object(
      'type', 'guest', 'id', one.guest_id, 'at', one.created_at, 'previous', jsonb_build_object('contacts', before_it))));
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_conversations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_changes(n.workspace_id, jsonb_agg(jsonb_build_object(
    'type', 'conversation', 'id', n.id, 'previous', d.previous, 'at', changed_at(n.updated_at))))
  from before o join after n on n.workspace_id = o.workspace_id and n.id = o.id
  cross join lateral replaced(conversation_story(to_jsonb(o)), conversation_story(to_jsonb(n))) as d (previous)
  where d.previous <> '{}'
  group by n.workspace_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_gone_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  home record;
begin
  for home in select workspace_id, array_agg(id) as bookings from gone group by 1 order by 1 loop
    delete from airbnb_bookings b where b.workspace_id = home.workspace_id and b.id = any(home.bookings);
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_gone_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_where_sold(l.workspace_id, array_agg(l.listing_id)) from gone l group by l.workspace_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_guests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_changes(n.workspace_id, jsonb_agg(jsonb_build_object(
    'type', 'guest', 'id', n.id, 'previous', d.previous, 'at', changed_at(n.updated_at))))
  from before o join after n on n.workspace_id = o.workspace_id and n.id = o.id
  cross join lateral replaced(guest_story(to_jsonb(o)), guest_story(to_jsonb(n))) as d (previous)
  where d.previous <> '{}'
  group by n.workspace_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_made()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  one record;
begin
  for one in select workspace_id, array_agg(id) as ids, array_agg(created_at) as moments from made group by 1 order by 1 loop
    insert into record_history (workspace_id, record_type, record_id, revision, change, origin, created_at)
    select one.workspace_id, tg_argv[0], m.id, 1, 'created', 'kept', m.created_at from unnest(one.ids, one.moments) as m (id, created_at)
    on conflict do nothing;
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_made_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  home record;
  hosts bigint[];
begin
  for home in
    select workspace_id, array_agg(distinct connection_id) as connections from come where connection_id is not null group by 1 order by 1
  loop
    hosts := array(select c.id from connections c
                   where c.workspace_id = home.workspace_id and c.id = any(home.connections) and c.provider = 'airbnb');
    continue when hosts = '{}';
    perform write_airbnb_bookings(home.workspace_id, jsonb_agg(jsonb_build_object(
      'id', r.id, 'connection_id', r.connection_id, 'listing_id', r.listing_id,
      'state', airbnb_state(r.status, r.status_detail, r.completes_at, r.lapses_at,
        nullif(current_setting('lodgewire.at', true), '')::timestamptz),
      'check_in', r.check_in, 'check_out', r.check_out, 'completes_at', r.completes_at, 'lapses_at', r.lapses_at)))
    from come r where r.workspace_id = home.workspace_id and r.connection_id = any(hosts);
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_made_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_where_sold(l.workspace_id, array_agg(l.listing_id)) from come l group by l.workspace_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_where_sold(workspace bigint, of_listings bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update listings l set on_channels = s.on_channels, on_hosts = s.on_hosts from sold_where(workspace, of_listings) s
  where l.workspace_id = workspace and l.id = s.id and (l.on_channels, l.on_hosts) is distinct from (s.on_channels, s.on_hosts);
end $function$
;

CREATE OR REPLACE FUNCTION public.place_new_table(new_table regclass, is_of_workspace boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is null then return; end if;
  if not exists (select from pg_catalog.pg_dist_partition where logicalrelid = 'workspace_heads'::regclass) then return; end if;
  if is_of_workspace then
    perform create_distributed_table(new_table, 'workspace_id', colocate_with => 'workspace_heads');
  else
    perform create_reference_table(new_table);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.places_of(r reservations)
 RETURNS TABLE(counted_by text, bucket bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values ('all', 0::bigint), ('listing', r.listing_id),
    ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
    ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out)),
    ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
    ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
    ('change month', month_number((r.updated_at at time zone 'UTC')::date))
$function$
;

CREATE OR REPLACE FUNCTION public.record_count_differences(workspace bigint)
 RETURNS TABLE(list text, counted_by text, bucket bigint, traits text[], kept bigint, found bigint)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  counted record;
begin
  for counted in
    select c.relname as name, e.traits, e.places from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join counted_lists() e on e.list = c.relname
    where a.attname = 'listed_as' and a.atttypid = 'text[]'::regtype and c.relkind in ('r', 'p')
      and c.relnamespace = current_schema::regnamespace
  loop
    return query execute replace(replace(format($sql$
      with found as (
        select p.counted_by, p.bucket, t.traits, count(*) as n
        from %1$I r cross join lateral (select <traits> as traits) t
        cross join lateral (values <places>) p (counted_by, bucket)
        where r.workspace_id = $1 and t.traits is not null and p.bucket is not null
        group by 1, 2, 3
      )
      select %1$L, coalesce(k.counted_by, f.counted_by), coalesce(k.bucket, f.bucket), coalesce(k.traits, f.traits),
             coalesce(k.n, 0), coalesce(f.n, 0)
      from (select * from record_counts c where c.workspace_id = $1 and c.list = %1$L) k
      full join found f using (counted_by, bucket, traits)
      where k.n is distinct from f.n
      union all
      select %1$L, 'listed', 0::bigint, r.listed_as, 1, 0 from %1$I r
      where r.workspace_id = $1 and r.listed_as is distinct from <traits>$sql$,
      counted.name), '<traits>', counted.traits), '<places>', counted.places) using workspace;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_closed_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  key_id text;
begin
  if tg_argv[0] = 'credentials' then
    key_id := sealed_key_id(new.credentials);
  elsif tg_argv[0] = 'session' then
    key_id := sealed_key_id(new.session);
  elsif tg_argv[0] = 'inbound' then
    key_id := sealed_text_key_id(new.inbound ->> 'sealed');
  elsif tg_argv[0] = 'url' then
    key_id := sealed_key_id(new.url);
  elsif tg_argv[0] = 'body' then
    key_id := sealed_key_id(new.body);
  elsif tg_argv[0] = 'sealed' then
    key_id := sealed_key_id(new.sealed);
  elsif tg_argv[0] = 'secret' then
    key_id := sealed_key_id(new.secret);
  else
    raise exception 'the trigger % names no column that has a key', tg_name;
  end if;
  if exists (select from encryption_keys k where k.id = key_id and k.closed_at is not null) then
    raise exception 'the encryption key was replaced: this process encrypts with one that is closed'
      using errcode = 'object_not_in_prerequisite_state', hint = 'Restart the process with the newest key first.';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.replaced(old jsonb, new jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(jsonb_object_agg(o.key, o.value), '{}') from jsonb_each(old) o where o.value is distinct from new -> o.key
$function$
;

CREATE OR REPLACE FUNCTION public.request_count_differences(workspace bigint)
 RETURNS TABLE(unit text, bucket bigint, operation_id text, family integer, kept bigint, found bigint)
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
begin
  return query
    with found as (
      select u.unit, floor(extract(epoch from r.created_at) / u.seconds)::bigint as bucket, r.operation_id, r.status / 100 as family,
             count(*) as n
      from request_log r cross join (values ('hour', 3600), ('day', 86400)) u (unit, seconds)
      where r.workspace_id = workspace group by 1, 2, 3, 4
    )
    select unit, bucket, operation_id, family, coalesce(k.n, 0), coalesce(f.n, 0)
    from (select * from request_counts c where c.workspace_id = workspace) k
    full join found f using (unit, bucket, operation_id, family)
    where coalesce(k.n, 0) <> coalesce(f.n, 0);
end $function$
;

CREATE OR REPLACE FUNCTION public.reservation_count_differences(workspace bigint)
 RETURNS TABLE(counted_by text, bucket bigint, listed_as text, source text, account_id bigint, listed_under bigint, kept bigint, found bigint)
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
begin
  return query
    with found as (
      select p.counted_by, p.bucket, r.listed_as, coalesce(r.source, '') as source, coalesce(r.account_id, 0) as account_id,
             r.listed_under, count(*) as n
      from reservations r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id),
        ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
        ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out)),
        ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
        ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
        ('change month', month_number((r.updated_at at time zone 'UTC')::date))) p (counted_by, bucket)
      where r.workspace_id = workspace and r.listed_as is not null
      group by 1, 2, 3, 4, 5, 6
    )
    select counted_by, bucket, listed_as, source, account_id, listed_under, coalesce(k.n, 0), coalesce(f.n, 0)
    from (select * from reservation_counts c where c.workspace_id = workspace) k
    full join found f using (counted_by, bucket, listed_as, source, account_id, listed_under)
    where k.n is distinct from f.n
    union all
    select 'listed', r.id, r.listed_as, coalesce(r.source, ''), coalesce(r.account_id, 0), r.listed_under, 1, 0
    from reservations r left join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
    where r.workspace_id = workspace and (
      r.listed_under <> coalesce(r.connection_id, l.connection_id, 0)
      or (r.listed_as is not null) <> (r.merged_into is null and coalesce(l.active, false))
      or r.listed_as not in (r.status, listed_status(r.status, r.completes_at, r.lapses_at, 'infinity')));
end $function$
;

CREATE OR REPLACE FUNCTION public.sealed_key_id(sealed bytea)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN "substring"(encode(SUBSTRING(sealed FROM 1 FOR 40), 'escape'::text), '^v1\.([A-Za-z0-9_-]{1,32})\.'::text)
;

CREATE OR REPLACE FUNCTION public.sealed_text_key_id(sealed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (sealed ~~ 'djEu%'::text) THEN sealed_key_id(decode("left"(sealed, 56), 'base64'::text)) ELSE NULL::text END
;

CREATE OR REPLACE FUNCTION public.set_change_cause(cause text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('set local lodgewire.cause = %L', cause);
end $function$
;

CREATE OR REPLACE FUNCTION public.set_change_moment(moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('set local lodgewire.at = %L', moment);
end $function$
;

CREATE OR REPLACE FUNCTION public.sold_where(workspace bigint, listings bigint[])
 RETURNS TABLE(id bigint, on_channels text, on_hosts text)
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return query
    select l.id, coalesce(c.names, ''), coalesce(h.ids, '')
    from (select distinct unnest(listings) as id) l
    left join (
      select c.listing_id, ',' || string_agg(distinct c.platform, ',' order by c.platform) || ',' as names from channel_links c
      where c.workspace_id = workspace and c.listing_id = any(listings) and c.active group by c.listing_id) c on c.listing_id = l.id
    left join (
      select k.listing_id, ',' || string_agg(distinct k.connection_id::text, ',' order by k.connection_id::text) || ',' as ids
      from listing_links k join connections n on n.workspace_id = k.workspace_id and n.id = k.connection_id and n.provider = 'airbnb'
      where k.workspace_id = workspace and k.listing_id = any(listings) group by k.listing_id) h on h.listing_id = l.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.sold_where_differences(workspace bigint)
 RETURNS TABLE(id bigint, kept text[], found text[])
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
declare
  homes bigint[] := array(select l.id from listings l where l.workspace_id = workspace);
  sold jsonb := (select jsonb_agg(to_jsonb(s)) from sold_where(workspace, homes) s);
begin
  return query
    select l.id, array[l.on_channels, l.on_hosts], array[s.on_channels, s.on_hosts]
    from jsonb_to_recordset(sold) s (id bigint, on_channels text, on_hosts text)
    join listings l on l.workspace_id = workspace and l.id = s.id
    where (l.on_channels, l.on_hosts) is distinct from (s.on_channels, s.on_hosts);
end $function$
;

CREATE OR REPLACE FUNCTION public.sum_guests(workspace bigint, guests bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from guest_figures f where f.workspace_id = workspace and f.id = any(guests) order by f.id for update;
  update guest_figures f set bookings = s.bookings, shown = s.shown, stayed = s.stayed, cancelled = s.cancelled,
    first_check_in = s.first_check_in, last_check_in = s.last_check_in, revenue = s.revenue,
    priced_check_in = s.priced_check_in, priced_id = s.priced_id, priced_currency = s.priced_currency
  from figures_of_guests(workspace, guests) s
  where f.workspace_id = workspace and f.id = s.id
    and (f.bookings, f.shown, f.stayed, f.cancelled, f.first_check_in, f.last_check_in, f.revenue, f.priced_check_in,
         f.priced_id, f.priced_currency)
      is distinct from (s.bookings, s.shown, s.stayed, s.cancelled, s.first_check_in, s.last_check_in, s.revenue, s.priced_check_in,
         s.priced_id, s.priced_currency);
end $function$
;

CREATE OR REPLACE FUNCTION public.sum_guests_of_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform sum_guests(s.workspace_id, s.guests) from (
    select o.workspace_id, array_agg(distinct g.id) as guests
    from gone o join come n on n.workspace_id = o.workspace_id and n.id = o.id
    cross join lateral (values (o.guest_id), (n.guest_id)) g (id)
    where g.id is not null and (o.guest_id, o.listed_as, o.check_in, o.total_price, o.currency)
      is distinct from (n.guest_id, n.listed_as, n.check_in, n.total_price, n.currency)
    group by 1) s;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.sum_guests_of_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform sum_guests(s.workspace_id, s.guests) from (
    select workspace_id, array_agg(distinct guest_id) as guests from gone where guest_id is not null group by 1) s;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.sum_guests_of_made()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform sum_guests(s.workspace_id, s.guests) from (
    select workspace_id, array_agg(distinct guest_id) as guests from come where guest_id is not null group by 1) s;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.take_upstream_calls(identity text, keys text[], allowances integer[], windows_ms integer[], calls integer, use_within_ms integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  moment   timestamptz;
  budget   upstream_budgets;
  live     timestamptz[];
  slot     integer;
  excess   integer;
  wait_ms  numeric := 0;
begin
  insert into upstream_budgets (key) select distinct k from unnest(keys || identity) k order by k on conflict do nothing;
  perform 1 from upstream_budgets b where b.key = any(keys || identity) order by b.key for update;
  moment := clock_timestamp();
  for budget in select b.* from upstream_budgets b where b.key = any(keys || identity) loop
    wait_ms := greatest(wait_ms, extract(epoch from budget.blocked_until - moment) * 1000);
    slot := array_position(keys, budget.key);
    continue when slot is null;
    live := array(select h from unnest(budget.holds) h where h > moment order by h);
    excess := cardinality(live) + calls - allowances[slot];
    if excess > 0 then
      wait_ms := greatest(wait_ms, extract(epoch from live[excess] - moment) * 1000);
    end if;
  end loop;
  if wait_ms > 0 then
    return ceil(wait_ms);
  end if;
  update upstream_budgets b
  set holds = array(select h from unnest(b.holds) h where h > moment) || array_fill(
        (moment + make_interval(secs => (windows_ms[array_position(keys, b.key)] + use_within_ms) / 1000.0))::timestamptz(3),
        array[calls])
  where b.key = any(keys);
  return 0;
end $function$
;

CREATE OR REPLACE FUNCTION public.targets_in(workspace bigint, targets text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT COALESCE(array_agg(((targets_in.workspace || ' '::text) || target.target)), '{}'::text[]) AS "coalesce" FROM unnest(targets_in.targets) target(target))
;

CREATE OR REPLACE FUNCTION public.tell_of_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lodgewire_keys', old.id::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_of_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('lodgewire_keys', '');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.time_uuid()
 RETURNS uuid
 LANGUAGE sql
AS $function$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
              placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$function$
;

CREATE OR REPLACE FUNCTION public.traits_of(r airbnb_bookings)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (select array[r.state, r.connection_id::text] from listings l
          where l.workspace_id = r.workspace_id and l.id = r.listing_id and l.active);
end $function$
;

CREATE OR REPLACE FUNCTION public.traits_of(r airbnb_transactions)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select array[r.connection_id::text, r.status, r.type]
$function$
;

CREATE OR REPLACE FUNCTION public.traits_of(r channel_links)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if r.platform <> 'vrbo' then return null; end if;
  return (select array[case when r.active then 'active' else 'inactive' end, coalesce(l.connection_id::text, '')] from listings l
          where l.workspace_id = r.workspace_id and l.id = r.listing_id and l.active and l.archived_at is null);
end $function$
;

CREATE OR REPLACE FUNCTION public.traits_of(r conversations)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select array[coalesce(r.platform, ''), coalesce(r.account_id::text, ''), under]
  from listed_under(r.workspace_id, r.connection_id, r.listing_id) under where under is not null
$function$
;

CREATE OR REPLACE FUNCTION public.traits_of(r guest_figures)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when r.shown > 0 then array['booked'] when r.bookings = 0 then array['none'] end
$function$
;

CREATE OR REPLACE FUNCTION public.traits_of(r inquiries)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select array[case when r.status in ('open', 'pre_approved', 'special_offer_sent') and r.lapses_at <= r.lapse_told_at then 'expired'
                    else r.status end, under]
  from listed_under(r.workspace_id, r.connection_id, r.listing_id) under where under is not null
$function$
;

CREATE OR REPLACE FUNCTION public.traits_of(r listings)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select array[
    case when r.active then 'active' else 'inactive' end, case when r.archived_at is null then '' else 'archived' end,
    coalesce(r.lifecycle_status, ''), coalesce(r.account_id::text, ''), coalesce(r.connection_id::text, ''), r.on_channels, r.on_hosts]
$function$
;

CREATE OR REPLACE FUNCTION public.traits_of(r reviews)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select array[coalesce(r.platform, ''), coalesce(r.account_id::text, ''), under, r.reviewer_role,
               case when r.response_body is null then 'unanswered' else 'responded' end]
  from listed_under(r.workspace_id, r.connection_id, r.listing_id) under where under is not null
$function$
;

CREATE OR REPLACE FUNCTION public.traits_of(r sync_failures)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select array[r.entity, r.severity]
$function$
;

CREATE OR REPLACE FUNCTION public.traits_of(r sync_runs)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select array[r.kind, r.state] where r.kind <> 'hint'
$function$
;

CREATE OR REPLACE FUNCTION public.units_of(workspace bigint, listing bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', u.id::text, 'name', u.name, 'active', u.active, 'parent_id', u.parent_id::text,
      'housekeeping_status', u.housekeeping_status, 'floor', u.floor, 'source', u.source) order by u.id), '[]')
    from units u join listing_units l on l.workspace_id = u.workspace_id and l.unit_id = u.id
    where u.workspace_id = workspace and l.listing_id = listing);
end $function$
;

CREATE OR REPLACE FUNCTION public.week_number(moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (floor(((EXTRACT(epoch FROM moment) - (345600)::numeric) / (604800)::numeric)))::bigint
;

CREATE OR REPLACE FUNCTION public.without_matches(doc jsonb, pattern text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.words_of_listing(name text, street text, city text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((COALESCE(name, ''::text) || chr(10)) || COALESCE(street, ''::text)) || chr(10)) || COALESCE(city, ''::text))
;

CREATE OR REPLACE FUNCTION public.write_airbnb_bookings(workspace bigint, bookings jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into airbnb_bookings (workspace_id, id, connection_id, listing_id, state, check_in, check_out, completes_at, lapses_at)
  select workspace, b.id, b.connection_id, b.listing_id, b.state, b.check_in, b.check_out, b.completes_at, b.lapses_at
  from jsonb_to_recordset(bookings) as b (id bigint, connection_id bigint, listing_id bigint, state text, check_in date, check_out date,
    completes_at timestamptz, lapses_at timestamptz)
  on conflict (workspace_id, id) do update set connection_id = excluded.connection_id, listing_id = excluded.listing_id,
    state = excluded.state, check_in = excluded.check_in, check_out = excluded.check_out, completes_at = excluded.completes_at,
    lapses_at = excluded.lapses_at;
end $function$
;

CREATE OR REPLACE FUNCTION public.written_at()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('lodgewire.at', true), '')::timestamptz, now())::timestamptz(3)
$function$
;

-- Tables

create table access_renewals (
  provider text not null,
  hour timestamp(3) with time zone not null,
  attempts integer not null,
  rejections integer not null,
  constraint access_renewals_pkey PRIMARY KEY (provider, hour)
);

create table accounts (
  workspace_id bigint not null,
  id bigint not null,
  connection_id bigint not null,
  provider text not null,
  external_account_id text not null,
  name text,
  picture_url text,
  created_at timestamp(3) with time zone default now() not null,
  constraint accounts_pkey PRIMARY KEY (workspace_id, id),
  constraint accounts_workspace_id_provider_external_account_id_key UNIQUE (workspace_id, provider, external_account_id),
  constraint accounts_check CHECK ((is_sandbox_id(workspace_id) = is_sandbox_id(id)))
);

create table agent_plans (
  workspace_id bigint not null,
  id uuid not null,
  key_id bigint not null,
  kind text not null,
  status text default 'open'::text not null,
  connection_id bigint,
  listing_id bigint,
  token_hash bytea not null,
  operation json,
  shown json,
  basis jsonb not null,
  outcome json,
  money numeric,
  currency text,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  confirmed_at timestamp(3) with time zone,
  constraint agent_plans_pkey PRIMARY KEY (workspace_id, id),
  constraint agent_plans_kind_check CHECK ((kind = ANY (ARRAY['booking'::text, 'change'::text, 'cancellation'::text, 'prices'::text, 'closure'::text, 'message'::text]))),
  constraint agent_plans_status_check CHECK ((status = ANY (ARRAY['open'::text, 'confirming'::text, 'done'::text, 'refused'::text, 'erased'::text])))
);

create table agent_secrets (
  workspace_id bigint not null,
  hash bytea not null,
  key_id bigint not null,
  kind text not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  redirect_uri text,
  challenge text,
  constraint agent_secrets_pkey PRIMARY KEY (workspace_id, hash),
  constraint agent_secrets_check CHECK ((((kind = 'code'::text) = (redirect_uri IS NOT NULL)) AND ((kind = 'code'::text) = (challenge IS NOT NULL)))),
  constraint agent_secrets_kind_check CHECK ((kind = ANY (ARRAY['code'::text, 'refresh'::text])))
);

create table ai_usage (
  workspace_id bigint not null,
  source text not null,
  id text not null,
  day date not null,
  operation text,
  model text not null,
  tokens_in bigint not null,
  tokens_out bigint not null,
  latency_ms bigint,
  fallback boolean,
  project_id text,
  created_at timestamp(3) with time zone not null,
  constraint ai_usage_pkey PRIMARY KEY (workspace_id, source, id),
  constraint ai_usage_source_check CHECK ((source = ANY (ARRAY['operation'::text, 'reported'::text]))),
  constraint ai_usage_tokens_in_check CHECK ((tokens_in >= 0)),
  constraint ai_usage_tokens_out_check CHECK ((tokens_out >= 0))
);

create table airbnb_bookings (
  workspace_id bigint not null,
  id bigint not null,
  connection_id bigint not null,
  listing_id bigint not null,
  state text not null,
  check_in date not null,
  check_out date not null,
  completes_at timestamp with time zone,
  lapses_at timestamp with time zone,
  listed_as text[],
  constraint airbnb_bookings_pkey PRIMARY KEY (workspace_id, id),
  constraint airbnb_bookings_check CHECK ((is_sandbox_id(workspace_id) = is_sandbox_id(id)))
);

create table airbnb_transactions (
  workspace_id bigint not null,
  connection_id bigint not null,
  id text not null,
  status text not null,
  type text not null,
  is_payout boolean not null,
  date date not null,
  currency text,
  amount numeric,
  gross_amount numeric,
  host_service_fee numeric,
  cleaning_fee numeric,
  payout_id text,
  payout_id_synthetic boolean not null,
  payout_date date,
  line_index integer,
  paid_out_amount numeric,
  confirmation_code text,
  listing_name text,
  guest_name text,
  nights integer,
  reservation_start_date date,
  description text,
  reference text,
  synced_at timestamp(3) with time zone not null,
  listed_as text[],
  constraint airbnb_transactions_pkey PRIMARY KEY (workspace_id, connection_id, id),
  constraint airbnb_transactions_check CHECK ((is_payout = (paid_out_amount IS NOT NULL))),
  constraint airbnb_transactions_status_check CHECK ((status = ANY (ARRAY['COMPLETED'::text, 'UPCOMING'::text])))
);

create table api_keys (
  id bigint default nextval('api_keys_id'::regclass) not null,
  workspace_id bigint not null,
  mode text not null,
  prefix text not null,
  hash bytea not null,
  name text,
  created_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  scopes text[],
  expires_at timestamp(3) with time zone,
  created_by text,
  last_address text,
  previous_hash bytea,
  previous_until timestamp(3) with time zone,
  rotated_at timestamp(3) with time zone,
  member_id uuid,
  connection_ids bigint[],
  listing_ids bigint[],
  agent_limits jsonb,
  agent_client text,
  token_until timestamp(3) with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_hash_key UNIQUE (hash),
  constraint api_keys_workspace UNIQUE (workspace_id, id),
  constraint api_keys_agent_check CHECK ((((agent_client IS NULL) = (token_until IS NULL)) AND ((agent_client IS NULL) OR (member_id IS NOT NULL)))),
  constraint api_keys_check CHECK (((mode = 'sandbox'::text) = is_sandbox_id(workspace_id))),
  constraint api_keys_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'sandbox'::text]))),
  constraint api_keys_previous_check CHECK (((previous_hash IS NULL) = (previous_until IS NULL))),
  constraint api_keys_restricted_check CHECK (((cardinality(connection_ids) > 0) AND (cardinality(listing_ids) > 0))),
  constraint api_keys_scopes_check CHECK ((scopes <> '{}'::text[])),
  constraint api_keys_session_ends CHECK (((member_id IS NULL) OR (expires_at IS NOT NULL)))
);

create table audit_changes (
  workspace_id bigint not null,
  id uuid default gen_random_uuid() not null,
  hour bigint not null,
  action text not null,
  outcome text not null,
  actor text not null,
  n bigint not null,
  constraint audit_changes_pkey PRIMARY KEY (workspace_id, id)
);

create table audit_counts (
  workspace_id bigint not null,
  unit text not null,
  bucket bigint not null,
  action text not null,
  outcome text not null,
  actor text not null,
  n bigint not null,
  constraint audit_counts_pkey PRIMARY KEY (workspace_id, unit, bucket, action, outcome, actor),
  constraint audit_counts_unit_check CHECK ((unit = ANY (ARRAY['all'::text, 'month'::text, 'day'::text, 'hour'::text])))
);

create table audit_lines (
  workspace_id bigint not null,
  id uuid not null,
  at timestamp(3) with time zone not null,
  actor text not null,
  action text not null,
  targets text[] not null,
  outcome text not null,
  status integer,
  code text,
  request_id text,
  ip text,
  details jsonb,
  once text,
  constraint audit_lines_pkey PRIMARY KEY (workspace_id, at, id),
  constraint audit_lines_outcome_check CHECK ((outcome = ANY (ARRAY['begun'::text, 'done'::text, 'repeated'::text, 'refused'::text, 'failed'::text])))
);

create table billing_accounts (
  workspace_id bigint not null,
  customer_id text,
  subscription_id text,
  status text,
  price_id text,
  sold_plan text,
  period_end timestamp(3) with time zone,
  cancel_at timestamp(3) with time zone,
  given jsonb,
  read_at timestamp(3) with time zone,
  checkout_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone not null,
  news bigint default 0 not null,
  failures integer default 0 not null,
  claim uuid,
  claimed_until timestamp(3) with time zone,
  attempt integer default 0 not null,
  constraint billing_accounts_pkey PRIMARY KEY (workspace_id),
  constraint billing_accounts_sold_plan_check CHECK ((sold_plan = ANY (ARRAY['starter'::text, 'growth'::text, 'scale'::text]))),
  constraint billing_accounts_status_check CHECK ((status = ANY (ARRAY['incomplete'::text, 'incomplete_expired'::text, 'trialing'::text, 'active'::text, 'past_due'::text, 'canceled'::text, 'unpaid'::text, 'paused'::text]))),
  constraint billing_accounts_workspace_id_check CHECK ((NOT is_sandbox_id(workspace_id)))
);

create table billing_events (
  workspace_id bigint not null,
  id text not null,
  type text not null,
  received_at timestamp(3) with time zone not null,
  constraint billing_events_pkey PRIMARY KEY (workspace_id, id)
);

create table booking_receipts (
  workspace_id bigint not null,
  connection_id bigint not null,
  external_id text not null,
  token text not null,
  action text not null,
  told_at timestamp(3) with time zone not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp(3) with time zone not null,
  constraint booking_receipts_pkey PRIMARY KEY (workspace_id, connection_id, external_id, token),
  constraint booking_receipts_action_check CHECK ((action = ANY (ARRAY['BOOKED'::text, 'MODIFIED'::text, 'CANCELLED'::text])))
);

create table calendar_days (
  workspace_id bigint not null,
  listing_id bigint not null,
  date date not null,
  available boolean not null,
  price numeric,
  min_nights integer,
  max_nights integer,
  closed_to_arrival boolean,
  closed_to_departure boolean,
  available_units integer not null,
  note text,
  updated_at timestamp(3) with time zone default now() not null,
  from_rate boolean default false not null,
  constraint calendar_days_pkey PRIMARY KEY (workspace_id, listing_id, date)
);

create table calendar_push_turns (
  workspace_id bigint not null,
  connection_id bigint not null,
  wake_at timestamp(3) with time zone,
  constraint calendar_push_turns_pkey PRIMARY KEY (workspace_id, connection_id)
);

create table calendar_pushes (
  workspace_id bigint not null,
  listing_id bigint not null,
  date date not null,
  connection_id bigint not null,
  available boolean,
  price numeric,
  min_nights integer,
  max_nights integer,
  state text not null,
  version integer default 1 not null,
  attempts integer default 0 not null,
  checks integer default 0 not null,
  accepted_at timestamp(3) with time zone,
  error_code text,
  error text,
  next_attempt_at timestamp(3) with time zone,
  settled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint calendar_pushes_pkey PRIMARY KEY (workspace_id, listing_id, date),
  constraint calendar_pushes_check CHECK (((state = ANY (ARRAY['confirmed'::text, 'refused'::text])) = (next_attempt_at IS NULL))),
  constraint calendar_pushes_check1 CHECK (((state = ANY (ARRAY['confirmed'::text, 'refused'::text])) = (settled_at IS NOT NULL))),
  constraint calendar_pushes_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'confirmed'::text, 'refused'::text])))
);

create table calendar_reads (
  workspace_id bigint not null,
  listing_id bigint not null,
  read_at timestamp(3) with time zone not null,
  read_order bigint default 0 not null,
  constraint calendar_reads_pkey PRIMARY KEY (workspace_id, listing_id)
);

create table channel_content (
  workspace_id bigint not null,
  connection_id bigint not null,
  external_id text not null,
  section text not null,
  content jsonb,
  read_at timestamp(3) with time zone,
  locked_fields text[] default '{}'::text[] not null,
  held_until timestamp(3) with time zone,
  holder uuid,
  constraint channel_content_pkey PRIMARY KEY (workspace_id, connection_id, external_id, section),
  constraint channel_content_check CHECK (((held_until IS NULL) = (holder IS NULL)))
);

create table channel_links (
  workspace_id bigint not null,
  listing_id bigint not null,
  platform text not null,
  external_id text not null,
  hotel_id text,
  active boolean default true not null,
  sync_enabled boolean default true not null,
  markup_percent numeric(6,3),
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  markup_set_here boolean default false not null,
  sync_category text,
  listed_as text[],
  constraint channel_links_pkey PRIMARY KEY (workspace_id, listing_id, platform, external_id),
  constraint channel_links_platform_check CHECK ((platform = ANY (ARRAY['airbnb'::text, 'booking'::text, 'vrbo'::text, 'plumguide'::text, 'channex'::text]))),
  constraint channel_links_sync_category_check CHECK ((sync_category = ANY (ARRAY['sync_all'::text, 'sync_rates_and_availability'::text, 'none'::text])))
);

create table channel_nights (
  workspace_id bigint not null,
  connection_id bigint not null,
  external_id text not null,
  date date not null,
  available boolean not null,
  units integer not null,
  price numeric,
  min_nights integer not null,
  max_nights integer,
  closed_to_arrival boolean not null,
  closed_to_departure boolean not null,
  stays integer not null,
  version integer default 1 not null,
  state text not null,
  attempts integer default 0 not null,
  checks integer default 0 not null,
  accepted_at timestamp(3) with time zone,
  error_code text,
  error text,
  next_attempt_at timestamp(3) with time zone,
  differs_since timestamp(3) with time zone,
  shown jsonb,
  shown_units integer,
  shown_at timestamp(3) with time zone,
  exposed_since timestamp(3) with time zone,
  told_at timestamp(3) with time zone,
  units_left integer not null,
  constraint channel_nights_pkey PRIMARY KEY (workspace_id, connection_id, external_id, date),
  constraint channel_nights_check CHECK (((state = ANY (ARRAY['confirmed'::text, 'refused'::text])) = (next_attempt_at IS NULL))),
  constraint channel_nights_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'confirmed'::text, 'refused'::text])))
);

create table channel_push_counts (
  provider text not null,
  slot timestamp(3) with time zone not null,
  finished integer not null,
  failed integer not null,
  constraint channel_push_counts_pkey PRIMARY KEY (provider, slot),
  constraint channel_push_counts_check CHECK ((failed <= finished))
);

create table clock_marks (
  clock text not null,
  latest timestamp with time zone default '-infinity'::timestamp with time zone not null,
  looked_through_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint clock_marks_pkey PRIMARY KEY (clock),
  constraint clock_marks_clock_check CHECK ((clock = ANY (ARRAY['processes'::text, 'database'::text])))
);

create table connect_sessions (
  workspace_id bigint not null,
  id_hash bytea not null,
  state text default 'pending'::text not null,
  purpose text not null,
  provider text,
  allowed_providers text[],
  connection_id bigint,
  reconnect boolean default false not null,
  redirect_url text,
  app_state text,
  access_type text,
  reservation_history_months integer,
  locale text,
  scope text[],
  copy jsonb,
  error text,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  display jsonb,
  constraint connect_sessions_pkey PRIMARY KEY (workspace_id, id_hash),
  constraint connect_sessions_access_type_check CHECK ((access_type = ANY (ARRAY['full_access'::text, 'messaging'::text, 'read_only'::text]))),
  constraint connect_sessions_check CHECK (((NOT reconnect) OR (connection_id IS NOT NULL))),
  constraint connect_sessions_check1 CHECK (((finished_at IS NOT NULL) = (state = ANY (ARRAY['completed'::text, 'errored'::text, 'cancelled'::text])))),
  constraint connect_sessions_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'fr'::text]))),
  constraint connect_sessions_purpose_check CHECK ((purpose = ANY (ARRAY['connect'::text, 'migrate'::text]))),
  constraint connect_sessions_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'awaiting_room_mapping'::text, 'completed'::text, 'errored'::text, 'cancelled'::text])))
);

create table connections (
  workspace_id bigint not null,
  id bigint not null,
  provider text not null,
  status text default 'active'::text not null,
  external_account_id text not null,
  account_name text,
  credentials bytea,
  credentials_key_id text,
  session bytea,
  write_policy jsonb not null,
  inbound_token_hash bytea,
  inbound jsonb,
  watermarks jsonb default '{}'::jsonb not null,
  action_reason text,
  action_message text,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  connected_at timestamp(3) with time zone default now() not null,
  disconnected_at timestamp(3) with time zone,
  first_import_at timestamp(3) with time zone,
  last_success_at timestamp(3) with time zone,
  last_full_at timestamp(3) with time zone,
  deactivated_listings jsonb default '[]'::jsonb not null,
  inbound_due boolean default false not null,
  retired_inbound jsonb,
  last_reconciled_at timestamp(3) with time zone,
  reconciliation_wanted_at timestamp(3) with time zone,
  import_wanted jsonb,
  import_scope text[],
  history_from date,
  granted text[],
  vendor_deprecations jsonb,
  constraint connections_pkey PRIMARY KEY (workspace_id, id),
  constraint connections_workspace_id_provider_external_account_id_key UNIQUE (workspace_id, provider, external_account_id),
  constraint connections_check CHECK ((is_sandbox_id(workspace_id) = is_sandbox_id(id))),
  constraint connections_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'error'::text, 'pending'::text, 'disconnected'::text, 'needs_permissions'::text])))
);

create table conversations (
  workspace_id bigint not null,
  id bigint not null,
  connection_id bigint,
  account_id bigint,
  external_id text,
  platform text,
  external_thread_id text,
  guest_id bigint,
  listing_id bigint,
  reservation_id bigint,
  subject text,
  last_message_at timestamp(3) with time zone,
  last_message_preview text,
  unread_count integer default 0 not null,
  status text default 'open'::text not null,
  host jsonb,
  source_hash bytea,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  source_reservation_id text,
  listed_as text[],
  constraint conversations_pkey PRIMARY KEY (workspace_id, id),
  constraint conversations_workspace_id_connection_id_external_id_key UNIQUE (workspace_id, connection_id, external_id),
  constraint conversations_check CHECK ((is_sandbox_id(workspace_id) = is_sandbox_id(id))),
  constraint conversations_platform_check CHECK ((platform = ANY (ARRAY['airbnb'::text, 'booking'::text, 'vrbo'::text, 'website'::text, 'email'::text]))),
  constraint conversations_status_check CHECK ((status = ANY (ARRAY['open'::text, 'archived'::text])))
);

create table deliveries (
  workspace_id bigint not null,
  id uuid default time_uuid() not null,
  webhook_id uuid not null,
  event_sequence bigint not null,
  state text default 'pending'::text not null,
  order_key text,
  retries boolean default true not null,
  attempts integer default 0 not null,
  failures integer default 0 not null,
  next_attempt_at timestamp(3) with time zone not null,
  attempt_id uuid,
  attempt_at timestamp(3) with time zone,
  claimed_until timestamp(3) with time zone,
  replay_from text,
  replayed_at timestamp(3) with time zone[] default '{}'::timestamp with time zone[] not null,
  created_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  constraint deliveries_pkey PRIMARY KEY (workspace_id, id),
  constraint deliveries_workspace_id_event_sequence_webhook_id_key UNIQUE (workspace_id, event_sequence, webhook_id),
  constraint deliveries_check CHECK (((state = 'sending'::text) = (claimed_until IS NOT NULL))),
  constraint deliveries_check1 CHECK (((state = 'sending'::text) = (attempt_id IS NOT NULL))),
  constraint deliveries_check2 CHECK (((replay_from IS NULL) OR (state = 'sending'::text))),
  constraint deliveries_replay_from_check CHECK ((replay_from = ANY (ARRAY['pending'::text, 'succeeded'::text, 'exhausted'::text]))),
  constraint deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'pending'::text, 'sending'::text, 'succeeded'::text, 'exhausted'::text, 'withheld'::text])))
);

create table delivery_attempts (
  workspace_id bigint not null,
  id uuid not null,
  delivery_id uuid not null,
  webhook_id uuid not null,
  event_sequence bigint not null,
  number integer not null,
  replay boolean default false not null,
  outcome text not null,
  status_code integer,
  response_time_ms integer,
  request_headers jsonb,
  response_headers jsonb,
  response_body text,
  error text,
  started_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone not null,
  signatures text,
  response_header_text text,
  constraint delivery_attempts_pkey PRIMARY KEY (workspace_id, id, started_at),
  constraint delivery_attempts_outcome_check CHECK ((outcome = ANY (ARRAY['accepted'::text, 'failed'::text, 'interrupted'::text])))
) partition by RANGE (started_at);

create table delivery_counts (
  workspace_id bigint not null,
  webhook_id uuid not null,
  week bigint not null,
  accepted bigint default 0 not null,
  others bigint default 0 not null,
  constraint delivery_counts_pkey PRIMARY KEY (workspace_id, webhook_id, week)
);

create table delivery_turns (
  workspace_id bigint not null,
  webhook_id uuid not null,
  holder uuid not null,
  until timestamp(3) with time zone not null,
  version bigint not null,
  delivery_ids uuid[] not null,
  numbers integer[] not null,
  claimed_at timestamp(3) with time zone[] not null,
  constraint delivery_turns_pkey PRIMARY KEY (workspace_id, webhook_id)
);

create table encryption_keys (
  id text not null,
  fingerprint text,
  first_used_at timestamp(3) with time zone default now() not null,
  closed_at timestamp(3) with time zone,
  lost_at timestamp(3) with time zone,
  constraint encryption_keys_pkey PRIMARY KEY (id)
);

create table events (
  workspace_id bigint not null,
  sequence bigint not null,
  id uuid default time_uuid() not null,
  type text not null,
  object_type text,
  object_id bigint,
  revision integer,
  listing_id bigint,
  order_key text,
  purpose text,
  account jsonb,
  data text not null,
  created_at timestamp(3) with time zone not null,
  origin_workspace_id bigint,
  origin_sequence bigint,
  constraint events_pkey PRIMARY KEY (workspace_id, sequence),
  constraint events_workspace_id_id_key UNIQUE (workspace_id, id),
  constraint events_check CHECK (((sequence < 0) = (purpose IS NOT NULL))),
  constraint events_origin_check CHECK ((((COALESCE(purpose, ''::text) = 'child'::text) = (origin_workspace_id IS NOT NULL)) AND ((origin_workspace_id IS NULL) = (origin_sequence IS NULL)))),
  constraint events_purpose_check CHECK ((purpose = ANY (ARRAY['ping'::text, 'test'::text, 'snapshot'::text, 'child'::text]))),
  constraint events_sequence_check CHECK ((sequence <> 0))
);

create table file_imports (
  workspace_id bigint not null,
  header jsonb not null,
  lines integer not null,
  counts jsonb not null,
  started_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  constraint file_imports_pkey PRIMARY KEY (workspace_id)
);

create table forgotten_guests (
  workspace_id bigint not null,
  hash bytea not null,
  guest_id bigint not null,
  forgotten_at timestamp(3) with time zone not null,
  constraint forgotten_guests_pkey PRIMARY KEY (workspace_id, hash)
);

create table guest_contacts (
  workspace_id bigint not null,
  guest_id bigint not null,
  type text not null,
  value text not null,
  is_primary boolean default false not null,
  verified boolean default false not null,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  constraint guest_contacts_pkey PRIMARY KEY (workspace_id, guest_id, type, value),
  constraint guest_contacts_type_check CHECK ((type = ANY (ARRAY['email'::text, 'phone'::text])))
);

create table guest_figures (
  workspace_id bigint not null,
  id bigint not null,
  bookings integer default 0 not null,
  shown integer default 0 not null,
  stayed integer default 0 not null,
  cancelled integer default 0 not null,
  first_check_in date,
  last_check_in date,
  revenue jsonb default '{}'::jsonb not null,
  priced_check_in date,
  priced_id bigint,
  priced_currency text,
  listed_as text[],
  constraint guest_figures_pkey PRIMARY KEY (workspace_id, id),
  constraint guest_figures_check CHECK ((is_sandbox_id(workspace_id) = is_sandbox_id(id)))
);

create table guests (
  workspace_id bigint not null,
  id bigint not null,
  connection_id bigint,
  external_id text,
  first_name text,
  last_name text,
  avatar_url text,
  language text,
  country text,
  currency text,
  is_blacklisted boolean default false not null,
  blacklisted_reason text,
  risk_level text,
  verification_level text,
  flags jsonb default '[]'::jsonb not null,
  notes jsonb default '[]'::jsonb not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  is_business_traveler boolean default false not null,
  forgotten_at timestamp(3) with time zone,
  constraint guests_pkey PRIMARY KEY (workspace_id, id),
  constraint guests_workspace_id_connection_id_external_id_key UNIQUE (workspace_id, connection_id, external_id),
  constraint guests_check CHECK ((is_sandbox_id(workspace_id) = is_sandbox_id(id)))
);

create table held_deliveries (
  workspace_id bigint not null,
  delivery_id uuid not null,
  epoch bigint not null,
  outcome text,
  constraint held_deliveries_pkey PRIMARY KEY (workspace_id, delivery_id),
  constraint held_deliveries_outcome_check CHECK ((outcome = ANY (ARRAY['released'::text, 'dropped'::text])))
);

create table history_fields (
  workspace_id bigint not null,
  record_type text not null,
  record_id bigint not null,
  field text not null,
  revision integer not null,
  constraint history_fields_pkey PRIMARY KEY (workspace_id, record_type, record_id, field, revision)
);

create table ical_exports (
  workspace_id bigint not null,
  id uuid default gen_random_uuid() not null,
  listing_id bigint not null,
  name text not null,
  platform text not null,
  feed_ids uuid[],
  token_hash bytea not null,
  token_end text not null,
  created_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  etag text,
  changed_at timestamp(3) with time zone,
  served jsonb default '[]'::jsonb not null,
  reads timestamp(3) with time zone[] default '{}'::timestamp with time zone[] not null,
  constraint ical_exports_pkey PRIMARY KEY (workspace_id, id),
  constraint ical_exports_platform_check CHECK ((platform = ANY (ARRAY['airbnb'::text, 'booking'::text, 'vrbo'::text, 'other'::text])))
);

create table ical_feeds (
  workspace_id bigint not null,
  id uuid default gen_random_uuid() not null,
  listing_id bigint not null,
  name text not null,
  platform text not null,
  platform_told boolean not null,
  url bytea not null,
  url_shown text not null,
  closes text not null,
  interval_minutes integer not null,
  paused_at timestamp(3) with time zone,
  next_fetch_at timestamp(3) with time zone,
  claimed_until timestamp(3) with time zone,
  holder uuid,
  last_fetched_at timestamp(3) with time zone,
  last_good_at timestamp(3) with time zone,
  failures integer default 0 not null,
  stale_since timestamp(3) with time zone,
  stale_reason text,
  stale_detail text,
  stale_told_at timestamp(3) with time zone,
  etag text,
  modified text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint ical_feeds_pkey PRIMARY KEY (workspace_id, id),
  constraint ical_feeds_check CHECK (((stale_since IS NULL) = (stale_reason IS NULL))),
  constraint ical_feeds_closes_check CHECK ((closes = ANY (ARRAY['unit'::text, 'listing'::text, 'nothing'::text]))),
  constraint ical_feeds_interval_minutes_check CHECK ((interval_minutes >= 10)),
  constraint ical_feeds_platform_check CHECK ((platform = ANY (ARRAY['airbnb'::text, 'booking'::text, 'vrbo'::text, 'other'::text])))
);

create table ical_pms_nights (
  workspace_id bigint not null,
  listing_id bigint not null,
  date date not null,
  look_at timestamp(3) with time zone not null,
  constraint ical_pms_nights_pkey PRIMARY KEY (workspace_id, listing_id, date)
);

create table ical_spans (
  workspace_id bigint not null,
  feed_id uuid not null,
  id uuid default gen_random_uuid() not null,
  listing_id bigint not null,
  kind text not null,
  uid text not null,
  label text not null,
  first_night date not null,
  until date not null,
  holds boolean not null,
  ref text,
  missed integer default 0 not null,
  first_seen_at timestamp(3) with time zone not null,
  code text,
  constraint ical_spans_pkey PRIMARY KEY (workspace_id, feed_id, id),
  constraint ical_spans_check CHECK ((until > first_night)),
  constraint ical_spans_kind_check CHECK ((kind = ANY (ARRAY['stay'::text, 'block'::text])))
);

create table idempotency_keys (
  workspace_id bigint not null,
  key text not null,
  operation text not null,
  request text not null,
  state text not null,
  holder uuid not null,
  lease_until timestamp(3) with time zone not null,
  status smallint,
  headers jsonb,
  body bytea,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (workspace_id, key),
  constraint idempotency_keys_check CHECK (((state = 'done'::text) = ((status IS NOT NULL) AND (headers IS NOT NULL) AND (body IS NOT NULL)))),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255))),
  constraint idempotency_keys_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text])))
);

create table imported_ids (
  workspace_id bigint not null,
  type text not null,
  file_id text not null,
  id bigint not null,
  later jsonb,
  constraint imported_ids_pkey PRIMARY KEY (workspace_id, type, file_id),
  constraint imported_ids_check CHECK ((is_sandbox_id(workspace_id) = is_sandbox_id(id)))
);

create table inquiries (
  workspace_id bigint not null,
  id bigint not null,
  connection_id bigint,
  account_id bigint,
  external_id text,
  conversation_id bigint,
  listing_id bigint,
  guest_id bigint,
  channel text not null,
  status text not null,
  lapses_at timestamp(3) with time zone,
  check_in date,
  check_out date,
  guests jsonb,
  expected_payout_amount numeric,
  expected_payout_currency text,
  reservation_id bigint,
  relayed_by text,
  respond_by timestamp(3) with time zone,
  responded_at timestamp(3) with time zone,
  source_status text,
  source_hash bytea,
  revision integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  lapse_told_at timestamp(3) with time zone,
  listed_as text[],
  constraint inquiries_pkey PRIMARY KEY (workspace_id, id),
  constraint inquiries_workspace_id_connection_id_external_id_key UNIQUE (workspace_id, connection_id, external_id),
  constraint inquiries_check CHECK ((is_sandbox_id(workspace_id) = is_sandbox_id(id))),
  constraint inquiries_status_check CHECK ((status = ANY (ARRAY['open'::text, 'pre_approved'::text, 'special_offer_sent'::text, 'booked'::text, 'expired'::text, 'declined'::text, 'not_possible'::text])))
);

create table installation (
  is_only boolean default true not null,
  id uuid default gen_random_uuid() not null,
  primary_timeline bigint,
  primary_mark uuid,
  constraint installation_pkey PRIMARY KEY (is_only),
  constraint installation_is_only_check CHECK (is_only)
);

create table kept_keys (
  purpose text not null,
  key_id text not null,
  sealed bytea not null,
  until timestamp(3) with time zone,
  constraint kept_keys_pkey PRIMARY KEY (purpose, key_id)
);

create table kept_nights (
  workspace_id bigint not null,
  listing_id bigint not null,
  date date not null,
  epoch bigint not null,
  connection_id bigint not null,
  shown_units integer not null,
  units_left integer not null,
  kept_at timestamp(3) with time zone not null,
  opened_at timestamp(3) with time zone,
  constraint kept_nights_pkey PRIMARY KEY (workspace_id, listing_id, date, epoch)
);

create table kv_entries (
  workspace_id bigint not null,
  project_id text not null,
  key text not null,
  value text not null,
  bytes integer not null,
  updated_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  constraint kv_entries_pkey PRIMARY KEY (workspace_id, project_id, key)
);

create table kv_spaces (
  workspace_id bigint not null,
  bytes integer not null,
  constraint kv_spaces_pkey PRIMARY KEY (workspace_id),
  constraint kv_spaces_bytes_check CHECK ((bytes >= 0))
);

create table limit_overrides (
  workspace_id bigint not null,
  name text not null,
  value bigint,
  set_at timestamp(3) with time zone not null,
  constraint limit_overrides_pkey PRIMARY KEY (workspace_id, name),
  constraint limit_overrides_check CHECK (((name <> 'burstRequests'::text) OR ((value >= 1) AND (value <= 1000000)))),
  constraint limit_overrides_name_check CHECK ((name = ANY (ARRAY['burstRequests'::text, 'dailyRequests'::text, 'monthlyRequests'::text, 'dailyAiRequests'::text, 'activeListings'::text]))),
  constraint limit_overrides_value_check CHECK (((value >= 0) AND (value <= 1000000000))),
  constraint limit_overrides_workspace_id_check CHECK ((NOT is_sandbox_id(workspace_id)))
);

create table listing_files (
  workspace_id bigint not null,
  path text not null,
  listing_id bigint not null,
  content_type text not null,
  size integer not null,
  created_at timestamp(3) with time zone not null,
  constraint listing_files_pkey PRIMARY KEY (workspace_id, path)
);

create table listing_links (
  workspace_id bigint not null,
  connection_id bigint not null,
  external_id text not null,
  listing_id bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  unit_name text,
  constraint listing_links_pkey PRIMARY KEY (workspace_id, connection_id, external_id),
  constraint listing_links_workspace_id_connection_id_external_id_listin_key UNIQUE (workspace_id, connection_id, external_id, listing_id)
);

create table listing_texts (
  workspace_id bigint not null,
  listing_id bigint not null,
  locale text not null,
  content jsonb not null,
  updated_at timestamp(3) with time zone not null,
  constraint listing_texts_pkey PRIMARY KEY (workspace_id, listing_id, locale),
  constraint listing_texts_locale_check CHECK ((locale <> 'en'::text))
);

create table listing_units (
  workspace_id bigint not null,
  listing_id bigint not null,
  unit_id bigint not null,
  constraint listing_units_pkey PRIMARY KEY (workspace_id, listing_id, unit_id)
);

create table listings (
  workspace_id bigint not null,
  id bigint not null,
  connection_id bigint,
  account_id bigint,
  external_id text,
  model text default 'home'::text not null,
  name text not null,
  public_name text,
  street text,
  city text,
  state text,
  postal_code text,
  country_code text,
  latitude numeric(9,6),
  longitude numeric(9,6),
  time_zone text,
  currency text,
  active boolean default true not null,
  inactive_reason text,
  lifecycle_status text,
  archived_at timestamp(3) with time zone,
  thumbnail_url text,
  default_nightly_price numeric,
  min_nights integer,
  max_nights integer,
  unit_count integer default 1 not null,
  content jsonb,
  details jsonb,
  amenities jsonb default '[]'::jsonb not null,
  photos jsonb default '[]'::jsonb not null,
  source_hash bytea,
  revision integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  rooms jsonb default '[]'::jsonb not null,
  checkout_tasks jsonb default '[]'::jsonb not null,
  pricing jsonb default '{}'::jsonb not null,
  policies jsonb default '{}'::jsonb not null,
  own_values jsonb default '{}'::jsonb not null,
  on_channels text default ''::text not null,
  on_hosts text default ''::text not null,
  listed_as text[],
  constraint listings_pkey PRIMARY KEY (workspace_id, id),
  constraint listings_workspace_id_connection_id_external_id_key UNIQUE (workspace_id, connection_id, external_id),
  constraint listings_check CHECK ((is_sandbox_id(workspace_id) = is_sandbox_id(id))),
  constraint listings_check1 CHECK ((active = (inactive_reason IS NULL))),
  constraint listings_check2 CHECK (((connection_id IS NULL) = (external_id IS NULL))),
  constraint listings_inactive_reason_check CHECK ((inactive_reason = ANY (ARRAY['plan_limit'::text, 'unlisted_on_airbnb'::text, 'deactivated'::text]))),
  constraint listings_model_check CHECK ((model = ANY (ARRAY['home'::text, 'hotel'::text])))
);

create table lodgewire_migrations (
  number integer not null,
  file text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  oldest_version text,
  constraint lodgewire_migrations_pkey PRIMARY KEY (number)
);

create table made_up_records (
  workspace_id bigint not null,
  connection_id bigint not null,
  kind text not null,
  external_id text not null,
  record jsonb not null,
  constraint made_up_records_pkey PRIMARY KEY (workspace_id, connection_id, kind, external_id),
  constraint made_up_records_kind_check CHECK ((kind = ANY (ARRAY['stay'::text, 'night'::text, 'message'::text, 'offer'::text, 'reply'::text, 'approval'::text]))),
  constraint made_up_records_workspace_id_check CHECK (is_sandbox_id(workspace_id))
);

create table mail_requests (
  id bigint generated always as identity not null,
  address text not null,
  asked_from text,
  locale text not null,
  asked_at timestamp(3) with time zone not null,
  waits boolean not null,
  constraint mail_requests_pkey PRIMARY KEY (id),
  constraint mail_requests_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'fr'::text])))
);

create table market_days (
  snapshot_id bigint not null,
  date date not null,
  listings integer not null,
  taken integer not null,
  priced integer not null,
  price_sum bigint not null,
  price_least integer,
  price_most integer,
  constraint market_days_pkey PRIMARY KEY (snapshot_id, date)
);

create table market_events (
  market_id bigint not null,
  id text not null,
  title text not null,
  category text,
  start_date date not null,
  end_date date not null,
  latitude double precision,
  longitude double precision,
  rank integer,
  attendance integer,
  labels text[] default '{}'::text[] not null,
  source text default ''::text not null,
  constraint market_events_pkey PRIMARY KEY (market_id, id),
  constraint market_events_check CHECK ((end_date >= start_date))
);

create table market_listings (
  snapshot_id bigint not null,
  id bigint not null,
  place point not null,
  name text,
  property_type text,
  room_type text,
  bedrooms integer,
  capacity integer,
  rating numeric,
  reviews integer default 0 not null,
  price integer,
  first_review date,
  thumbnail_url text,
  place_of_size point generated always as (point((place[0] + ((1000 * LEAST(COALESCE(bedrooms, '-1'::integer), 9)))::double precision), place[1])) stored,
  constraint market_listings_pkey PRIMARY KEY (snapshot_id, id),
  constraint market_listings_price_check CHECK ((price > 0))
);

create table market_nights (
  snapshot_id bigint not null,
  id bigint not null,
  nights bytea not null,
  constraint market_nights_pkey PRIMARY KEY (snapshot_id, id)
);

create table market_snapshots (
  id bigint generated always as identity not null,
  market_id bigint not null,
  taken_on date not null,
  complete boolean default false not null,
  first_day date,
  days integer default 0 not null,
  price_from text default 'none'::text not null,
  listings integer default 0 not null,
  new_listings integer,
  gone_listings integer,
  summary jsonb default '{}'::jsonb not null,
  loaded_at timestamp(3) with time zone not null,
  files_hash bytea,
  bytes_read bigint,
  bytes bigint,
  constraint market_snapshots_pkey PRIMARY KEY (id),
  constraint market_snapshots_price_from_check CHECK ((price_from = ANY (ARRAY['calendar'::text, 'listing'::text, 'none'::text])))
);

create table markets (
  id bigint generated always as identity not null,
  name text not null,
  key text not null,
  country text not null,
  currency text not null,
  snapshot_id bigint,
  listings integer default 0 not null,
  area box,
  constraint markets_pkey PRIMARY KEY (id),
  constraint markets_key_key UNIQUE (key),
  constraint markets_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint markets_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))
);

create table member_links (
  workspace_id bigint not null,
  id uuid not null,
  member_id uuid not null,
  purpose text not null,
  locale text not null,
  hash bytea not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  mail text default 'pending'::text not null,
  secret bytea,
  attempts integer default 0 not null,
  next_attempt_at timestamp(3) with time zone,
  settled_at timestamp(3) with time zone,
  mail_error text,
  constraint member_links_pkey PRIMARY KEY (workspace_id, id),
  constraint member_links_attempt_check CHECK (((mail = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  constraint member_links_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'fr'::text]))),
  constraint member_links_mail_check CHECK ((mail = ANY (ARRAY['pending'::text, 'sent'::text, 'logged'::text, 'failed'::text]))),
  constraint member_links_purpose_check CHECK ((purpose = ANY (ARRAY['invitation'::text, 'sign_in'::text]))),
  constraint member_links_secret_check CHECK (((mail = 'pending'::text) = (secret IS NOT NULL)))
);

create table members (
  workspace_id bigint not null,
  id uuid not null,
  email text not null,
  name text,
  role text not null,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  confirmed_at timestamp(3) with time zone,
  last_sign_in_at timestamp(3) with time zone,
  constraint members_pkey PRIMARY KEY (workspace_id, id),
  constraint members_email_check CHECK ((email = lower(email))),
  constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'read_only'::text])))
);

create table message_parts (
  workspace_id bigint not null,
  send_id uuid not null,
  place integer not null,
  conversation_id bigint not null,
  has_text boolean not null,
  file_places jsonb not null,
  text_hash bytea not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  asked_at timestamp(3) with time zone,
  settles_at timestamp(3) with time zone,
  external_id text,
  message_id bigint,
  channel text,
  refusal text,
  constraint message_parts_pkey PRIMARY KEY (workspace_id, send_id, place),
  constraint message_parts_place_check CHECK ((place >= 0)),
  constraint message_parts_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'unknown'::text, 'sent'::text, 'refused'::text])))
);

create table message_sends (
  workspace_id bigint not null,
  id uuid default time_uuid() not null,
  key text not null,
  conversation_id bigint not null,
  connection_id bigint not null,
  request_hash bytea not null,
  files jsonb default '[]'::jsonb not null,
  created_at timestamp(3) with time zone not null,
  constraint message_sends_pkey PRIMARY KEY (workspace_id, id),
  constraint message_sends_workspace_id_key_key UNIQUE (workspace_id, key)
);

create table messages (
  workspace_id bigint not null,
  id bigint not null,
  conversation_id bigint not null,
  external_id text,
  direction text not null,
  sender_type text,
  sender_name text,
  sender_avatar text,
  channel text,
  body text not null,
  translated_body text,
  attachments jsonb default '[]'::jsonb not null,
  is_automated boolean default false not null,
  ai_generated boolean default false not null,
  sent_at timestamp(3) with time zone not null,
  delivered_at timestamp(3) with time zone,
  read_at timestamp(3) with time zone,
  source_hash bytea,
  created_at timestamp(3) with time zone default now() not null,
  moderation text,
  constraint messages_pkey PRIMARY KEY (workspace_id, id),
  constraint messages_workspace_id_conversation_id_external_id_key UNIQUE (workspace_id, conversation_id, external_id),
  constraint messages_check CHECK ((is_sandbox_id(workspace_id) = is_sandbox_id(id))),
  constraint messages_direction_check CHECK ((direction = ANY (ARRAY['inbound'::text, 'outbound'::text]))),
  constraint messages_moderation_check CHECK ((moderation = ANY (ARRAY['in_review'::text, 'accepted'::text, 'blocked'::text])))
);

create table migration_rehearsals (
  workspace_id bigint not null,
  rehearsed_at timestamp(3) with time zone not null,
  go boolean not null,
  score integer not null,
  items jsonb not null,
  constraint migration_rehearsals_pkey PRIMARY KEY (workspace_id),
  constraint migration_rehearsals_score_check CHECK (((score >= 0) AND (score <= 100)))
);

create table migration_watch_stays (
  workspace_id bigint not null,
  connection_id bigint not null,
  external_id text not null,
  seen text not null,
  found_at timestamp(3) with time zone not null,
  constraint migration_watch_stays_pkey PRIMARY KEY (workspace_id, connection_id, external_id)
);

create table migration_watches (
  workspace_id bigint not null,
  connection_id bigint not null,
  started_at timestamp(3) with time zone not null,
  until timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  ended_by text,
  credentials bytea,
  credentials_key_id text,
  session bytea,
  next_look_at timestamp(3) with time zone,
  holder uuid,
  looked_at timestamp(3) with time zone,
  since text,
  cursor text,
  found integer default 0 not null,
  errors integer default 0 not null,
  last_error text,
  looks boolean default true not null,
  constraint migration_watches_pkey PRIMARY KEY (workspace_id, connection_id),
  constraint migration_watches_check CHECK (((ended_at IS NULL) = (next_look_at IS NOT NULL))),
  constraint migration_watches_check1 CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  constraint migration_watches_check2 CHECK (((ended_at IS NULL) OR ((credentials IS NULL) AND (credentials_key_id IS NULL) AND (session IS NULL)))),
  constraint migration_watches_ended_by_check CHECK ((ended_by = ANY (ARRAY['time'::text, 'rollback'::text, 'deactivation'::text])))
);

create table night_changes (
  workspace_id bigint not null,
  listing_id bigint not null,
  date date not null,
  reservation_id bigint not null,
  stands boolean not null,
  taken bigint,
  changed bigint not null,
  constraint night_changes_pkey PRIMARY KEY (workspace_id, listing_id, date, reservation_id)
);

create table past_parts (
  workspace_id bigint not null,
  record_type text not null,
  record_id bigint not null,
  part text not null,
  until timestamp(3) with time zone not null,
  was jsonb not null,
  constraint past_parts_pkey PRIMARY KEY (workspace_id, record_type, record_id, part, until)
);

create table plan_changes (
  id bigint generated always as identity not null,
  workspace_id bigint not null,
  changed_at timestamp(3) with time zone not null,
  origin text not null,
  before jsonb not null,
  after jsonb not null,
  constraint plan_changes_pkey PRIMARY KEY (id),
  constraint plan_changes_origin_check CHECK ((origin = ANY (ARRAY['command'::text, 'api'::text, 'billing'::text])))
);

create table price_models (
  workspace_id bigint not null,
  market text not null,
  model jsonb not null,
  learned_at timestamp(3) with time zone not null,
  constraint price_models_pkey PRIMARY KEY (workspace_id, market)
);

create table price_recommendations (
  workspace_id bigint not null,
  listing_id bigint not null,
  date date not null,
  status text not null,
  currency text not null,
  current_price numeric,
  recommended_price numeric not null,
  min_price numeric,
  max_price numeric,
  confidence numeric not null,
  booking_probability numeric not null,
  expected_revenue numeric not null,
  factors json not null,
  model_version text not null,
  generated_at timestamp(3) with time zone not null,
  decided_at timestamp(3) with time zone,
  decision_key text,
  applied_price numeric,
  applied_at timestamp(3) with time zone,
  applied_by text,
  shown jsonb default '[]'::jsonb not null,
  constraint price_recommendations_pkey PRIMARY KEY (workspace_id, listing_id, date),
  constraint price_recommendations_check CHECK (((status = 'pending'::text) = (decided_at IS NULL))),
  constraint price_recommendations_check1 CHECK (((status <> 'applied'::text) OR (applied_price IS NOT NULL))),
  constraint price_recommendations_check2 CHECK (((applied_price IS NULL) = (applied_at IS NULL))),
  constraint price_recommendations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'applied'::text, 'declined'::text])))
);

create table priced_listings (
  workspace_id bigint not null,
  listing_id bigint not null,
  settings jsonb default '{}'::jsonb not null,
  settings_at timestamp(3) with time zone,
  summary jsonb,
  priced_at timestamp(3) with time zone,
  priced_on date,
  due_at timestamp(3) with time zone not null,
  failures integer default 0 not null,
  claim uuid,
  claimed_until timestamp(3) with time zone,
  constraint priced_listings_pkey PRIMARY KEY (workspace_id, listing_id)
);

create table question_holds (
  workspace_id bigint not null,
  listing_id bigint not null,
  confirmation_code text not null,
  check_in date not null,
  check_out date not null,
  until timestamp(3) with time zone not null,
  constraint question_holds_pkey PRIMARY KEY (workspace_id, listing_id, confirmation_code)
);

create table reader_looks (
  workspace_id bigint not null,
  door text not null,
  reader_id text not null,
  listing_id bigint not null,
  channel text not null,
  name text not null,
  last_read_at timestamp(3) with time zone,
  interval_minutes integer not null,
  nights jsonb default '[]'::jsonb not null,
  exposed_since timestamp(3) with time zone,
  seen_version timestamp(3) with time zone,
  turn integer default 1 not null,
  look_after timestamp(3) with time zone not null,
  tell_at timestamp(3) with time zone,
  constraint reader_looks_pkey PRIMARY KEY (workspace_id, door, reader_id, listing_id),
  constraint reader_looks_door_check CHECK ((door = ANY (ARRAY['ical'::text, 'vrbo'::text])))
);

create table reading_orders (
  workspace_id bigint not null,
  last_reading bigint not null,
  constraint reading_orders_pkey PRIMARY KEY (workspace_id)
);

create table reconciliations (
  workspace_id bigint not null,
  run_id bigint not null,
  connection_id bigint not null,
  state text default 'running'::text not null,
  from_date date not null,
  started_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  stays_compared integer default 0 not null,
  drifted integer default 0 not null,
  missing_here integer default 0 not null,
  gone_upstream integer default 0 not null,
  mended integer default 0 not null,
  unread integer default 0 not null,
  fields_differed integer default 0 not null,
  differences jsonb default '[]'::jsonb not null,
  digest text,
  upstream_digest text,
  constraint reconciliations_pkey PRIMARY KEY (workspace_id, run_id),
  constraint reconciliations_state_check CHECK ((state = ANY (ARRAY['running'::text, 'completed'::text, 'incomplete'::text, 'abandoned'::text])))
);

create table record_counts (
  workspace_id bigint not null,
  list text not null,
  counted_by text not null,
  bucket bigint not null,
  traits text[] not null,
  n bigint not null,
  constraint record_counts_pkey PRIMARY KEY (workspace_id, list, counted_by, bucket, traits)
);

create table record_history (
  workspace_id bigint not null,
  record_type text not null,
  record_id bigint not null,
  revision integer not null,
  change text not null,
  previous jsonb default '{}'::jsonb not null,
  origin text not null,
  run_id bigint,
  created_at timestamp(3) with time zone default now() not null,
  cause jsonb default (NULLIF(current_setting('lodgewire.cause'::text, true), ''::text))::jsonb,
  constraint record_history_pkey PRIMARY KEY (workspace_id, record_type, record_id, revision),
  constraint record_history_change_check CHECK ((change = ANY (ARRAY['created'::text, 'updated'::text, 'cancelled'::text, 'deleted'::text])))
);

create table recoveries (
  epoch bigint not null,
  backup text,
  taken_at timestamp(3) with time zone not null,
  restored_at timestamp(3) with time zone not null,
  declared_at timestamp(3) with time zone not null,
  revisions_ahead integer not null,
  numbers_ahead bigint not null,
  pushes_dropped integer not null,
  mails_dropped integer default 0 not null,
  ended_at timestamp(3) with time zone,
  constraint recoveries_pkey PRIMARY KEY (epoch),
  constraint recoveries_check CHECK ((taken_at <= restored_at)),
  constraint recoveries_numbers_ahead_check CHECK ((numbers_ahead > 0)),
  constraint recoveries_revisions_ahead_check CHECK ((revisions_ahead > 0))
);

create table recovery_accounts (
  workspace_id bigint not null,
  connection_id bigint not null,
  epoch bigint not null,
  state text default 'reading'::text not null,
  since timestamp(3) with time zone not null,
  tries integer default 0 not null,
  next_look_at timestamp(3) with time zone,
  run_id bigint,
  found jsonb default '{}'::jsonb not null,
  nights_kept integer default 0 not null,
  error text,
  constraint recovery_accounts_pkey PRIMARY KEY (workspace_id, connection_id),
  constraint recovery_accounts_check CHECK (((state = 'open'::text) = (next_look_at IS NULL))),
  constraint recovery_accounts_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'comparing'::text, 'stuck'::text, 'open'::text])))
);

create table refused_access (
  workspace_id bigint not null,
  connection_id bigint not null,
  kind text not null,
  refused_at timestamp(3) with time zone not null,
  confirmed_at timestamp(3) with time zone,
  retry_at timestamp(3) with time zone not null,
  retries integer default 0 not null,
  clock_ahead_ms bigint,
  constraint refused_access_pkey PRIMARY KEY (workspace_id, connection_id),
  constraint refused_access_kind_check CHECK ((kind = ANY (ARRAY['credentials'::text, 'reauth'::text])))
);

create table request_counts (
  workspace_id bigint not null,
  unit text not null,
  bucket bigint not null,
  operation_id text not null,
  family integer not null,
  n bigint not null,
  constraint request_counts_pkey PRIMARY KEY (workspace_id, unit, bucket, operation_id, family),
  constraint request_counts_unit_check CHECK ((unit = ANY (ARRAY['hour'::text, 'day'::text])))
);

create table request_log (
  workspace_id bigint not null,
  id uuid not null,
  request_id text not null,
  key_id bigint not null,
  method text not null,
  path text not null,
  operation_id text not null,
  status integer not null,
  latency_ms integer not null,
  request_bytes bigint,
  response_bytes bigint,
  ip_address text,
  user_agent text,
  error_code text,
  created_at timestamp(3) with time zone not null,
  route text,
  events text[],
  trace jsonb,
  story json,
  constraint request_log_pkey PRIMARY KEY (workspace_id, created_at, id)
) partition by RANGE (created_at);

create table reservation_alterations (
  workspace_id bigint not null,
  id bigint not null,
  connection_id bigint not null,
  external_id text not null,
  reservation_id bigint not null,
  status text not null,
  initiator text,
  original jsonb not null,
  check_in date,
  check_out date,
  guest_count integer,
  total_price numeric,
  listing_external_id text,
  source_status text not null,
  requested_at timestamp(3) with time zone,
  responded_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint reservation_alterations_pkey PRIMARY KEY (workspace_id, id),
  constraint reservation_alterations_workspace_id_connection_id_external_key UNIQUE (workspace_id, connection_id, external_id),
  constraint reservation_alterations_check CHECK ((is_sandbox_id(workspace_id) = is_sandbox_id(id))),
  constraint reservation_alterations_initiator_check CHECK ((initiator = ANY (ARRAY['guest'::text, 'host'::text]))),
  constraint reservation_alterations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text, 'cancelled'::text])))
);

create table reservation_counts (
  workspace_id bigint not null,
  counted_by text not null,
  bucket bigint not null,
  listed_as text not null,
  source text not null,
  account_id bigint not null,
  listed_under bigint not null,
  n bigint not null,
  constraint reservation_counts_pkey PRIMARY KEY (workspace_id, counted_by, bucket, listed_as, source, account_id, listed_under)
);

create table reservations (
  workspace_id bigint not null,
  id bigint not null,
  listing_id bigint not null,
  connection_id bigint,
  account_id bigint,
  external_id text,
  guest_id bigint,
  unit_id bigint,
  check_in date not null,
  check_out date not null,
  check_in_time text,
  check_out_time text,
  status text not null,
  status_detail text,
  pending_reason text,
  respond_by timestamp(3) with time zone,
  completes_at timestamp(3) with time zone not null,
  lapses_at timestamp(3) with time zone,
  source text,
  confirmation_code text not null,
  booked_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  cancelled_by text,
  occupancy jsonb,
  total_price numeric,
  currency text,
  payment_status text,
  financials jsonb,
  guest_details jsonb,
  source_status text,
  source_hash bytea,
  revision integer default 1 not null,
  doc text default '{}'::text not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  lapse_told_at timestamp(3) with time zone,
  cancel_reason text,
  merged_into bigint,
  inquiry_external_id text,
  was_record boolean default false not null,
  listed_as text,
  listed_under bigint default 0 not null,
  constraint reservations_pkey PRIMARY KEY (workspace_id, id),
  constraint reservations_workspace_id_connection_id_external_id_key UNIQUE (workspace_id, connection_id, external_id) DEFERRABLE,
  constraint reservations_cancelled_by_check CHECK ((cancelled_by = ANY (ARRAY['guest'::text, 'host'::text, 'platform'::text]))),
  constraint reservations_check CHECK ((check_out >= check_in)),
  constraint reservations_check1 CHECK ((is_sandbox_id(workspace_id) = is_sandbox_id(id))),
  constraint reservations_merged_into_check CHECK ((merged_into <> id)),
  constraint reservations_source_check CHECK ((source = ANY (ARRAY['airbnb'::text, 'booking.com'::text, 'vrbo'::text, 'direct'::text, 'website'::text, 'owner'::text, 'other'::text]))),
  constraint reservations_status_check CHECK ((status = ANY (ARRAY['confirmed'::text, 'pending'::text, 'cancelled'::text])))
);

create table response_schemas (
  workspace_id bigint not null,
  id uuid not null,
  name text not null,
  description text,
  mappings text not null,
  active boolean default true not null,
  version integer default 1 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint response_schemas_pkey PRIMARY KEY (workspace_id, id),
  constraint response_schemas_workspace_id_name_key UNIQUE (workspace_id, name)
);

create table retention (
  workspace_id bigint not null,
  guest_months integer,
  history_days integer,
  history_from timestamp(3) with time zone,
  history_looked_at timestamp(3) with time zone default '-infinity'::timestamp with time zone not null,
  next_look_at timestamp(3) with time zone,
  looked_to bigint default 0 not null,
  audit_from timestamp(3) with time zone default '-infinity'::timestamp with time zone not null,
  constraint retention_pkey PRIMARY KEY (workspace_id),
  constraint retention_guest_months_check CHECK (((guest_months >= 1) AND (guest_months <= 240))),
  constraint retention_history_days_check CHECK (((history_days >= 31) AND (history_days <= 36500)))
);

create table reviews (
  workspace_id bigint not null,
  id bigint not null,
  connection_id bigint,
  account_id bigint,
  external_id text not null,
  platform text,
  pms text,
  listing_id bigint,
  provider_property_id text,
  reservation_id bigint,
  reservation_code text,
  guest_id bigint,
  guest_name text,
  guest_avatar text,
  reviewer_role text not null,
  rating numeric(4,2),
  categories jsonb default '[]'::jsonb not null,
  public_review text,
  private_feedback text,
  is_reviewee_recommended boolean,
  response_body text,
  response_submitted_at timestamp(3) with time zone,
  submitted_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  hidden boolean default false not null,
  language text,
  source_hash bytea,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  listed_as text[],
  constraint reviews_pkey PRIMARY KEY (workspace_id, id),
  constraint reviews_workspace_id_connection_id_external_id_key UNIQUE (workspace_id, connection_id, external_id),
  constraint reviews_check CHECK ((is_sandbox_id(workspace_id) = is_sandbox_id(id))),
  constraint reviews_platform_check CHECK ((platform = ANY (ARRAY['airbnb'::text, 'booking'::text, 'vrbo'::text]))),
  constraint reviews_reviewer_role_check CHECK ((reviewer_role = ANY (ARRAY['guest'::text, 'host'::text])))
);

create table selling_links (
  workspace_id bigint not null,
  connection_id bigint not null,
  external_id text not null,
  listing_id bigint not null,
  since timestamp(3) with time zone not null,
  mends_drift boolean default true not null,
  changed_from date,
  changed_to date,
  changed_since timestamp(3) with time zone,
  compared_at timestamp(3) with time zone,
  wake_at timestamp(3) with time zone not null,
  unlisted_at timestamp(3) with time zone,
  constraint selling_links_pkey PRIMARY KEY (workspace_id, connection_id, external_id),
  constraint selling_links_check CHECK ((((changed_from IS NULL) = (changed_since IS NULL)) AND ((changed_to IS NULL) = (changed_since IS NULL))))
);

create table server_key_rings (
  process uuid not null,
  host text not null,
  pid integer not null,
  key_ids text[] not null,
  seen_at timestamp(3) with time zone not null,
  constraint server_key_rings_pkey PRIMARY KEY (process)
);

create table server_processes (
  id text not null,
  host text not null,
  version text not null,
  roles text[] not null,
  started_at timestamp(3) with time zone default clock_timestamp() not null,
  seen_at timestamp(3) with time zone default clock_timestamp() not null,
  figures jsonb not null,
  constraint server_processes_pkey PRIMARY KEY (id)
);

create table sold_nights (
  workspace_id bigint not null,
  listing_id bigint not null,
  date date not null,
  place integer not null,
  reservation_id bigint not null,
  constraint sold_nights_pkey PRIMARY KEY (workspace_id, listing_id, date, place),
  constraint sold_nights_workspace_id_reservation_id_date_key UNIQUE (workspace_id, reservation_id, date),
  constraint sold_nights_place_check CHECK ((place >= 1))
);

create table sold_plans (
  name text not null,
  plan text not null,
  limits jsonb not null,
  set_at timestamp(3) with time zone not null,
  constraint sold_plans_pkey PRIMARY KEY (name),
  constraint sold_plans_name_check CHECK ((name = ANY (ARRAY['starter'::text, 'growth'::text, 'scale'::text])))
);

create table special_offers (
  workspace_id bigint not null,
  id bigint not null,
  connection_id bigint not null,
  external_id text not null,
  conversation_id bigint not null,
  inquiry_id bigint not null,
  listing_id bigint,
  channel text not null,
  status text not null,
  check_in date,
  check_out date,
  guests jsonb,
  price jsonb not null,
  currency text,
  message text,
  expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint special_offers_pkey PRIMARY KEY (workspace_id, id),
  constraint special_offers_workspace_id_connection_id_external_id_key UNIQUE (workspace_id, connection_id, external_id),
  constraint special_offers_check CHECK ((is_sandbox_id(workspace_id) = is_sandbox_id(id))),
  constraint special_offers_status_check CHECK ((status = ANY (ARRAY['active'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text])))
);

create table stay_conflicts (
  workspace_id bigint not null,
  stay_id bigint not null,
  other_id bigint not null,
  listing_id bigint not null,
  since timestamp(3) with time zone not null,
  constraint stay_conflicts_pkey PRIMARY KEY (workspace_id, stay_id, other_id),
  constraint stay_conflicts_check CHECK ((stay_id < other_id))
);

create table sync_failures (
  workspace_id bigint not null,
  connection_id bigint not null,
  entity text not null,
  external_id text not null,
  message text not null,
  excerpt text,
  attempts integer default 1 not null,
  first_at timestamp(3) with time zone default now() not null,
  last_at timestamp(3) with time zone default now() not null,
  id uuid default time_uuid() not null,
  listed_as text[],
  severity text default 'failure'::text not null,
  fields jsonb,
  constraint sync_failures_pkey PRIMARY KEY (workspace_id, connection_id, entity, external_id),
  constraint sync_failures_id_key UNIQUE (workspace_id, id),
  constraint sync_failures_severity CHECK ((severity = ANY (ARRAY['failure'::text, 'warning'::text])))
);

create table sync_fetches (
  workspace_id bigint not null,
  connection_id bigint not null,
  entity text not null,
  external_id text not null,
  run_id bigint,
  due_at timestamp(3) with time zone not null,
  generation integer default 1 not null,
  attempts integer default 0 not null,
  by_itself boolean default false not null,
  constraint sync_fetches_pkey PRIMARY KEY (workspace_id, connection_id, entity, external_id)
);

create table sync_rows (
  workspace_id bigint not null,
  connection_id bigint not null,
  external_id text not null,
  kind text not null,
  listing_external_id text,
  row_digest text not null,
  source_hash bytea not null,
  constraint sync_rows_pkey PRIMARY KEY (workspace_id, connection_id, external_id),
  constraint sync_rows_kind_check CHECK ((kind = ANY (ARRAY['reservation'::text, 'inquiry'::text, 'block'::text])))
);

create table sync_runs (
  workspace_id bigint not null,
  id bigint not null,
  connection_id bigint not null,
  kind text not null,
  strategy text not null,
  state text default 'running'::text not null,
  entities text[] not null,
  progress jsonb default '{}'::jsonb not null,
  resume jsonb default '{}'::jsonb not null,
  upstream_calls integer default 0 not null,
  retries integer default 0 not null,
  errors jsonb default '[]'::jsonb not null,
  failures integer default 0 not null,
  started_at timestamp(3) with time zone default now() not null,
  heartbeat_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  bounds jsonb default '{}'::jsonb not null,
  failed_told_at timestamp(3) with time zone,
  listed_as text[],
  constraint sync_runs_pkey PRIMARY KEY (workspace_id, id),
  constraint sync_runs_check CHECK ((is_sandbox_id(workspace_id) = is_sandbox_id(id))),
  constraint sync_runs_kind_check CHECK ((kind = ANY (ARRAY['first_import'::text, 'import'::text, 'incremental'::text, 'full'::text, 'hint'::text, 'reconciliation'::text, 'count'::text]))),
  constraint sync_runs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'completed'::text, 'partial'::text, 'failed'::text, 'abandoned'::text])))
);

create table sync_schedule (
  workspace_id bigint not null,
  connection_id bigint not null,
  wake_at timestamp(3) with time zone,
  holder uuid,
  swept jsonb default '{}'::jsonb not null,
  failures integer default 0 not null,
  fairness jsonb default '{"ahead": {}, "heldSince": {}}'::jsonb not null,
  constraint sync_schedule_pkey PRIMARY KEY (workspace_id, connection_id)
);

create table sync_seen (
  workspace_id bigint not null,
  run_id bigint not null,
  entity text not null,
  external_id text not null,
  theirs bytea,
  ours bytea,
  constraint sync_seen_pkey PRIMARY KEY (workspace_id, run_id, entity, external_id)
);

create table units (
  workspace_id bigint not null,
  id bigint not null,
  connection_id bigint,
  external_id text,
  parent_id bigint,
  name text not null,
  active boolean default true not null,
  housekeeping_status text,
  floor text,
  source text,
  source_hash bytea,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint units_pkey PRIMARY KEY (workspace_id, id),
  constraint units_workspace_id_connection_id_external_id_key UNIQUE (workspace_id, connection_id, external_id),
  constraint units_check CHECK ((is_sandbox_id(workspace_id) = is_sandbox_id(id)))
);

create table upstream_budgets (
  key text not null,
  holds timestamp(3) with time zone[] default '{}'::timestamp with time zone[] not null,
  blocked_until timestamp(3) with time zone,
  constraint upstream_budgets_pkey PRIMARY KEY (key)
);

create table usage_days (
  workspace_id bigint not null,
  day date not null,
  requests bigint default 0 not null,
  ai_requests bigint default 0 not null,
  warned_at timestamp(3) with time zone,
  constraint usage_days_pkey PRIMARY KEY (workspace_id, day)
);

create table usage_operations (
  workspace_id bigint not null,
  day date not null,
  operation_id text not null,
  requests bigint default 0 not null,
  errors bigint default 0 not null,
  latency_ms bigint default 0 not null,
  status_2xx bigint default 0 not null,
  status_3xx bigint default 0 not null,
  status_4xx bigint default 0 not null,
  status_5xx bigint default 0 not null,
  latencies integer[] default '{}'::integer[] not null,
  constraint usage_operations_pkey PRIMARY KEY (workspace_id, day, operation_id)
);

create table vendor_access (
  name text not null,
  session bytea not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint vendor_access_pkey PRIMARY KEY (name)
);

create table vendor_acts (
  workspace_id bigint not null,
  id uuid default time_uuid() not null,
  key text not null,
  kind text not null,
  connection_id bigint not null,
  request_hash bytea not null,
  state text default 'asking'::text not null,
  attempts integer default 1 not null,
  result jsonb,
  asked_at timestamp(3) with time zone not null,
  settles_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  request jsonb,
  looks integer default 0 not null,
  next_look_at timestamp(3) with time zone,
  outcome text,
  holder uuid,
  held_until timestamp(3) with time zone,
  listing_id bigint,
  reservation_id bigint,
  external_id text,
  outcome_code text,
  created_at timestamp(3) with time zone not null,
  constraint vendor_acts_pkey PRIMARY KEY (workspace_id, id),
  constraint vendor_acts_workspace_id_key_key UNIQUE (workspace_id, key),
  constraint vendor_acts_hold_check CHECK (((holder IS NULL) = (held_until IS NULL))),
  constraint vendor_acts_kind_check CHECK ((kind = ANY (ARRAY['pre_approve'::text, 'send_offer'::text, 'withdraw_offer'::text, 'reply_to_review'::text, 'review_guest'::text, 'create_guest'::text, 'write_listing'::text, 'add_photo'::text, 'send_message'::text, 'create_reservation'::text, 'modify_reservation'::text, 'cancel_reservation'::text, 'accept_request'::text, 'decline_request'::text, 'request_alteration'::text, 'answer_alteration'::text, 'invite_partner'::text, 'create_property'::text, 'create_property_unit'::text, 'add_channel_content'::text, 'add_property_unit'::text, 'remove_channel_content'::text, 'create_channel_listing'::text, 'change_reservation'::text, 'refund_reservation'::text]))),
  constraint vendor_acts_state_check CHECK ((state = ANY (ARRAY['started'::text, 'asking'::text, 'unknown'::text, 'done'::text, 'refused'::text, 'absent'::text])))
);

create table vrbo_accounts (
  workspace_id bigint not null,
  id text not null,
  name text not null,
  password_hash bytea not null,
  password_end text not null,
  takes_calls boolean default false not null,
  created_at timestamp(3) with time zone not null,
  rotated_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  last_fetched_at timestamp(3) with time zone,
  reads timestamp(3) with time zone[] default '{}'::timestamp with time zone[] not null,
  constraint vrbo_accounts_pkey PRIMARY KEY (workspace_id, id),
  constraint vrbo_accounts_id_check CHECK ((id ~ '^lw[a-z0-9]{14}$'::text))
);

create table vrbo_bookings (
  workspace_id bigint not null,
  account_id text not null,
  tracking_uuid text not null,
  reservation_id bigint,
  booked_at timestamp(3) with time zone not null,
  constraint vrbo_bookings_pkey PRIMARY KEY (workspace_id, account_id, tracking_uuid)
);

create table vrbo_documents (
  workspace_id bigint not null,
  account_id text not null,
  listing_id bigint not null,
  kind text not null,
  etag text,
  changed_at timestamp(3) with time zone not null,
  mark text,
  active boolean,
  constraint vrbo_documents_pkey PRIMARY KEY (workspace_id, account_id, listing_id, kind),
  constraint vrbo_documents_kind_check CHECK ((kind = ANY (ARRAY['listing'::text, 'availability'::text, 'rates'::text, 'configuration'::text])))
);

create table vrbo_listings (
  workspace_id bigint not null,
  account_id text not null,
  listing_id bigint not null,
  added_at timestamp(3) with time zone not null,
  removed_at timestamp(3) with time zone,
  hidden_at timestamp(3) with time zone,
  turned_at timestamp(3) with time zone not null,
  served jsonb default '[]'::jsonb not null,
  served_at timestamp(3) with time zone,
  constraint vrbo_listings_pkey PRIMARY KEY (workspace_id, account_id, listing_id)
);

create table webhooks (
  workspace_id bigint not null,
  id uuid default gen_random_uuid() not null,
  url text not null,
  description text,
  events text[] not null,
  api_version text not null,
  status text default 'active'::text not null,
  secret bytea not null,
  secret_key_id text not null,
  secret_masked text not null,
  previous_secret bytea,
  previous_secret_key_id text,
  previous_secret_until timestamp(3) with time zone,
  ordered boolean default false not null,
  snapshot_pending boolean default false not null,
  consecutive_failures integer default 0 not null,
  consecutive_exhausted integer default 0 not null,
  last_delivered_at timestamp(3) with time zone,
  last_success_at timestamp(3) with time zone,
  last_failure_at timestamp(3) with time zone,
  last_delivery_status integer,
  disabled_at timestamp(3) with time zone,
  disabled_reason text,
  held_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  deleted_at timestamp(3) with time zone,
  constraint webhooks_pkey PRIMARY KEY (workspace_id, id),
  constraint webhooks_check CHECK (((status = 'disabled'::text) = (disabled_at IS NOT NULL))),
  constraint webhooks_check1 CHECK (((previous_secret IS NULL) = (previous_secret_until IS NULL))),
  constraint webhooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['deliveries_given_up'::text, 'gone'::text]))),
  constraint webhooks_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text])))
);

create table workspace_heads (
  workspace_id bigint not null,
  sequence bigint default 0 not null,
  addressed bigint default 0 not null,
  written_at timestamp(3) with time zone default '-infinity'::timestamp with time zone not null,
  copied bigint default 0 not null,
  constraint workspace_heads_pkey PRIMARY KEY (workspace_id)
);

create table workspaces (
  id bigint not null,
  parent_id bigint,
  sandbox_of bigint,
  name text not null,
  external_ref text,
  plan text default 'free'::text not null,
  contact_confirmed boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  deactivated_at timestamp(3) with time zone,
  cut_over_at timestamp(3) with time zone,
  constraint workspaces_pkey PRIMARY KEY (id),
  constraint workspaces_sandbox_of_key UNIQUE (sandbox_of),
  constraint workspaces_check CHECK ((((sandbox_of IS NOT NULL) OR is_sandbox_id(COALESCE(parent_id, (0)::bigint))) = is_sandbox_id(id))),
  constraint workspaces_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'starter'::text, 'custom'::text])))
);

-- Foreign keys

alter table accounts add constraint accounts_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table accounts add constraint accounts_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table agent_plans add constraint agent_plans_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table agent_secrets add constraint agent_secrets_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table agent_secrets add constraint agent_secrets_workspace_id_key_id_fkey
  FOREIGN KEY (workspace_id, key_id) REFERENCES api_keys(workspace_id, id) ON DELETE CASCADE;

alter table ai_usage add constraint ai_usage_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table airbnb_bookings add constraint airbnb_bookings_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table airbnb_transactions add constraint airbnb_transactions_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table api_keys add constraint api_keys_member_fkey
  FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id) ON DELETE CASCADE;

alter table api_keys add constraint api_keys_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table audit_changes add constraint audit_changes_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table audit_counts add constraint audit_counts_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table audit_lines add constraint audit_lines_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table billing_accounts add constraint billing_accounts_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table billing_events add constraint billing_events_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table booking_receipts add constraint booking_receipts_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id) ON DELETE CASCADE;

alter table calendar_days add constraint calendar_days_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id);

alter table calendar_push_turns add constraint calendar_push_turns_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id) ON DELETE CASCADE;

alter table calendar_pushes add constraint calendar_pushes_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id) ON DELETE CASCADE;

alter table calendar_pushes add constraint calendar_pushes_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id) ON DELETE CASCADE;

alter table calendar_reads add constraint calendar_reads_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id) ON DELETE CASCADE;

alter table channel_content add constraint channel_content_workspace_id_connection_id_external_id_fkey
  FOREIGN KEY (workspace_id, connection_id, external_id) REFERENCES listing_links(workspace_id, connection_id, external_id) ON DELETE CASCADE;

alter table channel_links add constraint channel_links_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id);

alter table channel_nights add constraint channel_nights_workspace_id_connection_id_external_id_fkey
  FOREIGN KEY (workspace_id, connection_id, external_id) REFERENCES selling_links(workspace_id, connection_id, external_id) ON DELETE CASCADE;

alter table connect_sessions add constraint connect_sessions_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table connect_sessions add constraint connect_sessions_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table connections add constraint connections_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table conversations add constraint conversations_workspace_id_account_id_fkey
  FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id);

alter table conversations add constraint conversations_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table conversations add constraint conversations_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table conversations add constraint conversations_workspace_id_guest_id_fkey
  FOREIGN KEY (workspace_id, guest_id) REFERENCES guests(workspace_id, id);

alter table conversations add constraint conversations_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id);

alter table conversations add constraint conversations_workspace_id_reservation_id_fkey
  FOREIGN KEY (workspace_id, reservation_id) REFERENCES reservations(workspace_id, id);

alter table deliveries add constraint deliveries_workspace_id_event_sequence_fkey
  FOREIGN KEY (workspace_id, event_sequence) REFERENCES events(workspace_id, sequence);

alter table deliveries add constraint deliveries_workspace_id_webhook_id_fkey
  FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks(workspace_id, id);

alter table delivery_counts add constraint delivery_counts_workspace_id_webhook_id_fkey
  FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks(workspace_id, id);

alter table delivery_turns add constraint delivery_turns_workspace_id_webhook_id_fkey
  FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks(workspace_id, id);

alter table events add constraint events_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table file_imports add constraint file_imports_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table forgotten_guests add constraint forgotten_guests_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table guest_contacts add constraint guest_contacts_workspace_id_guest_id_fkey
  FOREIGN KEY (workspace_id, guest_id) REFERENCES guests(workspace_id, id) ON DELETE CASCADE;

alter table guest_figures add constraint guest_figures_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table guests add constraint guests_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table guests add constraint guests_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table history_fields add constraint history_fields_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table ical_exports add constraint ical_exports_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id) ON DELETE CASCADE;

alter table ical_feeds add constraint ical_feeds_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id) ON DELETE CASCADE;

alter table ical_pms_nights add constraint ical_pms_nights_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id) ON DELETE CASCADE;

alter table ical_spans add constraint ical_spans_workspace_id_feed_id_fkey
  FOREIGN KEY (workspace_id, feed_id) REFERENCES ical_feeds(workspace_id, id) ON DELETE CASCADE;

alter table idempotency_keys add constraint idempotency_keys_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table imported_ids add constraint imported_ids_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES file_imports(workspace_id) ON DELETE CASCADE;

alter table inquiries add constraint inquiries_workspace_id_account_id_fkey
  FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id);

alter table inquiries add constraint inquiries_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table inquiries add constraint inquiries_workspace_id_conversation_id_fkey
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id);

alter table inquiries add constraint inquiries_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table inquiries add constraint inquiries_workspace_id_guest_id_fkey
  FOREIGN KEY (workspace_id, guest_id) REFERENCES guests(workspace_id, id);

alter table inquiries add constraint inquiries_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id);

alter table inquiries add constraint inquiries_workspace_id_reservation_id_fkey
  FOREIGN KEY (workspace_id, reservation_id) REFERENCES reservations(workspace_id, id);

alter table kept_nights add constraint kept_nights_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table kv_entries add constraint kv_entries_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table kv_spaces add constraint kv_spaces_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table limit_overrides add constraint limit_overrides_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table listing_files add constraint listing_files_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id) ON DELETE CASCADE;

alter table listing_links add constraint listing_links_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table listing_links add constraint listing_links_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id);

alter table listing_texts add constraint listing_texts_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id) ON DELETE CASCADE;

alter table listing_units add constraint listing_units_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id);

alter table listing_units add constraint listing_units_workspace_id_unit_id_fkey
  FOREIGN KEY (workspace_id, unit_id) REFERENCES units(workspace_id, id) ON DELETE CASCADE;

alter table listings add constraint listings_workspace_id_account_id_fkey
  FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id);

alter table listings add constraint listings_workspace_id_connection_id_external_id_id_fkey
  FOREIGN KEY (workspace_id, connection_id, external_id, id) REFERENCES listing_links(workspace_id, connection_id, external_id, listing_id) DEFERRABLE INITIALLY DEFERRED;

alter table listings add constraint listings_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table listings add constraint listings_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table made_up_records add constraint made_up_records_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table made_up_records add constraint made_up_records_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table market_days add constraint market_days_snapshot_id_fkey
  FOREIGN KEY (snapshot_id) REFERENCES market_snapshots(id) ON DELETE CASCADE;

alter table market_events add constraint market_events_market_id_fkey
  FOREIGN KEY (market_id) REFERENCES markets(id) ON DELETE CASCADE;

alter table market_listings add constraint market_listings_snapshot_id_fkey
  FOREIGN KEY (snapshot_id) REFERENCES market_snapshots(id) ON DELETE CASCADE;

alter table market_nights add constraint market_nights_snapshot_id_id_fkey
  FOREIGN KEY (snapshot_id, id) REFERENCES market_listings(snapshot_id, id) ON DELETE CASCADE;

alter table market_snapshots add constraint market_snapshots_market_id_fkey
  FOREIGN KEY (market_id) REFERENCES markets(id) ON DELETE CASCADE;

alter table member_links add constraint member_links_workspace_id_member_id_fkey
  FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id) ON DELETE CASCADE;

alter table members add constraint members_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table message_parts add constraint message_parts_workspace_id_message_id_fkey
  FOREIGN KEY (workspace_id, message_id) REFERENCES messages(workspace_id, id) ON DELETE SET NULL (message_id);

alter table message_parts add constraint message_parts_workspace_id_send_id_fkey
  FOREIGN KEY (workspace_id, send_id) REFERENCES message_sends(workspace_id, id) ON DELETE CASCADE;

alter table message_sends add constraint message_sends_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table message_sends add constraint message_sends_workspace_id_conversation_id_fkey
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id) ON DELETE CASCADE;

alter table message_sends add constraint message_sends_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table messages add constraint messages_workspace_id_conversation_id_fkey
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id);

alter table migration_rehearsals add constraint migration_rehearsals_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table migration_watch_stays add constraint migration_watch_stays_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES migration_watches(workspace_id, connection_id) ON DELETE CASCADE;

alter table migration_watches add constraint migration_watches_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id) ON DELETE CASCADE;

alter table night_changes add constraint night_changes_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id) ON DELETE CASCADE;

alter table night_changes add constraint night_changes_workspace_id_reservation_id_fkey
  FOREIGN KEY (workspace_id, reservation_id) REFERENCES reservations(workspace_id, id) ON DELETE CASCADE;

alter table past_parts add constraint past_parts_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table plan_changes add constraint plan_changes_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table price_models add constraint price_models_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table price_recommendations add constraint price_recommendations_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES priced_listings(workspace_id, listing_id) ON DELETE CASCADE;

alter table priced_listings add constraint priced_listings_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id) ON DELETE CASCADE;

alter table question_holds add constraint question_holds_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id) ON DELETE CASCADE;

alter table reader_looks add constraint reader_looks_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id) ON DELETE CASCADE;

alter table reading_orders add constraint reading_orders_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table reconciliations add constraint reconciliations_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table reconciliations add constraint reconciliations_workspace_id_run_id_fkey
  FOREIGN KEY (workspace_id, run_id) REFERENCES sync_runs(workspace_id, id) ON DELETE CASCADE;

alter table record_counts add constraint record_counts_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table record_history add constraint record_history_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table recovery_accounts add constraint recovery_accounts_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table recovery_accounts add constraint recovery_accounts_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table refused_access add constraint refused_access_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table request_counts add constraint request_counts_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table reservation_alterations add constraint reservation_alterations_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table reservation_alterations add constraint reservation_alterations_workspace_id_reservation_id_fkey
  FOREIGN KEY (workspace_id, reservation_id) REFERENCES reservations(workspace_id, id) ON DELETE CASCADE;

alter table reservation_counts add constraint reservation_counts_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table reservations add constraint reservations_workspace_id_account_id_fkey
  FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id);

alter table reservations add constraint reservations_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table reservations add constraint reservations_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table reservations add constraint reservations_workspace_id_guest_id_fkey
  FOREIGN KEY (workspace_id, guest_id) REFERENCES guests(workspace_id, id);

alter table reservations add constraint reservations_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id);

alter table reservations add constraint reservations_workspace_id_merged_into_fkey
  FOREIGN KEY (workspace_id, merged_into) REFERENCES reservations(workspace_id, id);

alter table reservations add constraint reservations_workspace_id_unit_id_fkey
  FOREIGN KEY (workspace_id, unit_id) REFERENCES units(workspace_id, id);

alter table response_schemas add constraint response_schemas_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table retention add constraint retention_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE;

alter table reviews add constraint reviews_workspace_id_account_id_fkey
  FOREIGN KEY (workspace_id, account_id) REFERENCES accounts(workspace_id, id);

alter table reviews add constraint reviews_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table reviews add constraint reviews_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table reviews add constraint reviews_workspace_id_guest_id_fkey
  FOREIGN KEY (workspace_id, guest_id) REFERENCES guests(workspace_id, id);

alter table reviews add constraint reviews_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id);

alter table reviews add constraint reviews_workspace_id_reservation_id_fkey
  FOREIGN KEY (workspace_id, reservation_id) REFERENCES reservations(workspace_id, id);

alter table selling_links add constraint selling_links_workspace_id_connection_id_external_id_listi_fkey
  FOREIGN KEY (workspace_id, connection_id, external_id, listing_id) REFERENCES listing_links(workspace_id, connection_id, external_id, listing_id);

alter table sold_nights add constraint sold_nights_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id) ON DELETE CASCADE;

alter table sold_nights add constraint sold_nights_workspace_id_reservation_id_fkey
  FOREIGN KEY (workspace_id, reservation_id) REFERENCES reservations(workspace_id, id) ON DELETE CASCADE;

alter table special_offers add constraint special_offers_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table special_offers add constraint special_offers_workspace_id_conversation_id_fkey
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id) ON DELETE CASCADE;

alter table special_offers add constraint special_offers_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table special_offers add constraint special_offers_workspace_id_inquiry_id_fkey
  FOREIGN KEY (workspace_id, inquiry_id) REFERENCES inquiries(workspace_id, id) ON DELETE CASCADE;

alter table special_offers add constraint special_offers_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id);

alter table stay_conflicts add constraint stay_conflicts_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id) ON DELETE CASCADE;

alter table stay_conflicts add constraint stay_conflicts_workspace_id_other_id_fkey
  FOREIGN KEY (workspace_id, other_id) REFERENCES reservations(workspace_id, id) ON DELETE CASCADE;

alter table stay_conflicts add constraint stay_conflicts_workspace_id_stay_id_fkey
  FOREIGN KEY (workspace_id, stay_id) REFERENCES reservations(workspace_id, id) ON DELETE CASCADE;

alter table sync_failures add constraint sync_failures_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table sync_fetches add constraint sync_fetches_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table sync_runs add constraint sync_runs_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table sync_runs add constraint sync_runs_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table sync_schedule add constraint sync_schedule_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table units add constraint units_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table units add constraint units_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table units add constraint units_workspace_id_parent_id_fkey
  FOREIGN KEY (workspace_id, parent_id) REFERENCES units(workspace_id, id);

alter table usage_days add constraint usage_days_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table usage_operations add constraint usage_operations_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table vendor_acts add constraint vendor_acts_workspace_id_connection_id_fkey
  FOREIGN KEY (workspace_id, connection_id) REFERENCES connections(workspace_id, id);

alter table vendor_acts add constraint vendor_acts_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table vendor_acts add constraint vendor_acts_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id);

alter table vendor_acts add constraint vendor_acts_workspace_id_reservation_id_fkey
  FOREIGN KEY (workspace_id, reservation_id) REFERENCES reservations(workspace_id, id) ON DELETE SET NULL (reservation_id);

alter table vrbo_accounts add constraint vrbo_accounts_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table vrbo_bookings add constraint vrbo_bookings_workspace_id_account_id_fkey
  FOREIGN KEY (workspace_id, account_id) REFERENCES vrbo_accounts(workspace_id, id) ON DELETE CASCADE;

alter table vrbo_bookings add constraint vrbo_bookings_workspace_id_reservation_id_fkey
  FOREIGN KEY (workspace_id, reservation_id) REFERENCES reservations(workspace_id, id) ON DELETE CASCADE;

alter table vrbo_documents add constraint vrbo_documents_workspace_id_account_id_listing_id_fkey
  FOREIGN KEY (workspace_id, account_id, listing_id) REFERENCES vrbo_listings(workspace_id, account_id, listing_id) ON DELETE CASCADE;

alter table vrbo_listings add constraint vrbo_listings_workspace_id_account_id_fkey
  FOREIGN KEY (workspace_id, account_id) REFERENCES vrbo_accounts(workspace_id, id) ON DELETE CASCADE;

alter table vrbo_listings add constraint vrbo_listings_workspace_id_listing_id_fkey
  FOREIGN KEY (workspace_id, listing_id) REFERENCES listings(workspace_id, id) ON DELETE CASCADE;

alter table webhooks add constraint webhooks_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table workspace_heads add constraint workspace_heads_workspace_id_fkey
  FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

alter table workspaces add constraint workspaces_parent_id_fkey
  FOREIGN KEY (parent_id) REFERENCES workspaces(id);

alter table workspaces add constraint workspaces_sandbox_of_fkey
  FOREIGN KEY (sandbox_of) REFERENCES workspaces(id);

-- Indexes

CREATE INDEX agent_plans_confirmed ON public.agent_plans USING btree (workspace_id, key_id, confirmed_at) WHERE (confirmed_at IS NOT NULL);

CREATE INDEX agent_plans_expired ON public.agent_plans USING btree (expires_at);

CREATE INDEX agent_plans_listing ON public.agent_plans USING btree (workspace_id, listing_id, created_at DESC, id DESC);

CREATE INDEX agent_plans_newest ON public.agent_plans USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX agent_secrets_key ON public.agent_secrets USING btree (workspace_id, key_id, expires_at);

CREATE INDEX ai_usage_day ON public.ai_usage USING btree (workspace_id, day) INCLUDE (tokens_in, tokens_out);

CREATE INDEX ai_usage_old ON public.ai_usage USING btree (day);

CREATE INDEX airbnb_bookings_alike ON public.airbnb_bookings USING btree (workspace_id, listed_as, id);

CREATE INDEX airbnb_bookings_arrival_month ON public.airbnb_bookings USING btree (workspace_id, month_number(check_in), listed_as, id);

CREATE INDEX airbnb_bookings_check_in ON public.airbnb_bookings USING btree (workspace_id, check_in, listed_as, id);

CREATE INDEX airbnb_bookings_check_out ON public.airbnb_bookings USING btree (workspace_id, check_out, listed_as, id);

CREATE INDEX airbnb_bookings_departure_month ON public.airbnb_bookings USING btree (workspace_id, month_number(check_out), listed_as, id);

CREATE INDEX airbnb_bookings_due_lapsed ON public.airbnb_bookings USING btree (workspace_id, lapses_at) WHERE (state = 'pending'::text);

CREATE INDEX airbnb_bookings_due_over ON public.airbnb_bookings USING btree (workspace_id, completes_at) WHERE (state = 'accepted'::text);

CREATE INDEX airbnb_bookings_listed ON public.airbnb_bookings USING btree (workspace_id, id) WHERE (listed_as IS NOT NULL);

CREATE INDEX airbnb_bookings_listing ON public.airbnb_bookings USING btree (workspace_id, listing_id, listed_as, id);

CREATE INDEX airbnb_transactions_alike ON public.airbnb_transactions USING btree (workspace_id, listed_as, (((COALESCE(payout_date, date) - '2000-01-01'::date))::bigint) DESC, COALESCE(payout_id, ''::text) DESC, (((- COALESCE(line_index, '-1'::integer)))::bigint) DESC, id DESC, connection_id DESC);

CREATE INDEX airbnb_transactions_code ON public.airbnb_transactions USING btree (workspace_id, connection_id, confirmation_code);

CREATE INDEX airbnb_transactions_order ON public.airbnb_transactions USING btree (workspace_id, (((COALESCE(payout_date, date) - '2000-01-01'::date))::bigint) DESC, COALESCE(payout_id, ''::text) DESC, (((- COALESCE(line_index, '-1'::integer)))::bigint) DESC, id DESC, connection_id DESC);

CREATE INDEX airbnb_transactions_payout ON public.airbnb_transactions USING btree (workspace_id, payout_id);

CREATE INDEX api_keys_member ON public.api_keys USING btree (workspace_id, member_id) WHERE (member_id IS NOT NULL);

CREATE UNIQUE INDEX api_keys_previous_hash ON public.api_keys USING btree (previous_hash) WHERE (previous_hash IS NOT NULL);

CREATE INDEX api_keys_sessions ON public.api_keys USING btree (workspace_id, id) WHERE (member_id IS NOT NULL);

CREATE INDEX api_keys_sessions_over ON public.api_keys USING btree (LEAST(expires_at, revoked_at)) WHERE (member_id IS NOT NULL);

CREATE INDEX audit_lines_actor ON public.audit_lines USING btree (workspace_id, actor, at, id);

CREATE INDEX audit_lines_alike ON public.audit_lines USING btree (workspace_id, action, outcome, at, id);

CREATE INDEX audit_lines_begun ON public.audit_lines USING btree (workspace_id, at) WHERE (outcome = 'begun'::text);

CREATE UNIQUE INDEX audit_lines_once ON public.audit_lines USING btree (workspace_id, once) WHERE (once IS NOT NULL);

CREATE INDEX audit_lines_targets ON public.audit_lines USING gin (targets_in(workspace_id, targets));

CREATE INDEX billing_accounts_customer ON public.billing_accounts USING btree (customer_id);

CREATE INDEX billing_accounts_due ON public.billing_accounts USING btree (due_at) WHERE (customer_id IS NOT NULL);

CREATE INDEX billing_events_old ON public.billing_events USING btree (received_at);

CREATE INDEX booking_receipts_due ON public.booking_receipts USING btree (next_attempt_at);

CREATE INDEX calendar_days_notes ON public.calendar_days USING btree (workspace_id, listing_id, date) WHERE (note IS NOT NULL);

CREATE INDEX calendar_push_turns_due ON public.calendar_push_turns USING btree (wake_at) WHERE (wake_at IS NOT NULL);

CREATE INDEX calendar_pushes_due ON public.calendar_pushes USING btree (workspace_id, connection_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE INDEX channel_links_hotel ON public.channel_links USING btree (workspace_id, hotel_id) WHERE (hotel_id IS NOT NULL);

CREATE INDEX channel_links_platform ON public.channel_links USING btree (workspace_id, platform, listing_id) WHERE active;

CREATE INDEX channel_links_vrbo ON public.channel_links USING btree (workspace_id, listing_id, external_id) WHERE ((platform = 'vrbo'::text) AND (listed_as IS NOT NULL));

CREATE INDEX channel_links_vrbo_by_state ON public.channel_links USING btree (workspace_id, active, listing_id, external_id) WHERE ((platform = 'vrbo'::text) AND (listed_as IS NOT NULL));

CREATE INDEX channel_nights_due ON public.channel_nights USING btree (workspace_id, connection_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE INDEX channel_nights_exposed ON public.channel_nights USING btree (exposed_since, workspace_id) WHERE ((exposed_since IS NOT NULL) AND (told_at IS NULL));

CREATE INDEX channel_nights_longest_exposed ON public.channel_nights USING btree (exposed_since) WHERE (exposed_since IS NOT NULL);

CREATE INDEX channel_nights_over ON public.channel_nights USING btree (workspace_id) WHERE ((told_at IS NOT NULL) AND (exposed_since IS NULL));

CREATE INDEX connect_sessions_age ON public.connect_sessions USING btree (workspace_id, created_at);

CREATE INDEX connections_callable ON public.connections USING btree (provider, id) WHERE ((status = 'active'::text) AND (credentials IS NOT NULL));

CREATE INDEX connections_host ON public.connections USING btree (provider, external_account_id);

CREATE INDEX conversations_alike ON public.conversations USING btree (workspace_id, listed_as, COALESCE(last_message_at, '-infinity'::timestamp with time zone) DESC, id DESC);

CREATE INDEX conversations_guest ON public.conversations USING btree (workspace_id, guest_id) WHERE (guest_id IS NOT NULL);

CREATE INDEX conversations_letters ON public.conversations USING gin (letters_of(workspace_id, subject)) WITH (gin_pending_list_limit='256');

CREATE INDEX conversations_listing ON public.conversations USING btree (workspace_id, listing_id, listed_as, COALESCE(last_message_at, '-infinity'::timestamp with time zone) DESC, id DESC);

CREATE INDEX conversations_recent ON public.conversations USING btree (workspace_id, COALESCE(last_message_at, '-infinity'::timestamp with time zone) DESC, id DESC) WHERE (listed_as IS NOT NULL);

CREATE INDEX conversations_reservation ON public.conversations USING btree (workspace_id, reservation_id);

CREATE INDEX conversations_source_reservation ON public.conversations USING btree (workspace_id, connection_id, source_reservation_id);

CREATE INDEX deliveries_chain ON public.deliveries USING btree (workspace_id, webhook_id, order_key, event_sequence) WHERE ((order_key IS NOT NULL) AND (state = ANY (ARRAY['waiting'::text, 'pending'::text, 'sending'::text])));

CREATE INDEX deliveries_claimed ON public.deliveries USING btree (claimed_until) WHERE (state = 'sending'::text);

CREATE INDEX deliveries_pending ON public.deliveries USING btree (workspace_id, webhook_id, next_attempt_at, event_sequence) WHERE (state = 'pending'::text);

CREATE INDEX deliveries_waiting ON public.deliveries USING btree (workspace_id, webhook_id, order_key, event_sequence) WHERE (state = 'waiting'::text);

CREATE INDEX delivery_attempts_delivery ON ONLY public.delivery_attempts USING btree (workspace_id, delivery_id, number);

CREATE INDEX delivery_attempts_outcome ON ONLY public.delivery_attempts USING btree (workspace_id, webhook_id, outcome, started_at DESC, id DESC);

CREATE INDEX events_created ON public.events USING btree (workspace_id, created_at, sequence);

CREATE INDEX events_listing ON public.events USING btree (workspace_id, COALESCE(origin_workspace_id, workspace_id), listing_id) WHERE (listing_id IS NOT NULL);

CREATE INDEX events_object ON public.events USING btree (workspace_id, object_type, object_id, sequence);

CREATE INDEX forgotten_guests_guest ON public.forgotten_guests USING btree (workspace_id, guest_id);

CREATE INDEX guest_contacts_letters ON public.guest_contacts USING gin (letters_of(workspace_id, value)) WITH (gin_pending_list_limit='256');

CREATE INDEX guest_contacts_value ON public.guest_contacts USING btree (workspace_id, type, value);

CREATE INDEX guest_figures_alike ON public.guest_figures USING btree (workspace_id, listed_as, id);

CREATE INDEX guest_figures_listed ON public.guest_figures USING btree (workspace_id, id) WHERE (listed_as IS NOT NULL);

CREATE INDEX guests_letters ON public.guests USING gin (letters_of(workspace_id, name_of_guest(first_name, last_name))) WITH (gin_pending_list_limit='256');

CREATE INDEX ical_exports_listing ON public.ical_exports USING btree (workspace_id, listing_id, created_at, id);

CREATE INDEX ical_exports_token ON public.ical_exports USING btree (token_hash) WHERE (revoked_at IS NULL);

CREATE INDEX ical_feeds_due ON public.ical_feeds USING btree (next_fetch_at) WHERE (next_fetch_at IS NOT NULL);

CREATE INDEX ical_feeds_listing ON public.ical_feeds USING btree (workspace_id, listing_id, created_at, id);

CREATE INDEX ical_feeds_turn ON public.ical_feeds USING btree (workspace_id, next_fetch_at) WHERE (next_fetch_at IS NOT NULL);

CREATE INDEX ical_pms_nights_due ON public.ical_pms_nights USING btree (look_at);

CREATE INDEX ical_spans_nights ON public.ical_spans USING btree (workspace_id, listing_id, until) WHERE holds;

CREATE INDEX idempotency_keys_expiry ON public.idempotency_keys USING btree (expires_at);

CREATE INDEX inquiries_alike ON public.inquiries USING btree (workspace_id, listed_as, created_at DESC, id DESC);

CREATE INDEX inquiries_conversation ON public.inquiries USING btree (workspace_id, conversation_id, created_at DESC, id DESC);

CREATE INDEX inquiries_due ON public.inquiries USING btree (workspace_id, lapses_at) WHERE (listed_as[1] = ANY (ARRAY['open'::text, 'pre_approved'::text, 'special_offer_sent'::text]));

CREATE INDEX inquiries_lapsing ON public.inquiries USING btree (lapses_at) WHERE ((status = ANY (ARRAY['open'::text, 'pre_approved'::text, 'special_offer_sent'::text])) AND ((lapse_told_at IS NULL) OR (lapses_at > lapse_told_at)));

CREATE INDEX inquiries_listing ON public.inquiries USING btree (workspace_id, listing_id, listed_as, created_at DESC, id DESC);

CREATE INDEX inquiries_recent ON public.inquiries USING btree (workspace_id, created_at DESC, id DESC) WHERE (listed_as IS NOT NULL);

CREATE INDEX kv_entries_expiry ON public.kv_entries USING btree (expires_at, workspace_id) WHERE (expires_at IS NOT NULL);

CREATE INDEX listing_files_listing ON public.listing_files USING btree (workspace_id, listing_id, created_at);

CREATE INDEX listing_links_external ON public.listing_links USING btree (external_id);

CREATE INDEX listing_links_listing ON public.listing_links USING btree (workspace_id, listing_id);

CREATE INDEX listing_units_unit ON public.listing_units USING btree (workspace_id, unit_id);

CREATE INDEX listings_active ON public.listings USING btree (workspace_id, id) WHERE active;

CREATE INDEX listings_active_updated ON public.listings USING btree (workspace_id, updated_at, id) WHERE active;

CREATE INDEX listings_alike ON public.listings USING btree (workspace_id, listed_as, id);

CREATE INDEX listings_inactive ON public.listings USING btree (workspace_id, id) WHERE (NOT active);

CREATE INDEX listings_letters ON public.listings USING gin (letters_of(workspace_id, words_of_listing(name, street, city))) WITH (gin_pending_list_limit='256');

CREATE INDEX listings_on_airbnb ON public.listings USING btree (workspace_id, id) WHERE ((on_hosts <> ''::text) AND active AND (archived_at IS NULL));

CREATE INDEX listings_shown ON public.listings USING btree (workspace_id, id) WHERE (active AND (archived_at IS NULL));

CREATE INDEX listings_updated ON public.listings USING btree (workspace_id, updated_at, id);

CREATE INDEX mail_requests_address ON public.mail_requests USING btree (address, asked_at);

CREATE INDEX mail_requests_age ON public.mail_requests USING btree (asked_at);

CREATE INDEX mail_requests_from ON public.mail_requests USING btree (asked_from, asked_at) WHERE (asked_from IS NOT NULL);

CREATE INDEX mail_requests_waiting ON public.mail_requests USING btree (id) WHERE waits;

CREATE INDEX market_events_by_day ON public.market_events USING btree (market_id, start_date, id);

CREATE INDEX market_events_by_end ON public.market_events USING btree (market_id, end_date);

CREATE INDEX market_listings_place ON public.market_listings USING gist (place);

CREATE INDEX market_listings_place_of_size ON public.market_listings USING gist (place_of_size);

CREATE INDEX market_listings_reviews ON public.market_listings USING btree (snapshot_id, reviews DESC, id);

CREATE INDEX market_snapshots_market ON public.market_snapshots USING btree (market_id, complete, taken_on);

CREATE UNIQUE INDEX market_snapshots_once ON public.market_snapshots USING btree (market_id, taken_on) WHERE complete;

CREATE INDEX markets_area ON public.markets USING gist (area);

CREATE INDEX markets_by_listings ON public.markets USING btree (listings, id);

CREATE INDEX member_links_age ON public.member_links USING btree (created_at) WHERE (purpose = 'sign_in'::text);

CREATE INDEX member_links_due ON public.member_links USING btree (next_attempt_at) WHERE (mail = 'pending'::text);

CREATE UNIQUE INDEX member_links_hash ON public.member_links USING btree (workspace_id, hash);

CREATE INDEX member_links_member ON public.member_links USING btree (workspace_id, member_id, purpose, ended_at DESC, created_at DESC);

CREATE UNIQUE INDEX members_email ON public.members USING btree (workspace_id, email);

CREATE INDEX members_listed ON public.members USING btree (workspace_id, created_at, id);

CREATE INDEX members_of_address ON public.members USING btree (email);

CREATE INDEX message_parts_open ON public.message_parts USING btree (workspace_id, conversation_id) WHERE ((state = ANY (ARRAY['sending'::text, 'unknown'::text])) OR ((state = 'sent'::text) AND (external_id IS NULL)));

CREATE INDEX messages_thread ON public.messages USING btree (workspace_id, conversation_id, sent_at, id);

CREATE INDEX migration_watches_due ON public.migration_watches USING btree (next_look_at) WHERE (ended_at IS NULL);

CREATE INDEX migration_watches_until ON public.migration_watches USING btree (until) WHERE (ended_at IS NULL);

CREATE INDEX night_changes_reservation ON public.night_changes USING btree (workspace_id, reservation_id);

CREATE INDEX past_parts_guest ON public.past_parts USING btree (workspace_id, ((was ->> 'guestId'::text))) WHERE (record_type = 'reservation'::text);

CREATE INDEX past_parts_until ON public.past_parts USING btree (workspace_id, until);

CREATE INDEX plan_changes_workspace ON public.plan_changes USING btree (workspace_id, id);

CREATE INDEX priced_listings_due ON public.priced_listings USING btree (due_at);

CREATE INDEX priced_listings_turn ON public.priced_listings USING btree (workspace_id, due_at);

CREATE INDEX reader_looks_again ON public.reader_looks USING btree (look_after) WHERE (exposed_since IS NOT NULL);

CREATE INDEX reader_looks_exposed ON public.reader_looks USING btree (workspace_id, exposed_since, door, reader_id, listing_id) WHERE (exposed_since IS NOT NULL);

CREATE INDEX reader_looks_listing ON public.reader_looks USING btree (workspace_id, listing_id);

CREATE INDEX reader_looks_seen ON public.reader_looks USING btree (workspace_id, seen_version);

CREATE INDEX reader_looks_to_tell ON public.reader_looks USING btree (tell_at) WHERE (tell_at IS NOT NULL);

CREATE INDEX reader_looks_wanted ON public.reader_looks USING btree (look_after) WHERE (seen_version IS NULL);

CREATE INDEX reconciliations_connection ON public.reconciliations USING btree (workspace_id, connection_id, run_id DESC);

CREATE INDEX record_history_guest ON public.record_history USING btree (workspace_id, ((previous ->> 'guestId'::text))) WHERE ((record_type = 'reservation'::text) AND (previous ? 'guestId'::text));

CREATE UNIQUE INDEX recoveries_open ON public.recoveries USING btree ((true)) WHERE (ended_at IS NULL);

CREATE INDEX recovery_accounts_due ON public.recovery_accounts USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);

CREATE INDEX request_log_alike ON ONLY public.request_log USING btree (workspace_id, operation_id, ((status / 100)), created_at DESC, id DESC);

CREATE INDEX request_log_request ON ONLY public.request_log USING btree (workspace_id, request_id, created_at DESC, id DESC);

CREATE INDEX reservation_alterations_reservation ON public.reservation_alterations USING btree (workspace_id, reservation_id);

CREATE INDEX reservations_alike ON public.reservations USING btree (workspace_id, listed_as, COALESCE(source, ''::text), COALESCE(account_id, (0)::bigint), listed_under, id) WHERE (listed_as IS NOT NULL);

CREATE INDEX reservations_arrival_month ON public.reservations USING btree (workspace_id, month_number(check_in), listed_as, id) WHERE (listed_as IS NOT NULL);

CREATE INDEX reservations_changed ON public.reservations USING btree (workspace_id, updated_at, id) WHERE (listed_as IS NOT NULL);

CREATE INDEX reservations_check_in ON public.reservations USING btree (workspace_id, check_in, listed_as, id);

CREATE INDEX reservations_check_out ON public.reservations USING btree (workspace_id, check_out, listed_as, id);

CREATE INDEX reservations_code ON public.reservations USING btree (workspace_id, confirmation_code);

CREATE INDEX reservations_completing ON public.reservations USING btree (workspace_id, completes_at) WHERE (status = 'confirmed'::text);

CREATE INDEX reservations_departure_month ON public.reservations USING btree (workspace_id, month_number(check_out), listed_as, id) WHERE (listed_as IS NOT NULL);

CREATE INDEX reservations_due_lapsed ON public.reservations USING btree (workspace_id, lapses_at) WHERE (listed_as = 'pending'::text);

CREATE INDEX reservations_due_over ON public.reservations USING btree (workspace_id, completes_at) WHERE (listed_as = 'confirmed'::text);

CREATE INDEX reservations_guest ON public.reservations USING btree (workspace_id, guest_id);

CREATE INDEX reservations_guest_open ON public.reservations USING btree (workspace_id, guest_id) WHERE (listed_as = ANY (ARRAY['confirmed'::text, 'pending'::text]));

CREATE INDEX reservations_inquiry ON public.reservations USING btree (workspace_id, connection_id, inquiry_external_id) WHERE (inquiry_external_id IS NOT NULL);

CREATE INDEX reservations_lapsing ON public.reservations USING btree (lapses_at) WHERE ((status = 'pending'::text) AND (merged_into IS NULL) AND ((lapse_told_at IS NULL) OR (lapses_at > lapse_told_at)));

CREATE INDEX reservations_listed ON public.reservations USING btree (workspace_id, id) WHERE (listed_as IS NOT NULL);

CREATE INDEX reservations_listing ON public.reservations USING btree (workspace_id, listing_id, id);

CREATE INDEX reservations_listing_guest ON public.reservations USING btree (workspace_id, listing_id, guest_id);

CREATE UNIQUE INDEX reservations_merged ON public.reservations USING btree (workspace_id, merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX reservations_running_out ON public.reservations USING btree (workspace_id, lapses_at) WHERE (status = 'pending'::text);

CREATE INDEX reservations_standing ON public.reservations USING btree (workspace_id, listing_id, check_out) WHERE (status <> 'cancelled'::text);

CREATE INDEX reservations_updated ON public.reservations USING btree (workspace_id, updated_at, id);

CREATE INDEX reservations_vrbo ON public.reservations USING btree (workspace_id, id) WHERE ((source = 'vrbo'::text) AND (listed_as IS NOT NULL));

CREATE INDEX response_schemas_created ON public.response_schemas USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX retention_audit ON public.retention USING btree (audit_from);

CREATE INDEX retention_due ON public.retention USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);

CREATE INDEX retention_history ON public.retention USING btree (history_looked_at);

CREATE INDEX retention_own_history ON public.retention USING btree (history_looked_at) WHERE (history_days IS NOT NULL);

CREATE INDEX reviews_alike ON public.reviews USING btree (workspace_id, listed_as, COALESCE(submitted_at, '-infinity'::timestamp with time zone) DESC, id DESC);

CREATE INDEX reviews_by_role ON public.reviews USING btree (workspace_id, reviewer_role, COALESCE(submitted_at, '-infinity'::timestamp with time zone) DESC, id DESC) WHERE (listed_as IS NOT NULL);

CREATE INDEX reviews_listing ON public.reviews USING btree (workspace_id, listing_id, listed_as, COALESCE(submitted_at, '-infinity'::timestamp with time zone) DESC, id DESC);

CREATE INDEX reviews_rated ON public.reviews USING btree (workspace_id, rating, listed_as, COALESCE(submitted_at, '-infinity'::timestamp with time zone) DESC, id DESC);

CREATE INDEX reviews_recent ON public.reviews USING btree (workspace_id, COALESCE(submitted_at, '-infinity'::timestamp with time zone) DESC, id DESC) WHERE (listed_as IS NOT NULL);

CREATE INDEX selling_links_listing ON public.selling_links USING btree (workspace_id, listing_id);

CREATE INDEX selling_links_turn ON public.selling_links USING btree (workspace_id, connection_id, wake_at);

CREATE INDEX selling_links_wake ON public.selling_links USING btree (wake_at);

CREATE INDEX special_offers_conversation ON public.special_offers USING btree (workspace_id, conversation_id);

CREATE INDEX stay_conflicts_listing ON public.stay_conflicts USING btree (workspace_id, listing_id);

CREATE INDEX stay_conflicts_other ON public.stay_conflicts USING btree (workspace_id, other_id);

CREATE INDEX sync_failures_alike ON public.sync_failures USING btree (workspace_id, connection_id, listed_as, last_at DESC, id DESC);

CREATE INDEX sync_failures_recent ON public.sync_failures USING btree (workspace_id, connection_id, last_at DESC, id DESC);

CREATE INDEX sync_fetches_due ON public.sync_fetches USING btree (workspace_id, connection_id, due_at);

CREATE INDEX sync_runs_alike ON public.sync_runs USING btree (workspace_id, connection_id, listed_as, id DESC);

CREATE INDEX sync_runs_connection ON public.sync_runs USING btree (workspace_id, connection_id, id DESC);

CREATE INDEX sync_runs_counts ON public.sync_runs USING btree (workspace_id, connection_id, id DESC) WHERE (kind = 'count'::text);

CREATE INDEX sync_runs_imports ON public.sync_runs USING btree (workspace_id, connection_id, id DESC) WHERE (kind = ANY (ARRAY['first_import'::text, 'full'::text]));

CREATE INDEX sync_runs_migrations ON public.sync_runs USING btree (workspace_id, connection_id, id DESC) WHERE (kind = ANY (ARRAY['first_import'::text, 'import'::text]));

CREATE INDEX sync_runs_open ON public.sync_runs USING btree (workspace_id, connection_id, id) WHERE (finished_at IS NULL);

CREATE INDEX sync_runs_shown ON public.sync_runs USING btree (workspace_id, connection_id, id DESC) WHERE (listed_as IS NOT NULL);

CREATE INDEX sync_schedule_wake ON public.sync_schedule USING btree (wake_at) WHERE (wake_at IS NOT NULL);

CREATE INDEX vendor_acts_bookings ON public.vendor_acts USING btree (workspace_id, connection_id) WHERE (kind = 'create_reservation'::text);

CREATE INDEX vendor_acts_content_made ON public.vendor_acts USING btree (workspace_id, ((result ->> 'id'::text))) WHERE ((kind = 'add_channel_content'::text) AND (state = 'done'::text));

CREATE INDEX vendor_acts_content_open ON public.vendor_acts USING btree (workspace_id, ((request ->> 'externalId'::text))) WHERE ((kind = 'add_channel_content'::text) AND (request IS NOT NULL));

CREATE INDEX vendor_acts_ended ON public.vendor_acts USING btree (kind, updated_at) WHERE (next_look_at IS NULL);

CREATE INDEX vendor_acts_offers ON public.vendor_acts USING btree (workspace_id, ((request ->> 'offerId'::text))) WHERE ((kind = 'send_offer'::text) AND (request IS NOT NULL));

CREATE INDEX vendor_acts_open ON public.vendor_acts USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);

CREATE INDEX vrbo_accounts_id ON public.vrbo_accounts USING btree (id);

CREATE INDEX vrbo_accounts_listed ON public.vrbo_accounts USING btree (workspace_id, created_at, id);

CREATE UNIQUE INDEX vrbo_bookings_reservation ON public.vrbo_bookings USING btree (workspace_id, reservation_id);

CREATE INDEX vrbo_listings_listing ON public.vrbo_listings USING btree (workspace_id, listing_id, account_id);

CREATE INDEX webhooks_created ON public.webhooks USING btree (workspace_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX workspaces_children ON public.workspaces USING btree (parent_id, id DESC) WHERE (parent_id IS NOT NULL);

-- Triggers

CREATE TRIGGER airbnb_bookings_counted_changed AFTER UPDATE ON airbnb_bookings REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_changed_airbnb_bookings();

CREATE TRIGGER airbnb_bookings_counted_gone AFTER DELETE ON airbnb_bookings REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_gone_airbnb_bookings();

CREATE TRIGGER airbnb_bookings_counted_made AFTER INSERT ON airbnb_bookings REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_made_airbnb_bookings();

CREATE TRIGGER airbnb_bookings_listed BEFORE INSERT OR UPDATE ON airbnb_bookings FOR EACH ROW EXECUTE FUNCTION list_record();

CREATE TRIGGER airbnb_transactions_counted_changed AFTER UPDATE ON airbnb_transactions REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_changed_airbnb_transactions();

CREATE TRIGGER airbnb_transactions_counted_gone AFTER DELETE ON airbnb_transactions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_gone_airbnb_transactions();

CREATE TRIGGER airbnb_transactions_counted_made AFTER INSERT ON airbnb_transactions REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_made_airbnb_transactions();

CREATE TRIGGER airbnb_transactions_listed BEFORE INSERT OR UPDATE ON airbnb_transactions FOR EACH ROW EXECUTE FUNCTION list_record();

CREATE TRIGGER api_keys_change AFTER DELETE OR UPDATE OF workspace_id, connection_ids, listing_ids, hash, scopes, expires_at, revoked_at, previous_hash, previous_until, agent_limits ON api_keys FOR EACH ROW EXECUTE FUNCTION tell_of_key();

CREATE TRIGGER audit_lines_are_not_emptied BEFORE TRUNCATE ON audit_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER audit_lines_ended AFTER UPDATE ON audit_lines REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION leave_ended_lines();

CREATE TRIGGER audit_lines_gone AFTER DELETE ON audit_lines REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION leave_gone_lines();

CREATE TRIGGER audit_lines_made AFTER INSERT ON audit_lines REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION leave_made_lines();

CREATE TRIGGER audit_lines_stay BEFORE DELETE OR UPDATE ON audit_lines FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER channel_links_changed AFTER UPDATE ON channel_links REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_changed_links();

CREATE TRIGGER channel_links_counted_changed AFTER UPDATE ON channel_links REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_changed_channel_links();

CREATE TRIGGER channel_links_counted_gone AFTER DELETE ON channel_links REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_gone_channel_links();

CREATE TRIGGER channel_links_counted_made AFTER INSERT ON channel_links REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_made_channel_links();

CREATE TRIGGER channel_links_gone AFTER DELETE ON channel_links REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_gone_links();

CREATE TRIGGER channel_links_listed BEFORE INSERT OR UPDATE ON channel_links FOR EACH ROW EXECUTE FUNCTION list_record();

CREATE TRIGGER channel_links_made AFTER INSERT ON channel_links REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_made_links();

CREATE TRIGGER channel_links_past BEFORE INSERT OR DELETE OR UPDATE ON channel_links FOR EACH ROW EXECUTE FUNCTION keep_channels();

CREATE TRIGGER connections_credentials_key BEFORE INSERT OR UPDATE OF credentials ON connections FOR EACH ROW WHEN (new.credentials IS NOT NULL) EXECUTE FUNCTION refuse_closed_key('credentials');

CREATE TRIGGER connections_inbound_key BEFORE INSERT OR UPDATE OF inbound ON connections FOR EACH ROW WHEN (new.inbound IS NOT NULL) EXECUTE FUNCTION refuse_closed_key('inbound');

CREATE TRIGGER connections_session_key BEFORE INSERT OR UPDATE OF session ON connections FOR EACH ROW WHEN (new.session IS NOT NULL) EXECUTE FUNCTION refuse_closed_key('session');

CREATE TRIGGER conversations_changed AFTER UPDATE ON conversations REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_conversations();

CREATE TRIGGER conversations_counted_changed AFTER UPDATE ON conversations REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_changed_conversations();

CREATE TRIGGER conversations_counted_gone AFTER DELETE ON conversations REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_gone_conversations();

CREATE TRIGGER conversations_counted_made AFTER INSERT ON conversations REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_made_conversations();

CREATE TRIGGER conversations_listed BEFORE INSERT OR UPDATE ON conversations FOR EACH ROW EXECUTE FUNCTION list_record();

CREATE TRIGGER conversations_made AFTER INSERT ON conversations REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION note_made('conversation');

CREATE TRIGGER conversations_past BEFORE UPDATE ON conversations FOR EACH ROW WHEN (old.last_message_at IS DISTINCT FROM new.last_message_at OR old.last_message_preview IS DISTINCT FROM new.last_message_preview OR old.unread_count IS DISTINCT FROM new.unread_count OR old.updated_at IS DISTINCT FROM new.updated_at OR old.host IS DISTINCT FROM new.host) EXECUTE FUNCTION keep_conversation();

CREATE TRIGGER delivery_attempts_counted_changed AFTER UPDATE ON delivery_attempts REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_changed_attempts();

CREATE TRIGGER delivery_attempts_counted_gone AFTER DELETE ON delivery_attempts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_gone_attempts();

CREATE TRIGGER delivery_attempts_counted_made AFTER INSERT ON delivery_attempts REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_made_attempts();

CREATE TRIGGER guest_contacts_made AFTER INSERT ON guest_contacts REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION note_contacts();

CREATE TRIGGER guest_contacts_past BEFORE INSERT OR DELETE OR UPDATE ON guest_contacts FOR EACH ROW EXECUTE FUNCTION keep_contacts();

CREATE TRIGGER guest_figures_counted_changed AFTER UPDATE ON guest_figures REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_changed_guest_figures();

CREATE TRIGGER guest_figures_counted_gone AFTER DELETE ON guest_figures REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_gone_guest_figures();

CREATE TRIGGER guest_figures_counted_made AFTER INSERT ON guest_figures REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_made_guest_figures();

CREATE TRIGGER guest_figures_listed BEFORE INSERT OR UPDATE ON guest_figures FOR EACH ROW EXECUTE FUNCTION list_record();

CREATE TRIGGER guests_changed AFTER UPDATE ON guests REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_guests();

CREATE TRIGGER guests_figures AFTER INSERT ON guests REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION begin_figures_of_guests();

CREATE TRIGGER guests_figures_gone AFTER DELETE ON guests REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION end_figures_of_guests();

CREATE TRIGGER guests_made AFTER INSERT ON guests REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION note_made('guest');

CREATE TRIGGER ical_feeds_url_key BEFORE INSERT OR UPDATE OF url ON ical_feeds FOR EACH ROW WHEN (new.url IS NOT NULL) EXECUTE FUNCTION refuse_closed_key('url');

CREATE TRIGGER idempotency_keys_body_key BEFORE INSERT OR UPDATE OF body ON idempotency_keys FOR EACH ROW WHEN (new.body IS NOT NULL) EXECUTE FUNCTION refuse_closed_key('body');

CREATE TRIGGER inquiries_counted_changed AFTER UPDATE ON inquiries REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_changed_inquiries();

CREATE TRIGGER inquiries_counted_gone AFTER DELETE ON inquiries REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_gone_inquiries();

CREATE TRIGGER inquiries_counted_made AFTER INSERT ON inquiries REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_made_inquiries();

CREATE TRIGGER inquiries_listed BEFORE INSERT OR UPDATE ON inquiries FOR EACH ROW EXECUTE FUNCTION list_record();

CREATE TRIGGER kept_keys_sealed_key BEFORE INSERT OR UPDATE OF sealed ON kept_keys FOR EACH ROW WHEN (new.sealed IS NOT NULL) EXECUTE FUNCTION refuse_closed_key('sealed');

CREATE TRIGGER limit_overrides_change AFTER INSERT OR DELETE OR UPDATE ON limit_overrides FOR EACH STATEMENT EXECUTE FUNCTION tell_of_keys();

CREATE TRIGGER listing_links_changed AFTER UPDATE ON listing_links REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_changed_links();

CREATE TRIGGER listing_links_gone AFTER DELETE ON listing_links REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_gone_links();

CREATE TRIGGER listing_links_made AFTER INSERT ON listing_links REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_made_links();

CREATE TRIGGER listing_units_past BEFORE INSERT OR DELETE ON listing_units FOR EACH ROW EXECUTE FUNCTION keep_units();

CREATE TRIGGER listings_airbnb_bookings AFTER UPDATE OF active, connection_id ON listings FOR EACH ROW WHEN (old.active IS DISTINCT FROM new.active OR old.connection_id IS DISTINCT FROM new.connection_id) EXECUTE FUNCTION list_again_with_listing('airbnb_bookings');

CREATE TRIGGER listings_channel_links AFTER UPDATE OF active, archived_at, connection_id ON listings FOR EACH ROW WHEN (old.active IS DISTINCT FROM new.active OR old.archived_at IS DISTINCT FROM new.archived_at OR old.connection_id IS DISTINCT FROM new.connection_id) EXECUTE FUNCTION list_again_with_listing('channel_links');

CREATE TRIGGER listings_conversations AFTER UPDATE OF active, connection_id ON listings FOR EACH ROW WHEN (old.active IS DISTINCT FROM new.active OR old.connection_id IS DISTINCT FROM new.connection_id) EXECUTE FUNCTION list_again_with_listing('conversations');

CREATE TRIGGER listings_counted_changed AFTER UPDATE ON listings REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_changed_listings();

CREATE TRIGGER listings_counted_gone AFTER DELETE ON listings REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_gone_listings();

CREATE TRIGGER listings_counted_made AFTER INSERT ON listings REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_made_listings();

CREATE TRIGGER listings_inquiries AFTER UPDATE OF active, connection_id ON listings FOR EACH ROW WHEN (old.active IS DISTINCT FROM new.active OR old.connection_id IS DISTINCT FROM new.connection_id) EXECUTE FUNCTION list_again_with_listing('inquiries');

CREATE TRIGGER listings_listed BEFORE INSERT OR UPDATE ON listings FOR EACH ROW EXECUTE FUNCTION list_record();

CREATE TRIGGER listings_past BEFORE UPDATE ON listings FOR EACH ROW WHEN (old.active IS DISTINCT FROM new.active OR old.inactive_reason IS DISTINCT FROM new.inactive_reason OR old.lifecycle_status IS DISTINCT FROM new.lifecycle_status OR old.archived_at IS DISTINCT FROM new.archived_at OR old.updated_at IS DISTINCT FROM new.updated_at) EXECUTE FUNCTION keep_listing();

CREATE TRIGGER listings_reservations AFTER UPDATE OF active, connection_id ON listings FOR EACH ROW WHEN (old.active IS DISTINCT FROM new.active OR old.connection_id IS DISTINCT FROM new.connection_id) EXECUTE FUNCTION list_reservations_of_listing();

CREATE TRIGGER listings_reviews AFTER UPDATE OF active, connection_id ON listings FOR EACH ROW WHEN (old.active IS DISTINCT FROM new.active OR old.connection_id IS DISTINCT FROM new.connection_id) EXECUTE FUNCTION list_again_with_listing('reviews');

CREATE TRIGGER member_links_secret_key BEFORE INSERT OR UPDATE OF secret ON member_links FOR EACH ROW WHEN (new.secret IS NOT NULL) EXECUTE FUNCTION refuse_closed_key('secret');

CREATE CONSTRAINT TRIGGER members_keep_an_owner AFTER DELETE OR UPDATE OF role, confirmed_at ON members DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_an_owner();

CREATE TRIGGER migration_watches_credentials_key BEFORE INSERT OR UPDATE OF credentials ON migration_watches FOR EACH ROW WHEN (new.credentials IS NOT NULL) EXECUTE FUNCTION refuse_closed_key('credentials');

CREATE TRIGGER migration_watches_session_key BEFORE INSERT OR UPDATE OF session ON migration_watches FOR EACH ROW WHEN (new.session IS NOT NULL) EXECUTE FUNCTION refuse_closed_key('session');

CREATE TRIGGER record_history_changed AFTER UPDATE ON record_history REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION index_history();

CREATE TRIGGER record_history_gone AFTER DELETE ON record_history REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION index_history();

CREATE TRIGGER record_history_made AFTER INSERT ON record_history REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION index_history();

CREATE TRIGGER request_log_counted AFTER INSERT ON request_log REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_requests();

CREATE TRIGGER reservations_bookings_changed AFTER UPDATE ON reservations REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_changed_bookings();

CREATE TRIGGER reservations_bookings_gone AFTER DELETE ON reservations REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_gone_bookings();

CREATE TRIGGER reservations_bookings_made AFTER INSERT ON reservations REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION note_made_bookings();

CREATE TRIGGER reservations_counted_changed AFTER UPDATE ON reservations REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_changed_reservations();

CREATE TRIGGER reservations_counted_gone AFTER DELETE ON reservations REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_gone_reservations();

CREATE TRIGGER reservations_counted_made AFTER INSERT ON reservations REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_made_reservations();

CREATE TRIGGER reservations_guests_changed AFTER UPDATE ON reservations REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION sum_guests_of_changed();

CREATE TRIGGER reservations_guests_gone AFTER DELETE ON reservations REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION sum_guests_of_gone();

CREATE TRIGGER reservations_guests_made AFTER INSERT ON reservations REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION sum_guests_of_made();

CREATE TRIGGER reservations_listed BEFORE INSERT OR UPDATE OF status, completes_at, lapses_at, merged_into, listing_id, connection_id ON reservations FOR EACH ROW EXECUTE FUNCTION list_reservation();

CREATE TRIGGER reservations_past BEFORE UPDATE OF merged_into ON reservations FOR EACH ROW WHEN (old.merged_into IS DISTINCT FROM new.merged_into) EXECUTE FUNCTION keep_reservation();

CREATE TRIGGER reviews_counted_changed AFTER UPDATE ON reviews REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_changed_reviews();

CREATE TRIGGER reviews_counted_gone AFTER DELETE ON reviews REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_gone_reviews();

CREATE TRIGGER reviews_counted_made AFTER INSERT ON reviews REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_made_reviews();

CREATE TRIGGER reviews_listed BEFORE INSERT OR UPDATE ON reviews FOR EACH ROW EXECUTE FUNCTION list_record();

CREATE TRIGGER sync_failures_counted_changed AFTER UPDATE ON sync_failures REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_changed_sync_failures();

CREATE TRIGGER sync_failures_counted_gone AFTER DELETE ON sync_failures REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_gone_sync_failures();

CREATE TRIGGER sync_failures_counted_made AFTER INSERT ON sync_failures REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_made_sync_failures();

CREATE TRIGGER sync_failures_listed BEFORE INSERT OR UPDATE ON sync_failures FOR EACH ROW EXECUTE FUNCTION list_record();

CREATE TRIGGER sync_runs_counted_changed AFTER UPDATE ON sync_runs REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_changed_sync_runs();

CREATE TRIGGER sync_runs_counted_gone AFTER DELETE ON sync_runs REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_gone_sync_runs();

CREATE TRIGGER sync_runs_counted_made AFTER INSERT ON sync_runs REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_made_sync_runs();

CREATE TRIGGER sync_runs_listed BEFORE INSERT OR UPDATE ON sync_runs FOR EACH ROW EXECUTE FUNCTION list_record();

CREATE TRIGGER units_past BEFORE UPDATE ON units FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.active IS DISTINCT FROM new.active OR old.parent_id IS DISTINCT FROM new.parent_id OR old.housekeeping_status IS DISTINCT FROM new.housekeeping_status OR old.floor IS DISTINCT FROM new.floor OR old.source IS DISTINCT FROM new.source) EXECUTE FUNCTION keep_rooms();

CREATE TRIGGER vendor_access_session_key BEFORE INSERT OR UPDATE OF session ON vendor_access FOR EACH ROW WHEN (new.session IS NOT NULL) EXECUTE FUNCTION refuse_closed_key('session');

CREATE TRIGGER webhooks_secret_key BEFORE INSERT OR UPDATE OF secret ON webhooks FOR EACH ROW WHEN (new.secret IS NOT NULL) EXECUTE FUNCTION refuse_closed_key('secret');

CREATE TRIGGER workspaces_change AFTER UPDATE OF plan, contact_confirmed, deactivated_at, sandbox_of, parent_id ON workspaces FOR EACH STATEMENT EXECUTE FUNCTION tell_of_keys();

CREATE TRIGGER workspaces_retention AFTER INSERT ON workspaces REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION begin_retention();
