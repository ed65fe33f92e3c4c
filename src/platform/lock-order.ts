/**
 * Transactions take contended rows in this order, because another order could deadlock. Rows that only their
 * holder changes are not listed.
 */
import type { Queryable } from './tenant.ts'

const lockOrder = [
  /** This row guards nights that are being set in a workspace. */
  'calendars',
  /** The holder of a connection's schedule row alone reads and stores for it, or changes the connection. */
  'schedule',
  /** All changes of the transaction are written after the workspace's head row. */
  'head',
  /** Copies of events need the head row of the parent workspace. */
  'head of the parent',
] as const
export type Lock = (typeof lockOrder)[number]

const taken = new WeakMap<object, Set<Lock>>()

/** Call it before taking the row. Taking a held row again is allowed. Throws for another order. */
export function takeLockInOrder(tx: Pick<Queryable, 'isTransaction'>, lock: Lock): void {
  // Outside of a transaction the row is released with its statement.
  if (!tx.isTransaction) return
  const held = taken.get(tx) ?? new Set()
  const later = lockOrder.slice(lockOrder.indexOf(lock) + 1).find((one) => held.has(one))
  if (!held.has(lock) && later !== undefined)
    throw new Error(`the ${lock} is taken after the ${later}; the order is ${lockOrder.join(', ')}`)
  taken.set(tx, held.add(lock))
}

/** Call it before a change that only the holder of this lock may make. Throws otherwise. */
export function assertLockHeld(tx: Pick<Queryable, 'isTransaction'>, lock: Lock): void {
  if (tx.isTransaction && !taken.get(tx)?.has(lock)) throw new Error(`the ${lock} is to be taken first`)
}
