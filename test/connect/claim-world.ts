/** Connect sessions in which a property of Booking.com is claimed, beside a simulated extranet. */
import { sql } from 'kysely'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import type { Budget } from '../../src/connector-kit/ratelimit.ts'
import { startSync } from '../../src/features/sync/turn/scheduler.ts'
import type { SimulatorOptions } from '../../simulators/index.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from '../sync/world.ts'

export interface ClaimWorld {
  app: TestApp
  simulator: RunningSimulator
  hotelId: string
  /** As an app makes it; the session's id. */
  start(): Promise<string>
  verify(sessionId: string, hotelId?: string): Promise<TestAnswer>
  rooms(sessionId: string): Promise<TestAnswer>
  map(sessionId: string, mappings: object[]): Promise<TestAnswer>
  status(sessionId: string): Promise<unknown>
  /** What the property does in the extranet. */
  extranet(hotelId: string, change: object): Promise<void>
  pauseReading(): Promise<void>
  read(): Promise<void>
  close(): Promise<void>
}

export async function startClaimWorld(
  options: SimulatorOptions = {},
  budget: Budget = unlimited,
): Promise<ClaimWorld> {
  const simulator = await startSimulator('booking', {
    ...{ listings: 3, reservations: 6, rateLimit: 'off' },
    ...options,
  })
  const app = await startTestApp({
    now: new Date(simulator.clock.nowMs()).toISOString(),
    env: { ...simulator.partner, VENDOR_BASE_URLS: `booking=${simulator.url}` },
  })
  const { services } = app
  const begin = () => startSync(services, { budget, askEveryMs, random: () => 0 })
  let worker = await begin()
  const withoutKey = { key: null }
  return {
    app,
    simulator,
    hotelId: simulator.credentials.hotelId ?? '',
    async start() {
      const redirectUrl = 'https://app.example.com/connected'
      const { status, body, text } = await app.post('/v1/connect/booking', { redirectUrl, state: 'mine' })
      if (status !== 200) throw new Error(text)
      return String(body['sessionId'])
    },
    verify: (sessionId, hotelId = simulator.credentials.hotelId ?? '') =>
      app.post('/v1/connect/booking/verify', { sessionId, hotelId }, withoutKey),
    rooms: (sessionId) => app.get(`/v1/connect/booking/rooms?sessionId=${sessionId}`, withoutKey),
    map: (sessionId, mappings) =>
      app.post('/v1/connect/booking/map-rooms', { sessionId, mappings }, withoutKey),
    status: async (sessionId) =>
      (await app.get(`/v1/connect/sessions/${sessionId}`, withoutKey)).body['status'],
    async extranet(hotelId, change) {
      const answer = await fetch(`${simulator.control}/extranet/hotels/${hotelId}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(change),
      })
      if (!answer.ok) throw new Error(await answer.text())
    },
    pauseReading: () => worker.stop(),
    async read() {
      await worker.stop()
      worker = await begin()
      await until('the account to be read', async () => {
        const { rows } = await sql`
          select from sync_schedule where wake_at <= ${app.clock.now()} or holder is not null limit 1`.execute(
          app.db,
        )
        return rows.length === 0
      })
    },
    async close() {
      await worker.stop()
      await app.close()
      await simulator.close()
    },
  }
}
