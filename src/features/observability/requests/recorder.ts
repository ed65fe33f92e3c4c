/**
 * Keeps finished requests in memory and writes them down many at a time, so that no request waits for it. What is not
 * written down yet is lost with a process that is killed; a database that is away for long costs the newest rows.
 */
import pg from 'pg'
import type { SeeRequest } from '../../../http/request-log.ts'
import { isDatabaseUnavailable } from '../../../platform/database-outage.ts'
import { inTurns } from '../../../platform/written-later.ts'
import type { Services } from '../../../services.ts'
import { insertRequests } from './queries.ts'
import { toLoggedRequest, type LoggedRequest } from './logged-request.ts'

/** Some 40 MB at most. */
export const maxQueuedRequests = 20_000
const batchRows = 1_000

export interface RequestRecorder {
  seen: SeeRequest
  /** Called once so many wait that they should be written down now. */
  onFull(wake: () => void): void
  /** Writes down everything that was seen so far. */
  flush(): Promise<void>
  /** Rows that found no room, since the process began. */
  readonly dropped: number
}

type RecorderDeps = Pick<Services, 'pool' | 'log'>

/** The day got its own table while the lines were on their way to that of no day: the second time they find it. */
const isMovedPartition = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23514' && error.table === 'request_log_rest'

/** A batch is written whole, so one line that is there already says that all of them are. */
const isDuplicateLine = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505'

export function createRequestRecorder({ pool, log }: RecorderDeps): RequestRecorder {
  const waiting: LoggedRequest[] = []
  /** A batch whose answer was lost with the database: written or not. It is written again as it was, before anything else. */
  let inDoubt: LoggedRequest[] = []
  let dropped = 0
  let told = 0
  let wake = () => {}

  const kept = () => inDoubt.length + waiting.length

  const drop = (rows: number, err?: unknown) => {
    dropped += rows
    if (err !== undefined) log.warn({ err, rows }, 'lines of the request log were refused, and are lost')
  }

  const putBack = (rows: LoggedRequest[]) => {
    inDoubt = rows
    const tooMany = Math.max(0, kept() - maxQueuedRequests)
    waiting.length -= tooMany
    drop(tooMany)
  }

  /** How many lines there were in it. */
  async function writeBatch(): Promise<number> {
    const isAgain = inDoubt.length > 0
    const rows = isAgain ? inDoubt : waiting.splice(0, batchRows)
    inDoubt = []
    try {
      await insertRequests(pool, rows).catch((error: unknown) => {
        if (!isMovedPartition(error)) throw error
        return insertRequests(pool, rows)
      })
    } catch (error) {
      if (isAgain && isDuplicateLine(error)) return rows.length
      if (isDatabaseUnavailable(error)) putBack(rows)
      else drop(rows.length, error)
      throw error
    }
    return rows.length
  }

  async function write(): Promise<void> {
    if (dropped > told) {
      log.warn(
        { rows: dropped - told, sinceStart: dropped },
        'lines of the request log found no room, and are lost',
      )
      told = dropped
    }
    for (let left = kept(); left > 0;) left -= await writeBatch()
  }

  return {
    seen(request) {
      const row = toLoggedRequest(request)
      if (row === null) return
      if (kept() >= maxQueuedRequests) return drop(1)
      waiting.push(row)
      if (waiting.length === batchRows) wake()
    },
    onFull: (call) => void (wake = call),
    flush: inTurns(write),
    get dropped() {
      return dropped
    },
  }
}
