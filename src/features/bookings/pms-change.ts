/** Changing, cancelling and answering reservations that a PMS keeps: done there first, then recorded here. */
import type { Connector } from '../../connector-kit/connector.ts'
import type { ReservationChange } from '../../connector-kit/write-operations.ts'
import type {
  PmsOutcome,
  RequestAnswered,
  RequestDeclineBody,
  ReservationCancelled,
  ReservationUpdateBody,
  ReservationUpdated,
} from '../../contract/reservation-write.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Queryable } from '../../platform/tenant.ts'
import { shownReservations } from '../reservations/public.ts'
import type { ConnectionAccess } from '../sync/public.ts'
import type { Intent } from './intent-queries.ts'
import { hashOf, markerOf, openIntent, whileHeld } from './intents.ts'
import type { Kept } from './manager.ts'
import { toCancelled } from './native-cancel.ts'
import { planChange, type ChangePlan } from './native-modify.ts'
import { bookingAccess, unsupported, writesOf } from './pms-checks.ts'
import { keyFor, outcomeOf, type PmsWrite } from './pms-create.ts'
import { record } from './pms-record.ts'
import type { PmsRequest } from './pms-request.ts'
import { carryOut } from './pms-run.ts'
import { bookedStay } from './queries.ts'
import { assertStay } from './rules.ts'

export interface PmsTarget extends Kept {
  connector: Connector
}

/** Throws where only the channel that took the booking can change it. */
function assertOwn({ stay, connector }: PmsTarget): void {
  const { ownSources } = writesOf(connector)
  if (stay.source !== null && (ownSources as readonly string[]).includes(stay.source)) return
  const provider = connector.manifest.id
  const owner = stay.source ?? provider
  throw new ApiError(
    'reservation_owned_by_channel',
    `Reservation ${stay.id} came to ${provider} from ${owner}, where it has to be changed.`,
    { owner, provider },
  )
}

/** The rest of every such write: intent, PMS, record, answer. */
async function through<R>(
  write: PmsWrite,
  { stay, listing, connector }: PmsTarget,
  access: ConnectionAccess,
  request: PmsRequest,
  reply: (db: Queryable, errors: PmsOutcome['errors']) => Promise<R>,
): Promise<R> {
  const { services, scope } = write
  const provider = connector.manifest.id
  const key = keyFor(write.idempotencyKey)
  const opened = await openIntent(services, scope, {
    key,
    request,
    hash: hashOf(request),
    marker: markerOf(scope, key),
    connectionId: access.connection.id,
    provider,
    listingId: listing.id,
    reservationId: stay.id,
    externalId: stay.external_id,
  })
  if ('settled' in opened) return settled(opened.settled, request, services.db, reply)
  const job = { access, held: opened, about: { kind: request.kind, provider, source: stay.source } }
  return whileHeld(services, opened, async () =>
    record(job, await carryOut(job), write, (tx, _, { errors }) => reply(tx, errors)),
  )
}

/** The key did its work before: the same is answered again, another request needs a key of its own. */
function settled<R>(
  intent: Intent,
  request: PmsRequest,
  db: Queryable,
  reply: (db: Queryable, errors: PmsOutcome['errors']) => Promise<R>,
): Promise<R> {
  if (intent.request_hash.equals(hashOf(request)))
    return reply(db, (intent.outcome?.errors ?? []) as PmsOutcome['errors'])
  throw new ApiError('idempotency_key_reused', 'This `Idempotency-Key` was used for another request.')
}

const onlyHere = ['listingId', 'checkInTime', 'checkOutTime'] as const

export async function modifyInPms(
  write: PmsWrite,
  target: PmsTarget,
  body: ReservationUpdateBody,
  dryRun: boolean,
): Promise<ReservationUpdated> {
  const { stay, listing, connector } = target
  const provider = connector.manifest.id
  const access = await bookingAccess(write.services, write.scope, connector, listing)
  const { modify } = writesOf(connector)
  const sent = onlyHere.filter((name) => body[name] !== undefined)
  if (sent.length > 0) throw unsupported(provider, 'move a stay or agree on times', sent)
  if (!modify) throw unsupported(provider, 'change reservations')
  assertOwn(target)
  const plan = planChange(stay, body)
  const dates = plan.changed.filter((name) => name === 'checkIn' || name === 'checkOut')
  if (dates.length > 0 && !modify.dates) throw unsupported(provider, 'move a stay to other dates', dates)
  assertStay(plan, body.checkOut === undefined ? 'checkIn' : 'checkOut')
  const answer = async (db: Queryable, errors: PmsOutcome['errors']): Promise<ReservationUpdated> => {
    const changed = plan.changed.filter((name) => !errors.some(({ section }) => section === name))
    return {
      ...(await updated(write, db, stay.id)),
      changed,
      pms: { ...outcomeOf(provider, undefined, errors), reservationId: stay.external_id, applied: changed },
    }
  }
  if (dryRun) {
    const { changed } = plan
    const { pms: _, ...now } = await answer(write.services.db, [])
    return { ...now, checkIn: plan.checkIn, checkOut: plan.checkOut, changed, dryRun: true }
  }
  if (plan.changed.length === 0) return answer(write.services.db, [])
  const change = changeOf(target, plan)
  return through(write, target, access, { kind: 'modify', change }, answer)
}

function changeOf({ stay, listing }: PmsTarget, plan: ChangePlan): ReservationChange {
  const children = stay.occupancy?.children ?? undefined
  const party =
    plan.changed.includes('guestCount') && plan.guestCount !== null
      ? {
          adults: Math.max(1, plan.guestCount - (children ?? 0)),
          ...(children === undefined ? {} : { children }),
        }
      : {}
  const moved = plan.changed.includes('checkIn') || plan.changed.includes('checkOut')
  return {
    externalId: stay.external_id ?? '',
    listingExternalId: listing.external_id ?? '',
    ...(moved ? { checkIn: plan.checkIn, checkOut: plan.checkOut } : {}),
    ...party,
  }
}

async function updated(
  { services, scope }: PmsWrite,
  db: Queryable,
  id: string,
): Promise<Omit<ReservationUpdated, 'changed'>> {
  const shown = (await shownReservations(db, scope, [id], services.clock.now())).get(id)
  if (!shown) throw new Error('the reservation was not returned')
  const { confirmationCode, listingId, checkIn, checkOut, checkInTime, checkOutTime, status, updatedAt } =
    shown
  return { id, confirmationCode, listingId, checkIn, checkOut, checkInTime, checkOutTime, status, updatedAt }
}

export async function cancelInPms(
  write: PmsWrite,
  target: PmsTarget,
  reason: string | undefined,
  dryRun: boolean,
): Promise<ReservationCancelled> {
  const { stay, listing, connector } = target
  const provider = connector.manifest.id
  const access = await bookingAccess(write.services, write.scope, connector, listing)
  if (!writesOf(connector).cancel) throw unsupported(provider, 'cancel reservations')
  assertOwn(target)
  if (dryRun) return { ...toCancelled(stay, false), dryRun: true }
  const request = {
    kind: 'cancel' as const,
    externalId: stay.external_id ?? '',
    listingExternalId: listing.external_id ?? '',
    ...(reason === undefined ? {} : { reason }),
  }
  return through(write, target, access, request, async (db, errors) => ({
    ...toCancelled((await bookedStay(db, write.scope, stay.id, write.services.clock.now())) ?? stay, false),
    pms: {
      ...outcomeOf(provider, undefined, errors),
      reservationId: stay.external_id,
      applied: ['reservation'],
    },
  }))
}

export type RequestAnswer = { action: 'accept' } | ({ action: 'decline' } & RequestDeclineBody)

export async function answerInPms(
  write: PmsWrite,
  target: PmsTarget,
  answer: RequestAnswer,
  dryRun: boolean,
): Promise<RequestAnswered> {
  const { stay, listing, connector } = target
  const provider = connector.manifest.id
  const access = await bookingAccess(write.services, write.scope, connector, listing)
  if (!connector.operations.requestAnswers) throw unsupported(provider, 'answer booking requests')
  const reply: RequestAnswered = {
    reservationId: stay.id,
    confirmationCode: stay.confirmation_code,
    channel: stay.source,
    action: answer.action,
    status: answer.action === 'accept' ? 'accepted' : 'declined',
    ...(answer.action === 'decline' ? { declineReason: answer.reason } : {}),
  }
  if (dryRun) return { ...reply, dryRun: true }
  const of = { externalId: stay.external_id ?? '', listingExternalId: listing.external_id ?? '' }
  const request: PmsRequest =
    answer.action === 'accept'
      ? { kind: 'accept', ...of }
      : { kind: 'decline', ...of, reason: answer.reason, message: answer.message }
  return through(write, target, access, request, async (_, errors) => ({
    ...reply,
    pms: { ...outcomeOf(provider, undefined, errors), reservationId: stay.external_id, applied: ['request'] },
  }))
}
