/** A worker's lease on one connection: its state, its vendor calls and its storing. */
import type { WalkEntity } from './cadence.ts'
import type { RowWarning } from '../../../connector-kit/tolerance/unread-fields.ts'
import { CalendarDayRecord, StayRecord } from '../../../contract/records.ts'
import type { CalendarReading } from '../../../records/calendar/public.ts'
import type { SyncEnvironment, CallCount } from '../../../upstream/client.ts'
import type { Connector, VendorContext, VendorPage } from '../../../connector-kit/connector.ts'
import type { VendorClient } from '../../../connector-kit/http.ts'
import type { CallLane } from '../../../connector-kit/ratelimit.ts'
import { runWithCause, type WriteCause } from '../../../platform/cause.ts'
import type { Log } from '../../../platform/log.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { SyncedConnection } from '../../../upstream/connection-queries.ts'
import type { SyncRunRow } from './run-queries.ts'
import { holdsSchedule, type ConnectionSchedule } from './schedule-queries.ts'
import type { RecordBatch, FollowUp, AppliedBatch } from '../../../records/batch.ts'

export interface NightsOfFetch {
  days: CalendarDayRecord[]
  reading: CalendarReading
  generation: number
  /** When to read the later nights; absent if all were read. */
  restAfterMs?: number
}

/** A page in the form the engine needs, whatever its records are. */
export interface WalkPage {
  externalIds: string[]
  failures: VendorPage<never>['failures']
  next: string | null
  expected: number | null
  watermark: string | null
  /** These listings must be stored before the records. */
  listingExternalIds: string[]
  /** Records with fields that could not be read. */
  warnings: RowWarning[]
  /** Rows unchanged since they were stored, so nothing of them is stored. */
  unchanged: readonly string[]
  /** For the list of stays, its content to compare with ours. */
  stays?: StayRecord[]
  /** Stores all records except these. */
  store(batch: RecordBatch, without: ReadonlySet<string>): Promise<AppliedBatch>
  /** Confirms the page to a vendor that wants it, except for these records. */
  acknowledge?(unstored: ReadonlySet<string>): Promise<void>
}

export interface AheadRequest {
  runId: string
  entity: WalkEntity
  cursor: string
  /** Settled, so a page that is never used fails silently. */
  read: Promise<PromiseSettledResult<PageReading>>
}

export interface PageReading {
  page: WalkPage
  /** Records that were requested before the page was read, with their number of requests. */
  asked: ReadonlyMap<string, number>
  /** Digests of the page's rows as they came. */
  digests: ReadonlyMap<string, string>
  /** Unchanged rows that need no storing. */
  blocks: ReadonlySet<string>
}

export interface SyncTurn {
  environment: SyncEnvironment
  scope: Scope
  /** The lease holder in the schedule. */
  holder: string
  connector: Connector
  connection: SyncedConnection
  schedule: ConnectionSchedule
  client: VendorClient
  /** Calls not yet stored with a run. */
  calls: CallCount
  openRuns: SyncRunRow[]
  /** Nights that another listing's answer included. */
  nightsAlong: Map<string, NightsOfFetch>
  /** Listings that stays refer to and the vendor lacks. */
  unknownListings: Set<string>
  /** When delayed work may be retried, by name, on a monotonic clock. */
  restsUntil: Map<string, number>
  /** The page to read next, unless other work comes first. */
  ahead: AheadRequest | null
  log: Log
}

/** Another turn took the lease or the account was disconnected, so nothing more may be stored. */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

/**
 * How long a step's first call waits for the limit before the step is delayed. More than a second, because at
 * one call a second every call waits.
 */
export const shortWaitMs = 2000

/** After connecting, nothing is delayed: the owner is watching the progress. */
const whileImporting: Record<CallLane, CallLane> = {
  guest: 'guest',
  bookings: 'bookings',
  messages: 'bookings',
  calendar: 'bookings',
  history: 'messages',
}

export function contextOf(turn: SyncTurn, lane: CallLane): VendorContext {
  const used = turn.connection.importing ? whileImporting[lane] : lane
  return { http: turn.client.lane(used), now: () => turn.environment.services.clock.now() }
}

/** Reads in the background: each call leaves room for others and is refused instead of blocking the turn. */
export async function runUnhurried<T>(
  turn: SyncTurn,
  work: (context: VendorContext) => Promise<T>,
  lane: CallLane = 'history',
): Promise<T> {
  const { client, calls, environment } = turn
  calls.longestWaitMs = shortWaitMs
  try {
    return await work({ http: client.lane(lane), now: () => environment.services.clock.now() })
  } finally {
    delete calls.longestWaitMs
  }
}

const causeOf = (connectionId: string, runId: string | null): WriteCause =>
  runId === null ? { kind: 'inbound_hint', connectionId } : { kind: 'sync_run', connectionId, runId }

/** Stores a step's results in one transaction, if the turn still holds the lease. */
export async function commit<T>(
  turn: SyncTurn,
  source: { origin: string; runId: string | null },
  work: (batch: RecordBatch) => Promise<T>,
): Promise<T> {
  const { scope, connection, holder } = turn
  const { db, clock } = turn.environment.services
  return db.transaction().execute(async (tx) => {
    if (!(await holdsSchedule(tx, scope, connection.id, holder))) throw new ClaimLost()
    return runWithCause(causeOf(connection.id, source.runId), () =>
      work({ tx, scope, connection, now: clock.now(), ...source }),
    )
  })
}

/** The follow-ups that this vendor supports. */
export function filterReadable(turn: SyncTurn, wanted: readonly FollowUp[]): FollowUp[] {
  return wanted.filter(({ entity }) => turn.connector.operations[entity] !== undefined)
}
