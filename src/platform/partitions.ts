/** Partitions by time are made ahead, and dropped whole when their time is over. */
import {
  addPartition,
  dropPartition,
  partitionsOf,
  tryPartitionLock,
  type PartitionedTable,
} from './partition-queries.ts'
import type { Queryable } from './tenant.ts'

export interface PartitionPlan {
  table: PartitionedTable
  /** A partition has this many UTC days; a week begins on Monday. */
  days: 1 | 7
  /** This many partitions are made in advance. */
  ahead: number
  keptDays: number
  /** Deletes other data about the rows of a dropped partition. */
  dropped?(tx: Queryable, span: { from: Date; to: Date }): Promise<void>
}

const dayMs = 24 * 3_600_000
/** 1970-01-05 was a Monday. */
const firstMonday = 4 * dayMs

const nameOf = (from: Date) => from.toISOString().slice(0, 10).replaceAll('-', '')
const startOf = (name: string) =>
  new Date(`${name.slice(0, 4)}-${name.slice(4, 6)}-${name.slice(6)}T00:00:00.000Z`)

/** Several processes may run it at the same time. */
export async function keepPartitions(
  db: Queryable,
  { table, days, ahead, keptDays, dropped }: PartitionPlan,
  now: Date,
): Promise<void> {
  const stepMs = days * dayMs
  const current = Math.floor((now.getTime() - firstMonday) / stepMs) * stepMs + firstMonday
  const cutoff = now.getTime() - keptDays * dayMs
  const planned = Array.from({ length: ahead + 1 }, (_, step) => {
    const from = new Date(current + step * stepMs)
    return { name: nameOf(from), from, to: new Date(from.getTime() + stepMs) }
  })
  const plan = async () => {
    const there = new Set(await partitionsOf(db, table))
    return {
      missing: planned.filter(({ name }) => !there.has(name)),
      old: [...there].filter((name) => startOf(name).getTime() + stepMs <= cutoff),
    }
  }
  const { missing, old } = await plan()
  if (missing.length + old.length === 0) return
  await db.transaction().execute(async (tx) => {
    if (!(await tryPartitionLock(tx, table))) return
    const { missing: toMake, old: toDrop } = await plan()
    for (const { name, from, to } of toMake) await addPartition(tx, table, { name, from, to })
    for (const name of toDrop) {
      await dropPartition(tx, table, name)
      const from = startOf(name)
      await dropped?.(tx, { from, to: new Date(from.getTime() + stepMs) })
    }
  })
}
