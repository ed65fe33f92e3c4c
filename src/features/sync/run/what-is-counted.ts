/** Decides which parts of an import must be counted one by one, because the source gives no number. */
import { importOrder, walkEntities } from '../state/cadence.ts'
import type { SyncRunRow } from '../state/run-queries.ts'

/** These records stand within others, which must be known first. */
export const countedWithin = { units: 'listings', messages: 'conversations' } as const
export type CountRange = keyof typeof countedWithin

export const isWithin = (entity: string): entity is CountRange => Object.hasOwn(countedWithin, entity)

/** Message ids are unique only within their conversation. */
export const idWithin: Record<CountRange, (parent: string, id: string) => string> = {
  units: (_listing, id) => id,
  messages: (conversation, id) => `${conversation} ${id}`,
}

/** Rows that need no storing, such as notes in a calendar, are counted under this name. */
export const leftOutOf = (entity: string): string => `${entity}: left out`

/**
 * The vendor's own number is used if there is one. Nights have none, as they are requested by date. A partial list
 * cannot be compared with the whole.
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
