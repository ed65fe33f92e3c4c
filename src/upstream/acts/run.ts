/**
 * From what is written down to what is done at the vendor. What is not known to be undone is never asked for again before it was
 * looked for; where a vendor gives no way to look, it is not asked for twice.
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
  /** Everything that makes two of them the same. */
  request: unknown
  /** What it takes to look for it and to record it here without the request, as JSON. */
  kept: unknown
  send(context: VendorContext, connector: Connector): Promise<R>
  /** null: it is not there. Left out where nothing can be looked at. */
  find?: ((context: VendorContext, connector: Connector, since: Date) => Promise<R | null>) | undefined
  /** What of its result is written down; all of it where this is left out. */
  keep?(result: R): unknown
  /** What a certain refusal is answered with. */
  refused(error: VendorError): ApiError
  /** What is answered while nobody knows what became of it. */
  unknown(message: string, retryAfter: number | null): ApiError
}

/** Done at the vendor when this returns; else throws what to answer. */
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
      // That it is too late, or done already, may be the work of the first time it was asked.
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

/** null: it is not there, as far as can be said. */
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

/** Looks whether it is there: null when not, undefined when it cannot be looked for. Throws when the vendor could not be asked. */
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
    // What could not be looked at was not missing.
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
