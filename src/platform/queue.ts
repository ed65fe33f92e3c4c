/**
 * Background jobs: graphile-worker behind the few things the server asks of it. Enqueueing is part of the caller's
 * transaction, so a job exists exactly when the change that asked for it does. Handlers run at least once.
 */
import { Logger as WorkerLogger, makeWorkerUtils, run, type Runner, type TaskList } from 'graphile-worker'
import { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import type pg from 'pg'
import { createLocks, type Locks } from './locks.ts'
import type { Log } from './log.ts'
import type { Queryable } from './tenant.ts'

export interface EnqueueOptions {
  runAt?: Date
  /** A job with the same key that is still waiting is replaced. */
  key?: string
  /** Tries in all; after the last failure the job stays in the table, failed. */
  maxAttempts?: number
}

export type JobHandlers = Record<string, (payload: unknown) => Promise<void>>

export interface Queue {
  enqueue(db: Queryable, task: string, payload: object, options?: EnqueueOptions): Promise<void>
  /** Brings the queue's own schema up to date; `start` does it, too. */
  migrate(): Promise<void>
  start(handlers: JobHandlers, options?: { concurrency?: number }): Promise<void>
  /** Ends after the jobs under way. */
  stop(): Promise<void>
}

const defaultConcurrency = 4
const defaultMaxAttempts = 10
/** How often jobs of workers that died are looked for; the library itself waits four hours. */
const defaultRescueEveryMs = 5_000
/** A worker this young may not hold its lock yet. */
const youngMs = 2_000

const lockName = (worker: string) => `queue-worker:${worker}`

export function createQueue(options: { pool: pg.Pool; log: Log; rescueEveryMs?: number }): Queue {
  const { pool, log } = options
  const logger = workerLogger(log)
  // The library holds connections for long; one that breaks meanwhile must not end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.debug({ err: error }, 'a database connection in use was lost'))
  })
  let runner: Runner | undefined
  let locks: Locks | undefined
  let rescue: NodeJS.Timeout | undefined

  const migrate = async (): Promise<void> => {
    const utils = await makeWorkerUtils({ pgPool: pool, logger })
    try {
      await utils.migrate()
    } finally {
      await utils.release()
    }
  }

  return {
    migrate,
    async enqueue(db, task, payload, { runAt, key, maxAttempts } = {}) {
      await sql`
        select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz,
          max_attempts => ${maxAttempts ?? defaultMaxAttempts}, job_key => ${key ?? null})`.execute(db)
    },
    async start(handlers, { concurrency = defaultConcurrency } = {}) {
      await migrate()
      const alive = (locks = createLocks({ pool, log }))
      const events = new EventEmitter()
      const named = Promise.withResolvers<void>()
      // Held as long as this process lives: by that others see that its jobs are not abandoned.
      events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
        alive.tryLock(lockName(workerPool.id)).then(() => named.resolve(), named.reject)
      })
      const taskList: TaskList = Object.fromEntries(
        Object.entries(handlers).map(([name, handle]) => [name, (payload: unknown) => handle(payload)]),
      )
      runner = await run({ pgPool: pool, logger, events, taskList, concurrency, noHandleSignals: true })
      await named.promise
      const look = () =>
        void releaseAbandoned(pool, alive).catch((error: unknown) =>
          log.warn({ err: error }, 'abandoned jobs could not be looked for'),
        )
      look()
      rescue = setInterval(look, options.rescueEveryMs ?? defaultRescueEveryMs)
    },
    async stop() {
      clearInterval(rescue)
      await runner?.stop()
      await locks?.close()
      runner = undefined
    },
  }
}

/** Jobs of a worker whose process is gone are given to the others. */
async function releaseAbandoned(pool: pg.Pool, locks: Locks): Promise<void> {
  const { rows } = await pool.query<{ worker: string }>(
    `select distinct locked_by as worker from graphile_worker.jobs
     where locked_by is not null and locked_at < now() - make_interval(secs => $1)`,
    [youngMs / 1000],
  )
  for (const { worker } of rows) {
    if (!(await locks.tryLock(lockName(worker)))) continue
    try {
      await pool.query('select graphile_worker.force_unlock_workers($1)', [[worker]])
    } finally {
      await locks.unlock(lockName(worker))
    }
  }
}

/** What the library says goes to the server's log, its chatter about every job at a level nobody listens to. */
function workerLogger(log: Log): WorkerLogger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const
  return new WorkerLogger((scope) => (level, message) => {
    log[levels[level as keyof typeof levels] ?? 'debug'](
      { job: scope.jobId, task: scope.taskIdentifier },
      message,
    )
  })
}
