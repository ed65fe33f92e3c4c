/** Records a PMS write here, together with the act's end and the request's answer. */
import { writeOnce, type WriteContext } from '../../../http/write-once.ts'
import type { StayRecord } from '../../../contract/records.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { faultCodes, hasFaultCode } from '../../../platform/database-fault.ts'
import { openWrite } from '../../../platform/outbox.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { callConnection, type ConnectionAccess } from '../../../upstream/access.ts'
import { closeAct, idempotencyKeyInUse, type HeldAct, type StoredAct } from '../../../upstream/acts/public.ts'
import { readSoon, storeStays } from '../../sync/public.ts'
import { reservationOfExternalId } from './intent-queries.ts'
import { markCancelled } from '../native-cancel.ts'
import type { CompletedOperation } from './pms-operations.ts'
import type { PmsRequest } from './pms-request.ts'

const origin = 'api'

/** For other kinds the PMS reports the result later. */
const isAnswer = (request: PmsRequest | null) => request?.kind === 'accept' || request?.kind === 'decline'

interface ActEnding<R> {
  context: WriteContext
  reply(tx: Queryable, reservationId: string, done: CompletedOperation): Promise<R>
}

/** Idempotent. */
export async function recordPmsOutcome<R>(
  access: ConnectionAccess,
  act: StoredAct,
  done: CompletedOperation,
  { context, reply }: ActEnding<R>,
): Promise<R> {
  const request = act.request as PmsRequest | null
  const attempt = (stay: StayRecord | null | undefined) =>
    writeOnce(context, async (tx) => {
      await readSoon(tx, access, [
        { entity: 'reservations', externalId: done.externalId },
        ...calendarOf(request),
      ])
      const id = await store(tx, access, { request, done, stay })
      const about = { reservationId: id, externalId: done.externalId }
      if (!(await closeAct(tx, access.scope, act.key, about))) throw idempotencyKeyInUse()
      return reply(tx, id, done)
    })
  try {
    const stay = await stayOf(access, request, done)
    const recorded = await attempt(stay).catch((error: unknown) => {
      if (isPassing(error)) return attempt(stay)
      throw error
    })
    return recorded as R
  } catch (error) {
    throw error instanceof ApiError ? error : unrecorded(access, act, done, error)
  }
}

/** Records what a held act did. An error is noted with the act, which the resolver finishes. */
export async function recordHeldAct<R>(
  access: ConnectionAccess,
  held: HeldAct,
  done: CompletedOperation,
  ending: ActEnding<R>,
): Promise<R> {
  try {
    const recorded = await recordPmsOutcome(access, held.act, done, ending)
    held.closed()
    return recorded
  } catch (error) {
    if (error instanceof ApiError) await held.note({ outcome: error.message, outcome_code: error.code })
    throw error
  }
}

/** Its nights are read again, because a freed night counts only once the PMS shows it. */
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

/** The database aborted one of two deadlocked transactions. */
const isPassing = (error: unknown) =>
  hasFaultCode(error, faultCodes.serializationFailure, faultCodes.deadlock)

/** null if the PMS has it no longer; undefined if nothing storable was read. */
async function stayOf(
  access: ConnectionAccess,
  request: PmsRequest | null,
  done: CompletedOperation,
): Promise<StayRecord | null | undefined> {
  if (done.record) return done.record
  const one = access.connector.operations.reservations?.one
  if (!one) return undefined
  const read = () => callConnection(access, (context) => one(context, done.externalId))
  if (!isAnswer(request)) return read()
  return read().catch(() => undefined)
}

interface StoredOutcome {
  request: PmsRequest | null
  done: CompletedOperation
  stay: StayRecord | null | undefined
}

async function store(
  tx: Queryable,
  access: ConnectionAccess,
  { request, done, stay }: StoredOutcome,
): Promise<string> {
  const { scope, connection, services } = access
  if (stay) await storeStays(tx, access, [stay], origin)
  const known = await reservationOfExternalId(tx, scope, connection.id, done.externalId)
  if (!known) throw new Error(`${connection.provider} ${done.externalId} is not a reservation here`)
  if (stay === null && request?.kind === 'cancel') {
    const write = await openWrite(tx, scope, services.clock.now())
    await markCancelled(write, known.id, request.reason || null)
  } else if (!stay && !isAnswer(request)) {
    throw new Error(`${connection.provider} no longer has ${done.externalId}`)
  }
  return known.id
}

/** It is done at the PMS; the resolver continues from here. */
function unrecorded(
  { connection: { provider }, services }: ConnectionAccess,
  { id, kind }: StoredAct,
  { externalId, errors }: CompletedOperation,
  cause: unknown,
): ApiError {
  services.log.error({ err: cause, act: id }, 'a write that a PMS made was not recorded')
  if (kind !== 'create_reservation') {
    const message = `${provider} did what was asked, but it could not be recorded here yet.`
    return new ApiError('reservation_update_failed', message, { provider }, { cause })
  }
  return new ApiError(
    'reservation_created_in_pms_only',
    `${provider} made the booking ${externalId}, but it could not be recorded here yet.`,
    {
      provider,
      retryable: false,
      existing: { externalId, confirmationCode: null },
      pms: { applied: ['reservation'], errors },
    },
    { cause },
  )
}
