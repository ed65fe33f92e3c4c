import { setImmediate as turn } from 'node:timers/promises'
import type { TSchema } from 'typebox'
import type { AuthSession } from '../auth/auth.ts'
import { memorySession } from '../auth/memory-session.ts'
import { openClient } from '../client.ts'
import { createObserver, type ObservedCalls } from '../checks/observer.ts'
import type { Connector, VendorContext } from '../connector.ts'
import { readCredentials } from '../credentials.ts'
import type { CallRecord } from '../exchange.ts'
import type { VendorClient } from '../http.ts'
import { joinPartner } from '../partnership.ts'
import { memoryBudget, type Budget, type CallLane } from '../ratelimit.ts'
import { Control, type StaysOfRows } from './control.ts'
import { walksOf } from './walk.ts'

/** `startSimulator` returns this handle of a running simulator. */
interface SimulatorHandle {
  url: string
  control: string
  credentials: Record<string, string>
  /** A server that is a partner of the vendor has these settings. */
  partner: Record<string, string>
  /** Set for vendors whose bookings do not map to single stays. */
  stays?: StaysOfRows
  clock: { nowMs(): number; advanceSeconds(seconds: number): void }
  close(): Promise<void>
}

export interface Portfolio {
  listings: number
  reservations: number
}

export type StartSimulator = (
  vendor: string,
  options: Portfolio & {
    port: number
    seed: number
    rateLimit: 'vendor' | 'off'
    /** The simulator's clock runs at this speed; at 0 it stands still unless it is moved. */
    speed?: number
  },
) => Promise<SimulatorHandle>

/** Waiting moves the simulator's clock instead of taking time. */
export interface Bench<C extends TSchema> {
  connector: Connector<C>
  simulator: SimulatorHandle
  control: Control
  session: AuthSession
  /** Advances the time of the vendor and of the client. */
  advance(ms: number): Promise<void>
  /** Logged and recorded text is collected here. */
  lines: string[]
  calls: CallRecord[]
  /** Figures of all answers. */
  observed: ObservedCalls
  open(options?: OpenOptions): VendorClient
  context(lane?: CallLane, client?: VendorClient): VendorContext
  /** Reads lists to their ends, in the least urgent lane by default. */
  walk(lane?: CallLane, client?: VendorClient): ReturnType<typeof walksOf>
  close(): Promise<void>
}

export interface OpenOptions {
  credentials?: Record<string, string>
  session?: AuthSession
  timeoutMs?: number
}

export async function openBench<C extends TSchema>(
  described: Connector<C>,
  start: StartSimulator,
  portfolio: Portfolio,
  seed = 1,
): Promise<Bench<C>> {
  const simulator = await start(described.manifest.id, { ...portfolio, port: 0, seed, rateLimit: 'vendor' })
  const connector = joinPartner(described, new Map(Object.entries(simulator.partner)), simulator.url)
  const control = new Control(simulator.control, simulator.stays)
  const session = memorySession()
  const lines: string[] = []
  const calls: CallRecord[] = []
  const observer = createObserver()
  const clients: VendorClient[] = []
  const note = (fields: object, message: string): void =>
    void lines.push(`${message} ${JSON.stringify(fields)}`)
  const now = () => new Date(simulator.clock.nowMs())
  // A call on its way must not arrive later by the time that somebody else waits.
  let onTheWay = 0
  const advance = async (ms: number): Promise<void> => {
    do await turn()
    while (onTheWay > 0)
    if (ms > 0) simulator.clock.advanceSeconds(ms / 1000)
  }
  const allowance = memoryBudget({ now: () => simulator.clock.nowMs(), sleep: advance })
  const budget: Budget = {
    ...allowance,
    take: async (...call) => {
      await allowance.take(...call)
      onTheWay += 1
    },
  }

  const open = (options: OpenOptions = {}): VendorClient => {
    const manifest = { ...connector.manifest, timeoutMs: options.timeoutMs ?? connector.manifest.timeoutMs }
    const read = readCredentials(connector, options.credentials ?? simulator.credentials)
    if (!read.ok) throw new Error(`the simulator's credentials are refused: ${JSON.stringify(read)}`)
    const client = openClient({ ...connector, manifest }, read.credentials, {
      session: options.session ?? session,
      budget,
      log: { debug: note, warn: note },
      now,
      sleep: advance,
      baseUrl: simulator.url,
      onCall: (call) => {
        onTheWay -= 1
        calls.push(call)
        observer.onCall(call)
      },
      onAnswer: observer.onAnswer,
    })
    clients.push(client)
    return client
  }

  const shared = open()
  const context: Bench<C>['context'] = (lane = 'history', client = shared) => ({
    http: client.lane(lane),
    now,
  })
  return {
    connector,
    simulator,
    control,
    session,
    lines,
    calls,
    observed: observer.observed,
    advance,
    open,
    context,
    walk: (lane, client) => walksOf(connector.operations, () => context(lane, client)),
    close: async () => {
      await Promise.all(clients.map((client) => client.close()))
      await simulator.close()
    },
  }
}
