/**
 * Buffers finished requests and writes them in batches, so that no request waits. A killed process loses
 * unwritten lines; a long database outage costs the newest.
 */
import type { SeeRequest } from '../../../http/request-log.ts'
import { faultCodes, hasFaultCode, readDatabaseFault } from '../../../platform/database-fault.ts'
import { isDatabaseUnavailable } from '../../../platform/database-outage.ts'
import { oneAtATime } from '../../../platform/write-buffers.ts'
import type { Services } from '../../../services.ts'
import { insertRequests } from './queries.ts'
import { toLoggedRequest, type LoggedRequest } from './logged-request.ts'

/** Some 40 MB at most. */
export const maxQueuedRequests = 20_000
const batchRows = 1_000

export interface RequestRecorder {
  seen: SeeRequest
  /** Called once when enough lines wait for a write. */
  onFull(wake: () => void): void
  /** Writes everything seen so far. */
  flush(): Promise<void>
  /** Lines dropped for lack of room since the process started. */
  readonly dropped: number
}

type RecorderDeps = Pick<Services, 'pool' | 'log'>

/** The day's partition was created while its lines were on the way; a retry finds it. */
const isMovedPartition = (error: unknown): boolean =>
  hasFaultCode(error, faultCodes.checkViolation) && readDatabaseFault(error)?.table === 'request_log_rest'

export function createRequestRecorder({ pool, log }: RecorderDeps): RequestRecorder {
  const waiting: LoggedRequest[] = []
  /** A batch whose commit is uncertain; it is written again unchanged before anything else. */
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

  /** Returns how many lines the batch had. */
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
      // A batch is written whole, so one existing line proves that all exist.
      if (isAgain && hasFaultCode(error, faultCodes.uniqueViolation)) return rows.length
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
    flush: oneAtATime(write),
    get dropped() {
      return dropped
    },
  }
}
