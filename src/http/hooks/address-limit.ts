/**
 * The burst limit of requests without a key, by the address they come from. `misses` counts only what was answered 401
 * or 404, so that people behind one proxy do not use up each other's requests while somebody who guesses is stopped.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { fail } from '../route.ts'
import { burstHeaders } from './headers.ts'
import { windowMs, type BurstLimiter, type BurstState } from './rate-limit.ts'

export type Counted = 'all' | 'misses' | undefined

export interface AddressLimit {
  /** Shows the limit on the answer; throws `rate_limit_exceeded` where requests count. */
  admit(request: FastifyRequest, reply: FastifyReply, counted: Counted): void
  noteMiss(request: FastifyRequest, status: number): void
}

const missed = [401, 404]

export function createAddressLimit(
  { clock, limit }: { clock: Clock; limit: number },
  limiter: BurstLimiter,
): AddressLimit {
  const stateFor = (address: string, counted: Counted, nowMs: number): BurstState => {
    // Answers that are never limited do not use up what the address may guess at keys.
    if (counted === undefined) return limiter.hit(`open:${address}`, limit, nowMs, false)
    if (counted === 'all') return limiter.hit(`address:${address}`, limit, nowMs, true)
    return limiter.peek(`address:${address}`, limit, nowMs)
  }
  return {
    admit(request, reply, counted) {
      const now = clock.now()
      const state = stateFor(request.ip, counted, now.getTime())
      reply.headers({ 'x-request-id': request.id, ...burstHeaders(state, now) })
      if (state.allowed) return
      const retryAfter = Math.max(1, Math.ceil((state.opensAt - now.getTime()) / 1000))
      fail('rate_limit_exceeded', `Too many requests from this address; wait ${retryAfter} s.`, {
        limit,
        window_seconds: windowMs / 1000,
        retry_after: retryAfter,
      })
    },
    noteMiss(request, status) {
      if (missed.includes(status)) limiter.hit(`address:${request.ip}`, limit, clock.now().getTime(), false)
    },
  }
}
