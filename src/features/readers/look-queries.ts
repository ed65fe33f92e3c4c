/** What readers have not fetched yet, as it was when they were last looked at. */
import { sql, type RawBuilder } from 'kysely'
import type { ReaderKind } from '../../contract/exposure.ts'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { ExposedNight } from './rules.ts'

export interface ReaderRef {
  workspaceId: string
  readerId: string
  listingId: string
  /** The head of the workspace before anything of it was looked at. */
  version: Date | null
}

export interface ReaderFacts {
  channel: string
  name: string
  lastReadAt: Date | null
  intervalMinutes: number
}

/** Where nothing of it is exposed it is looked at when its workspace changes; where something is, also when it came, and now and then. */
const seldom = sql`interval '1 hour'`

interface Due {
  now: Date
  /** Ids of the reader and its listing, and when it came last. */
  workspace: RawBuilder<unknown>
  reader: RawBuilder<string>
  listing: RawBuilder<unknown>
  lastRead: RawBuilder<unknown>
  /** Nobody can read there any more. */
  isOver: RawBuilder<boolean>
}

/** For the tables of a door: who is to be looked at. `h` is the workspace's head; those that wait longest come first. */
export const dueToLook = (
  door: ReaderKind,
  { now, workspace, reader, listing, lastRead, isOver }: Due,
) => sql`
  left join workspace_heads h on h.workspace_id = ${workspace}
  left join reader_looks r on r.workspace_id = ${workspace} and r.door = ${door} and r.reader_id = ${reader}
    and r.listing_id = ${listing}
  where case when ${isOver} then r.reader_id is not null
    else r.reader_id is null or (r.look_after <= ${now} and (r.seen_version is distinct from h.written_at or r.tell_at <= ${now}
      or (r.exposed_since is not null
          and (r.last_read_at is distinct from ${lastRead} or r.look_after <= ${now}::timestamptz - ${seldom})))) end
  order by r.look_after nulls first`

export interface Look {
  turn: number
  channel: string
  name: string
  lastReadAt: Date | null
  intervalMinutes: number
  nights: ExposedNight[]
}

type StoredNights = [date: string, since: string, toldAt: string | null][]
const fromStored = (nights: StoredNights): ExposedNight[] =>
  nights.map(([date, since, toldAt]) => ({
    date,
    since: new Date(since),
    toldAt: toldAt === null ? null : new Date(toldAt),
  }))
const toStored = (nights: readonly ExposedNight[]): StoredNights =>
  nights.map(({ date, since, toldAt }) => [date, since.toISOString(), toldAt?.toISOString() ?? null])

const columns = sql`
  r.channel, r.name, r.last_read_at as "lastReadAt", r.interval_minutes as "intervalMinutes", r.nights, r.turn`
type LookRow = Omit<Look, 'nights'> & { nights: StoredNights }
const toLook = <R extends LookRow>(row: R) => ({ ...row, nights: fromStored(row.nights) })

export async function lookOf(
  db: Queryable,
  door: ReaderKind,
  { workspaceId, readerId, listingId }: ReaderRef,
): Promise<Look | undefined> {
  const { rows } = await sql<LookRow>`
    select ${columns} from reader_looks r
    where r.workspace_id = ${workspaceId} and r.door = ${door} and r.reader_id = ${readerId}
      and r.listing_id = ${listingId}`.execute(db)
  return rows[0] && toLook(rows[0])
}

export interface NewLook extends ReaderFacts {
  /** The one before; 0: none. */
  turn: number
  nights: readonly ExposedNight[]
  exposedSince: Date | null
  tellAt: Date | null
  lookAfter: Date
}

/** Answers whether it counts: not where somebody else looked meanwhile. */
export async function storeLook(
  db: Queryable,
  door: ReaderKind,
  { workspaceId, readerId, listingId, version }: ReaderRef,
  look: NewLook,
): Promise<boolean> {
  const { channel, name, lastReadAt, intervalMinutes, nights, exposedSince, tellAt, lookAfter, turn } = look
  const stored = JSON.stringify(toStored(nights))
  const { numAffectedRows } = await sql`
    insert into reader_looks as r (workspace_id, door, reader_id, listing_id, channel, name, last_read_at, interval_minutes,
                                   nights, exposed_since, seen_version, look_after, tell_at)
    values (${workspaceId}, ${door}, ${readerId}, ${listingId}, ${channel}, ${name}, ${lastReadAt}, ${intervalMinutes},
            ${stored}::jsonb, ${exposedSince}, ${version}, ${lookAfter}, ${tellAt})
    on conflict (workspace_id, door, reader_id, listing_id) do update
      set channel = excluded.channel, name = excluded.name, last_read_at = excluded.last_read_at,
          interval_minutes = excluded.interval_minutes, nights = excluded.nights, exposed_since = excluded.exposed_since,
          seen_version = excluded.seen_version, look_after = excluded.look_after, tell_at = excluded.tell_at, turn = r.turn + 1
      where r.turn = ${turn}`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

/** One that could not be looked at waits behind those that can: whether it is exposed stays as it was known. */
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

export async function forgetLook(
  tx: Queryable,
  door: ReaderKind,
  { workspaceId, readerId, listingId }: ReaderRef,
): Promise<void> {
  await sql`
    delete from reader_looks
    where workspace_id = ${workspaceId} and door = ${door} and reader_id = ${readerId} and listing_id = ${listingId}`.execute(
    tx,
  )
}

export interface ExposedReaderRow extends Look {
  door: ReaderKind
  readerId: string
  listingId: string
  total: number
}

/** Readers that can sell what is sold, longest first. */
export async function exposedReaders(
  db: Queryable,
  scope: Scope,
  limit: number,
): Promise<ExposedReaderRow[]> {
  const { rows } = await sql<LookRow & Omit<ExposedReaderRow, keyof Look>>`
    select r.door, r.reader_id as "readerId", r.listing_id::text as "listingId", ${columns}, (count(*) over ())::int as total
    from reader_looks r
    join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
    where r.workspace_id = ${scope.workspaceId} and ${inScope(scope, 'listings', 'l')} and r.exposed_since is not null
    order by r.exposed_since, r.door, r.reader_id, r.listing_id
    limit ${limit}`.execute(db)
  return rows.map((row) => toLook(row))
}
