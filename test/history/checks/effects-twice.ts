/**
 * An effect twice: one cause that was carried out two times, or one name that stands for two things. That is a booking
 * made twice, an event created twice, a place of the log or an id of a delivery with two contents, and a key that was
 * answered in two ways.
 *
 * The smallest history: `write x under key k (ok, answer a)`, `write x under key k (ok, answer b)`.
 */
import type { HistoryCheck, HistoryFault } from '../fault.ts'
import type { HistoryOperation } from '../history.ts'

const rule = 'effect twice'

interface NamedContent {
  /** It has to stand for one content. */
  name: string
  content: string
  operation: HistoryOperation
}

export const findEffectsTwice: HistoryCheck = ({ requests }) => {
  const done = requests.filter(({ result }) => result === 'ok')
  const causes = new Set(requests.flatMap((operation) => operation.causes ?? []))
  return [...differing(requests.flatMap(namedContents)), ...repeatedEffects(done, causes)]
}

function namedContents(operation: HistoryOperation): NamedContent[] {
  const { event, delivery, idempotencyKey, answer, result } = operation
  const named: [string, string][] = []
  if (event) {
    named.push([`event ${event.eventId}`, `${event.sequence} ${event.content}`])
    if (event.sequence !== null) named.push([`place ${event.sequence} of the log`, event.eventId])
    if (delivery) named.push([`delivery ${delivery.deliveryId}`, `${event.eventId} ${event.content}`])
  }
  if (idempotencyKey !== undefined && answer !== undefined && result === 'ok')
    named.push([`key ${idempotencyKey}`, answer])
  return named.map(([name, content]) => ({ name, content, operation }))
}

function differing(all: readonly NamedContent[]): HistoryFault[] {
  return [...Map.groupBy(all, ({ name }) => name)].flatMap(([name, same]) => {
    const other = same.find(({ content }) => content !== same[0]?.content)
    if (!other || !same[0]) return []
    const operations = [same[0].operation, other.operation]
    return [{ rule, message: `${name} stands for ${same[0].content} and ${other.content}`, operations }]
  })
}

/** Names that no operation of the history gave, such as those of seeded guests, may be those of several people. */
function repeatedEffects(done: readonly HistoryOperation[], causes: ReadonlySet<string>): HistoryFault[] {
  const first = new Map<string, { id: string; operation: HistoryOperation }>()
  const told = new Set<string>()
  const faults: HistoryFault[] = []
  for (const operation of done)
    for (const { kind, id, causes: names } of operation.effects ?? [])
      for (const cause of names.filter((name) => causes.has(name))) {
        const name = `${kind} for ${cause}`
        const earlier = first.get(name)
        if (!earlier) first.set(name, { id, operation })
        else if (earlier.id !== id && !told.has(name)) {
          told.add(name)
          const message = `${name} is there twice, as ${earlier.id} and ${id}`
          faults.push({ rule, message, operations: [earlier.operation, operation] })
        }
      }
  return faults
}
