/** One worker's time with one connection: what it knows, how it calls the vendor, how it stores. */
import type { Static, TSchema } from 'typebox'
import { openClient } from '../../connector-kit/client.ts'
import type { Connector, VendorContext } from '../../connector-kit/connector.ts'
import type { VendorClient } from '../../connector-kit/http.ts'
import type { Budget, Lane } from '../../connector-kit/ratelimit.ts'
import type { Locks } from '../../platform/locks.ts'
import type { Log } from '../../platform/log.ts'
import type { Scope } from '../../platform/tenant.ts'
import { accountClient, assertNoVendor } from '../sandbox-vendor/public.ts'
import type { Services } from '../services.ts'
import type { SyncedConnection } from './connection-queries.ts'
import type { NightsRead } from './nights-together.ts'
import type { FailedCall, Run } from './run-queries.ts'
import { holdsSchedule, type Schedule } from './schedule-queries.ts'
import { storedSession, vaultContext } from './session.ts'
import type { Batch, FollowUp } from './store/batch.ts'

export interface SyncEnvironment {
  services: Services
  budget: Budget
  locks: Locks
  /** Raised when the process stops. */
  signal: AbortSignal
  sleep(ms: number): Promise<void>
  /** How long waiting for a vendor takes, where time does not run as it does outside. */
  realMs?(ms: number): number
  /** Between 0 and 1. */
  random(): number
}

export interface CallCount {
  count: number
  retries: number
  /** All calls of the turn, also those written to a run already. */
  made: number
  /** The first that went wrong since the last step began. */
  failed: FailedCall[]
  /** What the first call of the step that begins may do; null: it was made. */
  first?: { waitedMs: number; longestWaitMs: number } | null
}

const keptFailedCalls = 5

export interface Turn {
  environment: SyncEnvironment
  scope: Scope
  /** This turn's name in the schedule. */
  holder: string
  connector: Connector
  connection: SyncedConnection
  schedule: Schedule
  client: VendorClient
  /** Vendor calls since they were last written to a run. */
  calls: CallCount
  openRuns: Run[]
  /** Nights that came along with those of another listing. */
  nightsAlong: Map<string, NightsRead>
  /** Listings that stays name and the vendor does not have. */
  unknownListings: Set<string>
  /** By name, when what was put off for lack of room may be tried again; by the clock that is not set back. */
  restsUntil: Map<string, number>
  log: Log
}

/** Another turn took the connection over, or it was disconnected: nothing more may be stored. */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

export function openTurnClient(
  environment: SyncEnvironment,
  scope: Scope,
  connector: Connector,
  connection: SyncedConnection,
  calls: CallCount,
): VendorClient {
  assertNoVendor(scope, connector)
  const { db, vault, config, clock, log } = environment.services
  if (connector.callsNobody) return accountClient({ db, scope, connectionId: connection.id })
  const baseUrl = config.vendorBaseUrls.get(connection.provider)
  return openClient(connector, credentialsOf(environment, scope, connection), {
    session: storedSession({ db, vault, locks: environment.locks, scope, connectionId: connection.id }),
    budget: stepwise(environment.budget, calls),
    log,
    now: () => clock.now(),
    sleep: environment.sleep,
    onCall: ({ method, path, status, ms, retries, failure }) => {
      calls.count += 1
      calls.made += 1
      calls.retries += retries > 0 ? 1 : 0
      if (failure !== null && calls.failed.length < keptFailedCalls)
        calls.failed.push({ method, path, status, ms, retries, failure })
    },
    ...(baseUrl === undefined ? {} : { baseUrl }),
  })
}

/** Only the first call of a step may be refused for a short wait: what a later one follows would have to be read again. */
function stepwise(budget: Budget, calls: CallCount): Budget {
  return {
    block: budget.block,
    async take(identity, limits, lane, options) {
      await budget.take(identity, limits, lane, { ...options, ...calls.first })
      calls.first = null
    },
  }
}

/** Made-up accounts need none. */
export const lacksCredentials = (connector: Connector, { credentials }: SyncedConnection): boolean =>
  credentials === null && !connector.callsNobody

export function credentialsOf(
  { services: { vault } }: SyncEnvironment,
  scope: Scope,
  connection: SyncedConnection,
): Static<TSchema> {
  if (connection.credentials === null) throw new Error('the connection has no credentials')
  return JSON.parse(
    vault.decrypt(connection.credentials, vaultContext(scope, connection.id)),
  ) as Static<TSchema>
}

/** Of an account that was just connected nothing can wait: its owner is looking at the progress. */
const whileImporting: Record<Lane, Lane> = {
  guest: 'guest',
  bookings: 'bookings',
  messages: 'bookings',
  calendar: 'bookings',
  history: 'messages',
}

export function contextOf(turn: Turn, lane: Lane): VendorContext {
  const used = turn.connection.importing ? whileImporting[lane] : lane
  return { http: turn.client.lane(used), now: () => turn.environment.services.clock.now() }
}

/** Everything of one step is stored together, and only while the connection is still this turn's. */
export async function commit<T>(
  turn: Turn,
  source: { origin: string; runId: string | null },
  work: (batch: Batch) => Promise<T>,
): Promise<T> {
  const { scope, connection, holder } = turn
  const { db, clock } = turn.environment.services
  return db.transaction().execute(async (tx) => {
    if (!(await holdsSchedule(tx, scope, connection.id, holder))) throw new ClaimLost()
    return work({ tx, scope, connection, now: clock.now(), ...source })
  })
}

/** Of what would be worth reading, that which this vendor lets us read. */
export function readable(turn: Turn, wanted: readonly FollowUp[]): FollowUp[] {
  return wanted.filter(({ entity }) => turn.connector.operations[entity] !== undefined)
}
