/** What stands in a delivery: vendors send one notice, or several as a list. */
import type { InboundHint } from './inbound-delivery.ts'

export function noticesIn(body: unknown): unknown[] {
  return Array.isArray(body) ? body : [body]
}

/** Two notices of one delivery are often about the same record. */
export function distinctHints(hints: readonly InboundHint[]): InboundHint[] {
  return [...new Map(hints.map((hint) => [`${hint.entity} ${hint.externalId}`, hint])).values()]
}
