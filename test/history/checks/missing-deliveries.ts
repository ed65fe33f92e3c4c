/**
 * A missing delivery: an event of the log that an endpoint for all events never accepted, though it accepted an earlier
 * one. The history has to be recorded until deliveries have settled.
 *
 * The smallest history: the log has the places 1 and 2, and an endpoint accepted only 1.
 */
import type { HistoryCheck } from '../fault.ts'

export const findMissingDeliveries: HistoryCheck = ({ requests }) => {
  const logged = requests.filter(({ kind }) => kind === 'event')
  const accepted = requests.filter(({ kind, result }) => kind === 'delivery' && result === 'ok')
  return [...Map.groupBy(accepted, ({ delivery }) => delivery?.endpoint ?? '')].flatMap(
    ([endpoint, deliveries]) => {
      const ids = new Set(deliveries.map(({ event }) => event?.eventId))
      const first = Math.min(...deliveries.map(({ event }) => event?.sequence ?? Infinity))
      const missing = logged.filter(({ event }) => (event?.sequence ?? 0) > first && !ids.has(event?.eventId))
      const places = new Map(missing.map((operation) => [operation.event?.sequence, operation]))
      return [...places].map(([sequence, operation]) => ({
        ...({ rule: 'missing delivery', message: `${sequence} never arrived at ${endpoint}` } as const),
        operations: [operation],
      }))
    },
  )
}
