import type { FastifyRequest } from 'fastify'
import type { RateLimit } from '../kit/rate-limits.ts'

const second = 1000
const hour = 3_600 * second
const perAddress = ({ ip, url }: FastifyRequest) => (url.startsWith('/v2/') ? ip : undefined)
const on = (method: string, path: string) => (request: FastifyRequest) =>
  request.method === method && request.url.startsWith(`/v2/${path}`)
const messagePosts = on('POST', 'messages')
const photoMade = on('POST', 'listing_photos')
const photoDeleted = on('DELETE', 'listing_photos')

const limits = {
  limit10Seconds: { calls: 2000, windowMs: 10 * second, keyOf: perAddress },
  limit5Minutes: { calls: 20_000, windowMs: 300 * second, keyOf: perAddress },
  limitHour: { calls: 200_000, windowMs: hour, keyOf: perAddress },
  limitDay: { calls: 4_500_000, windowMs: 24 * hour, keyOf: perAddress },
  limitMessages: {
    ...{ calls: 100, windowMs: 60 * second },
    keyOf: (request: FastifyRequest) => (messagePosts(request) ? request.ip : undefined),
  },
  limitPhotos: {
    ...{ calls: 10_000, windowMs: hour },
    keyOf: (request: FastifyRequest) => (photoMade(request) ? request.ip : undefined),
  },
  limitPhotoDeletes: {
    ...{ calls: 100, windowMs: 7 * 24 * hour },
    keyOf: (request: FastifyRequest) =>
      photoDeleted(request) ? /listing_photos\/(\d+)/.exec(request.url)?.[1] : undefined,
  },
} satisfies Record<string, RateLimit>

/** Each limit can be set to another number of calls by its name. */
export const limitHabits: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(limits).map(([name, { calls, windowMs }]) => [
    name,
    `so many calls instead of ${calls} in ${windowMs / second} seconds`,
  ]),
)

export const limitsWith = (habits: Readonly<Record<string, number>>): RateLimit[] =>
  Object.entries(limits).map(([name, limit]) => ({ ...limit, calls: habits[name] ?? limit.calls }))
