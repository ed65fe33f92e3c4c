/**
 * Rows that transactions wait for each other at, in the order in which every transaction takes them: two that took them in
 * another order would stop each other. What only one holder of such a row changes has no place here.
 */
import type { Queryable } from './tenant.ts'

const lockOrder = [
  /** The nights that are being set in a workspace. */
  'calendars',
  /** A connection's place in the schedule: one reads and stores for it at a time, or changes the connection. */
  'schedule',
  /** The workspace's head: after it everything this transaction changes is written. */
  'head',
  /** The head of the workspace that made this one, for its copies of events. */
  'head of the parent',
] as const
export type Lock = (typeof lockOrder)[number]

const taken = new WeakMap<object, Set<Lock>>()

/** To be called before the row is taken; one that is held already can be asked for again. */
export function takeInOrder(tx: Pick<Queryable, 'isTransaction'>, lock: Lock): void {
  // Outside of a transaction a row is let go with the statement.
  if (!tx.isTransaction) return
  const held = taken.get(tx) ?? new Set()
  const later = lockOrder.slice(lockOrder.indexOf(lock) + 1).find((one) => held.has(one))
  if (!held.has(lock) && later !== undefined)
    throw new Error(`the ${lock} is taken after the ${later}; the order is ${lockOrder.join(', ')}`)
  taken.set(tx, held.add(lock))
}

/** To be called before a row is changed that only whoever holds this lock may change together with others. */
export function assertHeld(tx: Pick<Queryable, 'isTransaction'>, lock: Lock): void {
  if (tx.isTransaction && !taken.get(tx)?.has(lock)) throw new Error(`the ${lock} is to be taken first`)
}
