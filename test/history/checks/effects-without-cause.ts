/**
 * An effect without cause: something is there that nobody asked for, that was refused, or that came before it was asked
 * for. That is a value that nobody wrote, a booking or an event that no call and no vendor explains, and a delivery of an
 * event that is not in the log.
 *
 * The smallest history: `read x = 1`, and nobody wrote 1.
 */
import type { HistoryCheck, HistoryFault } from '../fault.ts'
import type { HistoryOperation } from '../history.ts'
import { versionText, type HistoryView } from '../timelines.ts'

const rule = 'effect without cause'

export const findEffectsWithoutCause: HistoryCheck = (view) => [
  ...unwrittenValues(view),
  ...unexplainedEffects(view),
  ...unloggedDeliveries(view),
]

function unwrittenValues({ timelines }: HistoryView): HistoryFault[] {
  return [...timelines.values()].flatMap(({ record, reads, writers, initial }) => {
    const found = reads.filter(({ operation, value }) => {
      if (value === null || initial.has(value)) return false
      const writer = writers.get(value)
      return writer === undefined || writer.begin > operation.end
    })
    return found.map(({ operation, value }) => ({
      ...({ rule, message: `${versionText({ record, value })} was read before anybody wrote it` } as const),
      operations: [operation],
    }))
  })
}

function unexplainedEffects({ operations }: HistoryView): HistoryFault[] {
  const causes = new Map<string, number>()
  for (const { causes: names = [], begin, result } of operations)
    if (result !== 'failed')
      for (const name of names) causes.set(name, Math.min(causes.get(name) ?? Infinity, begin))
  const told = new Set<string>()
  const faults: HistoryFault[] = []
  for (const operation of operations) {
    if (operation.result !== 'ok') continue
    for (const effect of operation.effects ?? []) {
      if (effect.causes.some((name) => (causes.get(name) ?? Infinity) <= operation.end)) continue
      const name = `${effect.kind} ${effect.id}`
      if (told.has(name)) continue
      told.add(name)
      const message = `${name} has no cause among ${effect.causes.join(', ')}`
      faults.push({ rule, message, operations: [operation] })
    }
  }
  return faults
}

/** A delivery needs its event, unless it was made for one webhook alone. */
function unloggedDeliveries({ requests }: HistoryView): HistoryFault[] {
  const logged = new Set(
    requests.flatMap(({ kind, event }) => (kind === 'event' && event ? event.eventId : [])),
  )
  const lastRead = Math.max(
    ...requests.filter(({ what }) => what === 'GET /v1/events').map(({ begin }) => begin),
    -Infinity,
  )
  const isUnlogged = ({ event, delivery, begin }: HistoryOperation) =>
    delivery !== undefined &&
    event !== undefined &&
    event.sequence !== null &&
    begin < lastRead &&
    !logged.has(event.eventId)
  return requests.filter(isUnlogged).map((operation) => ({
    ...({ rule, message: `event ${operation.event?.eventId} was delivered and is not in the log` } as const),
    operations: [operation],
  }))
}
