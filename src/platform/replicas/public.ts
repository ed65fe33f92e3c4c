/**
 * Reads by replicas (`DATABASE_READ_URLS`). A read is given to a replica only when it is known to have every change of the workspace
 * that the primary had when the request came: nobody reads what is older than what they wrote, or were told, through any process.
 */
import { ApiError } from '../api-error.ts'
import { startLoop } from '../background-loop.ts'
import { ConfigError } from '../config.ts'
import type { Log } from '../log.ts'
import type { Queryable } from '../tenant.ts'
import type { RecordPosition } from './position.ts'
import { installationId, writtenTo } from './queries.ts'
import { openReplica, type Replica, type WrongReplica } from './replica.ts'

export type { RecordPosition } from './position.ts'

const lookEveryMs = 1_000

export interface Replicas {
  /** `work` with a replica that has the position; with null, for the primary, where none has or the one that was asked failed. */
  read<T>(position: RecordPosition, work: (replica: Queryable | null) => Promise<T>): Promise<T>
  /** How many are used, and how many are not. */
  count(): { used: number; leftOut: number }
  /** Looks at them from now on; rejects for one that can never be right. */
  follow(primary: Queryable): Promise<void>
  close(): Promise<void>
}

export function openReplicas(
  urls: readonly string[],
  { log, prepare }: { log: Log; prepare: boolean },
): Replicas {
  const replicas = urls.map((url) => openReplica(url, { log, prepare }))
  let turn = 0
  let stop = async () => {}
  let installation: string | null = null

  /** How far the primary has written, and what is wrong for good with one of them. */
  async function look(primary: Queryable, writtenBefore: string | null) {
    const written = await writtenTo(primary)
    const looks = replicas.map((replica) => replica.look({ installation, writtenBefore }))
    const failed = (await Promise.allSettled(looks)).find((one) => one.status === 'rejected')
    return { written, wrong: failed?.reason as WrongReplica | undefined }
  }

  /** Another one first each time. */
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
          // What is refused here would be refused there; everything else is the replica's failure until the primary fails, too.
          if (error instanceof ApiError) throw error
          replica.failed(error)
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
      installation = await installationId(primary)
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
