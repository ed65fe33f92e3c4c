import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SimulatorTools, VendorAnswer } from './definition.ts'
import { RateWindow } from './rate-window.ts'
import { isControlCall, sendAnswer } from './server.ts'

export interface RateLimit {
  calls: number
  windowMs: number
  /** Requests with one key are counted together; undefined if this limit does not count the request. */
  keyOf(request: FastifyRequest): string | undefined
}

interface Manners {
  /** The default hook runs before everything; `preHandler` runs once the vendor knows the caller. */
  hook?: 'onRequest' | 'preHandler'
  /** Receives how much of each limit is left, in the order of the limits. */
  tell?(reply: FastifyReply, left: number[]): void
}

/** Refuses requests beyond the vendor's limits unless tests turned them off. Refused requests do not count. */
export function limitRates(
  app: FastifyInstance,
  { clock, limitsRates }: SimulatorTools,
  limits: readonly RateLimit[],
  refused: VendorAnswer | ((waitMs: number, request: FastifyRequest) => VendorAnswer),
  { hook = 'onRequest', tell = () => {} }: Manners = {},
): void {
  if (!limitsRates) return
  const windows = limits.map(({ calls, windowMs, keyOf }) => ({
    window: new RateWindow(calls, windowMs),
    keyOf,
  }))
  const check = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isControlCall(request)) return undefined
    const nowMs = clock.nowMs()
    const counting = windows.flatMap(({ window, keyOf }) => {
      const key = keyOf(request)
      return key === undefined ? [] : [{ window, key }]
    })
    const waitMs = Math.max(0, ...counting.map(({ window, key }) => window.opensInMs(key, nowMs)))
    if (waitMs === 0) for (const { window, key } of counting) window.take(key, nowMs)
    tell(
      reply,
      counting.map(({ window, key }) => window.left(key, nowMs)),
    )
    if (waitMs === 0) return undefined
    return sendAnswer(reply, typeof refused === 'function' ? refused(waitMs, request) : refused)
  }
  if (hook === 'onRequest') app.addHook('onRequest', check)
  else app.addHook('preHandler', check)
}
