import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SimulatorTools } from '../kit/definition.ts'
import { limitRates, type RateLimit } from '../kit/rate-limits.ts'
import { failure } from './answers.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs

const tokenOf = ({ headers }: FastifyRequest) => String(headers['hostex-access-token'])
const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? ''

/** These endpoints have one window of their own, in calls a minute. */
function ownLimit(request: FastifyRequest): number | undefined {
  if (request.method !== 'POST') return undefined
  if (pathOf(request) === '/v3/reservations') return 60
  return /^\/v3\/(availabilities$|listings\/)/.test(pathOf(request)) ? 120 : undefined
}

const endpointKey = (request: FastifyRequest) => `${tokenOf(request)} ${request.method} ${pathOf(request)}`
const usualEndpoint = (request: FastifyRequest) =>
  ownLimit(request) === undefined ? endpointKey(request) : undefined
const endpointOf = (calls: number) => (request: FastifyRequest) =>
  ownLimit(request) === calls ? endpointKey(request) : undefined
const threadOf = (request: FastifyRequest) =>
  request.method === 'POST' && pathOf(request).startsWith('/v3/conversations/') ? pathOf(request) : undefined

const windowsOf = (
  windows: readonly (readonly [calls: number, windowMs: number])[],
  keyOf: RateLimit['keyOf'],
): RateLimit[] => windows.map(([calls, windowMs]) => ({ calls, windowMs, keyOf }))

const layers: Readonly<Record<'user' | 'endpoint', readonly RateLimit[]>> = {
  user: windowsOf(
    [
      [1200, minuteMs],
      [12_000, 5 * minuteMs],
      [20_000, 60 * minuteMs],
      [100_000, dayMs],
    ],
    tokenOf,
  ),
  endpoint: [
    ...windowsOf(
      [
        [600, minuteMs],
        [6000, 5 * minuteMs],
        [10_000, 60 * minuteMs],
        [50_000, dayMs],
      ],
      usualEndpoint,
    ),
    ...windowsOf([[120, minuteMs]], endpointOf(120)),
    ...windowsOf([[60, minuteMs]], endpointOf(60)),
  ],
}

/** Threads are limited whoever writes, since channels suspend accounts that write too much. */
const ofThreads = windowsOf(
  [
    [5, 5000],
    [10, minuteMs],
    [30, 30 * minuteMs],
    [60, 120 * minuteMs],
    [120, dayMs],
  ],
  threadOf,
)

const secondsOf = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / 1000))

export const tooMany = (waitMs: number, scope: string) =>
  failure(429, 'Too Many Attempts.', {
    'retry-after': String(secondsOf(waitMs)),
    'x-ratelimit-scope': scope,
    'x-ratelimit-window': '1m',
    'x-ratelimit-reason': `${scope} rate limit exceeded`,
  })

/** Three layers at once: the token, the token at one endpoint, and the thread that is written to. */
export function limitCalls(app: FastifyInstance, tools: SimulatorTools): void {
  for (const scope of ['user', 'endpoint'] as const)
    limitRates(app, tools, layers[scope], (waitMs) => tooMany(waitMs, scope))
  limitRates(app, tools, ofThreads, (waitMs) =>
    failure(429, `Too many requests. Try again in ${secondsOf(waitMs)} seconds.`),
  )
}
