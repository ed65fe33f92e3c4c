/** Limits endpoints that need no API key, with the usual headers. */
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../platform/api-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { limitHeaders, retryAfterOf } from './headers.ts'
import { createBurstLimiter, windowMs, type BurstState } from './rate-limit.ts'

export interface OwnWindow {
  key: string
  /** The limit counts requests per minute. */
  limit: number
  /** The message names by this what was done too often. */
  what: string
}

export function createOwnWindows(clock: Clock) {
  const limiter = createBurstLimiter(clock)
  const show = (reply: FastifyReply, state: BurstState, action: string): void => {
    void reply.headers(limitHeaders(state, clock.now()))
    if (state.allowed) return
    const seconds = retryAfterOf(state)
    throw new ApiError('rate_limit_exceeded', `${action}; wait ${seconds} s.`, {
      limit: state.limit,
      window_seconds: windowMs / 1000,
      retry_after: seconds,
    })
  }
  return {
    /** Counts a request, or throws when the window is full. */
    spend: (reply: FastifyReply, { key, limit, what }: OwnWindow) =>
      show(reply, limiter.hit(key, limit), what),
    /** Throws when the window is full, without counting. */
    assertLeft: (reply: FastifyReply, { key, limit, what }: OwnWindow) =>
      show(reply, limiter.peek(key, limit), what),
  }
}
