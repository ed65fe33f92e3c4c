/** What of an import the source does not count itself, and is gone through once more for. Pure. */
import { importOrder, walkEntities } from '../state/cadence.ts'
import type { SyncRunRow } from '../state/run-queries.ts'

/** Records that stand within others: those have to be known first. */
export const countedWithin = { units: 'listings', messages: 'conversations' } as const
export type CountRange = keyof typeof countedWithin

export const isWithin = (entity: string): entity is CountRange => Object.hasOwn(countedWithin, entity)

/** Ids of messages are only known to differ within their conversation. */
export const idWithin: Record<CountRange, (parent: string, id: string) => string> = {
  units: (_listing, id) => id,
  messages: (conversation, id) => `${conversation} ${id}`,
}

/** What was taken in and is nothing to keep, such as a note in a calendar, under a name of its own. */
export const leftOutOf = (entity: string): string => `${entity}: left out`

/**
 * The vendor's own number is taken where there is one; of nights there is none, because they are asked for by their dates.
 * Part of a list, as of an import of what was changed since, cannot be compared with all of it.
 */
export function entitiesToCount({
  entities,
  progress,
  bounds,
}: Pick<SyncRunRow, 'entities' | 'progress' | 'bounds'>): string[] {
  const isList = (entity: string) => (walkEntities as readonly string[]).includes(entity)
  const uncounted = entities.filter(
    (entity) =>
      isWithin(entity) ||
      (isList(entity) &&
        bounds[entity]?.since === undefined &&
        (progress[entity]?.expected ?? null) === null),
  )
  const wanted = new Set(
    uncounted.flatMap((entity) => (isWithin(entity) ? [countedWithin[entity], entity] : entity)),
  )
  return importOrder.filter((entity) => wanted.has(entity))
}
