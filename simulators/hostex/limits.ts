import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SimulatorTools } from '../kit/definition.ts'
import { limitRates, type RateLimit } from '../kit/rate-limits.ts'
import { failure } from './answers.ts'

const minuteMs = 60_000

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

/** Windows are given as the calls that so many minutes allow. */
const windowsOf = (minutesOf: Readonly<Record<number, number>>, keyOf: RateLimit['keyOf']): RateLimit[] =>
  Object.entries(minutesOf).map(([calls, minutes]) => ({
    ...{ calls: Number(calls), windowMs: minutes * minuteMs, keyOf },
  }))

const layers: Readonly<Record<'user' | 'endpoint', readonly RateLimit[]>> = {
  user: windowsOf({ 1200: 1, 12_000: 5, 20_000: 60, 100_000: 1440 }, tokenOf),
  endpoint: [
    ...windowsOf({ 600: 1, 6000: 5, 10_000: 60, 50_000: 1440 }, usualEndpoint),
    ...windowsOf({ 120: 1 }, endpointOf(120)),
    ...windowsOf({ 60: 1 }, endpointOf(60)),
  ],
}

/** Threads are limited whoever writes, since channels suspend accounts that write too much. */
const ofThreads = windowsOf({ 5: 5 / 60, 10: 1, 30: 30, 60: 120, 120: 1440 }, threadOf)

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
