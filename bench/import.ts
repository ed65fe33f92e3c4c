/** The first import of 10,000 reservations from a simulated PMS, to a raw COPY of the same rows into the same indexes. */
import { setTimeout as pause } from 'node:timers/promises'
import { startSimulator } from '../simulators/index.ts'
import type { Budget } from '../src/connector-kit/ratelimit.ts'
import { createHttpServer } from '../src/features/http-server.ts'
import { startSync } from '../src/features/sync/public.ts'
import { bootstrapWorkspace } from '../src/features/workspaces/bootstrap.ts'
import type { Bench } from './bench.ts'
import { copyTime } from './copy.ts'
import { benchServices } from './services.ts'

const reservationCount = 10_000
const giveUpAfterMs = 300_000

interface Progress {
  import?: {
    status: string
    results: { entityType: string; processed: number; errors: number; done: boolean }[]
  }
}

/** Milliseconds from the first stored reservation page to the last. */
async function importTime(read: () => Promise<Progress>): Promise<{ ms: number; processed: number }> {
  const deadline = performance.now() + giveUpAfterMs
  let started: number | undefined
  let before = performance.now()
  while (performance.now() < deadline) {
    const answer = await read()
    const now = performance.now()
    const part = answer.import?.results.find(({ entityType }) => entityType === 'reservations')
    // The page under way when it was first seen counts in full: its time began with the look before.
    if (part && part.processed > 0) started ??= before
    if (part?.done && started !== undefined) return { ms: now - started, processed: part.processed }
    if (answer.import?.status === 'failed') throw new Error('the import failed')
    before = now
    await pause(10)
  }
  throw new Error('the import did not end')
}

/** Lets every call through: the vendor's limits would make this a measurement of waiting. */
const noLimit: Budget = { take: async () => {}, block: async () => {} }

export const importBench: Bench = async ({ url, database }) => {
  const simulator = await startSimulator('hostaway', {
    listings: 100,
    reservations: reservationCount,
    seed: 1,
    rateLimit: 'off',
  })
  const services = benchServices(url, { VENDOR_BASE_URLS: `hostaway=${simulator.url}` })
  const { app } = await createHttpServer(services)
  const first = await bootstrapWorkspace(database.kysely)
  const headers = { authorization: `Bearer ${first?.liveKey ?? ''}` }
  const sync = await startSync(services, { budget: noLimit, askEveryMs: 50 })
  try {
    const connected = await app.inject({
      method: 'POST',
      url: '/v1/connect/hostaway/credentials',
      headers,
      payload: { credentials: simulator.credentials },
    })
    if (connected.statusCode !== 200) throw new Error(`connecting answered ${connected.body}`)
    const { ms, processed } = await importTime(async () => {
      const answer = await app.inject({ method: 'GET', url: '/v1/connect/hostaway', headers })
      return answer.json<Progress>()
    })
    const copyMs = await copyTime(database.kysely, first?.workspaceId ?? '')
    return [
      {
        label: `first import of ${reservationCount} reservations without the vendor's call limit, to a raw COPY of the same rows`,
        ratio: ms / copyMs,
        atMost: 60,
        detail: `${processed} reservations in ${(ms / 1000).toFixed(1)} s (read over HTTP, mapped, matched to guests, rendered, history), COPY ${copyMs.toFixed(0)} ms`,
      },
    ]
  } finally {
    await sync.stop()
    await app.close()
    await services.pool.end()
    await simulator.close()
  }
}
