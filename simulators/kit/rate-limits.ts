import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SimulatorTools, VendorAnswer } from './definition.ts'
import { RateWindow } from './rate-window.ts'
import { isControlCall, sendAnswer } from './server.ts'

export interface RateLimit {
  calls: number
  windowMs: number
  /** Whose requests are counted together; undefined where this limit does not count the request. */
  keyOf(request: FastifyRequest): string | undefined
}

/** Refuses what goes beyond the vendor's limits, unless tests turned them off. What is refused does not count. */
export function limitRates(
  app: FastifyInstance,
  { clock, limitsRates }: SimulatorTools,
  limits: readonly RateLimit[],
  refused: VendorAnswer,
): void {
  if (!limitsRates) return
  const windows = limits.map(({ calls, windowMs, keyOf }) => ({
    window: new RateWindow(calls, windowMs),
    keyOf,
  }))
  app.addHook('onRequest', async (request, reply) => {
    if (isControlCall(request)) return undefined
    const nowMs = clock.nowMs()
    const counting = windows.flatMap(({ window, keyOf }) => {
      const key = keyOf(request)
      return key === undefined ? [] : [{ window, key }]
    })
    if (counting.some(({ window, key }) => window.isFull(key, nowMs))) return sendAnswer(reply, refused)
    for (const { window, key } of counting) window.take(key, nowMs)
    return undefined
  })
}
