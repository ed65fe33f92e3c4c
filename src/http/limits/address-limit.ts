/**
 * Limits, by address, requests that prove nothing. Only failed ones count and only they are refused, so a valid key works whatever others
 * at the address do.
 */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/api-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AddressOf } from '../client-address.ts'
import { limitHeaders, retryAfterOf } from './headers.ts'
import { windowMs, type BurstLimiter, type BurstState } from './rate-limit.ts'

export interface AddressLimit {
  /** Returns rate-limit headers for the address. */
  headers(request: FastifyRequest): Record<string, string>
  /** Returns the address's remaining window, for any kind of request. */
  window(request: FastifyRequest): Record<string, string>
  /** Counts a refusal to an unproven caller; returns the 429 to send instead once there were too many. */
  miss(request: FastifyRequest): ApiError | null
  /** Counts connections whose bytes never became a request. */
  missAt(peer: string): ApiError | null
  headersAt(peer: string): Record<string, string>
}

/** These statuses mean that the caller proved nothing, on routes that count misses. */
export const missed: readonly number[] = [401, 404]

export function createAddressLimit(
  { clock, limit, addressOf }: { clock: Clock; limit: number; addressOf: AddressOf },
  limiter: BurstLimiter,
): AddressLimit {
  const count = (address: string): ApiError | null => {
    const state = limiter.hit(`address:${address}`, limit)
    return state.allowed ? null : tooMany(state, clock.now())
  }
  const headersOf = (address: string) => limitHeaders(limiter.peek(`address:${address}`, limit), clock.now())
  const untouched = { allowed: true, limit, remaining: limit, waitMs: 0 }
  const addressAt = (peer: string) => addressOf({ headers: {}, socket: { remoteAddress: peer } })
  return {
    headers: (request) =>
      request.routeOptions.config.route?.auth
        ? headersOf(addressOf(request))
        : limitHeaders(untouched, clock.now()),
    window: (request) => headersOf(addressOf(request)),
    miss: (request) => count(addressOf(request)),
    missAt: (peer) => count(addressAt(peer)),
    headersAt: (peer) => headersOf(addressAt(peer)),
  }
}

function tooMany(state: BurstState, now: Date): ApiError {
  const retryAfter = retryAfterOf(state)
  return new ApiError(
    'rate_limit_exceeded',
    `Too many requests from this address; wait ${retryAfter} s.`,
    { limit: state.limit, window_seconds: windowMs / 1000, retry_after: retryAfter },
    { headers: limitHeaders(state, now) },
  )
}
