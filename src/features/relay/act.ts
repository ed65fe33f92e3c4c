/**
 * One thing done at a vendor, once: written down before it is asked for, looked for before it is asked for again. Where a
 * vendor gives no way to look, what is not known to be undone is never asked for twice.
 */
import { createHash } from 'node:crypto'
import type { Connector, VendorContext } from '../../connector-kit/connector.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { ApiError } from '../../platform/api-error.ts'
import { isCertain, keyFor, settlesAt } from '../bookings/public.ts'
import { callConnection, type ConnectionAccess } from '../sync/public.ts'
import { keyReused } from './access.ts'
import { actOfKey, insertAct, updateAct, type ActKind, type StoredAct } from './act-queries.ts'
import { afterAct, type ActMove } from './act-state.ts'

export interface Act<R> {
  kind: ActKind
  /** Everything that makes two of them the same. */
  request: unknown
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
    at: now,
    settlesAt: settlesAt(now, false),
  })
  if (fresh) return ask(access, act, fresh)
  const known = await actOfKey(services.db, scope, key)
  if (!known) throw new Error('an act was there and is gone')
  if (known.state !== 'refused' && !known.request_hash.equals(hash)) throw keyReused()
  if (known.state === 'done') return known.result as R
  if (known.state === 'refused')
    return ask(access, act, await moved(access, known, 'ask', { request_hash: hash }))
  return again(access, act, known.state === 'unknown' ? known : await moved(access, known, 'lose'))
}

async function moved(
  { services, scope }: ConnectionAccess,
  act: StoredAct,
  move: ActMove,
  change: Partial<Pick<StoredAct, 'result' | 'settles_at' | 'request_hash'>> = {},
): Promise<StoredAct> {
  const now = services.clock.now()
  const asked = move === 'ask' ? { attempts: act.attempts + 1, settles_at: settlesAt(now, false) } : {}
  const updated = await updateAct(services.db, scope, act, {
    ...act,
    ...asked,
    ...change,
    state: afterAct(act.state, move),
    at: now,
  })
  if (updated) return updated
  throw new ApiError(
    'idempotency_key_in_use',
    'Another request with this `Idempotency-Key` goes on with it.',
    { retry_after: 1 },
    { headers: { 'retry-after': '1' } },
  )
}

async function ask<R>(access: ConnectionAccess, act: Act<R>, stored: StoredAct): Promise<R> {
  let result: R
  try {
    result = await callConnection(access, (context) => act.send(context, access.connector))
  } catch (error) {
    if (error instanceof ApiError) {
      await moved(access, stored, 'refuse')
      throw error
    }
    if (error instanceof VendorError && isCertain(error)) {
      await moved(access, stored, 'refuse')
      throw act.refused(error)
    }
    const answered = error instanceof VendorError && error.status !== undefined
    const { clock, log } = access.services
    log.warn(
      { err: error, act: stored.id, provider: access.connection.provider },
      'a write to a vendor has no known outcome',
    )
    const lost = await moved(access, stored, 'lose', { settles_at: settlesAt(clock.now(), answered) })
    const found = await look(access, act, lost)
    if (found !== null) return found
    throw stillUnknown(access, act, lost, error instanceof Error ? error.message : String(error))
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
  return ask(access, act, await moved(access, lost, 'ask'))
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
  if (found !== null) await moved(access, lost, 'find', { result: found })
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
