/**
 * Shares few connections among the reads of many requests, since sending and waking cost more than most statements. A reader keeps order:
 * its first lookup is older than all later reads.
 */
import type pg from 'pg'
import { type GatheredLookup, openConnection, type PipelinedConnection } from './connection.ts'
import type { SilenceWatch } from '../silent-connections.ts'
import type { Queryable } from '../tenant.ts'
import { readingThrough } from './dialect.ts'

export type { Statement } from './connection.ts'

export interface PipelinedReader<T> {
  db: Queryable
  /** Every later statement of this reader is at least as new. */
  gather(key: string): Promise<T | undefined>
}

export interface PipelinedReads<T> {
  /** Returns null when no connection is open. */
  reader(): PipelinedReader<T> | null
  close(): Promise<void>
}

/** Two cores answer half as many at once, so the others can be sent to meanwhile. */
const mostConnections = 4
/** A lost connection, or one that could not be opened, is retried after this pause. */
const openAgainAfterMs = 1_000
/** Prepared statements are answered in milliseconds. */
const usualPatienceMs = 10_000

interface PipelineLane<T> {
  connection: PipelinedConnection<T>
  reader: PipelinedReader<T>
}

export function createPipelinedReads<T>(
  url: string,
  {
    pool,
    gathered,
    patienceMs = usualPatienceMs,
    silence,
  }: { pool: pg.Pool; gathered: GatheredLookup<T>; patienceMs?: number; silence?: SilenceWatch },
): PipelinedReads<T> {
  const lanes = new Set<PipelineLane<T>>()
  let isClosed = false
  let mayOpenAt = 0

  function open(): void {
    const connection = openConnection(url, { gathered, lost, patienceMs, silence })
    const lane = { connection, reader: { db: readingThrough(connection, pool), gather: connection.gather } }
    lanes.add(lane)
    function lost(): void {
      if (!lanes.delete(lane)) return
      mayOpenAt = performance.now() + openAgainAfterMs
      void connection.close()
    }
  }

  /** Prefers a connection that is about to send; otherwise the least busy one. */
  function best(): PipelineLane<T> | undefined {
    let found: PipelineLane<T> | undefined
    for (const lane of lanes) {
      if (!lane.connection.isOpen) continue
      if (lane.connection.isLeaving) return lane
      if (!found || lane.connection.waiting < found.connection.waiting) found = lane
    }
    return found
  }

  return {
    reader() {
      const lane = best()
      const isBusy = !lane || (lane.connection.waiting > 0 && !lane.connection.isLeaving)
      if (isBusy && !isClosed && lanes.size < mostConnections && performance.now() >= mayOpenAt) open()
      return lane?.reader ?? null
    },
    async close() {
      isClosed = true
      await Promise.all([...lanes].map(({ connection }) => connection.close()))
    },
  }
}
