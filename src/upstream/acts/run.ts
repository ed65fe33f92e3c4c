/**
 * Carries out a stored act. An act that may have happened is never requested again without a search. If the
 * vendor offers no search, it is not requested twice.
 */
import type { Connector, VendorContext } from '../../connector-kit/connector.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { ApiError } from '../../platform/api-error.ts'
import { callConnection, type ConnectionAccess } from '../access.ts'
import { isCertain } from '../errors.ts'
import type { ActChange, ActKind } from './act-queries.ts'
import type { HeldAct } from './held.ts'
import { nextSearch, settlesAt } from './searches.ts'

export interface ActDefinition<R> {
  kind: ActKind
  /** A key is refused if this differs from its earlier request. */
  request: unknown
  /** Searching for the act and recording it need this besides the request; it must be JSON. */
  kept: unknown
  send(context: VendorContext, connector: Connector): Promise<R>
  /** Returns null if it does not exist. Vendors without a search lack it. */
  find?: ((context: VendorContext, connector: Connector, since: Date) => Promise<R | null>) | undefined
  /** Selects the part of the result to store; by default all of it. */
  keep?(result: R): unknown
  /** Makes the error for a refusal that leaves no doubt. */
  refused(error: VendorError): ApiError
  /** Makes the error for an unknown outcome. */
  unknown(message: string, retryAfter: number | null): ApiError
}

/** Carries the act out at the vendor, or throws the error to answer. */
export async function runAct<R>(access: ConnectionAccess, held: HeldAct, act: ActDefinition<R>): Promise<R> {
  const { state } = held.act
  if (state === 'done') return held.act.result as R
  if (state === 'asking' && held.isNew) return send(access, held, act, false)
  const isFree = state === 'started' || state === 'refused' || (state === 'absent' && !act.find)
  if (!isFree) {
    if (state === 'asking') await held.move('lose')
    const found = await lookFor(access, held, act)
    if (found !== null) return found
    if (!act.find || held.act.settles_at > access.services.clock.now())
      throw stillUnknown(access, held, act, held.act.outcome ?? 'the first request was not answered')
  }
  await held.move('ask', { request: act.kept, next_look_at: nextSearch(2, access.services.clock.now()) })
  return send(access, held, act, !isFree)
}

async function send<R>(
  access: ConnectionAccess,
  held: HeldAct,
  act: ActDefinition<R>,
  wasLost: boolean,
): Promise<R> {
  let result: R
  try {
    result = await callConnection(access, (context) => act.send(context, access.connector))
  } catch (error) {
    if (error instanceof ApiError || (error instanceof VendorError && isCertain(error))) {
      // "Too late" or "already done" may result from the first attempt.
      const done = wasLost ? await lookFor(access, held, act) : null
      if (done !== null) return done
      const answer = error instanceof ApiError ? error : act.refused(error)
      await held.move('refuse', { outcome: answer.message, outcome_code: answer.code })
      throw answer
    }
    const answered = error instanceof VendorError && error.status !== undefined
    const { clock, log } = access.services
    log.warn(
      { err: error, act: held.act.id, provider: access.connection.provider },
      'a write to a vendor has no known outcome',
    )
    const outcome = error instanceof Error ? error.message : String(error)
    await held.move('lose', { settles_at: settlesAt(clock.now(), answered), outcome })
    const found = await lookFor(access, held, act)
    if (found !== null) return found
    throw stillUnknown(access, held, act, outcome)
  }
  await held.move('finish', { result: act.keep?.(result) ?? result ?? null })
  return result
}

/** Returns null if nothing was found or the vendor has no search. */
async function lookFor<R>(access: ConnectionAccess, held: HeldAct, act: ActDefinition<R>): Promise<R | null> {
  const { find } = act
  if (!find) return null
  try {
    const found = await findActResult(
      access,
      held,
      (context) => find(context, access.connector, held.act.asked_at),
      (result) => ({ request: act.kept, result: act.keep?.(result) ?? result }),
    )
    return found ?? null
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    throw stillUnknown(access, held, act, error.message)
  }
}

/**
 * Returns null if the act does not exist, undefined if it cannot be searched for. Throws if the vendor cannot
 * be reached.
 */
export async function findActResult<R>(
  { services, ...access }: ConnectionAccess,
  held: HeldAct,
  find: (context: VendorContext) => Promise<R | null | undefined>,
  written: (found: R) => Partial<ActChange> = (result) => ({ result }),
): Promise<R | null | undefined> {
  const now = services.clock.now()
  const { looks, settles_at: settles } = held.act
  const counted = { looks: looks + 1, next_look_at: nextSearch(looks, now) }
  let found: R | null | undefined
  try {
    found = await callConnection({ services, ...access }, find)
  } catch (error) {
    // A failed search does not count as a miss.
    const earliest = settlesAt(now, true)
    if (error instanceof VendorError)
      await held.note({ ...counted, settles_at: settles > earliest ? settles : earliest })
    throw error
  }
  if (found === null) await held.note(counted)
  else if (found !== undefined) await held.move('find', { looks: looks + 1, ...written(found) })
  return found
}

function stillUnknown<R>(
  { services }: ConnectionAccess,
  { act: { settles_at: settles } }: HeldAct,
  act: ActDefinition<R>,
  message: string,
): ApiError {
  const left = Math.ceil((settles.getTime() - services.clock.now().getTime()) / 1000)
  return act.unknown(message, act.find === undefined ? null : Math.max(1, left))
}
