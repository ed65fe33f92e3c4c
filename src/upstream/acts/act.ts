/**
 * One thing done at a vendor, once: written down before it is asked for, looked for before it is asked for again. Where a
 * vendor gives no way to look, what is not known to be undone is never asked for twice.
 */
import { createHash } from 'node:crypto'
import type { Connector, VendorContext } from '../../connector-kit/connector.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Queryable } from '../../platform/tenant.ts'
import { isCertain } from '../errors.ts'
import { keyFor } from './key.ts'
import { nextSearch, settlesAt } from './searches.ts'
import { callConnection, type ConnectionAccess } from '../access.ts'
import { keyReused } from './access.ts'
import {
  actOfKey,
  insertAct,
  updateAct,
  type ActChange,
  type ActKind,
  type StoredAct,
} from './act-queries.ts'
import { afterAct, type ActMove } from './act-state.ts'

export interface Act<R> {
  kind: ActKind
  /** Everything that makes two of them the same. */
  request: unknown
  /** What it takes to look for it and to record it here without the request, as JSON. */
  kept: unknown
  send(context: VendorContext, connector: Connector): Promise<R>
  /** null: it is not there. Left out where nothing can be looked at. */
  find?: ((context: VendorContext, connector: Connector, since: Date) => Promise<R | null>) | undefined
  /** What a certain refusal is answered with. */
  refused(error: VendorError): ApiError
  /** What is answered while nobody knows what became of it. */
  unknown(message: string, retryAfter: number | null): ApiError
}

/** Done at the vendor when this returns; else throws what to answer. What it answers goes through JSON. */
export async function actOnce<R>(
  access: ConnectionAccess,
  givenKey: string | undefined,
  act: Act<R>,
): Promise<R> {
  const { services, scope, connection } = access
  const now = services.clock.now()
  const key = keyFor(givenKey)
  const hash = createHash('sha256')
    .update(JSON.stringify([act.kind, act.request]))
    .digest()
  const fresh = await insertAct(services.db, scope, {
    key,
    kind: act.kind,
    connectionId: connection.id,
    hash,
    request: act.kept,
    at: now,
    settlesAt: settlesAt(now, false),
  })
  if (fresh) return ask(access, act, fresh)
  const known = await actOfKey(services.db, scope, key)
  if (!known) throw new Error('an act was there and is gone')
  if (known.state !== 'refused' && !known.request_hash.equals(hash)) throw keyReused()
  if (known.state === 'done') return known.result as R
  if (known.state === 'refused' || (known.state === 'absent' && act.find === undefined))
    return ask(access, act, await moved(access, known, 'ask', { request_hash: hash, request: act.kept }))
  return again(access, act, known.state === 'asking' ? await moved(access, known, 'lose') : known)
}

/** As it is after the move. Throws when somebody else has moved it. */
export async function moved(
  access: ConnectionAccess,
  act: StoredAct,
  move: ActMove,
  change: Partial<ActChange> = {},
): Promise<StoredAct> {
  const updated = await tryMove(access.services.db, access, act, move, change)
  if (updated) return updated
  throw new ApiError(
    'idempotency_key_in_use',
    'Another request with this `Idempotency-Key` goes on with it.',
    { retry_after: 1 },
    { headers: { 'retry-after': '1' } },
  )
}

/** The same; undefined when somebody else has moved it. */
export async function tryMove(
  db: Queryable,
  { services, scope }: ConnectionAccess,
  act: StoredAct,
  move: ActMove,
  change: Partial<ActChange> = {},
): Promise<StoredAct | undefined> {
  const now = services.clock.now()
  const settles = settlesAt(now, false)
  const asked = {
    attempts: act.attempts + 1,
    looks: 0,
    settles_at: settles,
    next_look_at: settles,
    outcome: null,
  }
  const byMove: Partial<Record<ActMove, Partial<ActChange>>> = {
    ask: asked,
    // What was refused or is not there needs nothing of what it was made of.
    refuse: { request: null, next_look_at: null },
    miss: { request: null, next_look_at: null },
    lose: { next_look_at: nextSearch(0, now) },
    // Recorded by whoever asked, else by the resolver.
    finish: { next_look_at: nextSearch(1, now) },
    find: { next_look_at: nextSearch(1, now) },
  }
  return updateAct(db, scope, act, {
    ...act,
    ...byMove[move],
    ...change,
    state: afterAct(act.state, move),
    at: now,
  })
}

async function ask<R>(access: ConnectionAccess, act: Act<R>, stored: StoredAct): Promise<R> {
  let result: R
  try {
    result = await callConnection(access, (context) => act.send(context, access.connector))
  } catch (error) {
    if (error instanceof ApiError || (error instanceof VendorError && isCertain(error))) {
      // That it is too late, or done already, may be the work of the first time it was asked.
      const done = stored.attempts > 1 ? await look(access, act, stored) : null
      if (done !== null) return done
      await moved(access, stored, 'refuse')
      throw error instanceof ApiError ? error : act.refused(error)
    }
    const answered = error instanceof VendorError && error.status !== undefined
    const { clock, log } = access.services
    log.warn(
      { err: error, act: stored.id, provider: access.connection.provider },
      'a write to a vendor has no known outcome',
    )
    const outcome = error instanceof Error ? error.message : String(error)
    const settles = settlesAt(clock.now(), answered)
    const lost = await moved(access, stored, 'lose', { settles_at: settles, outcome })
    const found = await look(access, act, lost)
    if (found !== null) return found
    throw stillUnknown(access, act, lost, outcome)
  }
  await moved(access, stored, 'finish', { result: result ?? null })
  return result
}

/** The request is repeated, and nobody knows what became of the first one. */
async function again<R>(access: ConnectionAccess, act: Act<R>, lost: StoredAct): Promise<R> {
  const found = await look(access, act, lost)
  if (found !== null) return found
  const mayAsk = act.find !== undefined && lost.settles_at <= access.services.clock.now()
  if (!mayAsk) throw stillUnknown(access, act, lost, 'the first request was not answered')
  return ask(access, act, await moved(access, lost, 'ask', { request: act.kept }))
}

async function look<R>(access: ConnectionAccess, act: Act<R>, lost: StoredAct): Promise<R | null> {
  const { find } = act
  if (!find) return null
  let found: R | null
  try {
    found = await callConnection(access, (context) => find(context, access.connector, lost.asked_at))
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    // What could not be looked at was not missing.
    throw stillUnknown(access, act, lost, error.message)
  }
  if (found !== null) await moved(access, lost, 'find', { result: found, request: act.kept })
  return found
}

function stillUnknown<R>(
  { services }: ConnectionAccess,
  act: Act<R>,
  { settles_at: settles }: StoredAct,
  message: string,
): ApiError {
  const left = Math.ceil((settles.getTime() - services.clock.now().getTime()) / 1000)
  return act.unknown(message, act.find === undefined ? null : Math.max(1, left))
}

/**
 * The act of this key, asked for from now on: written down before the vendor hears of it. `isAskedAgain` false: one that is
 * known stays as it is, for the caller to judge.
 */
export async function openAct(
  access: ConnectionAccess,
  {
    key,
    kind,
    kept,
    isAskedAgain = true,
  }: { key: string; kind: ActKind; kept: unknown; isAskedAgain?: boolean },
): Promise<{ act: StoredAct; isNew: boolean }> {
  const { services, scope, connection } = access
  const at = services.clock.now()
  const hash = createHash('sha256').update(kind).digest()
  const fresh = await insertAct(services.db, scope, {
    ...{ key, kind, hash, at },
    connectionId: connection.id,
    request: kept,
    settlesAt: settlesAt(at, false),
  })
  const known = fresh ?? (await actOfKey(services.db, scope, key))
  if (!known) throw new Error('an act was there and is gone')
  const isNew = fresh !== undefined
  if (isNew || !isAskedAgain || known.state === 'done') return { act: known, isNew }
  const open = known.state === 'asking' ? await moved(access, known, 'lose') : known
  return { act: await moved(access, open, 'ask', { request: kept }), isNew }
}
