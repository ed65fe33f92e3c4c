import type { RowFailure } from '../connector-kit/paginate.ts'
import type { Queryable, Scope } from '../platform/tenant.ts'
import type { NewsConnection } from './news.ts'

/** The parts of a listing that storing its records needs. */
export interface ListingRef {
  id: string
  external_id: string
  /** Whether this connection keeps the listing; other connections may only add stays and threads to it. */
  is_kept: boolean
  /** The account of the connection that keeps the listing. */
  account_id: string | null
  time_zone: string | null
  active: boolean
}

/** The connection whose records are stored. */
export interface StoredConnection extends NewsConnection {
  id: string
  provider: string
  /** The connection's own account. A connection that reaches several accounts stores records of the others too. */
  accountId: string | null
}

/** Every store function works in one transaction, for one connection. */
export interface RecordBatch {
  tx: Queryable
  scope: Scope
  connection: StoredConnection
  now: Date
  /** The history stores this, for instance `sync:incremental`. */
  origin: string
  runId: string | null
  /** By external id. If it is absent, the listings linked to the connection are looked up. */
  listings?: ReadonlyMap<string, ListingRef>
}

/** A single record that should be read again because of what was just stored. */
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

/** Returns the account while its first import is not finished. */
export const importOf = (connection: NewsConnection): NewsConnection | null =>
  connection.importing ? connection : null

/** Stays of these listings changed nights, so their calendars should be read again. */
export function calendarsOf(
  { id }: StoredConnection,
  listings: readonly { connectionId: string; externalId: string }[],
): FollowUp[] {
  return listings
    .filter(({ connectionId }) => connectionId === id)
    .map(({ externalId }) => ({ entity: 'calendar', externalId }))
}

/** Undefined if the record refers to nothing, or to something that is not stored. */
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

/** A page may hold several versions of a record; the last one counts. */
export function keepLastOfEach<R extends { externalId: string }>(records: readonly R[]): R[] {
  return [...new Map(records.map((record) => [record.externalId, record])).values()]
}
