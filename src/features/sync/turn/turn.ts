/** One worker's time with one connection: what it knows, how it calls the vendor, how it stores. */
import type { SyncEnvironment, CallCount } from '../../../upstream/client.ts'
import type { Connector, VendorContext } from '../../../connector-kit/connector.ts'
import type { VendorClient } from '../../../connector-kit/http.ts'
import type { CallLane } from '../../../connector-kit/ratelimit.ts'
import { causedBy, type WriteCause } from '../../../platform/cause.ts'
import type { Log } from '../../../platform/log.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { SyncedConnection } from '../../../upstream/connection-queries.ts'
import type { AheadRequest } from '../walk/ahead.ts'
import type { NightsReading } from '../fetch/fetch-nights-together.ts'
import type { SyncRunRow } from '../run/run-queries.ts'
import { holdsSchedule, type ConnectionSchedule } from './schedule-queries.ts'
import type { RecordBatch, FollowUp } from '../../../records/batch.ts'

export interface SyncTurn {
  environment: SyncEnvironment
  scope: Scope
  /** This turn's name in the schedule. */
  holder: string
  connector: Connector
  connection: SyncedConnection
  schedule: ConnectionSchedule
  client: VendorClient
  /** Vendor calls since they were last written to a run. */
  calls: CallCount
  openRuns: SyncRunRow[]
  /** Nights that came along with those of another listing. */
  nightsAlong: Map<string, NightsReading>
  /** Listings that stays name and the vendor does not have. */
  unknownListings: Set<string>
  /** By name, when what was put off for lack of room may be tried again; by the clock that is not set back. */
  restsUntil: Map<string, number>
  /** The page that comes next, if nothing else does. */
  ahead: AheadRequest | null
  log: Log
}

/** Another turn took the connection over, or it was disconnected: nothing more may be stored. */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

/**
 * So long the first call of a step waits for room under the vendor's limit. If it takes longer, the step is put off and
 * what has room goes first. Longer than a second, because where a vendor takes one call a second every call waits.
 */
export const shortWaitMs = 2000

/** Of an account that was just connected nothing can wait: its owner is looking at the progress. */
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

/**
 * Reads what nobody waits for: every call of it leaves much room to others, and is refused where there is none instead of keeping
 * all that comes after it in the turn waiting.
 */
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

/** Everything of one step is stored together, and only while the connection is still this turn's. */
export async function commit<T>(
  turn: SyncTurn,
  source: { origin: string; runId: string | null },
  work: (batch: RecordBatch) => Promise<T>,
): Promise<T> {
  const { scope, connection, holder } = turn
  const { db, clock } = turn.environment.services
  return db.transaction().execute(async (tx) => {
    if (!(await holdsSchedule(tx, scope, connection.id, holder))) throw new ClaimLost()
    return causedBy(causeOf(connection.id, source.runId), () =>
      work({ tx, scope, connection, now: clock.now(), ...source }),
    )
  })
}

/** Of what would be worth reading, that which this vendor lets us read. */
export function filterReadable(turn: SyncTurn, wanted: readonly FollowUp[]): FollowUp[] {
  return wanted.filter(({ entity }) => turn.connector.operations[entity] !== undefined)
}
