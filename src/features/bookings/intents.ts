/** Having an intent to oneself while it is worked on, and moving it from state to state. */
import { createHash, randomUUID } from 'node:crypto'
import { ApiError } from '../../platform/api-error.ts'
import { wholeWorkspace, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import {
  holdIntent,
  insertIntent,
  intentOfKey,
  prolongHold,
  updateIntent,
  type Intent,
  type IntentChange,
  type NewIntent,
} from './intent-queries.ts'
import { afterMove, isSettled, type IntentMove } from './intent-state.ts'

const holdMs = 20_000
const prolongEveryMs = 5_000

/** Somebody else works on it by now: nothing of this may be written any more. */
export class HoldLost extends Error {
  override name = 'HoldLost'
}

/** An intent that nobody else works on. */
export interface HeldIntent {
  readonly intent: Intent
  move(move: IntentMove, change?: Partial<IntentChange>, options?: { db?: Queryable }): Promise<void>
  /** Changes it without a move. */
  note(change: Partial<IntentChange>): Promise<void>
  /** The transaction it was moved in was rolled back: it is again what it was. */
  restore(before: Intent): void
  /** Lets others have it. */
  end(): Promise<void>
}

/** In the booking at the PMS: 20 characters of a-z and 0-9, the same for the same key. */
export function markerOf(scope: Scope, key: string): string {
  const digest = createHash('sha256').update(`booking:${scope.workspaceId}:${key}`).digest('hex')
  return BigInt(`0x${digest}`).toString(36).padStart(20, '0').slice(-20)
}

/** Of a request, or of what it was made of. */
export function hashOf(request: object): Buffer {
  return createHash('sha256').update(JSON.stringify(request)).digest()
}

const inUse = () =>
  new ApiError(
    'idempotency_key_in_use',
    'What became of the first request with this `Idempotency-Key` is being found out.',
    { retry_after: 1 },
    { headers: { 'retry-after': '1' } },
  )

/** Works on it and lets it go in the end. */
export async function whileHeld<R>(
  { log }: Pick<Services, 'log'>,
  held: HeldIntent,
  work: () => Promise<R>,
): Promise<R> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof HoldLost ? inUse() : error
  } finally {
    await held.end().catch((error: unknown) => {
      if (!(error instanceof HoldLost)) log.warn({ err: error }, 'a reservation intent was not let go')
    })
  }
}

/** Something was begun under the key and not refused: it is found out and answered, whatever day it is by now. */
export async function isBegun(db: Queryable, scope: Scope, key: string | undefined): Promise<boolean> {
  if (key === undefined) return false
  const intent = await intentOfKey(db, wholeWorkspace(scope), key)
  return intent !== undefined && intent.state !== 'refused'
}

type Needed = Pick<Services, 'db' | 'clock' | 'log'>

/** Writes down what is to be done, or finds what was written down under the key before. */
export async function openIntent(
  needed: Needed,
  scope: Scope,
  wanted: NewIntent,
): Promise<HeldIntent | { settled: Intent }> {
  const { db, clock } = needed
  const hold = { holder: randomUUID(), until: new Date(clock.now().getTime() + holdMs) }
  const fresh = await insertIntent(db, scope, wanted, hold, clock.now())
  if (fresh) return held(needed, scope, fresh)
  const known = await intentOfKey(db, wholeWorkspace(scope), wanted.key)
  if (!known) throw inUse()
  if (known.state === 'succeeded') return { settled: known }
  if (known.state !== 'refused' && !known.request_hash.equals(wanted.hash)) {
    throw new ApiError(
      'idempotency_key_reused',
      'This `Idempotency-Key` belongs to another request, of which is not known yet what became of it.',
    )
  }
  const taken = await holdIntent(db, scope, known.id, hold, clock.now())
  if (!taken) throw inUse()
  if (taken.state === 'succeeded') {
    await held(needed, scope, taken).end()
    return { settled: taken }
  }
  const again = held(needed, scope, taken)
  if (taken.state === 'refused') await again.move('restart', restarted(wanted))
  return again
}

const restarted = (wanted: NewIntent): Partial<IntentChange> => ({
  request: wanted.request,
  request_hash: wanted.hash,
  reservation_id: wanted.reservationId,
  external_id: wanted.externalId,
  outcome: null,
  searches: 0,
  sent_at: null,
  settles_at: null,
})

/** For whoever finds out what became of it; undefined when somebody else has it. */
export async function takeIntent(needed: Needed, scope: Scope, id: string): Promise<HeldIntent | undefined> {
  const now = needed.clock.now()
  const hold = { holder: randomUUID(), until: new Date(now.getTime() + holdMs) }
  const taken = await holdIntent(needed.db, scope, id, hold, now)
  return taken && held(needed, scope, taken)
}

function held({ db, clock, log }: Needed, scope: Scope, taken: Intent): HeldIntent {
  let intent = taken
  let ended = false
  const { holder } = taken
  const prolong = setInterval(() => {
    if (holder === null) return
    const until = new Date(clock.now().getTime() + holdMs)
    prolongHold(db, scope, intent.id, { holder, until }).catch((error: unknown) =>
      log.warn({ err: error }, 'the hold of a reservation intent was not prolonged'),
    )
  }, prolongEveryMs)
  prolong.unref()

  const write = async (change: Partial<IntentChange>, where: Queryable, release: boolean) => {
    const updated = await updateIntent(
      where,
      scope,
      { id: intent.id, holder },
      { ...intent, ...change },
      { at: clock.now(), release },
    )
    if (!updated) throw new HoldLost()
    intent = updated
    if (release) clearInterval(prolong)
    ended ||= release
  }
  return {
    get intent() {
      return intent
    },
    async move(move, change = {}, { db: where = db } = {}) {
      const state = afterMove(intent.state, move)
      const settled = isSettled(state)
      // Whom it names is of no use once nothing is left to do.
      const rest = settled ? { request: null, next_search_at: null } : {}
      await write({ ...change, state, ...rest }, where, settled)
    },
    note: (change) => write(change, db, false),
    restore(before) {
      intent = before
      ended = false
    },
    async end() {
      clearInterval(prolong)
      if (!ended) await write({}, db, true)
    },
  }
}
