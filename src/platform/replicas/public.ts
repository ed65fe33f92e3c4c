/**
 * Reads from replicas (`DATABASE_READ_URLS`). A replica serves a read only if it has every change the primary had when the request came, so
 * everybody reads their own writes.
 */
import { ApiError } from '../api-error.ts'
import { startLoop } from '../background-loop.ts'
import { ConfigError } from '../config.ts'
import type { Outage } from '../database-outage.ts'
import { describeFailure } from '../db.ts'
import type { Log } from '../log.ts'
import type { Queryable } from '../tenant.ts'
import type { RecordPosition } from './position.ts'
import { installationMark, markPrimary, writtenTo } from './queries.ts'
import { openReplica, type Replica, type WrongReplica } from './replica.ts'

export type { RecordPosition } from './position.ts'

const lookEveryMs = 1_000

export interface Replicas {
  /** Calls `work` with a replica that has the position, or with null for the primary: when none has it, or after a failure. */
  read<T>(position: RecordPosition, work: (replica: Queryable | null) => Promise<T>): Promise<T>
  /** Counts replicas in use and left out. */
  count(): { used: number; leftOut: number }
  /** Starts checking the replicas; rejects for one that can never be used. */
  follow(primary: Queryable): Promise<void>
  close(): Promise<void>
}

export function openReplicas(
  urls: readonly string[],
  { log, prepare, outage }: { log: Log; prepare: boolean; outage?: Outage },
): Replicas {
  const replicas = urls.map((url) => openReplica(url, { log, prepare }))
  let turn = 0
  let stop = async () => {}

  // Another primary may take its place, and a replica may have more of the old one than the new one has.
  outage?.listen(() => {
    for (const replica of replicas) if (replica.isUsed) replica.leaveOut('the primary was lost')
  })

  /** Gets the primary's position, and finds replicas that are unfit for good. */
  async function look(primary: Queryable, writtenBefore: string | null) {
    await markPrimary(primary)
    const installation = await installationMark(primary)
    const written = await writtenTo(primary)
    const looks = replicas.map((replica) => replica.look({ installation, writtenBefore }))
    const failed = (await Promise.allSettled(looks)).find((one) => one.status === 'rejected')
    return { written, wrong: failed?.reason as WrongReplica | undefined }
  }

  /** Rotates the first replica. */
  const inTurn = (): Replica[] => {
    const used = replicas.filter((one) => one.isUsed)
    turn = (turn + 1) % Math.max(1, used.length)
    return [...used.slice(turn), ...used.slice(0, turn)]
  }

  return {
    async read(position, work) {
      for (const replica of inTurn()) {
        try {
          if (await replica.has(position)) return await work(replica.db)
        } catch (error) {
          // The primary would refuse this too; any other error counts as the replica's failure.
          if (error instanceof ApiError) throw error
          replica.leaveOut(describeFailure(error))
        }
      }
      return work(null)
    },
    count() {
      const used = replicas.filter((one) => one.isUsed).length
      return { used, leftOut: replicas.length - used }
    },
    async follow(primary) {
      if (replicas.length === 0) return
      const first = await look(primary, null)
      if (first.wrong) throw new ConfigError(`DATABASE_READ_URLS: ${first.wrong.message}`)
      let { written } = first
      const loop = startLoop(
        { everyMs: lookEveryMs, firstAfterMs: lookEveryMs, log, failed: 'read replicas were not looked at' },
        async () => void ({ written } = await look(primary, written)),
      )
      stop = () => loop.stop()
    },
    async close() {
      await stop()
      await Promise.all(replicas.map((replica) => replica.close()))
    },
  }
}
