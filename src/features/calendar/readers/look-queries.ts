/** Sold nights that a reader has not fetched yet, as of the last look. */
import { sql, type RawBuilder } from 'kysely'
import type { ReaderKind } from '../../../contract/exposure.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { ExposedNight } from './rules.ts'

export interface ReaderKey {
  workspaceId: string
  readerId: string
  listingId: string
}

export interface ReaderRef extends ReaderKey {
  /** Text of the workspace's last write before this look began. */
  version: string
}

export interface ReaderFacts {
  channel: string
  name: string
  lastReadAt: Date | null
  intervalMinutes: number
}

/** A reader with exposed nights is looked at this often even without changes. */
const seldom = sql`interval '1 hour'`

/** Requests a look at a reader, new or ended. */
export async function requestLook(
  tx: Queryable,
  door: ReaderKind,
  { workspaceId, readerId, listingId }: ReaderKey,
): Promise<void> {
  await sql`
    insert into reader_looks as r (workspace_id, door, reader_id, listing_id, channel, name, interval_minutes, look_after)
    values (${workspaceId}, ${door}, ${readerId}, ${listingId}, 'other', '', 0, '-infinity')
    on conflict (workspace_id, door, reader_id, listing_id) do update
      set seen_version = null, look_after = excluded.look_after, turn = r.turn + 1`.execute(tx)
}

/**
 * Part of the statement that stores a fetch: requests a look where nights were exposed or the reader ended
 * (`is_over`). It voids a look in progress, which may have seen what was served before.
 */
export const wakeReader = (scope: Scope, door: ReaderKind, served: RawBuilder<unknown>) => sql`
  update reader_looks r
  set turn = r.turn + 1, seen_version = case when r.exposed_since is null and not s.is_over then r.seen_version end
  from ${served} s
  where r.workspace_id = ${scope.workspaceId} and r.door = ${door} and r.reader_id = s.reader_id
    and r.listing_id = s.listing_id`

/**
 * Readers over all workspaces that wait longest: a look is requested, an event is due, they were exposed a while ago,
 * or their workspace was written to.
 */
export async function dueReaders(
  db: Queryable,
  { doors, now, limit }: { doors: readonly ReaderKind[]; now: Date; limit: number },
): Promise<(ReaderRef & { door: ReaderKind })[]> {
  const some = (where: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
    select r.workspace_id, r.door, r.reader_id, r.listing_id, r.look_after from reader_looks r
    where ${where} and r.door = any(${[...doors]}::text[]) and r.look_after <= ${now}
    order by ${order} limit ${limit})`
  const { rows } = await sql<ReaderRef & { door: ReaderKind }>`
    with due as (
      ${some(sql`r.seen_version is null`, sql`r.look_after`)}
      union
      ${some(sql`r.tell_at <= ${now}`, sql`r.tell_at`)}
      union
      ${some(sql`r.exposed_since is not null and r.look_after <= ${now}::timestamptz - ${seldom}`, sql`r.look_after`)}
      union
      select changed.* from workspace_heads h cross join lateral
        ${some(sql`r.workspace_id = h.workspace_id and r.seen_version < h.written_at`, sql`r.seen_version`)} changed
    )
    select due.workspace_id::text as "workspaceId", due.door, due.reader_id as "readerId", due.listing_id::text as "listingId",
           coalesce(h.written_at, '-infinity')::text as version
    from due left join workspace_heads h on h.workspace_id = due.workspace_id
    order by due.look_after limit ${limit}`.execute(db)
  return rows
}

export interface ReaderLook {
  turn: number
  channel: string
  name: string
  lastReadAt: Date | null
  intervalMinutes: number
  nights: ExposedNight[]
}

type StoredExposedNights = [date: string, since: string, toldAt: string | null][]
const fromStored = (nights: StoredExposedNights): ExposedNight[] =>
  nights.map(([date, since, toldAt]) => ({
    date,
    since: new Date(since),
    toldAt: toldAt === null ? null : new Date(toldAt),
  }))
const toStored = (nights: readonly ExposedNight[]): StoredExposedNights =>
  nights.map(({ date, since, toldAt }) => [date, since.toISOString(), toldAt?.toISOString() ?? null])

const columns = sql`
  r.channel, r.name, r.last_read_at as "lastReadAt", r.interval_minutes as "intervalMinutes", r.nights, r.turn`
type ReaderLookRow = Omit<ReaderLook, 'nights'> & { nights: StoredExposedNights }
const toLook = <R extends ReaderLookRow>(row: R) => ({ ...row, nights: fromStored(row.nights) })

export async function lookOf(
  db: Queryable,
  door: ReaderKind,
  { workspaceId, readerId, listingId }: ReaderRef,
): Promise<ReaderLook | undefined> {
  const { rows } = await sql<ReaderLookRow>`
    select ${columns} from reader_looks r
    where r.workspace_id = ${workspaceId} and r.door = ${door} and r.reader_id = ${readerId}
      and r.listing_id = ${listingId}`.execute(db)
  return rows[0] && toLook(rows[0])
}

export interface NewReaderLook extends ReaderFacts {
  /** The turn before this one; 0: none. */
  turn: number
  nights: readonly ExposedNight[]
  exposedSince: Date | null
  tellAt: Date | null
  lookAfter: Date
  /** Even if nothing happens meanwhile. */
  isWantedAgain: boolean
}

/** Stores a look. false: another process looked meanwhile. */
export async function storeLook(
  db: Queryable,
  door: ReaderKind,
  { workspaceId, readerId, listingId, version }: ReaderRef,
  look: NewReaderLook,
): Promise<boolean> {
  const {
    channel,
    name,
    lastReadAt,
    intervalMinutes,
    nights,
    exposedSince,
    tellAt,
    lookAfter,
    isWantedAgain,
    turn,
  } = look
  const stored = JSON.stringify(toStored(nights))
  const { numAffectedRows } = await sql`
    insert into reader_looks as r (workspace_id, door, reader_id, listing_id, channel, name, last_read_at, interval_minutes,
                                   nights, exposed_since, seen_version, look_after, tell_at)
    values (${workspaceId}, ${door}, ${readerId}, ${listingId}, ${channel}, ${name}, ${lastReadAt}, ${intervalMinutes},
            ${stored}::jsonb, ${exposedSince}, ${isWantedAgain ? null : version}::timestamptz, ${lookAfter}, ${tellAt})
    on conflict (workspace_id, door, reader_id, listing_id) do update
      set channel = excluded.channel, name = excluded.name, last_read_at = excluded.last_read_at,
          interval_minutes = excluded.interval_minutes, nights = excluded.nights, exposed_since = excluded.exposed_since,
          seen_version = excluded.seen_version, look_after = excluded.look_after, tell_at = excluded.tell_at, turn = r.turn + 1
      where r.turn = ${turn}`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

/** Postpones a reader whose look failed; whether it is exposed stays as last known. */
export async function putOffLook(
  db: Queryable,
  door: ReaderKind,
  { workspaceId, readerId, listingId }: ReaderRef,
  until: Date,
): Promise<void> {
  await sql`
    insert into reader_looks as r (workspace_id, door, reader_id, listing_id, channel, name, interval_minutes, look_after)
    values (${workspaceId}, ${door}, ${readerId}, ${listingId}, 'other', '', 0, ${until})
    on conflict (workspace_id, door, reader_id, listing_id) do update
      set seen_version = null, look_after = greatest(r.look_after, excluded.look_after)`.execute(db)
}

/** false: a look was requested again meanwhile, and the row stays. */
export async function forgetLook(
  tx: Queryable,
  door: ReaderKind,
  { workspaceId, readerId, listingId }: ReaderRef,
  turn: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from reader_looks
    where workspace_id = ${workspaceId} and door = ${door} and reader_id = ${readerId} and listing_id = ${listingId}
      and turn = ${turn}`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

export interface ExposedReaderRow extends ReaderLook {
  door: ReaderKind
  readerId: string
  listingId: string
  total: number
}

/** Readers that still offer sold nights, longest exposed first. */
export async function exposedReaders(
  db: Queryable,
  scope: Scope,
  limit: number,
): Promise<ExposedReaderRow[]> {
  const { rows } = await sql<ReaderLookRow & Omit<ExposedReaderRow, keyof ReaderLook>>`
    select r.door, r.reader_id as "readerId", r.listing_id::text as "listingId", ${columns}, (count(*) over ())::int as total
    from reader_looks r
    join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
    where r.workspace_id = ${scope.workspaceId} and ${inScope(scope, 'listings', 'l')} and r.exposed_since is not null
    order by r.exposed_since, r.door, r.reader_id, r.listing_id
    limit ${limit}`.execute(db)
  return rows.map((row) => toLook(row))
}
