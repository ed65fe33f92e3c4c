import type { RowFailure } from '../connector-kit/paginate.ts'
import type { Queryable, Scope } from '../platform/tenant.ts'
import type { NewsConnection } from './news.ts'

/** The listing a record belongs to, as far as storing it needs to know. */
export interface ListingRef {
  id: string
  external_id: string
  /** Whether the connection that names it keeps it. Another one's word counts for stays and threads only. */
  is_kept: boolean
  /** Of one that is kept. */
  account_id: string | null
  time_zone: string | null
  active: boolean
}

/** The connection whose records are stored. */
export interface StoredConnection extends NewsConnection {
  id: string
  provider: string
  /** Its own account; records of a connection that reaches several may belong to others. */
  accountId: string | null
}

/** What every store function works in: one transaction, for one connection. */
export interface RecordBatch {
  tx: Queryable
  scope: Scope
  connection: StoredConnection
  now: Date
  /** Kept in the history: `sync:incremental`, say. */
  origin: string
  runId: string | null
  /** By what the records call them; left out: those the account is linked to. */
  listings?: ReadonlyMap<string, ListingRef>
}

/** Single records that what was stored makes worth reading again. */
export interface FollowUp {
  entity: FetchEntity
  externalId: string
}

export const fetchEntities = [
  'listings',
  'units',
  'reservations',
  'conversations',
  'messages',
  'calendar',
  'reviews',
] as const
export type FetchEntity = (typeof fetchEntities)[number]

export interface AppliedBatch {
  changed: number
  failures: RowFailure[]
  followUps: FollowUp[]
}

/** The account, while its first import is not finished. */
export const importOf = (connection: NewsConnection): NewsConnection | null =>
  connection.importing ? connection : null

/** Of these listings the nights of stays changed. */
export function calendarsOf(
  { id }: StoredConnection,
  listings: readonly { connectionId: string; externalId: string }[],
): FollowUp[] {
  return listings
    .filter(({ connectionId }) => connectionId === id)
    .map(({ externalId }) => ({ entity: 'calendar', externalId }))
}

/** What a record refers to, where it refers to anything and that is known. */
export const resolveReference = <V>(
  known: ReadonlyMap<string, V>,
  externalId: string | null | undefined,
): V | undefined => (externalId ? known.get(externalId) : undefined)

export const emptyApplied: AppliedBatch = { changed: 0, failures: [], followUps: [] }

export function mergeApplied(parts: readonly AppliedBatch[]): AppliedBatch {
  return {
    changed: parts.reduce((sum, part) => sum + part.changed, 0),
    failures: parts.flatMap((part) => part.failures),
    followUps: parts.flatMap((part) => part.followUps),
  }
}

/** Of several versions of a record in one page the last one counts. */
export function keepLastOfEach<R extends { externalId: string }>(records: readonly R[]): R[] {
  return [...new Map(records.map((record) => [record.externalId, record])).values()]
}
