/**
 * Cancels and answers reservations that a PMS manages, and what all changes share: done there first, then
 * recorded here.
 */
import type {
  PmsOutcome,
  RequestAnswered,
  RequestDeclineBody,
  ReservationCancelled,
} from '../../../contract/reservation-write.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import type { ConnectionAccess } from '../../../upstream/access.ts'
import { hashOf, actKeyFor, keyReused, whileHeld, type StoredAct } from '../../../upstream/acts/public.ts'
import type { StayAtVendor } from '../manager.ts'
import { toCancelled } from '../native-cancel.ts'
import { bookingAccess, writesOf, type PmsWrite } from './pms-checks.ts'
import { unsupported } from '../../../upstream/errors.ts'
import { toPmsOutcome } from './pms-outcome.ts'
import { toPmsField } from '../../../records/relay.ts'
import { doInPms, openBookingAct } from './pms-act.ts'
import type { CompletedOperation } from './pms-operations.ts'
import type { PmsRequest } from './pms-request.ts'
import { recordHeldAct } from './pms-record.ts'
import { bookedStay } from '../queries.ts'

/** Throws if only the booking's channel can change it. */
export function assertOwn({ stay, connector }: StayAtVendor): void {
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

/** `request` is what was done; null for a key used long ago. */
type PmsChangeReply<R> = (
  db: Queryable,
  errors: PmsOutcome['errors'],
  request: PmsRequest | null,
) => Promise<R>

/** The common part of such writes: open the act, do it in the PMS, record it here and answer. */
export async function changeInPms<R>(
  write: PmsWrite,
  { stay, listing, connector }: StayAtVendor,
  access: ConnectionAccess,
  { request, hash = hashOf(request) }: { request: PmsRequest; hash?: Buffer },
  reply: PmsChangeReply<R>,
): Promise<R> {
  const { services, scope } = write
  const provider = connector.manifest.id
  const opened = await openBookingAct(services, scope, {
    key: actKeyFor(write.idempotencyKey),
    request,
    hash,
    connectionId: access.connection.id,
    subject: { listingId: listing.id, reservationId: stay.id, externalId: stay.external_id },
  })
  if ('settled' in opened) return settled(opened.settled, hash, services.db, reply)
  // The stored request is carried out, not the repeated one.
  const stored = opened.act.request as PmsRequest
  return whileHeld(opened, async () => {
    const done = await doInPms(access, opened, { kind: request.kind, provider, source: stay.source })
    return recordHeldAct(access, opened, done, {
      context: write,
      reply: (tx, _, { errors }) => reply(tx, errors, stored),
    })
  })
}

/** The key is used up: the same request gets the same answer, another one needs a new key. */
function settled<R>(act: StoredAct, hash: Buffer, db: Queryable, reply: PmsChangeReply<R>): Promise<R> {
  if (!act.request_hash.equals(hash)) throw keyReused()
  return reply(db, (act.result as CompletedOperation).errors, null)
}

export async function cancelInPms(
  write: PmsWrite,
  target: StayAtVendor,
  reason: string | undefined,
  dryRun: boolean,
): Promise<ReservationCancelled> {
  const { stay, listing, connector } = target
  const provider = connector.manifest.id
  const access = await bookingAccess(write.services, write.scope, target)
  if (!writesOf(connector).cancel) throw unsupported(provider, 'cancel reservations')
  assertOwn(target)
  if (dryRun) return { ...toCancelled(stay, false), dryRun: true }
  const request = {
    kind: 'cancel' as const,
    externalId: stay.external_id,
    listingExternalId: listing.keeper.externalId,
    ...(reason === undefined ? {} : { reason }),
  }
  return changeInPms(write, target, access, { request }, async (db, errors) => ({
    ...toCancelled((await bookedStay(db, write.scope, stay.id, write.services.clock.now())) ?? stay, false),
    ...toPmsField({
      ...toPmsOutcome(provider, undefined, errors),
      reservationId: stay.external_id,
      applied: ['reservation'],
    }),
  }))
}

export type RequestAnswer = { action: 'accept' } | ({ action: 'decline' } & RequestDeclineBody)

export async function answerInPms(
  write: PmsWrite,
  target: StayAtVendor,
  answer: RequestAnswer,
  dryRun: boolean,
): Promise<RequestAnswered> {
  const { stay, listing, connector } = target
  const provider = connector.manifest.id
  const { requests: byHand } = connector.manifest.byHand ?? {}
  if (byHand !== undefined) throw new ApiError('channel_not_supported', byHand, { channel: provider })
  const access = await bookingAccess(write.services, write.scope, target)
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
  const of = { externalId: stay.external_id, listingExternalId: listing.keeper.externalId }
  const request: PmsRequest =
    answer.action === 'accept'
      ? { kind: 'accept', ...of }
      : { kind: 'decline', ...of, reason: answer.reason, message: answer.message }
  return changeInPms(write, target, access, { request }, async (_, errors) => ({
    ...reply,
    ...toPmsField({
      ...toPmsOutcome(provider, undefined, errors),
      reservationId: stay.external_id,
      applied: ['request'],
    }),
  }))
}
