/** Recording here what was done in the PMS, together with the intent's end and the answer of the request. */
import { writeOnce, type WriteContext } from '../../http/write-once.ts'
import type { StayRecord } from '../../contract/records.ts'
import { ApiError } from '../../platform/api-error.ts'
import { openWrite } from '../../platform/outbox.ts'
import type { Queryable } from '../../platform/tenant.ts'
import { readSoon, storeStays } from '../sync/public.ts'
import { reservationOfExternalId } from './intent-queries.ts'
import { nextSearch } from '../../upstream/acts/searches.ts'
import { HoldLost } from './intents.ts'
import { markCancelled } from './native-cancel.ts'
import type { Done } from './pms-operations.ts'
import type { PmsRequest } from './pms-request.ts'
import { call, type Job } from './pms-run.ts'

export const origin = 'api'

/** Of requests to book, the PMS tells the result later. */
const answersOnly = new Set(['accept', 'decline'])

export async function record<R>(
  job: Job,
  done: Done,
  context: WriteContext,
  reply: (tx: Queryable, reservationId: string, done: Done) => Promise<R>,
): Promise<R> {
  const { held, access } = job
  const before = held.intent
  const attempt = (stay: StayRecord | null | undefined) =>
    writeOnce(context, async (tx) => {
      await readSoon(tx, access, [
        { entity: 'reservations', externalId: done.externalId },
        ...calendarOf(before.request),
      ])
      const id = await store(tx, job, done, stay)
      await held.move(
        'record',
        {
          reservation_id: id,
          external_id: done.externalId,
          outcome: done.errors.length > 0 ? { errors: done.errors } : null,
        },
        { db: tx },
      )
      return reply(tx, id, done)
    })
  try {
    const stay = await stayOf(job, done)
    const recorded = await attempt(stay).catch((error: unknown) => {
      held.restore(before)
      if (isPassing(error)) return attempt(stay)
      throw error
    })
    return recorded as R
  } catch (error) {
    held.restore(before)
    if (error instanceof ApiError || error instanceof HoldLost) throw error
    throw await unrecorded(job, done, error)
  }
}

/** Its nights are to be read again: what became free is free once the PMS says so. */
function calendarOf(request: PmsRequest | null) {
  if (request === null) return []
  const externalId =
    request.kind === 'create'
      ? request.draft.listingExternalId
      : request.kind === 'modify'
        ? request.change.listingExternalId
        : request.listingExternalId
  return [{ entity: 'calendar' as const, externalId }]
}

/** The database ended one of two transactions that stood in each other's way. */
const isPassing = (error: unknown) =>
  ['40001', '40P01'].includes(String((error as { code?: unknown } | null)?.code))

/** null: the PMS has it no more. undefined: nothing to be stored was read. */
async function stayOf(job: Job, done: Done): Promise<StayRecord | null | undefined> {
  if (done.record) return done.record
  const { access, held } = job
  const one = access.connector.operations.reservations?.one
  if (!one) return undefined
  const read = () => call(job, (context) => one(context, done.externalId))
  if (!answersOnly.has(held.intent.kind)) return read()
  return read().catch(() => undefined)
}

async function store(
  tx: Queryable,
  { access, held }: Job,
  done: Done,
  stay: StayRecord | null | undefined,
): Promise<string> {
  const { scope, connection, services } = access
  const { kind } = held.intent
  if (stay) await storeStays(tx, access, [stay], origin)
  const known = await reservationOfExternalId(tx, scope, connection.id, done.externalId)
  if (!known) throw new Error(`${connection.provider} ${done.externalId} is not a reservation here`)
  if (stay === null && kind === 'cancel') {
    const write = await openWrite(tx, scope, services.clock.now())
    const request = held.intent.request
    await markCancelled(write, known.id, (request?.kind === 'cancel' && request.reason) || null)
  } else if (!stay && !answersOnly.has(kind)) {
    throw new Error(`${connection.provider} no longer has ${done.externalId}`)
  }
  return known.id
}

/** It is done there; whoever finds out goes on from here. */
async function unrecorded(job: Job, done: Done, cause: unknown): Promise<ApiError> {
  const { held, access, about } = job
  const { provider, kind } = about
  const created = kind === 'create'
  const code = created ? 'reservation_created_in_pms_only' : 'reservation_update_failed'
  const message = created
    ? `${provider} made the booking ${done.externalId}, but it could not be recorded here yet.`
    : `${provider} did what was asked, but it could not be recorded here yet.`
  access.services.log.error(
    { err: cause, intent: held.intent.id },
    'a write that a PMS made was not recorded',
  )
  const change = {
    external_id: done.externalId,
    next_search_at: nextSearch(0, access.services.clock.now()),
    outcome: { code, message, errors: done.errors },
  }
  if (held.intent.state === 'made') await held.note(change)
  else await held.move('find', change)
  return new ApiError(
    code,
    message,
    created
      ? {
          provider,
          retryable: false,
          existing: { externalId: done.externalId, confirmationCode: null },
          pms: { applied: ['reservation'], errors: done.errors },
        }
      : { provider },
    { cause },
  )
}
