/** Opens the account to certify: a client with its own budget, session and observer. */
import type { Static, TSchema } from 'typebox'
import type { AuthSession } from '../../connector-kit/auth/auth.ts'
import { memorySession } from '../../connector-kit/auth/memory-session.ts'
import { openClient } from '../../connector-kit/client.ts'
import type { Connector, VendorContext } from '../../connector-kit/connector.ts'
import type { VendorClient } from '../../connector-kit/http.ts'
import { memoryBudget } from '../../connector-kit/ratelimit.ts'
import type { CallLane } from '../../connector-kit/ratelimit.ts'
import { createObserver } from '../../connector-kit/checks/observer.ts'
import type { ObservedCalls } from '../../connector-kit/checks/observer.ts'

export interface Surroundings {
  now(): Date
  sleep(ms: number): Promise<void>
  /** The address to use instead of the vendor's. */
  baseUrl?: string
  /** A shorter timeout than the vendor's own, for a simulator nearby. */
  timeoutMs?: number
}

export interface CertifiedAccount {
  observed: ObservedCalls
  context(lane: CallLane): VendorContext
  /** Returns a context with an invented token; null if the account has no token. */
  withDeadToken(): Promise<VendorContext | null>
  close(): Promise<void>
}

export function openAccount<C extends TSchema>(
  connector: Connector<C>,
  credentials: Static<C>,
  { now, sleep, baseUrl, timeoutMs }: Surroundings,
): CertifiedAccount {
  const { observed, onCall, onAnswer } = createObserver()
  const session = memorySession()
  const budget = memoryBudget({ now: () => now().getTime(), sleep })
  // Single calls are not logged, because a line could hold what the report must not.
  const log = { debug: () => {}, warn: () => {} }
  const manifest = timeoutMs === undefined ? connector.manifest : { ...connector.manifest, timeoutMs }
  const clients: VendorClient[] = []
  const open = (own: AuthSession): VendorClient => {
    const client = openClient({ ...connector, manifest }, credentials, {
      session: own,
      budget,
      log,
      now,
      sleep,
      onCall,
      onAnswer,
      ...(baseUrl === undefined ? {} : { baseUrl }),
    })
    clients.push(client)
    return client
  }
  const shared = open(session)
  return {
    observed,
    context: (lane) => ({ http: shared.lane(lane), now }),
    async withDeadToken() {
      const text = spoiledToken(await session.load())
      if (text === null) return null
      await session.save(text)
      return { http: open(session).lane('history'), now }
    },
    close: async () => void (await Promise.all(clients.map((client) => client.close()))),
  }
}

/** Replaces the token of the stored grant and keeps everything else. */
function spoiledToken(text: string | null): string | null {
  const grant: unknown = text === null ? null : JSON.parse(text)
  if (typeof grant !== 'object' || grant === null || !('token' in grant)) return null
  return typeof grant.token === 'string' ? JSON.stringify({ ...grant, token: `not-${grant.token}` }) : null
}
