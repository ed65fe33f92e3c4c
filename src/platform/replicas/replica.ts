/** A replica knows if it may be used, and which changes it has. */
import { createDatabase, describeFailure } from '../db.ts'
import { createLog, hideTexts, type Log } from '../log.ts'
import type { Queryable } from '../tenant.ts'
import { bytesBefore, type RecordPosition } from './position.ts'
import {
  hasReached,
  installationMark,
  replicaState,
  type InstallationMark,
  type ReplicaState,
} from './queries.ts'

/** Slower reads go to the primary instead, so that a hanging replica delays nobody for long. */
const patienceMs = 3_000
/** The last seen heads of this many workspaces are cached. */
const mostRemembered = 10_000

/** Thrown for an address that can never serve as `DATABASE_READ_URLS`. */
export class WrongReplica extends Error {
  override name = 'WrongReplica'
}

interface Primary {
  installation: InstallationMark | null
  /** The primary was here at the last check; a replica that keeps up has reached it. */
  writtenBefore: string | null
}

export interface Replica {
  readonly db: Queryable
  readonly isUsed: boolean
  /** Checks whether it may be used, and logs changes of that. Rejects when it never may. */
  look(primary: Primary): Promise<void>
  has(position: RecordPosition): Promise<boolean>
  /** Leaves it out until the next check. */
  leaveOut(why: string): void
  close(): Promise<void>
}

export function openReplica(url: string, { log, prepare }: { log: Log; prepare: boolean }): Replica {
  const place = hideTexts(url)
  const { kysely: db, close } = createDatabase(url, {
    // This module logs the replica's state itself.
    log: createLog({ level: 'silent' }),
    max: 10,
    prepare,
    patienceMs,
    isStandbyAllowed: true,
  })
  const heads = new Map<string, string>()
  let isUsed = false
  let loggedReason: string | undefined

  const leaveOut = (why: string) => {
    // After a reconnect it may be another server or an older state.
    heads.clear()
    isUsed = false
    if (loggedReason !== why) log.warn({ replica: place, reason: why }, 'a read replica is left out')
    loggedReason = why
  }
  const use = () => {
    if (!isUsed) log.info({ replica: place }, 'a read replica is used')
    isUsed = true
    loggedReason = undefined
  }

  async function fault({ installation, writtenBefore }: Primary): Promise<string | null> {
    const state = await replicaState(db)
    const own = state.known ? await installationMark(db) : null
    assertOurs(place, state, own?.id === installation?.id)
    // After a failover it is the primary, and the former primary may become a replica at its old address.
    if (!state.standby) return 'it takes writes, so it is the primary or was promoted'
    if (!own) return 'it has not followed to the beginning of this installation yet'
    if (own.primaryMark !== installation?.primaryMark) return 'it does not follow this primary yet'
    if (state.replayed === null || writtenBefore === null) return null
    return bytesBefore(state.replayed) < bytesBefore(writtenBefore) ? 'it is more than a second behind' : null
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
    leaveOut,
    close,
  }
}

function assertOurs(place: string, { known, standby }: ReplicaState, isSame: boolean): void {
  if (known && !isSame)
    throw new WrongReplica(`the server at ${place} has another database than the one of DATABASE_URL`)
  if (!known && !standby)
    throw new WrongReplica(`the server at ${place} takes writes and has no installation of ours`)
}
