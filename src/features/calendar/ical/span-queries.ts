/** Spans of feeds, and the account that holds stays of feeds. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { ListingRef } from '../../../records/batch.ts'
import { feedProvider } from '../../../records/calendar/public.ts'
import type { NextSpan } from './compare-spans.ts'
import type { KnownSpan } from './match-events.ts'

export async function knownSpans(db: Queryable, scope: Scope, feedId: string): Promise<KnownSpan[]> {
  const { rows } = await sql<KnownSpan>`
    select id, kind, uid, label, code, first_night as first, until, holds, ref, missed from ical_spans
    where workspace_id = ${scope.workspaceId} and feed_id = ${feedId} order by first_night, until, id`.execute(
    db,
  )
  return rows
}

export interface SpanChanges {
  feedId: string
  listingId: string
  spans: readonly NextSpan[]
  goneIds: readonly string[]
  at: Date
}

export async function storeSpans(
  tx: Queryable,
  scope: Scope,
  { feedId, listingId, spans, goneIds, at }: SpanChanges,
): Promise<void> {
  await sql`
    delete from ical_spans
    where workspace_id = ${scope.workspaceId} and feed_id = ${feedId} and id = any(${goneIds}::uuid[])`.execute(
    tx,
  )
  const given = (rows: readonly NextSpan[]) => sql`
    jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, kind text, uid text, label text, code text, first date,
      until date, holds boolean, ref text, missed int)`
  await sql`
    update ical_spans s set uid = r.uid, label = r.label, code = r.code, holds = r.holds, ref = r.ref, missed = r.missed
    from ${given(spans.filter(({ id }) => id !== null))}
    where s.workspace_id = ${scope.workspaceId} and s.feed_id = ${feedId} and s.id = r.id
      and (s.uid, s.label, s.code, s.holds, s.ref, s.missed) is distinct from (r.uid, r.label, r.code, r.holds, r.ref, r.missed)`.execute(
    tx,
  )
  await sql`
    insert into ical_spans (workspace_id, feed_id, listing_id, kind, uid, label, code, first_night, until, holds, ref,
                            missed, first_seen_at)
    select ${scope.workspaceId}, ${feedId}, ${listingId}, r.kind, r.uid, r.label, r.code, r.first, r.until, r.holds, r.ref, 0, ${at}
    from ${given(spans.filter(({ id }) => id === null))}`.execute(tx)
}

export async function deleteSpans(tx: Queryable, scope: Scope, feedId: string): Promise<void> {
  await sql`delete from ical_spans where workspace_id = ${scope.workspaceId} and feed_id = ${feedId}`.execute(
    tx,
  )
}

/** An untrusted reading restarts the count of missing events. */
export async function resetMissed(tx: Queryable, scope: Scope, feedId: string): Promise<void> {
  await sql`
    update ical_spans set missed = 0
    where workspace_id = ${scope.workspaceId} and feed_id = ${feedId} and missed > 0`.execute(tx)
}

export interface UntoldStay {
  ref: string
  code: string
  first: string
  until: string
  stands: boolean
}

/** A stay may be extended this long after its end, because platforms report late. */
const daysAfterEnd = 2

/**
 * Stays that no span covers: coming ones imported with the workspace, and those with these codes that were cancelled
 * or just ended.
 */
export async function untoldStays(
  tx: Queryable,
  scope: Scope,
  { listingId, codes, today }: { listingId: string; codes: readonly string[]; today: string },
): Promise<UntoldStay[]> {
  const { rows } = await sql<Omit<UntoldStay, 'ref'> & { ref: string | null }>`
    select r.external_id as ref, r.confirmation_code as code, r.check_in as first, r.check_out as until,
           r.status <> 'cancelled' as stands
    from connections c
    join reservations r on r.workspace_id = c.workspace_id and r.connection_id = c.id
    where c.workspace_id = ${scope.workspaceId} and c.provider = ${feedProvider} and r.listing_id = ${listingId}
      and (r.status <> 'cancelled' and r.check_out > ${today}
           or r.confirmation_code = any(${codes}::text[]) and (r.status = 'cancelled' or r.check_out > ${today}::date - ${daysAfterEnd}::int))
      and not exists (select from ical_spans s where s.workspace_id = r.workspace_id and s.listing_id = r.listing_id and s.ref = r.external_id)
    order by r.status = 'cancelled', r.id desc`.execute(tx)
  return rows.flatMap(({ ref, ...stay }) => (ref === null ? [] : [{ ref, ...stay }]))
}

/** Confirmation codes of these stays' reservations, by stay. */
export async function reservationCodes(
  tx: Queryable,
  scope: Scope,
  refs: readonly string[],
): Promise<Map<string, string>> {
  if (refs.length === 0) return new Map()
  const { rows } = await sql<{ ref: string; code: string }>`
    select r.external_id as ref, r.confirmation_code as code
    from connections c
    join reservations r on r.workspace_id = c.workspace_id and r.connection_id = c.id
    where c.workspace_id = ${scope.workspaceId} and c.provider = ${feedProvider} and r.external_id = any(${refs}::text[])
      and r.confirmation_code is not null`.execute(tx)
  return new Map(rows.map(({ ref, code }) => [ref, code]))
}

export async function listingOfFeed(
  tx: Queryable,
  scope: Scope,
  id: string,
): Promise<ListingRef | undefined> {
  const { rows } = await sql<ListingRef>`
    select id::text, id::text as external_id, false as is_kept, null as account_id, time_zone, active from listings
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(tx)
  return rows[0]
}
