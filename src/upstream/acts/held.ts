/** Holds an act exclusively while it is worked on. */
import { randomUUID } from 'node:crypto'
import type { WorkerPlaces } from '../../platform/fairness/turns-sql.ts'
import type { Scope } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import {
  actOfKey,
  holdAct,
  insertAct,
  prolongHold,
  takeDueActs,
  updateAct,
  type ActChange,
  type ActHold,
  type NewAct,
  type StoredAct,
} from './act-queries.ts'
import { isRecorded, isUndone, type ActMove } from './act-state.ts'
import { keyReused } from './access.ts'
import { afterMove, idempotencyKeyInUse } from './move.ts'
import { settlesAt } from './searches.ts'

export const actHoldMs = 20_000
const prolongEveryMs = 5_000

/** Another process holds the act now, so nothing more may be written. */
export class HoldLost extends Error {
  override name = 'HoldLost'
}

export interface HeldAct {
  readonly act: StoredAct
  /** True if the act was stored just now. */
  readonly isNew: boolean
  move(move: ActMove, change?: Partial<ActChange>): Promise<void>
  /** Changes the act without a transition. */
  note(change: Partial<ActChange>): Promise<void>
  /** Tells the holder that the act was closed, which also released it. */
  closed(): void
  end(): Promise<void>
}

export interface DueAct {
  workspaceId: string
  held: HeldAct
}

type HoldDeps = Pick<Services, 'db' | 'clock' | 'log'>

const newHold = ({ clock }: HoldDeps): ActHold => ({
  holder: randomUUID(),
  until: new Date(clock.now().getTime() + actHoldMs),
})

/** Runs `work` and releases the act at the end. */
export async function whileHeld<R>(held: HeldAct, work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof HoldLost ? idempotencyKeyInUse() : error
  } finally {
    await held.end()
  }
}

export type ActHoldRequest = Omit<NewAct, 'at' | 'settlesAt' | 'hold'>

/**
 * Stores the act, or holds the one stored earlier under the key. `settled` means that it was done and
 * recorded long ago.
 */
export async function openHeld(
  needed: HoldDeps,
  scope: Scope,
  request: ActHoldRequest,
): Promise<HeldAct | { settled: StoredAct }> {
  const { db, clock } = needed
  const at = clock.now()
  const hold = newHold(needed)
  const fresh = await insertAct(db, scope, { ...request, at, settlesAt: settlesAt(at, false), hold })
  if (fresh) return heldBy(needed, scope, fresh, hold, true)
  const stored = await actOfKey(db, scope, request.key)
  if (!stored) throw idempotencyKeyInUse()
  if (isRecorded(stored)) return { settled: stored }
  if (!isUndone(stored.state) && !stored.request_hash.equals(request.hash)) throw keyReused()
  const taken = await holdAct(db, scope, stored.id, hold, clock.now())
  if (!taken) throw idempotencyKeyInUse()
  const held = heldBy(needed, scope, taken, hold, false)
  if (!isRecorded(taken)) return held
  await held.end()
  return { settled: taken }
}

/** An act whose key is free takes these fields from the new request. */
export const restartChange = ({ kind, request, hash, subject }: ActHoldRequest): Partial<ActChange> => ({
  kind,
  request,
  request_hash: hash,
  listing_id: subject?.listingId ?? null,
  reservation_id: subject?.reservationId ?? null,
  external_id: subject?.externalId ?? null,
})

/** Holds due acts of any workspace, for the resolver. */
export async function holdDueAct(needed: HoldDeps, places: WorkerPlaces): Promise<DueAct[]> {
  const hold = newHold(needed)
  const due = await takeDueActs(needed.db, needed.clock.now(), hold, places)
  return due.map(({ workspace_id: workspaceId, ...act }) => {
    return { workspaceId, held: heldBy(needed, { workspaceId }, act, hold, false) }
  })
}

function heldBy(
  { db, clock, log }: HoldDeps,
  scope: Scope,
  taken: StoredAct,
  { holder }: ActHold,
  isNew: boolean,
): HeldAct {
  let act = taken
  let isClosed = false
  const prolong = setInterval(() => {
    prolongHold(db, scope, taken, new Date(clock.now().getTime() + actHoldMs)).catch((error: unknown) =>
      log.warn({ err: error }, 'the hold of an act was not prolonged'),
    )
  }, prolongEveryMs)
  prolong.unref()

  const write = async (change: ActChange & { at: Date }) => {
    const updated = await updateAct(db, scope, act, change, holder)
    if (!updated) throw new HoldLost()
    act = updated
  }
  return {
    get act() {
      return act
    },
    isNew,
    move: (move, change = {}) => write(afterMove(act, move, change, clock.now())),
    note: (change) => write({ ...act, ...change, at: clock.now() }),
    closed() {
      isClosed = true
    },
    async end() {
      clearInterval(prolong)
      if (isClosed) return
      await prolongHold(db, scope, taken, null).catch((error: unknown) =>
        log.warn({ err: error }, 'an act was not let go'),
      )
    },
  }
}
