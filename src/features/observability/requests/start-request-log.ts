import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import { keepPartitions } from '../../../platform/partitions.ts'
import type { Services } from '../../../services.ts'
import { deleteUnpartitionedRequests, deleteRequestCounts } from './retention-queries.ts'
import type { RequestRecorder } from './recorder.ts'

const writeEveryMs = 1_000
const keepEveryMs = 3_600_000
const dayMs = 24 * keepEveryMs

/** Starts logging requests. Stop it after the application, so that the last answers are logged. */
export function startRequestLog({ log }: Pick<Services, 'log'>, recorder: RequestRecorder) {
  const writing = startLoop(
    { everyMs: writeEveryMs, log, failed: 'the request log waits for the database' },
    () => recorder.flush(),
  )
  recorder.onFull(writing.wake)
  return {
    async stop() {
      await writing.stop()
      await recorder
        .flush()
        .catch((error: unknown) => log.warn({ err: error }, 'the last lines of the request log were lost'))
    },
  }
}

type RequestLogDeps = Pick<Services, 'db' | 'clock' | 'config' | 'log'>

/** Creates partitions for the coming days and drops expired ones. */
export async function rotateRequestLog({ db, clock, config }: RequestLogDeps): Promise<void> {
  const now = clock.now()
  const keptDays = config.requestLogDays
  const days = { table: 'request_log', days: 1, ahead: 3, keptDays, dropped: deleteRequestCounts } as const
  await keepPartitions(db, days, now)
  await deleteUnpartitionedRequests(db, new Date(now.getTime() - keptDays * dayMs))
}

export const startRequestLogRotation = (services: RequestLogDeps): BackgroundLoop =>
  startLoop(
    { everyMs: keepEveryMs, log: services.log, failed: 'days of the request log were not made or dropped' },
    () => rotateRequestLog(services),
  )
