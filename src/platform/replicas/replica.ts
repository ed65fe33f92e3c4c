/** One server that follows the primary: whether it may be asked, and which changes it is known to have. */
import { createDatabase, describeFailure } from '../db.ts'
import { createLog, hideTexts, type Log } from '../log.ts'
import type { Queryable } from '../tenant.ts'
import { bytesBefore, type RecordPosition } from './position.ts'
import { hasReached, installationId, replicaState } from './queries.ts'

/** What takes longer is asked of the primary instead, so that a replica that hangs delays nobody for long. */
const patienceMs = 3_000
/** Of how many workspaces it is remembered which head was found here. */
const mostRemembered = 10_000

/** An address that is unfit for `DATABASE_READ_URLS`, however often it is looked at. */
export class WrongReplica extends Error {
  override name = 'WrongReplica'
}

interface Primary {
  installation: string | null
  /** How far the primary had written at the look before: what a replica that keeps up has by now. */
  writtenBefore: string | null
}

export interface Replica {
  readonly db: Queryable
  readonly isUsed: boolean
  /** Looks whether it may be asked, and tells when that is another answer than before. Rejects when it never may. */
  look(primary: Primary): Promise<void>
  has(position: RecordPosition): Promise<boolean>
  /** It did not answer what was asked: it is left out until it is looked at again. */
  failed(error: unknown): void
  close(): Promise<void>
}

export function openReplica(url: string, { log, prepare }: { log: Log; prepare: boolean }): Replica {
  const place = hideTexts(url)
  const { kysely: db, close } = createDatabase(url, {
    // What becomes of it is told here.
    log: createLog({ level: 'silent' }),
    max: 10,
    prepare,
    patienceMs,
  })
  const heads = new Map<string, string>()
  let isUsed = false
  let told: string | undefined

  const leaveOut = (why: string) => {
    // One that comes back may be another server, or may have been set back.
    heads.clear()
    isUsed = false
    if (told !== why) log.warn({ replica: place, reason: why }, 'a read replica is left out')
    told = why
  }
  const use = () => {
    if (!isUsed) log.info({ replica: place }, 'a read replica is used')
    isUsed = true
    told = undefined
  }

  async function fault({ installation, writtenBefore }: Primary): Promise<string | null> {
    const seen = await replicaState(db)
    if (!seen.standby) throw new WrongReplica(`the server at ${place} takes writes, so it follows none`)
    if (!seen.known) return 'it has not followed to the beginning of this installation yet'
    if ((await installationId(db)) !== installation)
      throw new WrongReplica(`the server at ${place} follows another database than the one of DATABASE_URL`)
    if (seen.replayed === null || writtenBefore === null) return null
    return bytesBefore(seen.replayed) < bytesBefore(writtenBefore) ? 'it is more than a second behind' : null
  }

  return {
    db,
    get isUsed() {
      return isUsed
    },
    async look(primary) {
      try {
        const found = await fault(primary)
        if (found === null) use()
        else leaveOut(found)
      } catch (error) {
        leaveOut(describeFailure(error))
        if (error instanceof WrongReplica) throw error
      }
    },
    async has(position) {
      if (heads.get(position.workspaceId) === position.head) return true
      if (!(await hasReached(db, position))) return false
      if (heads.size >= mostRemembered) heads.clear()
      heads.set(position.workspaceId, position.head)
      return true
    },
    failed: (error) => leaveOut(describeFailure(error)),
    close,
  }
}
