/** Acts on booking changes at the channel: how each is found again, and what is stored once it is done. */
import type { AlterationAnswer, AlterationDraft } from '../../../../connector-kit/alteration-operations.ts'
import type { Connector, VendorContext } from '../../../../connector-kit/connector.ts'
import { compareInstants } from '../../../../connector-kit/dates.ts'
import { VendorError } from '../../../../connector-kit/vendor-error.ts'
import type { AlterationRecord, StayRecord } from '../../../../contract/records.ts'
import { openWrite } from '../../../../platform/outbox.ts'
import type { Queryable } from '../../../../platform/tenant.ts'
import { keepAlteration, type AlterationPlace } from '../../../../records/alterations/store.ts'
import type { AlterationRow } from '../../../../records/alterations/store-queries.ts'
import { callConnection, type ConnectionAccess } from '../../../../upstream/access.ts'
import { closeAct, type ActKinds, type StoredAct } from '../../../../upstream/acts/public.ts'
import { readSoon, storeStays } from '../../../sync/public.ts'

export interface AlterationRequestAct {
  draft: AlterationDraft
  /** The row stored once the change exists. */
  row: Omit<AlterationRow, 'external_id'>
  place: AlterationPlace
}

export interface AlterationAnswerAct {
  answer: AlterationAnswer
  reservationExternalId: string
  row: AlterationRow
  place: AlterationPlace
}

/** Tolerance for the vendor's clock. */
const earlierMs = 5 * 60_000

function operationOf({ operations }: Connector) {
  if (!operations.alterations) throw new Error('the connector changes no bookings')
  return operations.alterations
}

function isSameChange(record: AlterationRecord, draft: AlterationDraft): boolean {
  const same = <T>(value: T | undefined, is: T) => value === undefined || value === is
  return (
    record.initiator === 'host' &&
    same(draft.checkIn, record.checkIn) &&
    same(draft.checkOut, record.checkOut) &&
    same(draft.guestCount, record.guestCount) &&
    same(draft.listingExternalId, record.listingExternalId)
  )
}

export async function findAlteration(
  context: VendorContext,
  connector: Connector,
  { draft }: AlterationRequestAct,
  since: Date,
): Promise<{ externalId: string } | null> {
  const from = new Date(since.getTime() - earlierMs).toISOString()
  const all = await operationOf(connector).of(context, draft.reservationExternalId)
  const found = all.find(
    (record) =>
      isSameChange(record, draft) &&
      record.requestedAt !== null &&
      compareInstants(record.requestedAt, from) >= 0,
  )
  return found ? { externalId: found.externalId } : null
}

export const outcomes = { accept: 'accepted', decline: 'declined', cancel: 'cancelled' } as const

export async function findAnswer(
  context: VendorContext,
  connector: Connector,
  { answer, reservationExternalId, row }: AlterationAnswerAct,
): Promise<object | null> {
  const all = await operationOf(connector).of(context, reservationExternalId)
  const found = all.find(({ externalId }) => externalId === row.external_id)
  const isDone = found?.status === outcomes[answer] || (answer === 'accept' && found?.isAgreed === true)
  return isDone ? {} : null
}

/** Answers the alteration's id. */
export async function recordRequest(
  tx: Queryable,
  access: ConnectionAccess,
  { row, place, draft }: AlterationRequestAct,
  externalId: string,
): Promise<string> {
  await readSoon(tx, access, [{ entity: 'reservations', externalId: draft.reservationExternalId }])
  const write = await openWrite(tx, access.scope, access.services.clock.now())
  return keepAlteration(write, access.connection.id, { ...row, external_id: externalId }, place)
}

/** The booking after the answer; null: it cannot be read now. */
export async function readBookingAfter(
  access: ConnectionAccess,
  { answer, reservationExternalId }: AlterationAnswerAct,
): Promise<StayRecord | null> {
  const { reservations } = access.connector.operations
  if (answer !== 'accept' || !reservations?.one) return null
  try {
    return await callConnection(
      access,
      async (context) => (await reservations.one?.(context, reservationExternalId)) ?? null,
    )
  } catch (error) {
    if (error instanceof VendorError) return null
    throw error
  }
}

/** An accepted change alters the booking; one that could not be read is read soon. */
export async function recordAnswer(
  tx: Queryable,
  access: ConnectionAccess,
  { answer, reservationExternalId, row, place }: AlterationAnswerAct,
  booking: StayRecord | null,
): Promise<void> {
  if (booking?.kind === 'reservation') await storeStays(tx, access, [booking], 'api')
  else await readSoon(tx, access, [{ entity: 'reservations', externalId: reservationExternalId }])
  const sentence =
    booking?.kind === 'reservation' &&
    booking.alterations?.some(({ externalId }) => externalId === row.external_id)
  if (sentence) return
  const write = await openWrite(tx, access.scope, access.services.clock.now())
  const answered = { ...row, status: outcomes[answer], responded_at: write.at.toISOString() }
  await keepAlteration(write, access.connection.id, answered, place)
}

async function recordAndCloseAct(
  { services }: ConnectionAccess,
  scope: ConnectionAccess['scope'],
  { key }: StoredAct,
  work: (tx: Queryable) => Promise<unknown>,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await work(tx)
    await closeAct(tx, scope, key)
  })
}

export const alterationActs: Pick<ActKinds, 'request_alteration' | 'answer_alteration'> = {
  request_alteration: {
    find: (context, connector, { request, asked_at: since }) =>
      findAlteration(context, connector, request as AlterationRequestAct, since),
    record: (access, act) =>
      recordAndCloseAct(access, access.scope, act, (tx) =>
        recordRequest(
          tx,
          access,
          act.request as AlterationRequestAct,
          (act.result as { externalId: string }).externalId,
        ),
      ),
  },
  answer_alteration: {
    find: (context, connector, { request }) => findAnswer(context, connector, request as AlterationAnswerAct),
    async record(access, act) {
      const request = act.request as AlterationAnswerAct
      const booking = await readBookingAfter(access, request)
      await recordAndCloseAct(access, access.scope, act, (tx) => recordAnswer(tx, access, request, booking))
    },
  },
}
