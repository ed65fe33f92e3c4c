import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { startSimulator } from '../../../../simulators/index.ts'
import { memorySession } from '../../../connector-kit/auth/memory-session.ts'
import { openClient } from '../../../connector-kit/client.ts'
import { readCredentials } from '../../../connector-kit/credentials.ts'
import { memoryBudget } from '../../../connector-kit/ratelimit.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { guesty } from '../index.ts'

interface Options {
  listings?: number
  reservations?: number
  rateLimit?: 'vendor' | 'off'
  habits?: Record<string, number>
}

/** A simulator, and clients on it as they are opened by one process after another. */
export async function openAccount(t: TestContext, options: Options = {}) {
  const simulator = await startSimulator('guesty', {
    listings: 3,
    reservations: 12,
    rateLimit: 'off',
    ...options,
  })
  t.after(() => simulator.close())
  const session = memorySession()
  const now = () => new Date(simulator.clock.nowMs())
  const sleep = async (ms: number) => simulator.clock.advanceSeconds(ms / 1000)
  const open = () => {
    const read = readCredentials(guesty, simulator.credentials)
    assert.ok(read.ok)
    const http = openClient(guesty, read.credentials, {
      session,
      budget: memoryBudget({ now: () => now().getTime(), sleep }),
      log: { debug: () => {}, warn: () => {} },
      now,
      sleep,
      baseUrl: simulator.url,
    })
    t.after(() => http.close())
    return { http, now }
  }
  const tokensAsked = () => simulator.calls.list().filter(({ path }) => path === '/oauth2/token').length
  return { simulator, open, tokensAsked }
}

export const isOfKind = (wanted: string) => (error: unknown) =>
  error instanceof VendorError && error.kind === wanted
