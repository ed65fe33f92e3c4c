/** Reads a delivery that holds one notice or a list of them. */
import type { InboundHint } from './inbound-delivery.ts'

export function noticesIn(body: unknown): unknown[] {
  return Array.isArray(body) ? body : [body]
}

/** One delivery often has several notices about the same record. */
export function distinctHints(hints: readonly InboundHint[]): InboundHint[] {
  return [...new Map(hints.map((hint) => [`${hint.entity} ${hint.externalId}`, hint])).values()]
}
