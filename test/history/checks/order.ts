/**
 * A violation of order: a page of the log that leaves a place out or has them in another order, revisions of a record
 * that fall along the log, and deliveries to an ordered endpoint that bring a record's events in another order or
 * beside each other.
 *
 * The smallest history: behind 0 the log shows the places 1 and 3.
 */
import type { HistoryCheck, HistoryFault } from '../fault.ts'
import type { EventMark, HistoryOperation } from '../history.ts'

const rule = 'order'

type EventOperation = HistoryOperation & { event: EventMark & { sequence: number } }

const hasPlace = (operation: HistoryOperation): operation is EventOperation =>
  operation.event !== undefined && operation.event.sequence !== null

export const findOrderFaults: HistoryCheck = ({ requests }) => {
  const logged = requests.filter((operation) => operation.kind === 'event').filter(hasPlace)
  const deliveries = requests.filter((operation) => operation.kind === 'delivery').filter(hasPlace)
  return [...findGaps(requests), ...findFallingRevisions(logged), ...findOvertaking(deliveries)]
}

/** Events were logged once, however often the log was read. */
function bySequence(operations: readonly EventOperation[]): EventOperation[] {
  const first = new Map<number, EventOperation>()
  for (const operation of operations)
    if (!first.has(operation.event.sequence)) first.set(operation.event.sequence, operation)
  return [...first.values()].toSorted((a, b) => a.event.sequence - b.event.sequence)
}

function pairsOf<T>(items: readonly T[]): [T, T][] {
  return items.slice(1).map((item, at) => [items[at] as T, item])
}

/** The log has every place, so a page goes on where its reader had come to. */
function findGaps(requests: readonly HistoryOperation[]): HistoryFault[] {
  return requests.flatMap((operation) => {
    const { after, places } = operation.logPage ?? { after: 0, places: [] }
    const at = places.findIndex((place, index) => place !== after + index + 1)
    if (at < 0) return []
    const message = `the log goes from ${places[at - 1] ?? after} to ${places[at]}`
    return [{ rule, message, operations: [operation] }]
  })
}

function findFallingRevisions(logged: readonly EventOperation[]): HistoryFault[] {
  const revised = bySequence(logged).filter(({ event }) => event.revision !== null)
  return [...Map.groupBy(revised, ({ event }) => event.subject)].flatMap(([subject, events]) =>
    pairsOf(events)
      .filter(([one, next]) => isFalling(one.event, next.event))
      .map(([one, next]) => ({
        rule,
        message: `${subject} has revision ${one.event.revision} at ${one.event.sequence} and ${next.event.revision} at ${next.event.sequence}`,
        operations: [one, next],
      })),
  )
}

/** One change may give several events, which follow each other and show one revision. */
const isFalling = (one: EventOperation['event'], next: EventOperation['event']): boolean =>
  (next.revision ?? 0) < (one.revision ?? 0) ||
  (next.revision === one.revision && next.sequence !== one.sequence + 1)

/** At an ordered endpoint the next event about a record begins when the one before was accepted. */
function findOvertaking(deliveries: readonly EventOperation[]): HistoryFault[] {
  const ordered = deliveries.filter(({ delivery }) => delivery?.isOrdered === true)
  const streams = Map.groupBy(ordered, ({ delivery, event }) => `${event.subject} at ${delivery?.endpoint}`)
  return [...streams].flatMap(([stream, ofStream]) => {
    const begun = ofStream.toSorted((a, b) => a.begin - b.begin)
    const accepted = new Map<number, number>()
    for (const { event, end, result } of begun)
      if (result === 'ok')
        accepted.set(event.sequence, Math.min(accepted.get(event.sequence) ?? Infinity, end))
    const sequences = [...new Set(begun.map(({ event }) => event.sequence))].toSorted((a, b) => a - b)
    const beforeOf = new Map(pairsOf(sequences).map(([one, next]) => [next, one]))
    return begun
      .filter(({ event, begin }) => {
        const before = beforeOf.get(event.sequence)
        return before !== undefined && !((accepted.get(before) ?? Infinity) <= begin)
      })
      .slice(0, 1)
      .map((operation) => ({
        ...({
          rule,
          message: `${stream}: ${operation.event.sequence} came before ${beforeOf.get(operation.event.sequence)} was accepted`,
        } as const),
        operations: [operation],
      }))
  })
}
