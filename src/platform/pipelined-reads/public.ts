/**
 * Reads of many requests over few connections. To send a statement and to be woken by its answer costs the server more than to run most
 * of them; what is asked at the same time shares both. A reader asks in order: what it looks up first is from before all that it
 * reads afterwards.
 */
import type pg from 'pg'
import type { Queryable } from '../tenant.ts'
import { openConnection, type PipelinedConnection, type Statement } from './connection.ts'
import { readingThrough } from './dialect.ts'

export type { Statement } from './connection.ts'

/** Something that is looked up by a key, for many keys by one statement. */
export type GatheredLookup<T> = (keys: readonly string[]) => {
  statement: Statement
  found(row: unknown): [key: string, found: T]
}

export interface PipelinedReader<T> {
  db: Queryable
  /** What every later statement of this reader shows is at least as new. */
  gather(key: string): Promise<T | undefined>
}

export interface PipelinedReads<T> {
  /** null: no connection is open yet, or not any longer. */
  reader(): PipelinedReader<T> | null
  close(): Promise<void>
}

/** As many as two cores can answer at the same time, and as many again to be sent to. */
const mostConnections = 4
/** Where one could not be opened or was lost. */
const openAgainAfterMs = 1_000
/** What is planned once is answered in milliseconds. */
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
  }: { pool: pg.Pool; gathered: GatheredLookup<T>; patienceMs?: number },
): PipelinedReads<T> {
  const lanes = new Set<PipelineLane<T>>()
  let isClosed = false
  let mayOpenAt = 0

  function open(): void {
    const connection = openConnection(url, { gathered, lost, patienceMs })
    const lane = { connection, reader: { db: readingThrough(connection, pool), gather: connection.gather } }
    lanes.add(lane)
    function lost(): void {
      if (!lanes.delete(lane)) return
      mayOpenAt = performance.now() + openAgainAfterMs
      void connection.close()
    }
  }

  /** What already leaves takes others along; otherwise the one that has the least to answer. */
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
