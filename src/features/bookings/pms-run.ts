/**
 * From an intent to a booking that is in the PMS and here. A request whose outcome is not known is never sent again before it
 * was looked for.
 */
import type { VendorContext } from '../../connector-kit/connector.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { ApiError } from '../../platform/api-error.ts'
import { callConnection, type ConnectionAccess } from '../../upstream/access.ts'
import { isOfOtherIntent } from './intent-queries.ts'
import type { HeldIntent } from './intents.ts'
import { nextSearch, settlesAt } from '../../upstream/acts/searches.ts'
import { isCertain } from '../../upstream/errors.ts'
import { toPmsError, type About } from './pms-errors.ts'
import { operationOf, type Done } from './pms-operations.ts'

export interface Job {
  access: ConnectionAccess
  held: HeldIntent
  about: About
}

export const call = <T>({ access }: Job, work: (context: VendorContext) => Promise<T>) =>
  callConnection(access, work)

/** Done in the PMS when this returns; else throws what to answer. */
export async function carryOut(job: Job): Promise<Done> {
  const { held, access } = job
  const { intent } = held
  if (intent.state === 'made') {
    return { externalId: intent.external_id ?? '', errors: doneWithout(intent.outcome?.errors) }
  }
  if (intent.state === 'started') return send(job)
  if (intent.state === 'sent') await held.move('lose')
  const found = await look(job)
  if (found) return found
  // Read anew: a look that failed moves the instant on.
  const { settles_at: settles } = held.intent
  if (settles !== null && settles > access.services.clock.now()) throw stillUnknown(job)
  return send(job)
}

/** Stored as JSON. */
const doneWithout = (errors: { section: string; code: string; message: string }[] = []) =>
  errors as Done['errors']

function requestOf({ held: { intent } }: Job) {
  if (intent.request === null) throw new Error(`intent ${intent.id} has no request any more`)
  return intent.request
}

async function send(job: Job): Promise<Done> {
  const { held, access, about } = job
  const request = requestOf(job)
  const now = access.services.clock.now()
  await held.move('send', {
    attempts: held.intent.attempts + 1,
    sent_at: held.intent.sent_at ?? now,
    // Should this process die now, nobody knows whether the PMS heard of it.
    settles_at: settlesAt(now, false),
    next_search_at: nextSearch(2, now),
  })
  try {
    return await call(job, (context) => operationOf(request).send(context, access.connector, request))
  } catch (error) {
    if (error instanceof VendorError && isCertain(error)) {
      const answer = toPmsError(error, about)
      await held.move('refuse', { outcome: { code: answer.code, message: answer.message } })
      throw answer
    }
    return lost(job, error)
  }
}

/** No word of what became of it: it may well be there. */
async function lost(job: Job, error: unknown): Promise<Done> {
  const { held, access, about } = job
  const { clock, log } = access.services
  const answered = error instanceof VendorError && error.status !== undefined
  const message = error instanceof Error ? error.message : String(error)
  log.warn(
    { err: error, intent: held.intent.id, provider: about.provider },
    'a write to a PMS has no known outcome',
  )
  const now = clock.now()
  await held.move('lose', {
    settles_at: settlesAt(now, answered),
    next_search_at: nextSearch(0, now),
    outcome: { code: 'pms_error', message },
  })
  const found = await look(job)
  if (found) return found
  throw stillUnknown(job)
}

/** Looks whether it is there; null also when the PMS cannot be asked. */
export async function look(job: Job): Promise<Done | null> {
  const { held, access } = job
  const request = requestOf(job)
  const { intent } = held
  const now = access.services.clock.now()
  const sent = {
    sentAt: intent.sent_at ?? intent.created_at,
    isOthers: (externalId: string) => isOfOtherIntent(access.services.db, access.scope, intent, externalId),
  }
  try {
    const found = await call(job, (context) =>
      operationOf(request).find(context, access.connector, request, sent),
    )
    await held.note({ searches: intent.searches + 1, next_search_at: nextSearch(intent.searches, now) })
    return found
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    access.services.log.warn(
      { err: error, intent: intent.id },
      'the outcome of a write could not be looked up',
    )
    // What could not be looked at was not missing.
    const settles = settlesAt(now, true)
    await held.note({
      searches: intent.searches + 1,
      next_search_at: nextSearch(intent.searches, now),
      settles_at: intent.settles_at !== null && intent.settles_at > settles ? intent.settles_at : settles,
    })
    return null
  }
}

function stillUnknown({ held: { intent }, access, about }: Job): ApiError {
  const now = access.services.clock.now().getTime()
  const left = Math.max(1, Math.ceil(((intent.settles_at?.getTime() ?? now) - now) / 1000))
  const where = `/v1/reservations/intents/${encodeURIComponent(intent.key)}`
  return new ApiError(
    'pms_error',
    `${about.provider} did not say what became of the request (${intent.outcome?.message ?? 'the server stopped'}); it is being found out: GET ${where}.`,
    { provider: about.provider, retry_after: left },
  )
}
