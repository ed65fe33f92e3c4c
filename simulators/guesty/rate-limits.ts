import type { FastifyInstance } from 'fastify'
import type { SimulatorTools } from '../kit/definition.ts'
import { limitRates } from '../kit/rate-limits.ts'
import { tooMany } from './answers.ts'
import { accountId } from './store.ts'

const intervals = [
  { name: 'second', calls: 15, windowMs: 1000 },
  { name: 'minute', calls: 120, windowMs: 60_000 },
  { name: 'hour', calls: 5000, windowMs: 3_600_000 },
] as const

/** For the whole account, however many tokens it uses; every answer tells what is left. */
export function addRateLimits(app: FastifyInstance, tools: SimulatorTools): void {
  const limits = intervals.map((interval) => ({ ...interval, keyOf: () => accountId }))
  limitRates(app, tools, limits, (waitMs) => tooMany(Math.ceil(waitMs / 1000)), {
    tell: (reply, left) =>
      intervals.forEach(({ name, calls }, index) => {
        reply.header(`x-ratelimit-limit-${name}`, calls)
        reply.header(`x-ratelimit-remaining-${name}`, left[index])
      }),
  })
}
