import type { FastifyInstance } from 'fastify'
import type { SimulatorClock } from '../kit/clock.ts'
import { RateWindow } from '../kit/rate-window.ts'
import { isControlCall, sendAnswer } from '../kit/server.ts'
import { tooMany } from './answers.ts'
import { accountId } from './store.ts'

const intervals = [
  { name: 'second', calls: 15, ms: 1000 },
  { name: 'minute', calls: 120, ms: 60_000 },
  { name: 'hour', calls: 5000, ms: 3_600_000 },
] as const

/** For the whole account, however many tokens it uses; every answer tells what is left. */
export function addRateLimits(app: FastifyInstance, clock: SimulatorClock): void {
  const windows = intervals.map(({ name, calls, ms }) => ({ name, calls, window: new RateWindow(calls, ms) }))
  app.addHook('onRequest', async (request, reply) => {
    if (isControlCall(request)) return undefined
    const nowMs = clock.nowMs()
    const waitMs = Math.max(...windows.map(({ window }) => window.opensInMs(accountId, nowMs)))
    if (waitMs === 0) windows.forEach(({ window }) => window.take(accountId, nowMs))
    for (const { name, calls, window } of windows) {
      reply.header(`x-ratelimit-limit-${name}`, calls)
      reply.header(`x-ratelimit-remaining-${name}`, window.left(accountId, nowMs))
    }
    return waitMs === 0 ? undefined : sendAnswer(reply, tooMany(Math.ceil(waitMs / 1000)))
  })
}
