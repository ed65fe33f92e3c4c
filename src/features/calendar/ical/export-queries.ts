/** Addresses where others read closed nights. An address is found by its secret before the workspace is known. */
import { secondAfter, startOfSecond } from '../../../platform/moment-sql.ts'
import { sql } from 'kysely'
import type { IcalPlatform } from '../../../contract/ical.ts'
import type { ListOrdering, PageRequest } from '../../../http/list.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { wakeReader, requestLook } from '../readers/look-queries.ts'

/** First night, and the day after the last. */
export type ClosedSpan = readonly [first: string, until: string]

export interface ExportRow {
  id: string
  listing_id: string
  name: string
  platform: IcalPlatform
  feed_ids: string[] | null
  token_end: string
  created_at: Date
  revoked_at: Date | null
  etag: string | null
  changed_at: Date | null
  served: ClosedSpan[]
  reads: Date[]
}

const columns = sql`
  e.id, e.listing_id::text as listing_id, e.name, e.platform, e.feed_ids, e.token_end, e.created_at, e.revoked_at, e.etag,
  e.changed_at, e.served, e.reads`

/** A cursor is bound to one listing's list. */
export const exportsByAge = (listingId: string): ListOrdering<ExportRow> => ({
  name: `created of ${listingId}`,
  direction: 'asc',
  keys: [
    { expression: sql`e.created_at`, type: 'timestamptz', valueOf: (row) => row.created_at.toISOString() },
    { expression: sql`e.id`, type: 'uuid', valueOf: (row) => row.id },
  ],
})

export async function exportRows(
  db: Queryable,
  scope: Scope,
  listingId: string,
  { after, orderBy, limit, offset }: PageRequest,
): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from ical_exports e
    where ${inScope(scope, 'ical_exports', 'e')} and e.listing_id = ${listingId} and ${after ?? sql`true`}
    order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function exportTotal(db: Queryable, scope: Scope, listingId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ical_exports e
    where ${inScope(scope, 'ical_exports', 'e')} and e.listing_id = ${listingId}`.execute(db)
  return rows[0]?.total ?? 0
}

export async function exportRow(
  db: Queryable,
  scope: Scope,
  listingId: string,
  id: string,
): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from ical_exports e
    where ${inScope(scope, 'ical_exports', 'e')} and e.listing_id = ${listingId} and e.id = ${id}`.execute(db)
  return rows[0]
}

export interface NewExport {
  id: string
  listingId: string
  name: string
  platform: IcalPlatform
  feedIds: readonly string[] | null
  tokenHash: Buffer
  tokenEnd: string
  at: Date
}

/** false: the listing already has `most` unrevoked addresses. */
export async function insertExport(
  tx: Queryable,
  scope: Scope,
  made: NewExport,
  most: number,
): Promise<boolean> {
  await sql`
    select from listings where workspace_id = ${scope.workspaceId} and id = ${made.listingId} for no key update`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`
    insert into ical_exports (workspace_id, id, listing_id, name, platform, feed_ids, token_hash, token_end, created_at)
    select ${scope.workspaceId}, ${made.id}, ${made.listingId}, ${made.name}, ${made.platform}, ${made.feedIds}::uuid[],
           ${made.tokenHash}, ${made.tokenEnd}, ${made.at}
    where (select count(*) from ical_exports where workspace_id = ${scope.workspaceId} and listing_id = ${made.listingId}
             and revoked_at is null) < ${most}`.execute(tx)
  if (Number(numAffectedRows ?? 0) === 0) return false
  await requestLook(tx, 'ical', readerOf(scope, made))
  return true
}

const readerOf = ({ workspaceId }: Scope, { id, listingId }: Pick<NewExport, 'id' | 'listingId'>) => ({
  workspaceId,
  readerId: id,
  listingId,
})

export async function revokeExport(
  tx: Queryable,
  scope: Scope,
  { id, listingId, at }: Pick<NewExport, 'id' | 'listingId' | 'at'>,
): Promise<void> {
  await sql`
    update ical_exports set revoked_at = coalesce(revoked_at, ${at}), served = '[]', etag = null
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(tx)
  await requestLook(tx, 'ical', readerOf(scope, { id, listingId }))
}

/** false: the address is revoked. */
export async function replaceToken(
  tx: Queryable,
  scope: Scope,
  id: string,
  { tokenHash, tokenEnd }: Pick<NewExport, 'tokenHash' | 'tokenEnd'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ical_exports set token_hash = ${tokenHash}, token_end = ${tokenEnd}
    where workspace_id = ${scope.workspaceId} and id = ${id} and revoked_at is null`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

export interface ReadableExport extends ExportRow {
  workspace_id: string
  time_zone: string | null
  /** Feeds whose events are not sent back to this reader. */
  except_feeds: string[]
}

/** Without a scope the workspace is known by the address only. */
const readableColumns = (scope: Scope | null) => sql`
  ${columns}, e.workspace_id::text as workspace_id, l.time_zone,
  coalesce(e.feed_ids, array(
    select f.id from ical_feeds f
    where f.workspace_id = ${scope ? sql`${scope.workspaceId}` : sql`e.workspace_id`} and f.listing_id = e.listing_id and f.platform = e.platform
      and e.platform <> 'other')) as except_feeds
  from ical_exports e
  join listings l on l.workspace_id = e.workspace_id and l.id = e.listing_id`

export async function exportOfToken(db: Queryable, tokenHash: Buffer): Promise<ReadableExport | undefined> {
  const { rows } = await sql<ReadableExport>`
    select ${readableColumns(null)} where e.token_hash = ${tokenHash} and e.revoked_at is null`.execute(db)
  return rows[0]
}

/** Addresses that can be read. */
export async function readableExports(
  db: Queryable,
  scope: Scope,
  listingId: string,
): Promise<ReadableExport[]> {
  const { rows } = await sql<ReadableExport>`
    select ${readableColumns(scope)} where ${inScope(scope, 'ical_exports', 'e')} and e.listing_id = ${listingId} and e.revoked_at is null
    order by e.created_at, e.id`.execute(db)
  return rows
}

/** An address that can be read. */
export async function readableExport(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<ReadableExport | undefined> {
  const { rows } = await sql<ReadableExport>`
    select ${readableColumns(scope)} where ${inScope(scope, 'ical_exports', 'e')} and e.id = ${id} and e.revoked_at is null`.execute(
    db,
  )
  return rows[0]
}

export interface ServedCalendar {
  etag: string
  closed: readonly ClosedSpan[]
  now: Date
  /** HEAD reveals a change but not its content. */
  isRead: boolean
}

/** How many of the last fetch times are kept. */
const keptReads = 9

/**
 * Answers when the calendar changed: in whole seconds and later than any earlier answer. So a reader asking by time
 * misses no change of the same second.
 */
export async function noteServed(
  db: Queryable,
  scope: Scope,
  id: string,
  { etag, closed, now, isRead }: ServedCalendar,
): Promise<Date> {
  const [second, afterLast] = [startOfSecond(now), secondAfter(sql`e.changed_at`)]
  const { rows } = await sql<{ changed_at: Date }>`
    with served as (
      update ical_exports e
      set changed_at = case when e.etag = ${etag} and e.changed_at is not null then e.changed_at
                       else greatest(${second}::timestamptz, ${afterLast}) end,
          etag = ${etag},
          served = case when ${isRead} then ${JSON.stringify(closed)}::jsonb else e.served end,
          reads = case when ${isRead} then (e.reads || ${now}::timestamptz(3))[greatest(1, cardinality(e.reads) + 2 - ${keptReads}::int):]
                  else e.reads end
      where e.workspace_id = ${scope.workspaceId} and e.id = ${id}
      returning e.workspace_id, e.id::text as reader_id, e.listing_id, e.changed_at, e.revoked_at is not null as is_over
    ), woken as (${wakeReader(scope, 'ical', sql`(select * from served where ${isRead})`)})
    select changed_at from served`.execute(db)
  return rows[0]?.changed_at ?? now
}
