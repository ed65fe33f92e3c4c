/**
 * Tells sleeping workers of every process that work of a kind was made. All workers of a pool share one connection that listens. A lost
 * notice costs at most the longest pause of the worker.
 */
import { sql } from 'kysely'
import type pg from 'pg'
import { listen, type Listener } from '../listener.ts'
import type { Log } from '../log.ts'
import type { Queryable } from '../tenant.ts'

export type WorkKind =
  'act' | 'exposure' | 'feed' | 'mail' | 'push' | 'receipt' | 'recovery' | 'selling' | 'sync'

const channel = 'lodgewire_work'

/** Kinds that an open transaction sends when it commits. */
const notified = new WeakMap<Queryable, Set<WorkKind>>()

/** Within a transaction the notice is heard when that commits; there it is sent once. */
export async function notifyWork(db: Queryable, kind: WorkKind): Promise<void> {
  if (db.isTransaction) {
    const sent = notified.getOrInsertComputed(db, () => new Set())
    if (sent.has(kind)) return
    sent.add(kind)
  }
  await sql`select pg_notify(${channel}, ${kind})`.execute(db)
}

/** Wakes the workers of every kind, where due times of any of them were moved. */
export async function notifyAllWork(db: Queryable): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(db)
}

/** A savepoint that is rolled back takes its notices along, so they must be sent again. */
export const forgetNotices = (tx: Queryable): boolean => notified.delete(tx)

type Wake = () => void

interface SharedListener {
  listener: Listener
  sleepers: Map<Wake, WorkKind>
}

const listeners = new WeakMap<pg.Pool, SharedListener>()

function openShared(pool: pg.Pool, log: Log): SharedListener {
  const sleepers = new Map<Wake, WorkKind>()
  const listener = listen(pool, {
    channel,
    log,
    lost: 'the connection that hears of new work is opened again; workers look for it less often meanwhile',
    onNotice(told) {
      for (const [wake, kind] of sleepers) if (told === null || told === kind) wake()
    },
  })
  return { listener, sleepers }
}

/** Calls `wake` when work of the kind was made, and when notices may have been missed. Returns what ends it. */
export function listenForWork(
  { pool, log }: { pool: pg.Pool; log: Log },
  kind: WorkKind,
  wake: Wake,
): () => Promise<void> {
  const shared = listeners.getOrInsertComputed(pool, () => openShared(pool, log))
  const own: Wake = () => wake()
  shared.sleepers.set(own, kind)
  return async () => {
    if (!shared.sleepers.delete(own) || shared.sleepers.size > 0) return
    if (listeners.get(pool) === shared) listeners.delete(pool)
    await shared.listener.stop()
  }
}
